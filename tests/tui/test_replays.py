"""Recorded games: the list, the replay of one, and both without a full screen."""

import os
import random
from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from chez_tui.app import ChezApp
from chez_tui.config import Config
from chez_tui.games import games_folder
from chez_tui.screens.choice import ChoiceScreen
from chez_tui.screens.confirm import ConfirmScreen
from chez_tui.screens.reader import ReaderScreen
from chez_tui.screens.replay import ReplayScreen
from chez_tui.screens.replays import ReplaysScreen
from chez_tui.widgets.replaypanes import BoardPane
from net.record import Record, RecordError
from net.replay import EVERYTHING, Replay
from tests.conftest import Cli
from tests.recorded import recorded, replayed, write

SIZES = [(80, 24), (120, 40), (200, 50), (60, 18), (30, 8)]


def shown(app: ChezApp) -> str:
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


async def settled(app: ChezApp, pilot: Pilot[int]) -> None:
    await pilot.pause()
    await app.workers.wait_for_complete()
    await pilot.pause()


async def listed(app: ChezApp, pilot: Pilot[int]) -> ReplaysScreen:
    app.open_replays()
    await settled(app, pilot)
    screen = app.screen
    assert isinstance(screen, ReplaysScreen)
    return screen


async def opened(
    app: ChezApp, pilot: Pilot[int], source: Path | Record | None = None
) -> ReplayScreen:
    screen = ReplayScreen(source or recorded())
    app.push_screen(screen)
    await pilot.pause()
    await pilot.pause()
    return screen


def keep(name: str, record: Record, age: int, actions: int | None = None) -> Path:
    """A record in the folder of games, so many days old."""
    path = write(games_folder() / f"{name}.game", record, actions)
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
    foreign = games_folder() / "foreign.game"
    foreign.write_text("Dear diary\n")
    os.utime(foreign, (1_500_000_000, 1_500_000_000))
    return [finished, unfinished, damaged, foreign]


# -- the list --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_list_has_the_newest_first(games: list[Path], size: tuple[int, int]) -> None:
    app = ChezApp(Config())
    async with app.run_test(size=size) as pilot:
        screen = await listed(app, pilot)
        assert [game.path for game in screen.games] == games
        text = shown(app)
        assert all(cell_len(line) <= size[0] for line in text.split("\n"))
        if size >= (80, 24):
            final = Replay(recorded()).final
            assert f"{final.names[final.winners[0]]} won in round {final.round}" in text
            assert "Pam, Lee, Mike, Paula" in text
            assert text.count("damaged") >= 2
            assert "Pam against Lee and Mike" in text
            assert "open" in text
            assert "delete" in text


async def test_a_game_is_opened_and_left(games: list[Path]) -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await listed(app, pilot)
        await pilot.press("j", "enter")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert len(screen.replay) == 150
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, ReplaysScreen)
        assert app.screen.cursor == 1


async def test_a_damaged_game_says_why_and_is_not_opened(games: list[Path]) -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await listed(app, pilot)
        await pilot.press("down", "down", "enter")
        await settled(app, pilot)
        assert app.screen is screen
        assert "this line of the recorded game is damaged" in shown(app).replace("\n ", " ")
        await pilot.press("down", "down", "down", "enter")  # no further than the last
        await settled(app, pilot)
        assert app.screen is screen
        assert "is no recorded game" in shown(app).replace("\n ", " ")


async def test_a_game_that_is_damaged_meanwhile_is_not_opened(games: list[Path]) -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await listed(app, pilot)
        games[0].write_text("gone\n")
        await pilot.press("enter")
        await settled(app, pilot)
        assert app.screen is screen
        assert screen.games[0].problem
        assert "It can't be opened" in shown(app)


async def test_deleting_asks_first(games: list[Path]) -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await listed(app, pilot)
        await pilot.press("x")
        await pilot.pause()
        assert isinstance(app.screen, ConfirmScreen)
        assert "Delete Solo of 2023-11-1" in shown(app)
        await pilot.press("n")
        await pilot.pause()
        assert games[0].exists()
        for path in games:
            await pilot.press("x", "y")
            await pilot.pause()
            assert not path.exists()
        assert screen.games == []
        assert "No game yet" in shown(app)
        await pilot.press("x", "enter", "down", "up", "left", "right")
        assert app.screen is screen


async def test_a_game_that_can_not_be_deleted_stays(
    games: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unlink(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied")

    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await listed(app, pilot)
        monkeypatch.setattr(Path, "unlink", unlink)
        await pilot.press("x", "y")
        await pilot.pause()
        monkeypatch.undo()
        assert len(screen.games) == 4
        assert any("Permission denied" in note.message for note in app._notifications)


async def test_an_empty_list_says_where_games_will_be() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await listed(app, pilot)
        text = shown(app)
        assert "No game yet" in text
        assert "delete" not in text
        await pilot.press("enter", "x")
        assert isinstance(app.screen, ReplaysScreen)


async def test_a_long_list_scrolls() -> None:
    for number in range(60):
        path = games_folder() / f"game-{number:02}.game"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("nothing\n")
        os.utime(path, (1_700_000_000 - number, 1_700_000_000 - number))
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await listed(app, pilot)
        assert "game-59" not in shown(app)
        await pilot.press("right", "right", "right", "right", "right")
        assert screen.cursor == 59
        assert "game-59" in shown(app)
        await pilot.press("left", "up")
        assert 0 < screen.cursor < 59


async def test_texts_from_files_are_harmless() -> None:
    names = ("[bold]Pam[/]", "李小龍李小龍李小龍", "\x1b[31mred\x07")
    record = recorded(3, 4, names)
    about = {**record.header.about, "title": "\x1b]0;evil\x07[red]"}
    path = keep("odd", replace(record, header=replace(record.header, about=about)), 1)
    for ascii_only in (False, True):
        app = ChezApp(Config(ascii=ascii_only, theme="mono"))
        async with app.run_test(size=(80, 24)) as pilot:
            await listed(app, pilot)
            text = shown(app)
            assert "[bold]Pam" in text
            assert not any(ord(c) < 32 for c in text.replace("\n", ""))
            assert text.isascii() or not ascii_only
            await opened(app, pilot, path)
            text = shown(app)
            assert not any(ord(c) < 32 for c in text.replace("\n", ""))
            assert text.isascii() or not ascii_only


# -- the replay ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4, 8])
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_replay_is_there_at_every_size(players: int, size: tuple[int, int]) -> None:
    app = ChezApp(Config())
    async with app.run_test(size=size) as pilot:
        screen = await opened(app, pilot, recorded(players, 2))
        for eyes in (0, None, EVERYTHING):
            screen.eyes = eyes
            screen.divide()
            for moment in (0, screen.replay.turns[7], len(screen.replay)):
                screen.go(moment)
                await pilot.pause()
                text = shown(app)
                lines = text.split("\n")
                assert all(cell_len(line) <= size[0] for line in lines)
                if size >= (80, 24):
                    assert all(name in text for name in screen.view.names)
                    assert f"{moment} of {len(screen.replay)}" in text
                    assert "step back" in lines[-1]
                    assert "eyes" in lines[-1]
                    assert "esc back" in lines[-1]


async def test_it_begins_with_the_first_turn_through_the_eyes_of_the_person() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        assert screen.moment == screen.replay.turns[0]
        assert screen.eyes == 0
        assert "as Pam" in shown(app)
        assert "Pam holds" in shown(app)
    bots = replace(recorded(), header=replace(recorded().header, about={}))
    assert ReplayScreen(bots).eyes == EVERYTHING


async def test_steps_turns_and_ends() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        replay = screen.replay
        start = screen.moment
        await pilot.press("full_stop", "space", "right")
        assert screen.moment == start + 3
        await pilot.press("comma", "left")
        assert screen.moment == start + 1
        await pilot.press("n", "n")
        assert screen.moment == replay.turns[2]
        await pilot.press("p")
        assert screen.moment == replay.turns[1]
        await pilot.press("end", "right", "n", "down")
        assert screen.moment == len(replay)
        assert " wins with " in shown(app)
        await pilot.press("home", "left", "p", "up")
        assert screen.moment == 0
        assert "Nothing has happened yet" in shown(app)


async def test_up_and_down_go_from_sentence_to_sentence() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        told = screen.told
        seen = []
        for _ in range(25):
            await pilot.press("down")
            seen.append(screen.moment)
            assert told[screen.moment - 1]
        assert seen == sorted(set(seen))
        for moment in reversed(seen[:-1]):
            await pilot.press("up")
            assert screen.moment == moment


async def test_a_step_without_a_sentence_is_described() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        silent = next(
            number
            for number, step in enumerate(screen.replay.steps, 1)
            if step.action.kind == "pass" and not screen.told[number - 1]
        )
        screen.go(silent)
        await pilot.pause()
        name = screen.view.names[screen.replay.steps[silent - 1].action.seat]
        assert f"{name}: pass" in shown(app)


async def test_jumping_to_a_round() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        await pilot.press("g")
        await pilot.pause()
        assert isinstance(app.screen, ChoiceScreen)
        assert "Round 3: Pam " in shown(app)
        await pilot.press("3", "enter")
        await pilot.pause()
        assert app.screen is screen
        assert screen.moment == screen.replay.rounds[3]
        assert "round 3" in shown(app).split("\n")[0]
        await pilot.press("g", "down", "escape")
        await pilot.pause()
        assert screen.moment == screen.replay.rounds[3]
        await pilot.press("g", "down", "enter")
        await pilot.pause()
        assert screen.moment == screen.replay.rounds[4]


async def test_two_digits_choose_a_late_round() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        chosen: list[int | None] = []
        options = [f"Round {n}" for n in range(1, 41)]
        app.push_screen(ChoiceScreen("Which round?", options), chosen.append)
        await pilot.pause()
        await pilot.press("2", "7")
        await pilot.pause()
        assert "Round 27" in shown(app)
        await pilot.press("enter")
        app.push_screen(ChoiceScreen("Which round?", options), chosen.append)
        await pilot.pause()
        await pilot.press("9", "9", "up", "end", "home", "j", "k", "enter")
        await pilot.pause()
        assert chosen == [26, 0]


async def test_whose_eyes() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        await pilot.press("g", "4", "enter")
        await pilot.pause()
        hands = [[screen.replay.table(screen.moment).printed(card).name for card in hand]
                 for hand in screen.view.hands]  # fmt: skip
        await pilot.press("v", "2", "enter")
        await pilot.pause()
        assert screen.eyes == 1
        assert "as Lee" in shown(app)
        assert "Lee holds" in shown(app)
        assert hands[1][0] in shown(app)
        assert "Pam holds" not in shown(app)
        await pilot.press("v", "4", "enter")
        await pilot.pause()
        assert screen.eyes is None
        assert "as a spectator" in shown(app)
        assert "holds" not in shown(app)
        await pilot.press("v", "5", "enter")
        await pilot.pause()
        assert screen.eyes == EVERYTHING
        assert all(f"{name} holds" in shown(app) for name in screen.view.names)


async def test_spectators_see_no_hands() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await opened(app, pilot)
        screen.eyes = None
        screen.divide()
        replay = screen.replay
        for moment in (turn + 3 for turn in replay.turns[:8]):
            screen.go(moment)
            await pilot.pause()
            text = "\n".join(line.plain for line in screen.query_one(BoardPane)._lines)
            table = replay.table(moment)
            secret = {table.printed(card).name for hand in table.hands for card in hand}
            public = {table.printed(card).name for room in table.rooms for card in room}
            public |= {table.printed(laid.card).name for laid in table.table}
            for name in secret - public:
                assert name not in text or any(name in other for other in public)


async def test_the_whole_story_can_be_read() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        await pilot.press("n", "n", "l")
        await pilot.pause()
        assert isinstance(app.screen, ReaderScreen)
        assert screen.told[screen.moment - 1][-1] in shown(app)
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is screen


async def test_the_layout_changes_with_the_size() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        await pilot.press("n", "n", "n")
        assert not screen.wide
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert screen.wide
        assert "Pam holds" in shown(app)
        await pilot.resize_terminal(50, 14)
        await pilot.pause()
        assert "50x14" in shown(app)
        await pilot.press("n")
        assert screen.moment == screen.replay.turns[4]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_plain_letters_only(size: tuple[int, int]) -> None:
    app = ChezApp(Config(ascii=True, theme="mono"))
    async with app.run_test(size=size) as pilot:
        screen = await opened(app, pilot, recorded(8, 2))
        for key in ("end", "v", "escape", "g", "escape", "p"):
            await pilot.press(key)
            await pilot.pause()
            assert shown(app).isascii()
        assert screen.moment


async def test_nothing_moves_between_steps() -> None:
    """Stepping changes what the zones show, never where they are."""
    app = ChezApp(Config())
    for size in ((80, 24), (120, 40)):
        async with app.run_test(size=size) as pilot:
            screen = await opened(app, pilot)
            regions = [widget.region for widget in screen.query("*")]
            for _ in range(30):
                await pilot.press("right")
                assert [widget.region for widget in screen.query("*")] == regions
        app = ChezApp(Config())


async def test_a_game_that_breaks_off() -> None:
    torn = replace(recorded(), actions=recorded().actions[:90], torn=True)
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot, torn)
        await pilot.press("end")
        await pilot.pause()
        assert "the record breaks off here" in shown(app)
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot, Record(recorded().header, ()))
        await pilot.press("right", "n", "g", "down", "up", "end", "v", "enter", "l")
        await pilot.pause()
        assert isinstance(app.screen, ReaderScreen)


async def test_a_file_that_is_no_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="can't be read"):
        ReplayScreen(tmp_path / "none.game")


async def test_any_keys_at_any_size() -> None:
    dice = random.Random(7)
    keys = ["n", "p", "g", "v", "l", "space", "comma", "up", "down", "left", "right", "home",
            "end", "enter", "escape", "1", "7", "question_mark", "j", "k", "x", "f1"]  # fmt: skip
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_title()
        await pilot.pause()
        for number in range(120):
            if not any(isinstance(screen, ReplayScreen) for screen in app.screen_stack):
                await opened(app, pilot, recorded(4, 2))
            await pilot.press(dice.choice(keys))
            if number % 20 == 0:
                await pilot.resize_terminal(dice.randint(20, 160), dice.randint(6, 50))
        assert app.return_code is None


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


def test_hidden_cards_are_not_told(cli: Cli, tmp_path: Path) -> None:
    out = cli("replay", write(tmp_path / "friday.game", recorded())).out
    drawn = [line for line in out.split("\n") if " draws " in line]
    assert drawn
    assert all(line.endswith(("card", "cards")) for line in drawn)


def test_a_game_in_the_folder_needs_no_path(cli: Cli) -> None:
    keep("2026-11-16-solo", recorded(), 1)
    assert cli("replay", "2026-11-16-solo").out.startswith("== Solo")
    assert cli("replay", "2026-11-16-solo.game").out.startswith("== Solo")


def test_an_unfinished_game_is_told_as_far_as_it_goes(cli: Cli, tmp_path: Path) -> None:
    path = write(tmp_path / "half.game", recorded(), 120)
    path.write_text(path.read_text() + '["pa')
    status, out, _ = cli("replay", path)
    assert status == 0
    assert "Nobody has won by round" in out
    assert "The record breaks off" in out


def test_files_that_are_no_games_are_explained(cli: Cli, tmp_path: Path) -> None:
    record = recorded()
    other = replace(record.header, fingerprint="0" * 32)
    lines = write(tmp_path / "a.game", record).read_bytes().split(b"\n")
    cases = {
        "missing": (None, "can't be read: No such file"),
        "empty": (b"", "is no recorded game: it has no complete first line"),
        "foreign": (b"hello\nworld\n", "is no recorded game"),
        "binary": (bytes(range(256)) * 4, "is no recorded game"),
        "damaged": (b"\n".join((*lines[:50], b"?", *lines[51:])), "line of the recorded game"),
        "illegal": (b"\n".join((*lines[:50], lines[49], *lines[51:])), "of this game is not legal"),
        "cards": (None, "other cards than the ones at hand"),
        "newer": (lines[0].replace(b'"version":1', b'"version":99') + b"\n", "version 99"),
    }
    for name, (data, reason) in cases.items():
        path = tmp_path / f"{name}.game"
        if data is not None:
            path.write_bytes(data)
        elif name == "cards":
            write(path, replace(record, header=other))
        status, out, err = cli("replay", path)
        assert (status, out) == (1, ""), name
        assert err.startswith("chez-tui: "), name
        assert reason in err, name
        assert err.count("\n") == 1, name
    status, _, err = cli("replay", tmp_path)
    assert (status, "can't be read: Is a directory" in err) == (1, True)


def test_without_a_game_they_are_listed(cli: Cli, games: list[Path]) -> None:
    status, out, err = cli("replay")
    assert (status, err) == (0, "")
    lines = out.strip().split("\n")
    assert [line.split()[0] for line in lines] == ["finished", "unfinished", "damaged", "foreign"]
    assert " won in round " in lines[0]
    assert "is no recorded game" in lines[3]


def test_no_games_at_all(cli: Cli) -> None:
    assert "There are no recorded games" in cli("replay").out
