"""A lobby and its votes in words; what a host changes is in tests/data/plain/lobby.txt."""

from types import SimpleNamespace
from typing import Any

import pytest

from chez_tui.play import words
from chez_tui.play.options import TableSpec, apply_change
from net.sessions.session import Standing, Vote
from net.table.agreed import QUIET
from net.wire.messages import Audience, Lobby
from tests.chez_tui.netscenes import ADA, PAM, desk_of, lobby_of
from tests.net.notices import notice

TABLE: Any = SimpleNamespace(names=("Ann", "Bob", "Cy", "Ada", "Bix"))


def test_other_cards_ask_everybody_again_and_silent_spectators_nobody() -> None:
    desk = desk_of()
    before = lobby_of(desk)
    agreed = TableSpec.of(before)
    apply_change(desk, agreed._replace(quiet=True), "quiet")
    now = desk.snapshot()
    assert now.chairs == before.chairs
    assert words.news(before, now, ADA) == ["Changed: only players talk"]
    assert TableSpec.of(now).get(QUIET) == "only watch"
    apply_change(desk, agreed, "quiet")
    assert "only players talk" not in words.settings(desk.snapshot())
    apply_change(desk, agreed._replace(editions=("geek", "cthulhu")), "edition")
    assert not any(chair.ready for chair in desk.snapshot().chairs if chair.pid == ADA)


def test_an_edition_of_the_future_is_named_and_not_known() -> None:
    lobby = desk_of().snapshot()._replace(editions=("goblin", "goth"))
    assert words.editions(lobby) == "Goblin + Goth"
    assert words.known_editions(lobby) == ("goth",)
    assert TableSpec.of(lobby).editions == ("goth",)
    assert words.explained(lobby._replace(editions=("goblin",)))


# -- spectators ------------------------------------------------------------------------------------


def watched(many: int, *names: str) -> Lobby:
    desk = desk_of()
    lobby_of(desk)
    desk.audience = {PAM: Audience(many, names)}
    return desk.snapshot()


@pytest.mark.parametrize(
    ("many", "names", "said"),
    [
        (0, (), "no spectators"),
        (1, ("Eve",), "1 spectator: Eve"),
        (3, ("Eve", "Fay", "Gus"), "3 spectators: Eve, Fay and Gus"),
        (2, ("Eve",), "2 spectators: Eve and 1 other"),
        (500, ("Eve", "Fay"), "500 spectators: Eve, Fay and 498 others"),
        (7, (), "7 spectators"),
    ],
)
def test_spectators_are_named(many: int, names: tuple[str, ...], said: str) -> None:
    assert words.watching(watched(many, *names)) == said


def test_who_comes_to_watch_or_goes_is_news_and_a_crowd_is_counted() -> None:
    before, now = watched(2, "Eve", "Fay"), watched(2, "Eve", "Gus")
    assert words.news(before, now, b"") == ["Gus watches", "Fay stops watching"]
    assert words.news(now, watched(3, "Eve", "Eve", "Gus"), b"") == ["Eve watches"]
    assert words.news(now, now, b"") == []
    crowd = watched(90, "Eve", "Fay")
    assert words.news(now, crowd, b"") == ["90 spectators: Eve, Fay and 88 others"]
    assert words.news(crowd, watched(90, "Eve", "Gus"), b"") == []


def test_of_a_crowd_at_a_table_some_are_counted() -> None:
    crowd = notice(seated=5, players=("Ann", "Bob", "Cleo"))
    assert words.company(crowd, 1) == "Ann and 4 others"
    assert words.company(crowd, 0) == "5 players"


# -- a game that is taken up -----------------------------------------------------------------------


def taken_up(*missing: int, over: bool = False, left: tuple[int, ...] = ()) -> Any:
    """A table of four, some of whom are not there yet, and some of whom have left the game."""
    pids = (b"a", b"b", b"c", b"d")
    names = ("Ann", "Bob", "Cy", "Di")
    tip = SimpleNamespace(players=tuple(pid for n, pid in enumerate(pids) if n not in left))
    play = SimpleNamespace(
        over=over,
        name=lambda pid: names[pids.index(pid)],
        game=SimpleNamespace(begun=True, ledger=SimpleNamespace(tip=tip)),
        terms=SimpleNamespace(
            pids=pids,
            seats=[SimpleNamespace(name=name) for name in names],
            manners=SimpleNamespace(title="Friday"),
        ),
    )
    return SimpleNamespace(play=play, missing=tuple(pids[number] for number in missing))


def test_a_game_that_is_taken_up_says_how_many_of_those_who_play_it_needs() -> None:
    table = taken_up(1, 2, 3)
    assert words.missing(table) == ["Bob", "Cy", "Di"]
    assert words.going_on(table) == (
        "Friday: Ann, Bob, Cy and Di. The game resumes with 3 of 4 players. Here now: 1."
    )
    table = taken_up(2, 3, left=(3,))
    assert words.missing(table) == ["Cy"]
    assert words.going_on(table).endswith("2 of 3 players. Here now: 2.")
    table = taken_up(2, 3, over=True)
    assert words.missing(table) == []
    assert "goes on" not in words.going_on(table)
    assert words.going_on(SimpleNamespace(play=None)) == ""  # type: ignore[arg-type]


# -- votes about the seats of absent players -------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "bot", "said"),
    [
        ((2,), True, "a bot takes over for Cy"),
        ((2,), False, "drop the seat of Cy"),
        ((2, 3), True, "a bot takes over for Cy and the bot Ada"),
        ((2, 3, 4), False, "drop the seats of Cy and the bots Ada and Bix"),
    ],
)
def test_one_question_for_a_person_and_their_bots(
    seats: tuple[int, ...], bot: bool, said: str
) -> None:
    assert words.vote_option(Vote(seats, 2), bot, TABLE) == said


def test_who_wants_what_who_has_not_said_and_how_far_a_vote_has_come() -> None:
    vote = Vote((2,), 3, bot=(0, 1), given_up=(3,), silent=(4,))
    assert words.vote_option(vote, True, TABLE).endswith(" (votes: Ann and Bob)")
    assert words.vote_option(vote, False, TABLE).endswith(" (votes: Ada)")
    assert (
        words.vote_question([vote], TABLE)
        == "It takes 3 votes for the same choice. Waiting for Bix."
    )
    assert words.vote_question([vote._replace(silent=())], TABLE).endswith("same choice.")
    standing = Standing("", (2,), (vote,))
    assert words.vote_cast(standing, 2, True, TABLE) == (
        "You voted for a bot to replace Cy: 2 of 3 votes. Waiting for Bix"
    )
    assert words.vote_cast(standing, 2, False, TABLE).startswith(
        "You voted to drop Cy's seat: 1 of"
    )
    assert (
        words.vote_cast(Standing(), 2, True, TABLE) == "You voted for a bot to replace Cy"
    )  # it is done
    assert words.vote_score([Vote((2,), 3)]) == ""
    assert words.vote_score([Vote((2,), 3, bot=(0,), given_up=(1, 3))]) == "2 of 3 for dropping it"


def test_why_there_is_no_vote() -> None:
    assert words.no_vote(Standing(), 2, TABLE) == "Cy is connected."
    assert "no vote on" in words.no_vote(Standing("", (2,)), 2, TABLE)
    assert "Not enough" in words.no_vote(Standing("", (2,), (), True), 2, TABLE)
