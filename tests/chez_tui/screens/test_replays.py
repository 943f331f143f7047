"""Recorded games: the list of them, told as text, and one of them step by step."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from chez_tui.kit.dialogs import Choose, Confirm
from chez_tui.kit.reader import ReaderScreen
from chez_tui.play.replay import ReplayModel
from chez_tui.screens.replay import BoardPane, ReplayScreen
from chez_tui.screens.replays import ReplaysScreen
from net.sessions.record import Record, RecordError
from net.sessions.replay import EVERYTHING, Replay
from net.sessions.sitting import public
from tests.chez_tui.driver import LARGE, SMALL, Player, Size, at_keys
from tests.conftest import Cli
from tests.kit.places import OLDER
from tests.kit.recorded import recorded, replayed, write
from tests.kit.worlds import here


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
    damaged = keep("damaged", recorded(), 3)
    damaged.write_text(damaged.read_text().replace('["next"', '["nixt"', 1))
    os.utime(damaged, (1_600_000_000, 1_600_000_000))
    foreign = here().games / "foreign.game"
    foreign.write_text("Dear diary\n")
    os.utime(foreign, (1_500_000_000, 1_500_000_000))
    return [finished, unfinished, damaged, foreign]


# -- the list --------------------------------------------------------------------------------------


async def test_the_list_has_the_newest_first_and_opens_them(games: list[Path]) -> None:
    async with listed() as (pam, screen):
        assert [game.path for game in screen.games] == games
        final = Replay(recorded()).final
        for words in (
            f"{final.names[final.winners[0]]} won in round {final.round}",
            "Pam, Lee, Mike, Paula",
            "Pam against Lee and Mike",
        ):
            assert words in pam.text
        assert pam.text.count("damaged") >= 2
        await pam.press("j", "enter")
        replay = pam.app.screen
        assert isinstance(replay, ReplayScreen)
        assert len(replay.game.replay) == 150
        await pam.press("escape")
        assert pam.app.screen is screen
        assert screen.rows.cursor == 1


async def test_a_damaged_game_says_why_and_is_not_opened(games: list[Path]) -> None:
    async with listed() as (pam, screen):
        games[0].write_text("gone\n")
        await pam.press("enter")
        assert pam.app.screen is screen
        assert screen.games[0].problem
        assert "It can't be opened" in pam.text, "it was damaged after it was listed"
        await pam.press("down", "down", "enter")
        assert pam.app.screen is screen
        assert "this line of the recorded game is damaged" in pam.words
        await pam.press("down", "down", "down", "enter")  # no further than the last
        assert pam.app.screen is screen
        assert "is no recorded game" in pam.words


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
            assert (f"Delete {path.name} for good?" in asked) == (path in games[2:]), "damaged"
            await pam.press("y")
            assert not path.exists()
        assert not screen.games
        assert "No game yet" in pam.text
        assert "delete" not in pam.text
        await pam.press("x", "enter", "down", "up", "left", "right")
        assert pam.app.screen is screen


async def test_a_long_list_scrolls() -> None:
    here().games.mkdir(parents=True)
    for number in range(60):
        path = here().games / f"game-{number:02}.game"
        path.write_text("nothing\n")
        os.utime(path, (1_700_000_000 - number, 1_700_000_000 - number))
    async with listed() as (pam, screen):
        assert "game-59" not in pam.text
        assert "game-59" in await pam.after(*["right"] * 5)
        assert screen.rows.cursor == 59
        await pam.press("left", "up")
        assert 0 < screen.rows.cursor < 59


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


def test_a_game_is_told(cli: Cli, tmp_path: Path) -> None:
    path = write(tmp_path / "friday.game", recorded())
    status, out, err = cli("replay", path)
    assert (status, err) == (0, "")
    final = replayed().final
    assert out.startswith("== Solo, Geek ==")
    assert "== Round 1 ==" in out
    assert f"== Round {final.round} ==" in out
    assert f"{final.names[final.winners[0]]} wins" in out
    assert "Best card: " in out
    assert "Dice of Pam: " in out
    assert f"chez-tui replay {path}" in out
    assert cli("replay", "--text", path).out == out
    drawn = [line for line in out.split("\n") if " draws " in line]
    assert drawn
    assert all(line.endswith(("card", "cards")) for line in drawn), "hidden cards are not told"


def test_a_game_in_the_folder_needs_no_path(cli: Cli) -> None:
    keep("2026-11-16-solo", recorded(), 1)
    assert cli("replay", "2026-11-16-solo").out.startswith("== Solo")
    assert cli("replay", "2026-11-16-solo.game").out.startswith("== Solo")


def older() -> None:
    """The games of tests/older in the folder of games."""
    here().games.mkdir(parents=True, exist_ok=True)
    for age, name in enumerate(("bots.game", "solo.game", "network.game"), 1):
        path = here().games / name
        path.write_bytes((OLDER / name).read_bytes())
        os.utime(path, (1_700_000_000 - age * 86_400,) * 2)


OLD = "this game was played by older rules (version 1, now 2) and can't be replayed or continued"


async def test_a_game_of_other_rules_is_in_the_list_and_not_opened() -> None:
    older()
    async with listed() as (pam, screen):
        for _ in range(3):
            await pam.press("enter")
            assert pam.app.screen is screen
            for words in ("no result saved", f"T{OLD[1:]}", "Geek, "):
                assert words in pam.words
            for words in ("damaged", " 0 actions"):
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
    for record, said in ((whole, "all open"), (sealed, "all that is known")):
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
        assert "Nothing has happened yet" in await pam.after("home", "left", "p", "up")
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
            text = "\n".join(line.plain for line in screen.query_one(BoardPane)._lines)
            table = screen.game.replay.table(moment)
            secret = {table.printed(card).name for hand in table.hands for card in hand}
            public = {table.printed(card).name for room in table.rooms for card in room}
            public |= {table.printed(laid.card).name for laid in table.table}
            for name in secret - public:
                assert name not in text or any(name in other for other in public)


async def test_the_layout_follows_the_size_and_nothing_else() -> None:
    async with replaying() as (pam, screen):
        await pam.press("n", "n", "n")
        for size in (SMALL, LARGE):
            await pam.resize(size)
            assert screen.has_class("wide") == (size == LARGE)
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
        assert "the record breaks off here" in await pam.after("end")
    async with replaying(Record(recorded().header, ())) as (pam, _):
        await pam.press("right", "n", "g", "down", "up", "end", "v", "enter", "l")
        assert isinstance(pam.app.screen, ReaderScreen)


def test_a_file_that_is_no_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="can't be read"):
        ReplayScreen(tmp_path / "none.game")
