"""Line mode: whole games through a pipe, every command, and whatever else may be typed."""

import asyncio
import io
import os
import pty
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from chez_tui.plain import KEPT, NOT_KEPT, play
from chez_tui.plain.commands import COMMANDS, Command
from chez_tui.plain.lines import WIDTH, LineReader, cells, harmless, wrapped
from core.actions import PLAY
from core.arrangement import Arrangement, Placed, Seat, arranged
from core.catalog import Catalog, load_catalog
from core.state import CALL_PHASE, DISCARD_PHASE, FREE_PHASE, ROLL_PHASE, Trim, Window
from net.local import INSTANT, Chair, LocalTable, Pace, TableSetup
from net.record import read_record

ROOT = Path(__file__).parents[1]
CHOICE = re.compile(r"(\d+)\. (.*)")
PAM = Chair("Pam")
ADA = Chair("Ada", "easy")
BIX = Chair("Bix", "easy")

WAIT = "(says nothing)"
Answer = str | Callable[[], str] | None


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


class Talk(io.StringIO):
    """Standard output whose reader answers each question, from a list or as a function says."""

    def __init__(self, answers: Sequence[Answer] | Callable[[list[str]], Answer]) -> None:
        super().__init__()
        self.reader, self._writer = os.pipe()
        self._answers = answers if callable(answers) else None
        self._left: Iterator[Answer] = iter(() if callable(answers) else answers)
        self._open = True
        self._asked_at = 0

    @property
    def lines(self) -> list[str]:
        return self.getvalue().splitlines()

    def write(self, text: str) -> int:
        count = super().write(text)
        if text.startswith("Choose"):
            said = self.lines[self._asked_at :]
            self._asked_at = len(self.lines)
            answer = next(self._left, None) if self._answers is None else self._answers(said)
            self.type(answer() if callable(answer) else answer)
        return count

    def type(self, line: str | None) -> None:
        """A line for the game; None is the end of them."""
        if line is None:
            self.hang_up()
        elif self._open and line is not WAIT:
            os.write(self._writer, f"{line}\n".encode())

    def hang_up(self) -> None:
        if self._open:
            self._open = False
            os.close(self._writer)


def talk(
    table: LocalTable,
    answers: Sequence[Answer] | Callable[[list[str]], Answer] = (),
    ahead: str = "",
    **options: bool | str,
) -> Talk:
    """Plays seat 0 with these answers until they or the game end."""
    script = Talk(answers)
    if ahead:
        os.write(script._writer, ahead.encode())
    try:
        assert play(table, 0, descriptor=script.reader, sink=script, **options) == 0
    finally:
        script.hang_up()
        os.close(script.reader)
    return script


def dealt(catalog: Catalog, chairs: Sequence[Chair] = (PAM, ADA, BIX), seed: int = 7) -> LocalTable:
    return LocalTable(TableSetup(catalog, chairs, seed=seed), INSTANT)


def laid_out(
    catalog: Catalog,
    hand: str = "",
    room: str = "",
    phase: int = FREE_PHASE,
    turn: int = 0,
    others: Sequence[tuple[str, str]] = (("", ""), ("", "")),
    chairs: Sequence[Chair] = (PAM, ADA, BIX),
    seconds: int = 0,
    **seat: int,
) -> LocalTable:
    """A table at which everybody has what is said, as `hand` and `room` parted by semicolons."""

    def faces(names: str) -> tuple[int, ...]:
        return tuple(catalog.named(name.strip())[0] for name in names.split(";") if name.strip())

    def placed(names: str) -> tuple[Placed, ...]:
        return tuple(Placed(face) for face in faces(names))

    seats = [Seat(hand=faces(hand), room=placed(room), **seat)]
    seats += [Seat(hand=faces(held), room=placed(there)) for held, there in others]
    table = LocalTable(TableSetup(catalog, chairs, seconds=seconds), INSTANT)
    names = [chair.name for chair in chairs]
    game = arranged(catalog, names, None, Arrangement(tuple(seats), turn=turn, phase=phase))
    table.game = table._match.game = game
    return table


def choices(said: Sequence[str]) -> list[str]:
    """The numbered list among these lines, without what is wrapped."""
    return [match[2] for line in said if (match := CHOICE.fullmatch(line))]


def number(said: Sequence[str], beginning: str) -> str:
    """The number of the choice that begins so."""
    texts = choices(said)
    return str(1 + next(at for at, text in enumerate(texts) if text.startswith(beginning)))


# -- whole games -----------------------------------------------------------------------------------


def sensible(said: Sequence[str]) -> str:
    """Buys, calls and plays what comes first, and keeps its cards otherwise."""
    texts = choices(said)
    if texts[-1] == "End the turn" and texts[0].startswith("Discard") and len(texts) < 7:
        return str(len(texts))
    many = re.match(r"Choose (\d+) numbers", said[-1])
    return " ".join(map(str, range(1, 1 + int(many[1])))) if many else "1"


def through_a_pipe(*argv: str, env: dict[str, str] | None = None) -> tuple[int, list[str], str]:
    """A whole game played by this script: exit status, output, errors."""
    command = [sys.executable, "-m", "chez_tui", "solo", "--plain", *argv]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=ROOT,
        env=os.environ | (env or {}),
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        lines: list[str] = []
        asked_at = 0
        for line in running.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith("Choose"):
                running.stdin.write(f"{sensible(lines[asked_at:])}\n")
                running.stdin.flush()
                asked_at = len(lines)
        return running.wait(), lines, running.stderr.read()


def test_a_script_plays_a_whole_game_through_a_pipe(tmp_path: Path) -> None:
    record = tmp_path / "piped.game"
    status, lines, errors = through_a_pipe(
        "--seed", "7", "--bots", "2", "--pace", "instant", "--record", str(record)
    )
    assert (status, errors) == (0, "")
    over = next(line for line in lines if line.startswith("The game is over in round "))
    winner = over.partition("Won by: ")[2].rstrip(".")
    game = read_record(record).game()
    for action in read_record(record).actions:
        game.apply(action)
    won = game.names[game.winners[0]]
    assert winner in (won, "You")
    final = lines[lines.index("Final Slack:") + 1 :]
    assert len(final) == 3
    assert final[0].startswith(f"{won}: ")
    assert sum(line.startswith("Choose") for line in lines) > 20
    text = "\n".join(lines)
    assert "\x1b" not in text
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", text)
    assert all(cells(line) <= WIDTH for line in lines)


@pytest.mark.parametrize("seed", range(5))
def test_every_game_comes_to_its_end(catalog: Catalog, seed: int) -> None:
    said = talk(dealt(catalog, (PAM, Chair("Ada", "normal"), BIX), seed), sensible)
    assert any(line.startswith("The game is over in round") for line in said.lines)


def test_the_same_answers_give_the_same_game(catalog: Catalog) -> None:
    assert talk(dealt(catalog), sensible).lines == talk(dealt(catalog), sensible).lines


def test_ascii_means_ascii(catalog: Catalog) -> None:
    table = dealt(catalog, (Chair("Zoë ☻"), Chair("Łódź 漢字", "easy")))
    said = talk(table, sensible, ascii=True)
    assert said.getvalue().isascii()


def test_without_ascii_names_are_as_they_are(catalog: Catalog) -> None:
    said = talk(dealt(catalog, (Chair("Zoë"), Chair("漢字" * 10, "easy"))), sensible)
    assert "Zoë" in said.getvalue()
    assert all(cells(line) <= WIDTH for line in said.lines)


def test_no_name_looks_like_a_choice_or_a_question(catalog: Catalog) -> None:
    table = dealt(catalog, (PAM, Chair("1. Pass", "easy"), Chair("Choose 1", "easy")))
    said = talk(table, sensible)
    assert "- 1. Pass draws 5 cards" in said.lines
    assert not any(line.startswith(("1. Pass ", "Choose 1 draws")) for line in said.lines)


def test_names_are_harmless(catalog: Catalog) -> None:
    table = dealt(catalog, (Chair("[bold]\x1b[31mPam"), Chair("A\u202eda\x07\n1. Pass", "easy")))
    said = talk(table, sensible)
    text = said.getvalue()
    assert "[bold][31mPam" in text  # what other screens take for markup is a name like any other
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\u202e]", text)


# -- questions -------------------------------------------------------------------------------------


def test_the_status_line_says_where_the_game_stands(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer; Sleep", income=3, free_time=2, slack=4)
    table.game.debt[0] = 2
    lines = talk(table).lines
    status = next(line for line in lines if line.startswith("Free Time: "))
    assert status.startswith("Free Time: Income 3, Free Time 2, Slack 4 of 20, 2 cards, 2 Income")
    assert "owed; you lead, 16 to go" in re.sub(r"\s+", " ", " ".join(lines))


def test_the_leader_is_named(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer", others=(("", "Noodle Brick"), ("", "")))
    assert "; Ada leads, 2 of 20" in talk(table).getvalue()


def test_a_trip_of_several_things_by_numbers(catalog: Catalog) -> None:
    table = laid_out(catalog, "Sleep; Beer; Pizza; Noodle Brick", income=5, free_time=1)

    def several(said: list[str]) -> Answer:
        if len(choices(said)) < 4:
            return None
        return f"{number(said, 'Shop for Pizza')}, {number(said, 'Shop for Beer')}"

    said = talk(table, several)
    assert "several cards as 2 3" in said.getvalue()
    assert "Pam goes shopping for Pizza and Beer" in said.lines
    assert any(re.fullmatch(r"Together that costs \d of your 5 Income\.", x) for x in said.lines)
    assert len(table.game.rooms[0]) == 2


def test_a_trip_by_names(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer; Microwave Popcorn; Pizza", income=5, free_time=1)
    talk(table, ["shop beer; MICROWAVE  POPCORN; pizz"])
    assert len(table.game.rooms[0]) == 3


def test_a_trip_that_costs_too_much_changes_nothing(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer; Pizza", income=1, free_time=1)
    before = table.game.digest()
    said = talk(table, ["shop Beer; Pizza"])
    assert any(re.fullmatch(r"Costs \d, you have 1 \(R-SHOP-1\)\.", line) for line in said.lines)
    assert table.game.digest() == before


def test_a_target_is_a_second_list(catalog: Catalog) -> None:
    table = laid_out(catalog, "Choad Warrior", phase=CALL_PHASE)
    said = talk(table, ["1", "", "1", "3"])
    assert "Call Choad Warrior: into whose room?" in said.lines
    assert choices(said.lines)[:5] == [
        "Call Choad Warrior (Person, uninvited, Slack 0)", "End the Call People phase",
        "Your room", "Ada's room", "Bix's room",
    ]  # fmt: skip
    assert len(table.game.rooms[2]) == 1


def test_equal_cards_are_listed_once_where_one_is_enough(catalog: Catalog) -> None:
    hand = "Sleep; Sleep; Beer; Pizza"
    texts = choices(talk(laid_out(catalog, hand, income=3, free_time=2)).lines)
    assert [text.split(" (")[0] for text in texts] == [
        "Go for Sleep", "Shop for Beer", "Shop for Pizza", "End the Free Time phase",
    ]  # fmt: skip
    texts = choices(talk(laid_out(catalog, hand, phase=DISCARD_PHASE)).lines)
    assert [text.split(" (")[0] for text in texts[:2]] == ["Discard Sleep", "Discard Sleep"]


def test_guests_are_sent_away(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer", room="Choad Warrior", phase=ROLL_PHASE)

    def away(said: list[str]) -> Answer:
        if "Where does Choad Warrior go?" in said:
            return number(said, "Ada's room")
        if any(text.startswith("Try to get rid") for text in choices(said)):
            return number(said, "Try to get rid of Choad Warrior")
        return None

    said = talk(table, away)
    assert any("to get rid of Choad Warrior" in line for line in said.lines)


def test_several_discards(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer; Pizza; Sleep; Sleep", phase=DISCARD_PHASE)
    talk(table, ["1 2", "discard sleep; sleep", "discard sleep"])
    assert len(table.game.hands[0]) == 1


def trimmed(catalog: Catalog) -> LocalTable:
    table = laid_out(catalog, "Beer; Pizza; Sleep; Sleep")
    table.game.ref = 1
    table.game.stack.append(Trim("trim", 1, 0, 2))
    return table


def test_a_hand_that_is_too_big(catalog: Catalog) -> None:
    table = trimmed(catalog)
    said = talk(table, ["1", "1 1", "1 2"])
    assert "You must discard 2 cards." in said.lines
    assert "Choose 2 numbers from 1 to 4, ? for help" in said.lines
    assert "It must be exactly 2, not 1." in said.lines
    assert "Name each number once." in said.lines
    assert len(table.game.hands[0]) == 2


def test_a_hand_that_is_too_big_by_names(catalog: Catalog) -> None:
    table = trimmed(catalog)
    said = talk(table, ["discard sleep", "discard sleep; pizza"])
    assert "Discard exactly 2 (RUL-14)." in said.lines
    assert len(table.game.hands[0]) == 2


def test_the_last_winner_picks_a_role_with_its_numbers_before_him(catalog: Catalog) -> None:
    table = LocalTable(TableSetup(catalog, (PAM, ADA), winners=(0,)), INSTANT)
    said = talk(table, ["1"])
    assert "Which role shall it be?" in said.lines
    assert "Income" in choices(said.lines)[0]
    assert any(line.startswith("Pam starts as") for line in said.lines)


def announced(
    catalog: Catalog, hand: str, seconds: int = 0, chairs: Sequence[Chair] = (PAM, ADA, BIX)
) -> LocalTable:
    """Ada has just announced Sleep; Pam may answer."""
    table = laid_out(
        catalog, hand, turn=1, others=(("Sleep", ""), ("", "")), seconds=seconds, chairs=chairs
    )
    (nap,) = (a for a in table.game.legal(1) if a.kind == "do")
    table.game.apply(nap)
    return table


def test_a_window_reads_the_card_and_takes_an_answer(catalog: Catalog) -> None:
    table = announced(catalog, "Car Alarm; Beer")
    said = talk(table, ["1"])
    assert "Still open: Ada goes for Sleep" in said.lines  # announced before Pam sat down
    assert any(line.startswith("Sleep: Activity (Sleep)") for line in said.lines)
    assert choices(said.lines)[0].startswith("Cancel Ada's Sleep with Car Alarm")
    assert "Ada's Sleep is stopped by Pam" in said.lines


@pytest.mark.parametrize("answer", ["", "pass", "p", "2"])
def test_ways_to_pass(catalog: Catalog, answer: str) -> None:
    said = talk(announced(catalog, "Car Alarm"), [answer])
    assert any(line.startswith("Ada enjoys Sleep") for line in said.lines)


def test_the_clock_passes(catalog: Catalog) -> None:
    table = announced(catalog, "Car Alarm", seconds=1)
    said = talk(table, [WAIT])
    assert "You have 1 seconds; `more` asks for more." in said.lines
    assert "Time is up: you pass." in said.lines
    assert any(line.startswith("Ada enjoys Sleep") for line in said.lines)


def test_more_time(catalog: Catalog) -> None:
    said = talk(announced(catalog, "Car Alarm", seconds=60), ["more"])
    assert any(re.fullmatch(r"You have 1[12]\d seconds now\.", line) for line in said.lines)


def test_presets_ask_less(catalog: Catalog) -> None:
    said = talk(announced(catalog, "Beer"), preset="able", ahead="table\n")
    assert any(line.startswith("Ada enjoys Sleep") for line in said.lines)
    assert "Still open" not in said.getvalue()


def test_phases_with_nothing_to_do_end_by_themselves(catalog: Catalog) -> None:
    said = talk(laid_out(catalog, phase=CALL_PHASE, free_time=1))
    at = said.lines.index("Type ? for help.")
    assert said.lines[at + 1 : at + 4] == [
        "Call People: nothing to do", "Free Time: nothing to do", "Discard: nothing to do",
    ]  # fmt: skip


def test_or_do_not_if_nobody_wants_that(catalog: Catalog) -> None:
    said = talk(laid_out(catalog, phase=CALL_PHASE), auto_next=False)
    assert choices(said.lines) == ["End the Call People phase"]


# -- what is typed ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("0", "There is no 0; the choices are 1 to 4."),
        ("5", "There is no 5; the choices are 1 to 4."),
        ("99999999999999999999", "There is no 99999999999999999999; the choices are 1 to 4."),
        ("-1", "There is no command '-1'; ? lists them all."),
        ("1 1", "Name each number once."),
        ("1 2", "Only Things of one trip, or cards to discard, can be picked together."),
        ("2 3 4", "Only Things of one trip, or cards to discard, can be picked together."),
        ("dance", "There is no command 'dance'; ? lists them all."),
        ("\x1b[A", "There is no command '\\x1b[A'; ? lists them all."),
        ("\x00\x00", "There is no command '\\x00\\x00'; ? lists them all."),
        ("pass", "Nothing is being announced (RUL-1)."),
        ("discard Beer", "Cards are discarded in the Discard phase (R-DISC-1)."),
        ("shop", "Say which card."),
        ("shop Beer; Beer", "You have no other Beer."),
        ("shop Sleep", "Sleep is not a Thing (R-SHOP-1)."),
        ("shop Caviar", "There is no card called 'Caviar' here."),
        ("shop Beer;", "Say which card."),
        ("play", "Say which card."),
        ("play e", "That could be Sleep and Beer; say more of the card's name."),
        ("card 9", "Your cards have the numbers 1 to 4; `hand` lists them."),
        ("card", "Say which card."),
        ("card zzz", "There is no card called 'zzz' here."),
        ("room zzz", "There is no player called 'zzz' here."),
        ("hand zzz", "There is no player called 'zzz' here."),
        ("log much", "Say log, or log and how many sentences."),
        ("rules zzz", "There is no topic called 'zzz' here."),
        ("say", "Say what?"),
        ("show", "Say which player."),
        ("show Pam", "There is no player called 'Pam' here."),
        ("ask nicely", "Say ask always, ask concerned, ask able."),
        ("phases", "Say phases all, or phases busy."),
        ("more", "There is no clock; take your time."),
        ("undo", "There is nothing to take back: only the end of a phase"),
    ],
)
def test_bad_input_gets_a_sentence_and_changes_nothing(
    catalog: Catalog, typed: str, sentence: str
) -> None:
    table = laid_out(catalog, "Sleep; Beer; Pizza; Car Alarm", income=5, free_time=1)
    before = table.game.digest()
    said = talk(table, [typed])
    flat = " ".join(line.strip() for line in said.lines)
    assert sentence in flat
    assert sum(line.startswith("Choose 1 to 4") for line in said.lines) == 2  # asked, asked again
    assert table.game.digest() == before


def test_an_unplayable_card_says_why(catalog: Catalog) -> None:
    table = laid_out(catalog, "Sleep; Choad Warrior; Car Alarm; Beer", income=0, free_time=1)
    said = talk(table, ["play choad", "card car alarm", "card 4", "card sleep", "play beer"])
    assert "People are called in the Call People phase (R-CALL-1)." in said.lines
    assert "Only a card being played can be canceled (R-CANCEL-4)." in said.lines
    assert said.lines.count("Costs 1, you have 0 (R-SHOP-1).") == 2
    assert "You can play it now." in said.lines


def test_a_card_without_a_target_says_so(catalog: Catalog) -> None:
    wanting = next(
        face.name
        for face in catalog.faces
        if face.kind == "whenever" and face.target_match and not face.cancels and face.copies
    )
    said = talk(laid_out(catalog, f"{wanting}; Sleep", free_time=1), ["card 1"])
    assert "(RUL-20)." in said.getvalue()


def test_a_tv_card_in_somebody_elses_window_says_why(catalog: Catalog) -> None:
    table = laid_out(catalog, "Part One of Six", turn=1, phase=CALL_PHASE,
                     others=(("Choad Warrior", ""), ("", "")))  # fmt: skip
    table._apply(next(a for a in table.game.legal(1) if a.kind == "call" and a.to == 0))
    said = talk(table, ["card 1"])
    assert "It is meant for you." in said.lines
    assert "TV never stops calling People (R-TV-4)." in said.lines


def test_anything_at_all_may_be_typed(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer; Sleep", income=1, free_time=1)
    script = Talk(())
    script._answers = lambda said: ""
    junk = b"\xff\xfe\n" + b"x" * 5000 + b"\n\n\t\n\x7f\r\n" + "１\n".encode()
    os.write(script._writer, junk)
    script.hang_up()
    assert play(table, 0, descriptor=script.reader, sink=script) == 0
    os.close(script.reader)
    assert "Pam goes for Sleep" in script.lines or "Pam goes shopping for Beer" in script.lines
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", script.getvalue())


# -- commands --------------------------------------------------------------------------------------

SHOWN = {
    "hand": ("hand", "Card 1: Sleep, Activity, Sleep, Slack 1"),
    "card": ("card pizza", "Pizza: Thing (Food)"),
    "room": ("room", "Your room: Slack 2 of 20"),
    "table": ("table", "Ada, Between Jobs (bot, easy): Slack 3 of 20"),
    "log": ("log", "Choose 1 to 4"),
    "rules": ("rules r-shop-1", "R-SHOP-1, A shopping trip: "),
    "help": ("?", "shop BEER; PIZZA: buy several Things on one trip"),
    "say": ("say hello [b]you[/b]", "Pam says: hello [b]you[/b]"),
    "show": ("show ada", "Pam shows Ada every card in hand"),
    "ask": ("ask", "In windows: ask me in every window."),
    "phases": ("phases all", "No phase ends by itself."),
    "next": ("next", "Discard: Income 5"),
    "pass": ("pass", "Nothing is being announced (RUL-1)."),
    "shop": ("shop beer; pizza", "Pam goes shopping for Beer and Pizza"),
    "discard": ("discard beer", "Cards are discarded in the Discard phase (R-DISC-1)."),
    "play": ("play sleep", "Pam goes for Sleep"),
    "undo": ("undo", "There is nothing to take back"),
    "auto": ("auto", "Passing until Pam's turn is over."),
    "more": ("more", "There is no clock; take your time."),
    "leave": ("leave", "Leave? Your cards are discarded and the others play on (RUL-16)."),
    "quit": ("quit", NOT_KEPT),
}


def furnished(catalog: Catalog) -> LocalTable:
    return laid_out(
        catalog,
        "Sleep; Beer; Pizza",
        room="Noodle Brick",
        others=(("", "Midnight Tacos; White Russian"), ("", "")),
        income=5,
        free_time=2,
    )


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command(catalog: Catalog, command: Command) -> None:
    typed, shown = SHOWN[command.name]
    said = talk(furnished(catalog), [typed])
    assert any(line.startswith(shown) for line in said.lines)


def test_every_alias_is_a_command_of_its_own() -> None:
    words = [word for command in COMMANDS for word in (command.name, *command.aliases)]
    assert len(words) == len(set(words))
    assert {command.name for command in COMMANDS} == set(SHOWN)


def test_looking_around(catalog: Catalog) -> None:
    table = furnished(catalog)
    table.game.seen[table.game.hands[0][0]] = 2
    typed = ["room ada", "hand bix", "card beer", "card hang out at cafe", "card car al", "rules",
             "rules canceling", "say hi", "log 1", "log 0", ""]  # fmt: skip
    text = talk(table, typed).getvalue()
    assert "Ada's room: Slack 3 of 20" in text
    assert "Things: Midnight Tacos 1, White Russian 2" in text
    assert "Bix holds 0 cards, and you know none of them." in text
    assert "Hang Out at Café: Activity (Cafe)" in text
    assert "Car Alarm: Whenever (Noise)" in text
    assert "Topics: Setup, Roles" in text
    assert "R-CANCEL-1: Only while it is being played" in text
    assert text.count("Pam says: hi") == 2


def test_a_card_in_a_room_says_where_it_lies(catalog: Catalog) -> None:
    table = laid_out(catalog, "Sleep", others=(("", "Pizza"), ("", "")), free_time=1)
    assert "It lies in Ada's room and counts 2 Slack." in talk(table, ["card pizza"]).lines


def test_what_one_was_shown_is_known(catalog: Catalog) -> None:
    table = laid_out(catalog, "Sleep", others=(("Beer; Pizza", ""), ("", "")), free_time=1)
    table.game.seen[table.game.hands[1][1]] = 1
    assert "Ada holds 2 cards; you know of Pizza." in talk(table, ["hand ada"]).lines


def test_a_slip_is_taken_back(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer; Sleep", income=1, free_time=1)
    said = talk(table, ["next", "undo"])
    assert "Pam takes that back" in said.lines
    assert table.game.phase == FREE_PHASE
    assert said.lines[-2].startswith("Choose")


def test_what_was_taken_back_does_not_end_by_itself_again(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer; Pizza", phase=CALL_PHASE, free_time=0)
    said = talk(table, ["undo"])
    assert said.lines.count("Free Time: nothing to do") == 1
    assert choices(said.lines)[-1] == "End the Free Time phase"


def test_auto_goes_on_to_the_end_of_the_turn(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer; Sleep; Pizza", phase=CALL_PHASE, income=5, free_time=1)
    said = talk(table, ["auto"])
    assert "Free Time: passed over" in said.lines
    assert "Discard: passed over" in said.lines
    assert any(line.startswith("Ada is up in round") for line in said.lines)


def test_auto_passes_in_windows(catalog: Catalog) -> None:
    said = talk(announced(catalog, "Car Alarm"), ["auto"])
    assert any(line.startswith("Ada enjoys Sleep") for line in said.lines)
    assert sum(line.startswith("Still open") for line in said.lines) == 1


def test_auto_is_over_with_the_turn(catalog: Catalog) -> None:
    table = laid_out(catalog, "Car Alarm; Beer", others=(("Sleep", ""), ("", "")),
                     income=1, free_time=1)  # fmt: skip
    lines = talk(table, ["auto"]).lines
    up = next(at for at, line in enumerate(lines) if line.startswith("Ada is up"))
    assert any("Enter to pass" in line for line in lines[up:])


def test_what_one_is_asked_can_be_changed_in_a_window(catalog: Catalog) -> None:
    said = talk(announced(catalog, "Beer"), ["ask able"])
    assert "In windows: ask me only if I hold an answer." in said.lines
    assert any(line.startswith("Ada enjoys Sleep") for line in said.lines)
    assert "Time is up: you pass." not in said.lines
    said = talk(announced(catalog, "Car Alarm"), ["ask able"])
    assert sum(line.startswith("Still open") for line in said.lines) == 2


def test_a_window_against_a_card_of_ones_own(catalog: Catalog) -> None:
    thief = next(f for f in catalog.faces if f.target_verb == "take" and f.kind == "whenever")
    wanted = next(f for f in catalog.faces if thief.target_match[f.number] and f.kind != "role")
    table = laid_out(catalog, "Beer", room=wanted.name, turn=1,
                     others=((thief.name, ""), ("", "")))  # fmt: skip
    table.game.apply(next(a for a in table.game.legal(1) if a.kind == PLAY))
    said = talk(table, ["table"])
    assert any(line.startswith(f"It is meant for your {wanted.name}") for line in said.lines)
    assert "Waiting for you" in said.lines


def test_leaving_is_asked_twice(catalog: Catalog) -> None:
    table = furnished(catalog)
    said = talk(table, ["leave", "2", "leave", "", "leave", "1"])
    assert "Pam leaves the game" in said.lines
    assert said.lines.count("2. Stay") == 3
    assert not table.game.alive[0]


def test_after_leaving_one_may_watch(catalog: Catalog) -> None:
    script = Talk(["leave", "1"])
    table = laid_out(catalog, "Beer; Sleep", income=5, free_time=2,
                     others=(("", "Pizza"), ("", "")))  # fmt: skip
    assert play(table, 0, descriptor=script.reader, sink=script) == 0
    os.close(script.reader)
    assert any(line.startswith("The game is over") for line in script.lines)
    assert not any(line.startswith("Pam:") for line in script.lines)
    script.hang_up()


def test_the_last_one_there_wins(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer", others=(("", ""),), chairs=(PAM, ADA), free_time=1, income=1)
    assert "Ada wins: everybody else has left" in talk(table, ["leave", "1"]).lines


def test_winning(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer", income=1, free_time=1, slack=19)
    said = talk(table, ["1"])
    assert said.lines[-5:] == [
        "The game is over in round 1. Won by: You.", "Final Slack:",
        "Pam: 20 of 20, Between Jobs", "Ada: 0 of 20, Between Jobs",
        "Bix: 0 of 20, Between Jobs",
    ]  # fmt: skip


# -- input that ends, waits, or is early -----------------------------------------------------------


def test_no_input_at_all(catalog: Catalog, tmp_path: Path) -> None:
    record = tmp_path / "kept.game"
    table = LocalTable(TableSetup(catalog, (PAM, ADA), seed=7, record=record), INSTANT)
    said = talk(table)
    assert said.lines[-1] == KEPT
    assert read_record(record).actions


def test_input_without_a_last_line_end(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer", income=1, free_time=1)
    script = Talk(())
    os.write(script._writer, b"1")
    script.hang_up()
    assert play(table, 0, descriptor=script.reader, sink=script) == 0
    os.close(script.reader)
    assert "Pam goes shopping for Beer" in script.lines


def test_answers_may_be_written_ahead(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer; Pizza; Sleep", income=5, free_time=1)
    said = talk(table, lambda said: "quit", ahead="hand\nshop beer\ndiscard sleep\nnext\n")
    assert "Pam goes shopping for Beer" in said.lines
    assert "Pam discards Sleep" in said.lines


def test_input_from_a_file_and_none(catalog: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "answers"
    path.write_text("shop beer\n", encoding="utf-8")
    sink = io.StringIO()
    with path.open("rb") as file:
        table = laid_out(catalog, "Beer; Sleep", income=5, free_time=2)
        assert play(table, 0, descriptor=file.fileno(), sink=sink) == 0
    assert "Pam goes shopping for Beer" in sink.getvalue()


def test_a_program_without_an_input(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert play(laid_out(catalog, "Beer", income=1, free_time=1), 0) == 0
    assert capsys.readouterr().out.endswith(f"{NOT_KEPT}\n")


def test_a_pipe_that_does_not_block_is_read(catalog: Catalog) -> None:
    script = Talk(["1"])
    os.set_blocking(script.reader, False)
    table = laid_out(catalog, "Beer", income=1, free_time=1)
    assert play(table, 0, descriptor=script.reader, sink=script) == 0
    os.close(script.reader)
    assert "Pam goes shopping for Beer" in script.lines


def test_an_endless_pipe_fills_no_memory() -> None:
    async def read() -> tuple[str | None, int]:
        reader, writer = os.pipe()
        os.write(writer, b"x" * 60_000)
        lines = LineReader(reader)
        waiting = asyncio.create_task(lines.line())
        for _ in range(50):
            await asyncio.sleep(0.01)
        kept = len(lines._pending)
        os.write(writer, b"\n")
        line = await waiting
        lines.stop()
        os.close(writer)
        os.close(reader)
        return line, kept

    line, kept = asyncio.run(read())
    assert line is not None
    assert len(line) <= 1000
    assert kept <= 10_000


def test_interrupting_leaves_politely(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "chez_tui", "solo", "--plain", "--pace", "instant", "--seed",
               "7", "--record", str(tmp_path / "kept.game")]  # fmt: skip
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        for line in running.stdout:
            if line.startswith(b"Choose"):
                break
        running.send_signal(signal.SIGINT)
        assert running.stdout.read().decode().strip() == KEPT
        assert running.stderr.read() == b""
        assert running.wait() == 130


def test_a_table_that_breaks_down_is_no_end_of_a_game(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = laid_out(catalog, "Beer", income=1, free_time=1)

    async def step() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(table, "_step", step)
    script = Talk(())
    with pytest.raises(OSError, match="No space"):
        play(table, 0, descriptor=script.reader, sink=script)
    script.hang_up()
    os.close(script.reader)


# -- other people and terminals --------------------------------------------------------------------


class Terminal(io.StringIO):
    """A person at a terminal, who types when a line appears that begins so."""

    def __init__(self, *typed: tuple[str, Callable[[], None] | str]) -> None:
        super().__init__()
        self.master, self.slave = pty.openpty()
        self._typed = list(typed)

    def write(self, text: str) -> int:
        count = super().write(text)
        if self._typed and text.startswith(self._typed[0][0]):
            _, what = self._typed.pop(0)
            if callable(what):
                what()
            else:
                os.write(self.master, what.encode())
        return count

    def play(self, table: LocalTable) -> list[str]:
        try:
            assert play(table, 0, descriptor=self.slave, sink=self) == 0
        finally:
            os.close(self.master)
            os.close(self.slave)
        return self.getvalue().splitlines()


def test_a_terminal_ends_with_ctrl_d(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer", income=1, free_time=1)
    assert Terminal(("Choose", "\x04")).play(table)[-1] == NOT_KEPT


def test_what_is_typed_too_early_is_no_answer(catalog: Catalog) -> None:
    table = announced(catalog, "Car Alarm; Beer", chairs=(PAM, Chair("Ann"), BIX))
    table.pace = Pace(0.05, 0.6, 0, 0)  # Bix takes his time to pass
    lines = Terminal(("Type ? for help", "1\n\nhand\n"), ("Choose", "quit\n")).play(table)
    asked = lines.index("1. Cancel Ann's Sleep with Car Alarm (Whenever, Noise)")
    assert lines.index("Nothing is asked of you now.") < asked
    assert "Card 1: Car Alarm, Whenever, Noise" in lines


def test_a_question_that_has_just_changed_is_asked_again(catalog: Catalog) -> None:
    table = laid_out(
        catalog,
        "Beer; Sleep",
        income=1,
        free_time=1,
        others=(("Narcolepsy", ""), ("", "")),
        chairs=(PAM, Chair("Ann"), BIX),
    )
    terminal = Terminal(("Choose", lambda: None))

    def interject() -> None:
        (sleepy,) = (a for a in table.game.legal(1) if a.kind == PLAY)
        asyncio.get_running_loop().call_later(0.05, table.person_acts, 1, sleepy)

    def late() -> None:
        os.write(terminal.master, b"1\n")
        asyncio.get_running_loop().call_later(0.3, os.write, terminal.master, b"quit\n")

    terminal._typed = [("Choose", interject), ("Choose", late)]
    lines = terminal.play(table)
    assert "Ann plays Narcolepsy" in lines
    assert "The question has just changed; answer it again." in lines
    assert isinstance(table.game.stack[-1], Window)


def test_talk_of_others_is_told(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer", income=1, free_time=1, chairs=(PAM, Chair("Ann"), BIX))

    def chat() -> str:
        table.say(1, "good [i]luck[/i] \x1b[2J")
        table.say(-1, "boo")
        return "hand"

    said = talk(table, [chat])
    assert "Ann says: good [i]luck[/i] [2J" in said.lines
    assert "A spectator says: boo" in said.lines


# -- lines -----------------------------------------------------------------------------------------


def test_lines_are_measured_in_columns() -> None:
    assert cells("Zoe\u0308") == 3
    assert cells("漢字") == 4
    assert wrapped("aa bb cc", 5) == ["aa bb", "  cc"]
    assert wrapped("漢字 漢字", 8) == ["漢字", "  漢字"]
    assert wrapped("x" * 90) == ["x" * 90]
    assert wrapped("") == [""]
    assert harmless("a\tb\x1b[0m\u2028c\u200b") == "a b[0m c"


# -- anything in any order -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_random_lines_do_no_harm(catalog: Catalog, seed: int) -> None:
    """Commands with fitting and unfitting words, in a game of their own luck, end in no error."""
    luck = random.Random(seed)
    words = [
        "",
        "1",
        "2 3",
        "ada",
        "beer",
        "; ;",
        "able",
        "always",
        "all",
        "busy",
        "r-win-1",
        "[b]",
    ]
    names = [command.name for command in COMMANDS if command.name not in ("quit", "leave")]

    def anything(said: list[str]) -> Answer:
        if luck.random() < 0.6:
            return sensible(said) if choices(said) else str(luck.randint(0, 9))
        return f"{luck.choice(names)} {luck.choice(words)}" if luck.random() < 0.8 else ""

    asked = 0

    def until_enough(said: list[str]) -> Answer:
        nonlocal asked
        asked += 1
        return anything(said) if asked < 400 else "quit"

    said = talk(dealt(catalog, (PAM, Chair("Ada", "normal"), BIX), seed), until_enough)
    assert "over in round" in said.getvalue() or said.lines[-1] == NOT_KEPT
    assert all(cells(line) <= WIDTH for line in said.lines)
