"""Recorded games: the list of them, told as text, and one of them step by step."""

import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from chez_tui.kit.browser import TextPane
from chez_tui.kit.dialogs import Choose, Confirm
from chez_tui.kit.reader import ReaderScreen
from chez_tui.play.newgame import solo_table
from chez_tui.play.replay import ReplayModel
from chez_tui.screens.replay import ReplayScreen
from chez_tui.screens.replays import ReplaysScreen
from chez_tui.screens.table.audience import HELD, PLAYERS, STAGE
from chez_tui.screens.table.panes import Pane
from chez_tui.screens.table.screen import TableScreen
from core.game import Game
from net.sessions.history import append
from net.sessions.record import (
    IN_USE,
    Record,
    RecordError,
    RecordWriter,
    Result,
    read_record,
)
from net.sessions.replay import EVERYTHING, Replay
from net.sessions.sitting import public
from tests.chez_tui.driver import (
    LARGE,
    SMALL,
    Player,
    Size,
    at_keys,
    left_waiting,
    record_of,
)
from tests.conftest import Cli
from tests.kit.places import OLDER
from tests.kit.recorded import recorded, write
from tests.kit.worlds import here
from tests.net.honest import finished


@asynccontextmanager
async def listed() -> AsyncIterator[tuple[Player, ReplaysScreen]]:
    async with at_keys(title=False) as pam:
        await pam.open(lambda app: app.go("replays"))
        screen = pam.app.screen
        assert isinstance(screen, ReplaysScreen)
        yield pam, screen


def keep(name: str, record: Record, age: int, actions: int | None = None) -> Path:
    """A record in the folder of games, so many days old."""
    path = write(here().games / f"{name}.game", record, actions)
    when = 1_700_000_000 - age * 86_400
    os.utime(path, (when, when))
    return path


@pytest.fixture
def games() -> list[Path]:
    """Three games, the last of them damaged, and a file that is none."""
    finished = keep("finished", recorded(), 1)
    unfinished = keep("unfinished", recorded(4, 2), 2, actions=150)
    damaged = keep("damaged", recorded(), 3, actions=100)
    damaged.write_text(damaged.read_text().replace('["next"', '["nixt"', 1))
    os.utime(damaged, (1_600_000_000, 1_600_000_000))
    foreign = here().games / "foreign.game"
    foreign.write_text("Dear diary\n")
    os.utime(foreign, (1_500_000_000, 1_500_000_000))
    return [finished, unfinished, damaged, foreign]


def shelf() -> None:
    """Games of all kinds: solo ones of several editions, a hot seat, one of bots, one on the
    network that the history knows, and one of before records said when and by what."""
    plain = recorded()
    about = plain.header.about
    for age, (title, editions, names, levels, winner) in enumerate(
        (
            ("Solo", ("geek",), ("Pam", "Ada", "Bix"), ",easy,easy", 0),
            ("Solo", ("geek",), ("Pam", "Ada", "Bix"), ",easy,easy", 1),
            ("Deal of 2026-11-19", ("goth", "geek"), ("Pam", "Ada", "Cleo"), ",hard,hard", 2),
            ("Hot seat", ("geek",), ("Pam", "Zoë", "Bix"), ",,easy", 1),
            ("Bots", ("geek",), ("Ada", "Bix", "Cleo"), "easy,easy,easy", 0),
            ("Friday", ("greek",), ("Lee", "Pam", "Zoë"), "", 1),
        ),
        1,
    ):
        said = {"title": title, "levels": levels, "seed": str(age), "program": f"9.{age}"}
        said["date"] = f"2026-11-0{age}T20:15:00+01:00"
        header = replace(
            plain.header, editions=editions, names=names, about=said if levels else {"title": title}
        )
        won = Result((winner,), 7, (1, 2, 3))
        keep(f"2026-10-0{age}-200000-{title[:4]}", replace(plain, header=header, result=won), age)
    old = keep("old", replace(plain, header=replace(plain.header, about=about)), 9, actions=100)
    friday = "games/2026-10-06-200000-Frid.game"
    line = {"format": 1, "game": "f", "seats": [], "yours": [1], "record": friday, "program": "8.8"}
    append(here().history.path, line)
    append(
        here().history.path,
        line | {"game": "g", "record": f"games/{old.name}", "yours": None, "program": ""},
    )


def titles_in(screen: ReplaysScreen) -> list[str]:
    return [game.title for game in screen.browser.items]


def details(pam: Player) -> str:
    """Return what stands beside the list, without its line breaks."""
    lines = pam.app.screen.query_one(TextPane)._lines
    return " ".join(" ".join(line.plain for line in lines).split())


# -- the list --------------------------------------------------------------------------------------


async def test_the_list_has_the_newest_first_and_opens_them(games: list[Path]) -> None:
    async with listed() as (pam, screen):
        assert list(screen.games) == games
        final = Replay(recorded()).final
        for words in (
            f"{final.names[final.winners[0]]} won in round {final.round}",
            "unfinished, in round",
        ):
            assert words in pam.text
        assert "Pam against Lee and Mike" in details(pam)
        assert pam.text.count("damaged") >= 2
        await pam.press("j", "enter")
        replay = pam.app.screen
        assert isinstance(replay, ReplayScreen)
        assert len(replay.game.replay) == 150
        await pam.press("escape")
        assert pam.app.screen is screen
        assert screen.browser.cursor == 1


async def test_a_damaged_game_says_why_and_is_not_opened(games: list[Path]) -> None:
    async with listed() as (pam, screen):
        games[0].write_text("gone\n")
        await pam.press("enter")
        assert pam.app.screen is screen
        assert screen.games[games[0]].problem
        assert "It can't be opened" in details(pam), "it was damaged after it was listed"
        for words in ("this line of the game file is damaged", "isn't a chez-tui game file"):
            await pam.press("end", *["up"] * ("line" in words), "enter", "c")
            assert pam.app.screen is screen
            assert words in details(pam)
            assert "continue" not in pam.text


async def test_deleting_asks_first(games: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    def unlink(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied")

    async with listed() as (pam, screen):
        assert "Delete Solo of 2023-11-1" in await pam.after("x")
        assert isinstance(pam.app.screen, Confirm)
        await pam.press("n")
        assert games[0].exists()
        with monkeypatch.context() as patch:
            patch.setattr(Path, "unlink", unlink)
            await pam.press("x", "y")
        assert len(screen.games) == 4
        assert any("Permission denied" in note.message for note in pam.app._notifications)
        for path in games:
            asked = await pam.after("x")
            assert (f"Delete {path.name}?" in asked) == (path in games[2:]), "damaged"
            await pam.press("y")
            assert not path.exists()
        assert not screen.games
        assert "No game yet" in pam.text
        assert "delete" not in pam.text
        await pam.press("x", "c", "o", "a", "w", "enter", "down", "up", "left", "right", "end")
        assert pam.app.screen is screen


async def test_four_hundred_games_are_paged_through_without_being_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = recorded()
    for number in range(400):
        title = {**record.header.about, "title": f"Game {number}"}
        keep(f"g{number}", replace(record, header=replace(record.header, about=title)), number)
    monkeypatch.setattr(Game, "apply", None)
    async with listed() as (pam, screen):
        assert titles_in(screen) == [f"Game {number}" for number in range(400)]
        page = screen.browser._room - 1
        for key, cursor in (
            ("pagedown", page), ("pagedown", 2 * page), ("pageup", page), ("end", 399),
            ("pagedown", 399), ("pageup", 399 - page), ("home", 0), ("pageup", 0),
        ):  # fmt: skip
            await pam.press(key)
            assert screen.browser.cursor == cursor
            assert f"Game {cursor} " in pam.text
        await pam.press("slash", *"g37", "enter")
        assert "11 games" in pam.text
        await pam.press("end")
        assert screen.game is not None
        assert screen.game.title == "Game 379"


async def test_a_game_shows_its_title_date_version_and_seed() -> None:
    shelf()
    async with listed() as (pam, screen):
        await pam.press("down", "down")
        for words in ("Deal of 2026-11-19", "2026-11-03 20:15", "Seed 3", "chez-tui 9.3"):
            assert words in details(pam)
        await pam.press("slash", *"friday", "enter")
        for words in ("2026-10-06 20:00", "chez-tui 8.8", "Pam against Lee and Zoë"):
            assert words in details(pam), (
                "the name of a network log, and the history, know the rest"
            )
        assert "Seed" not in pam.text
        await pam.press("escape", "end")
        assert screen.game is not None
        assert (screen.game.program, screen.game.seed) == ("", "")
        assert screen.game.day.startswith("2023-11-"), "only the file says when"


@pytest.mark.parametrize(
    ("keys", "titles"),
    [
        ("w", ["Solo", "Hot seat", "Friday"]),
        ("ww", ["Solo", "Deal of 2026-11-19"]),
        ("www", ["Solo"]),
        ("o", ["Solo", "Solo", "Deal of 2026-11-19", "Hot seat", "Bots", "Solo"]),
        ("oo", ["Deal of 2026-11-19"]),
        ("ooo", ["Friday"]),
        ("aa", ["Solo", "Solo", "Hot seat"]),
        ("aw", ["Solo", "Deal of 2026-11-19"]),
        ("wa", ["Solo", "Hot seat"]),
    ],
)
async def test_filters(keys: str, titles: list[str]) -> None:
    shelf()
    async with listed() as (pam, screen):
        assert len(titles_in(screen)) == 7
        await pam.press(*keys)
        assert titles_in(screen) == titles
        assert pam.app.screen is screen
        await pam.press("escape")
        assert len(titles_in(screen)) == 7
        assert not screen.narrowed()


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        ("deal cleo", ["Deal of 2026-11-19"]),
        ("ZOE", ["Hot seat", "Friday"]),
        ("2026-11-04", ["Hot seat"]),
        ("lost geek", ["Solo", "Deal of 2026-11-19"]),
        ("unfinished", ["Solo"]),
        ("9.5", ["Bots"]),
        ("nonsense", []),
    ],
)
async def test_search(words: str, titles: list[str]) -> None:
    shelf()
    async with listed() as (pam, screen):
        await pam.press("slash")
        await pam.type(words)
        assert titles_in(screen) == titles
        assert ("No matching games" in pam.text) == (not titles)
        await pam.press("escape")
        assert len(titles_in(screen)) == 7


async def test_any_unfinished_game_goes_on() -> None:
    paths = []
    for seed in (3, 4):
        table = await left_waiting(solo_table("Pam"), seed)
        paths.append(record_of(table))
        os.utime(paths[-1], (1_700_000_000 - seed, 1_700_000_000 - seed))
    keep("over", recorded(), 9)
    async with listed() as (pam, screen):
        assert "c continue" in pam.text
        assert "continue" not in await pam.after("end"), "it is over"
        await pam.press("up")
        kept = RecordWriter.continued(paths[1], read_record(paths[1]))
        await pam.press("c")
        assert pam.app.screen is screen
        kept.close()
        assert any(IN_USE in f"t{note.message[1:]}" for note in pam.app._notifications)
        await pam.press("c")
        table_screen = pam.app.screen
        assert isinstance(table_screen, TableScreen)
        assert table_screen.session.settings.seed == "4"


async def test_games_of_before_records_said_more_are_listed_too() -> None:
    """Neither a record without any of the new fields nor a network log has them."""
    bare = keep(
        "2025-02-03-040506-solo",
        replace(recorded(), header=replace(recorded().header, about={})),
        1,
    )
    network = here().games / "friday.game"
    network.write_bytes(finished().data)
    os.utime(network, (1_600_000_000, 1_600_000_000))
    async with listed() as (pam, screen):
        first, second = screen.games.values()
        assert (first.path, first.day, first.title) == (bare, "2025-02-03 04:05", "")
        assert (second.path, second.title, second.day[:7]) == (network, "Table", "2020-09")
        for game in (first, second):
            assert (game.program, game.seed, game.result, game.others) == ("", "", "", ())
            await pam.press("enter")
            assert isinstance(pam.app.screen, ReplayScreen)
            await pam.press("escape", "down")


async def test_texts_from_files_are_harmless() -> None:
    names = ("[bold]Pam[/]", "李小龍李小龍李小龍", "\x1b[31mred\x07")
    record = recorded(3, 4, names)
    about = {**record.header.about, "title": "[red]\x1b]0;evil\x07"}
    keep("odd", replace(record, header=replace(record.header, about=about)), 1)
    async with listed() as (pam, _):
        assert "[red]" in pam.text
        for text in (pam.text, await pam.after("enter")):
            assert "[bold]Pam" in text
            assert not any(ord(c) < 32 for c in text.replace("\n", ""))


# -- without a full screen -------------------------------------------------------------------------


def test_a_game_is_told_line_by_line_where_that_is_asked_for(cli: Cli, tmp_path: Path) -> None:
    path = write(tmp_path / "friday.game", recorded())
    assert cli("replay", "--text", path) == cli("replay", path)


def older() -> None:
    """The games of tests/older in the folder of games."""
    here().games.mkdir(parents=True, exist_ok=True)
    for age, name in enumerate(("bots.game", "solo.game", "network.game"), 1):
        path = here().games / name
        path.write_bytes((OLDER / name).read_bytes())
        os.utime(path, (1_700_000_000 - age * 86_400,) * 2)


OLD = "this game used older rules (version 1, now 2), so it can't be replayed or continued"


async def test_a_game_of_other_rules_is_in_the_list_and_not_opened() -> None:
    older()
    async with listed() as (pam, screen):
        for _ in range(3):
            await pam.press("enter")
            assert pam.app.screen is screen
            assert re.search("no saved result|won, by today's rules", details(pam))
            for words in (f"T{OLD[1:]}", "Geek "):
                assert words in details(pam)
            for words in ("damaged", "0 actions"):
                assert words not in pam.text
            await pam.press("down")


@asynccontextmanager
async def replaying(
    record: Record | None = None, size: Size = SMALL
) -> AsyncIterator[tuple[Player, ReplayScreen]]:
    screen = ReplayScreen(record or recorded())
    async with at_keys(size, title=False) as pam:
        await pam.show(screen)
        yield pam, screen


async def test_what_the_record_does_not_know_is_not_called_open() -> None:
    whole = recorded()
    sealed = Record(whole.header, tuple(map(public, whole.actions[:60])))
    for record, said in ((whole, "all open"), (sealed, "all known cards")):
        screen = ReplayScreen(record)
        screen.game.eyes = EVERYTHING
        assert screen.game.whose == said


async def test_it_begins_with_the_persons_first_turn_and_goes_by_steps_turns_and_ends() -> None:
    bots = replace(recorded(), header=replace(recorded().header, about={}))
    assert ReplayModel(bots).eyes == EVERYTHING
    async with replaying() as (pam, screen):
        turns, start, end = screen.game.replay.turns, screen.game.at, len(screen.game.replay)
        assert (start, screen.game.eyes) == (turns[0], 0)
        assert "as Pam" in pam.text
        assert "Pam holds" in pam.text
        for keys, moment in (
            (("full_stop", "space", "right"), start + 3),
            (("comma", "left"), start + 1),
            (("n", "n"), turns[2]),
            (("p",), turns[1]),
            (("end", "right", "n", "down"), end),
        ):
            await pam.press(*keys)
            assert screen.game.at == moment
        assert " wins with " in pam.text
        assert "Nothing happened yet" in await pam.after("home", "left", "p", "up")
        assert screen.game.at == 0


async def test_up_and_down_go_from_sentence_to_sentence() -> None:
    async with replaying() as (pam, screen):
        seen = []
        for _ in range(12):
            await pam.press("down")
            seen.append(screen.game.at)
            assert screen.game.story[screen.game.at - 1]
        assert seen == sorted(set(seen))
        for moment in reversed(seen[:-1]):
            await pam.press("up")
            assert screen.game.at == moment
        silent = next(
            number
            for number, step in enumerate(screen.game.replay.steps, 1)
            if step.action.kind == "pass" and not screen.game.story[number - 1]
        )
        screen.go(silent)
        await pam.rest()
        name = screen.game.view.names[screen.game.replay.steps[silent - 1].action.seat]
        assert f"{name}: pass" in pam.text, "a step without a sentence is described"


async def test_jumping_to_a_round_and_reading_the_whole_story() -> None:
    async with replaying() as (pam, screen):
        assert "Round 3: Pam " in await pam.after("g")
        assert isinstance(pam.app.screen, Choose)
        assert "round 3" in (await pam.after("3", "enter")).split("\n")[0]
        assert pam.app.screen is screen
        for keys, number in ((("g", "down", "escape"), 3), (("g", "down", "enter"), 4)):
            await pam.press(*keys)
            assert screen.game.at == screen.game.replay.rounds[number]
        await pam.press("n", "n", "l")
        assert isinstance(pam.app.screen, ReaderScreen)
        assert screen.game.story[screen.game.at - 1][-1].text in pam.text
        await pam.press("escape")
        assert pam.app.screen is screen


async def test_two_digits_choose_a_late_round() -> None:
    chosen: list[int | None] = []
    options = [f"Round {n}" for n in range(1, 41)]
    async with at_keys() as pam:
        for keys in (("2", "7"), ("9", "9", "up", "end", "home", "j", "k")):
            screen = Choose("Which round?", options)
            await pam.open(lambda app, screen=screen: app.push_screen(screen, chosen.append))
            await pam.press(*keys)
            assert chosen or "Round 27" in pam.text
            await pam.press("enter")
    assert chosen == [26, 0]


async def test_whose_eyes() -> None:
    async with replaying() as (pam, screen):
        await pam.press("g", "4", "enter")
        table = screen.game.replay.table(screen.game.at)
        held = table.printed(table.hands[1][0]).name
        text = await pam.after("v", "2", "enter")
        assert screen.game.eyes == 1
        for words in ("as Lee", "Lee holds", held):
            assert words in text
        assert "Pam holds" not in text
        text = await pam.after("v", "4", "enter")
        assert screen.game.eyes is None
        assert "as a spectator" in text
        assert "holds" not in text
        text = await pam.after("v", "5", "enter")
        assert screen.game.eyes == EVERYTHING
        assert all(f"{name} holds" in text for name in screen.game.view.names)


async def test_spectators_see_no_hands() -> None:
    async with replaying(size=LARGE) as (pam, screen):
        screen.game.eyes = None
        screen.divide()
        for moment in (turn + 3 for turn in screen.game.replay.turns[:8]):
            screen.go(moment)
            await pam.rest()
            panes = [screen.query_one(f"#{zone}", Pane) for zone in (PLAYERS, STAGE, HELD)]
            text = "\n".join(line.plain for pane in panes if pane.display for line in pane._lines)
            table = screen.game.replay.table(moment)
            secret = {table.printed(card).name for hand in table.hands for card in hand}
            public = {table.printed(card).name for room in table.rooms for card in room}
            public |= {table.printed(laid.card).name for laid in table.table}
            told = " ".join(line.text for line in screen.game.now.log)
            for name in secret - public:
                assert name not in text or name in told or any(name in o for o in public)


async def test_the_layout_follows_the_size_and_nothing_else() -> None:
    async with replaying() as (pam, screen):
        await pam.press("n", "n", "n")
        for size in (SMALL, LARGE):
            await pam.resize(size)
            assert "Pam holds" in pam.text
            regions = [widget.region for widget in screen.query("*")]
            for _ in range(12):
                await pam.press("right")
                assert [widget.region for widget in screen.query("*")] == regions
        await pam.resize((50, 14))
        assert "50x14" in pam.text
        screen.go(screen.game.replay.turns[3])
        await pam.press("n")
        assert screen.game.at == screen.game.replay.turns[4]


async def test_a_game_that_breaks_off() -> None:
    torn = replace(recorded(), actions=recorded().actions[:90], torn=True)
    async with replaying(torn) as (pam, _):
        assert "the file breaks off here" in await pam.after("end")
    async with replaying(Record(recorded().header, ())) as (pam, _):
        await pam.press("right", "n", "g", "down", "up", "end", "v", "enter", "l")
        assert isinstance(pam.app.screen, ReaderScreen)


def test_a_file_that_is_no_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="can't be read"):
        ReplayScreen(tmp_path / "none.game")
