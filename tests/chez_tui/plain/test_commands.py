"""Line mode: every command, and whatever else may be typed."""

import os
import re

import pytest

from chez_tui.plain import NOT_KEPT, play
from chez_tui.plain.commands import COMMANDS, Command
from core.actions import PLAY
from core.catalog import Catalog, load_catalog
from core.state import CALL_PHASE, FREE_PHASE
from net.sessions.local import LocalTable
from tests.chez_tui.plain.talk import ADA, PAM, Talk, announced, choices, laid_out, talk


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


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
        ("room zzz", "There is no roommate called 'zzz' here."),
        ("hand zzz", "There is no roommate called 'zzz' here."),
        ("log much", "Say log, or log and how many sentences."),
        ("rules zzz", "There is no topic called 'zzz' here."),
        ("say", "Say what?"),
        ("show", "Say which roommate."),
        ("show Pam", "There is no roommate called 'Pam' here."),
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
    "new": ("new", "Geek: Call People, buy Things"),
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
    "vote": ("vote Ada bot", "Ada is here."),
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
