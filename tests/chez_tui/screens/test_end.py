"""The end of a game: the chart, the words, and where its keys lead."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from chez_tui.kit.canvas import Canvas
from chez_tui.kit.chart import Runner, letters, race
from chez_tui.kit.help import HelpScreen
from chez_tui.play.newgame import REMATCH, SAME_DEAL
from chez_tui.screens.end import EndScreen, Summary
from chez_tui.screens.replay import ReplayScreen
from chez_tui.screens.rules import RulesScreen
from chez_tui.screens.table.screen import TableScreen
from chez_tui.screens.title import TitleScreen
from chez_tui.settings import Settings
from core.actions import LEAVE, Action
from net.sessions.history import History
from net.sessions.local import Chair, LocalTable, TableSetup
from net.sessions.record import Record
from net.sessions.replay import Replay
from net.sessions.session import Settings as TableSettings
from tests.chez_tui.driver import LARGE, SMALL, Player, Size, at_keys
from tests.kit.recorded import NAMES, catalog, recorded
from tests.kit.worlds import here

RUNNERS = ("Pam", "Lee", "Ada", "Bo", "Cy", "Di", "Ed", "Fay")


class Over:
    """A session at a table where the game is over."""

    def __init__(self, record: Record, title: str = "Solo", audit: str = "") -> None:
        self.seat = 0
        self.view = Replay(record).final
        self.settings = TableSettings(title, ("geek",), {}, "1", ())
        self._record = record
        self.audit = audit
        self.unsaved = ""

    def record(self) -> Record:
        return self._record


def end_screen(record: Record, title: str = "Solo", audit: str = "") -> EndScreen:
    session: Any = Over(record, title, audit)
    return EndScreen(session)


# -- the race --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (("Pam", "Lee"), "PL"),
        (("Pam", "Paul", "Pa"), "PAB"),
        (("ann", "Ann", "ANN"), "ANB"),
        (("日本", "", "[b]"), "ABC"),
    ],
)
def test_every_player_has_a_letter(names: tuple[str, ...], found: str) -> None:
    assert "".join(letters(names)) == found
    assert len(set(letters(["Zoë"] * 8))) == 8


def drawn(
    lines: Sequence[Sequence[int]], width: int, height: int, goal: int = 20, colorless: bool = False
) -> Canvas:
    """Draw a race in a canvas with a rim that has to stay empty."""
    canvas = Canvas(width + 2, height + 2)
    runners = [
        Runner(name, f"{line[-1] if line else 0}/{goal}", line, f"seat-{seat}")
        for seat, (name, line) in enumerate(zip(RUNNERS, lines, strict=False))
    ]
    race(canvas, 1, 1, width, height, runners, goal, colorless)
    rows = canvas.lines()
    assert not rows[0].plain.strip()
    assert not rows[-1].plain.strip()
    assert all(row.plain[0] == row.plain[-1] == " " for row in rows)
    return canvas


def inks(canvas: Canvas, sign: str) -> set[str]:
    """Return the colors of all cells that show one of these signs."""
    return {
        str(span.style)
        for line in canvas.lines()
        for span in line.spans
        if set(line.plain[span.start : span.end]) & set(sign)
    }


@pytest.mark.parametrize("width", [20, 46, 78, 118])
@pytest.mark.parametrize("height", [4, 7, 20])
def test_a_race_fits_and_shows_everybody(width: int, height: int) -> None:
    canvas = drawn([(2, 5, 9, 14), (0, -2, 4, 4), (3, 3, 8, 22)], width, height)
    styles = " ".join(inks(canvas, "▀▄"))
    assert all(f"$seat-{seat}" in styles for seat in range(3))
    assert "4" in canvas.text()[-2]
    if width > 40:
        text = "\n".join(canvas.text())
        assert all(f"{name} " in text for name in RUNNERS[:3])
        assert "22/20" in canvas.text()[1]  # whoever is ahead stands at the top


def test_the_goal_lies_across_the_race() -> None:
    canvas = drawn([(5, 10), (2, 20)], 60, 12)
    assert re.match(r"  20  goal ──", canvas.text()[1])
    lower = drawn([(5, 24), (2, 4)], 60, 12)
    assert next(row for row, line in enumerate(lower.text()) if "goal" in line) > 1


def test_a_race_needs_no_colors_and_a_line_ends_where_its_player_left() -> None:
    whole, short = ([(2, 5, 9), (1, 1, 1)], [(2, 5, 9), (1,)])
    counts = ["\n".join(drawn(lines, 70, 10, 20, True).text()).count("L") for lines in
              (whole, short)]  # fmt: skip
    assert counts[0] > 2 * counts[1] > 0
    assert not inks(drawn(whole, 70, 10, 20, True), "▀▄")


def test_races_of_next_to_nothing() -> None:
    for lines, width, height in (
        ([], 60, 10), ([(), ()], 60, 10), ([(1,), (2,)], 9, 10), ([(1,), (2,)], 60, 2),
    ):  # fmt: skip
        assert not any(drawn(lines, width, height).text())
    for lines in ([(0,), (0,)], [(-3,), (-4,)], [tuple(range(60))], [(1, 2), ()], [(5, 5)] * 8):
        assert inks(drawn(lines, 60, 12), "▀▄")


# -- what is told ----------------------------------------------------------------------------------


def test_the_headline() -> None:
    record = recorded()
    game = Replay(record).final
    summary = Summary(game, record)
    winner = game.winners[0]
    assert summary.headline == f"{game.names[winner]} wins"
    assert Summary(game, record, seat=winner).headline == "You win"
    assert summary.outcome.startswith(
        f"with {game.slack[winner]} of {game.goal(winner)} Slack in round {game.round} · "
    )
    assert summary.cause.startswith(game.names[winner])
    assert summary.goal == game.goal(winner)
    assert summary.order[0] == winner
    assert sorted(summary.order) == [0, 1, 2]


def test_the_last_one_at_the_table_wins() -> None:
    record = recorded()
    start = Replay(record).rounds[2]
    actions = (*record.actions[:start], Action(LEAVE, 0), Action(LEAVE, 1))
    alone = replace(record, actions=actions)
    summary = Summary(Replay(alone).final, alone)
    assert summary.headline == "Mike wins"
    assert summary.outcome == "in round 2: everyone else has left"
    assert summary.cause == "Lee leaves the game"
    assert summary.order[0] == 2


def test_a_record_that_can_not_be_read_leaves_the_last_table() -> None:
    record = recorded()
    other = replace(record, header=replace(record.header, fingerprint="0" * 32))
    summary = Summary(Replay(record).final, other)
    assert summary.found is None
    assert "different cards" in summary.cause
    assert summary.headline.endswith(" wins")


# -- the screen ------------------------------------------------------------------------------------


async def test_a_small_screen_has_the_rest_on_other_pages() -> None:
    record = recorded(8, 2, ("[bold]Pam[/]", *NAMES[1:]))
    async with at_keys() as pam:
        await pam.show(end_screen(record, title="[red]x"))
        first = pam.text
        for words in ("[bold]Pam[/]", "[red]x", *Replay(record).final.names):
            assert words in first
        assert "Best card" in first
        for page, shown in (("rooms", "dice "), ("words", "The winning card"), ("race", "goal ─")):
            assert shown not in pam.text, page
            assert shown in await pam.after("tab"), page
        assert pam.text == first
        await pam.resize(LARGE)
        assert all(shown in pam.text for shown in ("dice ", "The winning card", "goal ─"))
        whole = pam.text
        assert "tab " not in whole.splitlines()[-1]
        assert await pam.after("tab") == whole


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_what_was_checked_is_said_to_its_end(size: Size) -> None:
    gone = "not of Ann, Ann 2 and Bartholomew, who did not show the seed"
    audit = f"cards: sealed, audited: {gone}; dice: verified"
    async with at_keys(size, Settings(calm=True)) as pam:
        screen = end_screen(recorded(), title="Friday", audit=audit)
        await pam.show(screen)
        assert audit in pam.words
        assert "Friday" in pam.text.splitlines()[0]
        assert "dice " in await pam.after("tab")
        for said in (audit, "cards: sealed, audited: yes"):
            screen._session.audit = said  # type: ignore[misc]
            screen._look()
            await pam.rest()
            assert said in pam.words


# -- where the keys lead ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "wanted"), [("escape", None), ("enter", REMATCH), ("r", REMATCH), ("s", SAME_DEAL)]
)
async def test_the_end_says_what_the_same_people_play_next(key: str, wanted: str | None) -> None:
    said: list[str | None] = []
    async with at_keys() as pam:
        await pam.open(lambda app: app.push_screen(end_screen(recorded()), said.append))
        assert "seed 1 · game over" in pam.text.splitlines()[0]
        assert "s same deal" in pam.text.splitlines()[-1]
        await pam.press(key)
        assert isinstance(pam.app.screen, TitleScreen)
    assert said == [wanted]


async def test_a_sealed_deal_has_no_seed_and_is_not_dealt_again() -> None:
    async with at_keys() as pam:
        screen = end_screen(recorded())
        screen._session.settings = screen._session.settings._replace(seed="")  # type: ignore[misc]
        await pam.show(screen)
        before = pam.text
        assert not re.search("seed|same deal", before)
        assert await pam.after("s") == before
        await pam.press("question_mark")
        assert "from the beginning" not in pam.words


@pytest.mark.parametrize("seats", [(0,), (0, 1)])
async def test_the_same_deal_begins_with_the_same_cards(seats: tuple[int, ...]) -> None:
    chairs = [Chair("Pam"), Chair("Lee", "" if 1 in seats else "easy"), Chair("Ada", "hard")]
    title = "Deal of 2026-11-19"
    table = LocalTable(TableSetup(catalog(), chairs, seed=20261119, first=2, title=title))
    async with at_keys(LARGE, Settings(calm=True)) as pam:
        await pam.sit(table, *seats)
        if len(seats) == 1:
            assert "seed 20261119" in pam.text.splitlines()[0]
            await pam.resize(SMALL)
            assert "seed 20261119" in pam.text.splitlines()[0]
            await pam.press("question_mark", "end")
            assert "The seed of this deal is 20261119" in pam.words
            await pam.press("escape")
            await pam.resize(LARGE)
        for seat in (1, 2):
            table._apply(Action(LEAVE, seat))
        await pam.rest()
        await pam.press("s")
        tables = [one for one in pam.app.screen_stack if isinstance(one, TableScreen)]
        again = tables[-1].session._at
        many = min(len(table.actions), len(again.actions), 12)
        assert many > 5
        assert again.actions[:many] == table.actions[:many]
        assert again.setup == table.setup


async def won(pam: Player, history: History | None = None, record: Path | None = None) -> None:
    """Sit down at a table that the other one leaves."""
    chairs = [Chair("Pam"), Chair("Lee", "easy")]
    table = LocalTable(TableSetup(catalog(), chairs, seed=3, history=history, record=record))
    await pam.sit(table)
    table._apply(Action(LEAVE, 1))
    await pam.rest()
    assert isinstance(pam.app.screen, EndScreen)
    assert not any(isinstance(screen, TableScreen) for screen in pam.app.screen_stack)


async def test_without_a_title_below_one_is_opened_and_a_rematch_may_not_be_saved(
    tmp_path: Path,
) -> None:
    lost = tmp_path / "file" / "a.game"  # which can't be made
    async with at_keys(title=False, config=Settings(calm=True)) as pam:
        lost.parent.write_text("")
        await won(pam, record=lost)
        (here().games.parent).mkdir(parents=True, exist_ok=True)
        here().games.write_text("")
        assert "This game can't be saved" in " ".join((await pam.after("enter")).split())
        for session in pam.screen.table.sessions.values():
            assert session.unrecorded
        assert "Your game isn't saved: you can't come back to it." in await pam.after(
            "escape", "2", "enter"
        )
        await pam.press("y")
        assert isinstance(pam.app.screen, TitleScreen)
        assert len(pam.app.screen_stack) == 2


async def test_the_game_help_and_rules_are_a_key_away() -> None:
    async with at_keys() as pam:
        await pam.show(end_screen(recorded()))
        before = pam.text
        ways = {"v": ReplayScreen, "question_mark": HelpScreen, "f1": RulesScreen}
        for key, screen in ways.items():
            await pam.press(key)
            assert isinstance(pam.app.screen, screen)
            assert await pam.after("escape") == before


async def test_a_real_game_comes_to_its_end_and_begins_anew(tmp_path: Path) -> None:
    """A whole game on the table screen, the end, a rematch with the winner's question."""
    history = History(tmp_path, "0.1.0")  # a folder, where no line can be written
    async with at_keys(config=Settings(calm=True)) as pam:
        await won(pam, history)
        assert "everyone else has left" in pam.text
        (note,) = pam.app._notifications
        assert note.message == "This game isn't in your history: Is a directory"
        await pam.press("enter")
        assert sum(isinstance(screen, TableScreen) for screen in pam.app.screen_stack) == 1
        top = pam.screen.now.view.stack[-1]
        assert top.topic == "pick-role"
        assert top.seat == 0
