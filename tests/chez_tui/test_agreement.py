"""What the host of a network table changes: editions, chairs and options that fit together."""

from typing import Any

import pytest

from chez_tui import lobbying
from chez_tui.agreement import Agreement, settle
from core.catalog import EDITIONS
from net.table.lobby import Desk, LobbyError
from net.wire.messages import Chair
from tests.chez_tui.netscenes import ADA, desk_of, lobby_of


def changed(desk: Desk, key: str, **values: Any) -> None:
    """The host changes one thing."""
    agreed = Agreement.of(desk.snapshot())
    if key == "edition":
        agreed.play(values["editions"], agreed.options)
    else:
        for name, value in values.items():
            setattr(agreed, name, value)
    settle(desk, agreed, key)


def crowd(desk: Desk, people: int) -> None:
    desk.seats = people
    desk.chairs = [Chair(ADA, f"Guest {n}", "", True, True) for n in range(people)]


def test_editions_and_options_are_in_the_lobby_for_all() -> None:
    desk = desk_of()
    lobby_of(desk)
    changed(desk, "edition", editions=("geek", "cthulhu"))
    lobby = desk.snapshot()
    assert lobby.editions == ("geek", "cthulhu")
    assert lobbying.settings(lobby)[0] == "Geek + Cthulhu"
    assert not any(chair.ready for chair in lobby.chairs if chair.pid == ADA)
    changed(desk, "madness", options={"hand": "6", "madness": "double"})
    assert {"by the book", "mixed: madness double"} <= set(lobbying.settings(desk.snapshot()))
    changed(desk, "madness", options={"hand": "7", "madness": "off"})
    said = lobbying.settings(desk.snapshot())
    assert "house rules: hand 7, madness off" in said
    assert not any(words.startswith("mixed") for words in said)
    assert "Mix town-and-gown" not in dict(lobbying.explained(desk.snapshot()))
    changed(desk, "edition", editions=EDITIONS)
    assert "Mix town-and-gown" in dict(lobbying.explained(desk.snapshot()))


def test_an_option_that_means_nothing_here_is_dropped() -> None:
    desk = desk_of()
    changed(desk, "edition", editions=("geek", "greek"))
    changed(desk, "mix", options={"mix": "students", "guests": "off"})
    assert dict(desk.plan.options) == {"mix": "students", "guests": "off"}
    changed(desk, "edition", editions=("goth",))
    assert dict(desk.plan.options) == {}


def test_free_chairs_go_where_an_edition_is_for_fewer() -> None:
    desk = desk_of()
    changed(desk, "seats", seats=8)
    changed(desk, "edition", editions=("goth",))
    assert len(desk.snapshot().chairs) == 5
    with pytest.raises(LobbyError, match="Goth alone is for up to 5 players; in a mix"):
        changed(desk, "seats", seats=6)
    changed(desk, "edition", editions=("geek", "goth"))
    changed(desk, "seats", seats=6)
    assert len(desk.snapshot().chairs) == 6


def test_nobody_loses_his_chair_to_an_edition() -> None:
    desk = desk_of()
    crowd(desk, 6)
    with pytest.raises(LobbyError, match="Grunt alone is for up to 5 players; in a mix"):
        changed(desk, "edition", editions=("grunt",))
    assert desk.snapshot().editions == ("geek",)
    assert len(desk.chairs) == 6
    changed(desk, "edition", editions=("grunt", "cthulhu"))
    assert desk.snapshot().editions == ("grunt", "cthulhu")


def test_an_edition_of_the_future_is_named_and_not_known() -> None:
    lobby = desk_of().snapshot()._replace(editions=("goblin", "goth"))
    assert lobbying.editions(lobby) == "Goblin + Goth"
    assert lobbying.known_editions(lobby) == ("goth",)
    assert Agreement.of(lobby).editions == ("goth",)
    assert lobbying.explained(lobby._replace(editions=("goblin",)))


def test_the_host_says_whether_spectators_talk_and_nobody_is_asked_again() -> None:
    desk = desk_of()
    before = lobby_of(desk)
    changed(desk, "quiet", quiet=True)
    assert desk.quiet
    now = desk.snapshot()
    assert [chair.ready for chair in now.chairs] == [chair.ready for chair in before.chairs]
    assert lobbying.news(before, now, ADA) == ["Changed: only players talk"]
    row = next(row for row in Agreement.of(now).time_rows() if row.key == "quiet")
    assert row.choices[row.at] == "only watch"
    changed(desk, "quiet", quiet=False)
    assert "only players talk" not in lobbying.settings(desk.snapshot())
