"""The end of a game: the chart, the words, and where its keys lead."""

from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from chez_tui.app import ChezApp
from chez_tui.config import Config
from chez_tui.glyphs import ASCII, UNICODE
from chez_tui.looks import PALETTES
from chez_tui.screens.end import EndScreen, Summary
from chez_tui.screens.help import HelpScreen
from chez_tui.screens.replay import ReplayScreen
from chez_tui.screens.rules import RulesScreen
from chez_tui.screens.table import TableScreen
from chez_tui.screens.title import TitleScreen
from chez_tui.widgets.chart import MANY, chart, letters
from core.actions import LEAVE, Action
from net.sessions.history import History
from net.sessions.local import Chair, LocalTable, TableSetup
from net.sessions.record import Record
from net.sessions.replay import Replay
from net.sessions.session import Session, Settings
from tests.chez_tui.driver import shown
from tests.kit.recorded import catalog, recorded

SIZES = [(80, 24), (120, 40), (30, 8)]
GEEK, MONO = PALETTES["geek"], PALETTES["mono"]


class Over:
    """A session at a table where the game is over."""

    def __init__(self, record: Record, title: str = "Solo", audit: str = "") -> None:
        self.seat = 0
        self.view = Replay(record).final
        self.settings = Settings(title, ("geek",), {}, "1", ())
        self._record = record
        self.audit = audit
        self.unsaved = ""

    def record(self) -> Record:
        return self._record


def end_screen(
    record: Record, again: object = None, title: str = "Solo", audit: str = ""
) -> EndScreen:
    session: Session = Over(record, title, audit)  # type: ignore[assignment]
    return EndScreen(session, again or (lambda winners: None))  # type: ignore[arg-type]


async def opened(app: ChezApp, pilot: Pilot[int], screen: EndScreen) -> str:
    app.push_screen(screen)
    await pilot.pause()
    await pilot.pause()
    return shown(app)


# -- the chart -------------------------------------------------------------------------------------


def test_every_player_has_a_letter_of_his_own() -> None:
    assert letters(["Pam", "Lee"]) == ["P", "L"]
    assert letters(["Pam", "Paul", "Pa"]) == ["P", "A", "B"]
    assert letters(["ann", "Ann", "ANN"]) == ["A", "N", "B"]
    assert letters(["日本", "", "[b]"]) == ["A", "B", "C"]
    assert len(set(letters(["Zoë"] * 8))) == 8


@pytest.mark.parametrize("width", [20, 46, 78, 118])
@pytest.mark.parametrize("height", [4, 7, 20])
def test_a_chart_fits_and_shows_everybody(width: int, height: int) -> None:
    lines = [(2, 5, 9, 14), (0, -2, 4, 4), (3, 3, 8, 22)]
    drawn = chart(lines, "ABC", width, height, UNICODE, GEEK)
    assert len(drawn) == height
    assert all(line.cell_len <= width for line in drawn)
    text = "\n".join(line.plain for line in drawn)
    assert all(letter in text for letter in "ABC")
    assert "4" in drawn[-1].plain
    assert drawn[0].plain.rstrip().endswith("C")  # the highest in the last round


def test_a_chart_needs_no_colours_and_no_unicode() -> None:
    lines = [(2, 5, 9, 14), (0, 2, 4, 4)]
    drawn = chart(lines, "PL", 70, 10, ASCII, MONO)
    assert all(line.plain.isascii() for line in drawn)
    text = "".join(line.plain for line in drawn)
    assert text.count("P") == text.count("L") == 4


def test_letters_give_way_to_each_other() -> None:
    drawn = chart([(5, 5)] * 4, "ABCD", 60, 6, ASCII, MONO)
    text = "".join(line.plain for line in drawn)
    assert text.count("ABCD") == 2
    assert MANY not in text
    crowded = chart([tuple([5] * 20)] * 4, "ABCD", 30, 6, ASCII, MONO)
    assert MANY in "".join(line.plain for line in crowded)


def test_a_line_ends_where_its_player_left() -> None:
    text = "".join(line.plain for line in chart([(2, 5, 9), (1,)], "PL", 60, 10, ASCII, MONO))
    assert text.count("P") == 3
    assert text.count("L") == 1


def test_charts_of_next_to_nothing() -> None:
    assert chart([], "", 60, 10, ASCII, MONO) == []
    assert chart([(), ()], "PL", 60, 10, ASCII, MONO) == []
    assert chart([(1,), (2,)], "PL", 9, 10, ASCII, MONO) == []
    assert chart([(1,), (2,)], "PL", 60, 2, ASCII, MONO) == []
    assert len(chart([(0,), (0,)], "PL", 60, 10, ASCII, MONO)) == 10
    assert len(chart([(-3,), (-4,)], "PL", 60, 10, ASCII, MONO)) == 10
    assert len(chart([tuple(range(60))], "P", 40, 12, ASCII, MONO)) == 12


# -- what is told ----------------------------------------------------------------------------------


def test_the_headline() -> None:
    record = recorded()
    game = Replay(record).final
    summary = Summary(game, record)
    winner = game.winners[0]
    assert summary.headline == (
        f"{game.names[winner]} wins in round {game.round} with {game.slack[winner]} of "
        f"{game.goal(winner)} Slack"
    )
    assert summary.cause.startswith("How: ")
    assert summary.order[0] == winner
    assert sorted(summary.order) == [0, 1, 2]


def test_the_last_one_at_the_table_wins() -> None:
    record = recorded()
    start = Replay(record).rounds[2]
    actions = (*record.actions[:start], Action(LEAVE, 0), Action(LEAVE, 1))
    alone = replace(record, actions=actions)
    summary = Summary(Replay(alone).final, alone)
    assert summary.headline == "Mike wins in round 2: everybody else has left"
    assert summary.cause == "How: Lee leaves the game"
    assert summary.order[0] == 2


def test_a_record_that_can_not_be_read_leaves_the_last_table() -> None:
    record = recorded()
    other = replace(record, header=replace(record.header, fingerprint="0" * 32))
    summary = Summary(Replay(record).final, other)
    assert summary.found is None
    assert "other cards" in summary.cause
    assert "wins in round" in summary.headline


# -- the screen ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 8])
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_it_is_there_at_every_size(players: int, size: tuple[int, int]) -> None:
    record = recorded(players, 2)
    app = ChezApp(Config())
    async with app.run_test(size=size) as pilot:
        text = await opened(app, pilot, end_screen(record))
        game = Replay(record).final
        winner = game.names[game.winners[0]]
        lines = text.split("\n")
        assert len(lines) == size[1]
        assert all(cell_len(line) <= size[0] for line in lines)
        assert f"{winner} wins" in text
        if size >= (80, 24):
            assert all(name in text for name in game.names)
            assert "Slack at the end of each round" in text
            assert "Highlights" in text
            assert "Best card" in text
            assert "in round" in text
            assert "rematch" in text
            assert "replay" in text
        else:
            assert f"{size[0]}x{size[1]}" in text


async def test_a_small_screen_has_the_rest_on_other_pages() -> None:
    record = recorded(8, 2)
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        first = await opened(app, pilot, end_screen(record))
        assert " of " in first.split("Highlights, ")[1]
        await pilot.press("tab")
        rooms = shown(app)
        assert "The final table" in rooms
        await pilot.press("t")
        words = shown(app)
        assert "Best card: " in words
        assert "Fed to pests: " in words
        await pilot.press("tab")
        assert shown(app) == first
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert "The final table" in shown(app)
        assert "The winning card" in shown(app)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_what_was_checked_is_said_to_its_end(size: tuple[int, int]) -> None:
    gone = "not of Ann, Ann 2 and Bartholomew, who did not show the seed"
    audit = f"cards: sealed, audited: {gone}; dice: verified"
    app = ChezApp(Config(calm=True))
    async with app.run_test(size=size) as pilot:
        text = await opened(app, pilot, end_screen(recorded(), title="Friday", audit=audit))
        assert audit in " ".join(text.split())
        assert "Friday" in text.splitlines()[0]
        await pilot.press("tab")
        assert "The final table" in shown(app)


async def test_names_are_harmless() -> None:
    names = ("[bold]Pam[/]", "李小龍李小龍李小龍", "\x1b[31mred")
    app = ChezApp(Config())
    for size in ((80, 24), (120, 40)):
        async with app.run_test(size=size) as pilot:
            text = await opened(app, pilot, end_screen(recorded(3, 4, names), title="[red]x"))
            assert "[bold]Pam" in text
            assert "\x1b" not in text
            assert all(cell_len(line) <= size[0] for line in text.split("\n"))
        app = ChezApp(Config())


# -- where the keys lead ---------------------------------------------------------------------------


async def at_the_end(app: ChezApp, pilot: Pilot[int], winners: list[object]) -> None:
    """A title, a table that is over, and the end above it."""
    table = LocalTable(TableSetup(catalog(), [Chair("Pam"), Chair("Lee", "easy")]))
    session = table.session(0)
    app.open_title()
    await pilot.pause()
    app.push_screen(TableScreen([session], winners.append))
    await pilot.pause()
    table.close()
    app.push_screen(end_screen(recorded(), winners.append))
    await pilot.pause()
    assert isinstance(app.screen, EndScreen)


async def test_back_goes_to_the_title_past_the_dead_table() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await at_the_end(app, pilot, [])
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen)
        assert not any(isinstance(s, TableScreen | EndScreen) for s in app.screen_stack)


async def test_without_a_title_below_one_is_opened() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot, end_screen(recorded()))
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen)
        assert len(app.screen_stack) == 2


@pytest.mark.parametrize("key", ["enter", "r"])
async def test_a_rematch_puts_the_old_table_away_first(key: str) -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        winners: list[object] = []
        await at_the_end(app, pilot, winners)
        await pilot.press(key)
        await pilot.pause()
        assert winners == [Replay(recorded()).final.winners]
        assert isinstance(app.screen, TitleScreen)  # the next table would stand upon it


async def test_a_rematch_that_can_not_be_recorded_is_explained() -> None:
    def again(winners: object) -> None:
        raise OSError(28, "No space left on device")

    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot, end_screen(recorded(), again))
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen)
        assert any("No space left" in note.message for note in app._notifications)


async def test_the_game_can_be_watched_again() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        before = await opened(app, pilot, end_screen(recorded()))
        await pilot.press("v")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert shown(app) == before


async def test_help_and_rules_are_a_key_away() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot, end_screen(recorded()))
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape", "f1")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)


async def test_a_real_game_comes_to_its_end_and_begins_anew(tmp_path: Path) -> None:
    """A whole game on the table screen, the end, a rematch with the winner's question."""
    chairs = [Chair("Pam"), Chair("Lee", "easy")]
    app = ChezApp(Config(calm=True))
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_title()
        await pilot.pause()
        history = History(tmp_path, "0.1.0")  # a folder, where no line can be written
        table = LocalTable(TableSetup(catalog(), chairs, seed=3, history=history))
        app.open_table(table, (0,))
        await pilot.pause()
        leave = Action(LEAVE, 1)
        while not table.game.begun:
            await pilot.pause()
        table._apply(leave)  # the other one goes, so Pam wins alone
        for _ in range(50):
            await pilot.pause()
            if isinstance(app.screen, EndScreen):
                break
        assert isinstance(app.screen, EndScreen)
        assert "everybody else has left" in shown(app)
        (note,) = app._notifications
        assert note.message == "This game isn't in your history: Is a directory"
        await pilot.press("enter")
        for _ in range(50):
            await pilot.pause()
            if isinstance(app.screen, TableScreen) and "role" in shown(app):
                break
        assert isinstance(app.screen, TableScreen)
        assert sum(isinstance(screen, TableScreen) for screen in app.screen_stack) == 1
        top = app.screen.view.stack[-1]
        assert top.topic == "pick-role"
        assert top.seat == 0
