"""The folder of recorded games."""

import asyncio
import json
import os
import shutil
import time
from dataclasses import replace
from pathlib import Path

import pytest

from chez_tui import games
from chez_tui.games import HOT_SEAT, SOLO, look_at, new_record, record_files, saved_games
from chez_tui.newgame import NewGame, Seat, hot_seat_game, solo_game
from core.actions import LEAVE, Action
from core.bots import make_bot
from core.luck import Stream
from net.sessions.local import INSTANT, LocalTable
from net.sessions.record import Outdated, Record, RecordError, read_record
from tests.conftest import NIGHT_PORTER
from tests.kit.places import OLDER
from tests.kit.recorded import recorded, unnumbered, write

SETTLING = 20  # turns of the event loop in which bots and chance have acted


def begin(game: NewGame | None = None) -> LocalTable:
    """A recorded game that stops where it waits for a person."""
    game = game or solo_game("Pam")
    game.seed, game.pace = 7, "instant"
    table = game.table()

    async def run() -> None:
        running = asyncio.ensure_future(table.run())
        steps = -1
        while steps != table.steps:
            steps = table.steps
            for _ in range(SETTLING):
                await asyncio.sleep(0)
        table.close()
        await running

    asyncio.run(run())
    return table


def played_out() -> LocalTable:
    """A recorded game in which a bot sits in for the person."""
    game = solo_game("Pam", 3)
    game.seed, game.pace = 7, "instant"
    table = game.table()
    table._match.bots = [make_bot("normal", Stream(seat)) for seat in range(3)]
    asyncio.run(table.run())
    return table


def record_of(table: LocalTable) -> Path:
    assert table.setup.record is not None
    return table.setup.record


def test_a_new_record_is_in_the_data_folder_and_replaces_no_other(
    data_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert record_files() == list(saved_games()) == []
    assert games.unfinished() is None
    monkeypatch.setattr(time, "strftime", lambda _: "2026-01-02-030405")
    for name in ("hot-seat", "hot-seat-2", "hot-seat-3"):
        path = new_record("Hot seat!")
        assert path == data_home / "chez-tui" / "games" / f"2026-01-02-030405-{name}.game"
        path.touch()


def test_an_unfinished_game_tells_about_itself() -> None:
    table = begin()
    (saved,) = saved_games()
    assert saved.path == table.setup.record
    assert saved.names == ("Pam", "Ada", "Bix", "Cleo")
    assert (saved.title, saved.people, saved.editions) == (SOLO, (0,), ("geek",))
    assert (saved.finished, saved.winners, saved.can_go_on) == (False, (), True)
    assert saved.actions == table.steps
    assert saved.outcome == f"in round {table.game.round}"
    assert games.unfinished() == saved


def test_a_finished_game_tells_who_won() -> None:
    table = played_out()
    (saved,) = saved_games()
    (winner,) = table.game.winners
    assert saved.finished
    assert saved.winners == (table.game.names[winner],)
    assert saved.outcome == f"{saved.winners[0]} won in round {table.game.round}"
    assert not saved.can_go_on
    assert games.unfinished() is None


def test_the_newest_comes_first() -> None:
    older, newer = record_of(begin()), record_of(begin())
    os.utime(older, (1, 1))
    assert record_files() == [newer, older]
    os.utime(newer, (0, 0))
    assert record_files() == [older, newer]
    first = games.unfinished()
    assert first is not None
    assert first.path == older


def test_damaged_and_foreign_files_are_told_not_raised() -> None:
    good = record_of(begin())
    os.utime(good, (1, 1))
    text = good.read_text(encoding="utf-8")
    good.with_name("noise.game").write_bytes(b"\x00\xff")
    good.with_name("empty.game").touch()
    good.with_name("cut.game").write_text(text[: len(text) // 2], encoding="utf-8")
    good.with_name("illegal.game").write_text(text + '["next",3]\n' * 3, encoding="utf-8")
    good.with_name("notes.txt").write_text("not a game")
    by_name = {saved.path.name: saved for saved in saved_games()}
    assert set(by_name) == {good.name, "noise.game", "empty.game", "cut.game", "illegal.game"}
    for name in ("noise.game", "empty.game", "illegal.game"):
        assert by_name[name].problem
        assert by_name[name].outcome == "can't be read"
        assert not by_name[name].can_go_on
    assert not by_name["cut.game"].problem
    assert look_at(good.with_name("gone.game")).problem


def rewritten(path: Path, **changes: object) -> str:
    """Changes the first line of a record; what the file says now."""
    header, *rest = path.read_text(encoding="utf-8").splitlines()
    text = "\n".join([json.dumps(json.loads(header) | changes), *rest]) + "\n"
    path.write_text(text, encoding="utf-8")
    return text


def test_names_in_a_foreign_file_are_harmless() -> None:
    names = ["Pam", "\x1b[31mEvil\nBix\u202e", "Bix", "Cleo"]
    rewritten(record_of(begin()), names=names)
    (saved,) = saved_games()
    assert saved.names[1].isprintable()


# -- games of other rules or cards -----------------------------------------------------------------

OLD = "this game was played by older rules (version 1, now 2) and can't be replayed or continued"


def kept(name: str, record: Record | None = None, actions: int | None = None) -> Path:
    """A game in the folder: one of the older ones, or a record."""
    path = games.games_folder() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if record is None:
        shutil.copy(OLDER / name, path)
        return path
    return write(path, record, actions)


def test_older_games_are_listed_with_what_can_be_said_of_them() -> None:
    for name, names, winner in (
        ("bots.game", ("Ada", "Bix", "Cleo"), "Bix"),
        ("network.game", ("Ann", "Bob"), "Bob"),
        ("solo.game", ("Ann", "Ada", "Bix"), ""),
    ):
        path = kept(name)
        os.utime(path, (1_700_000_000, 1_700_000_000))
        saved = look_at(path)
        assert (saved.names, saved.editions) == (names, ("geek",))
        assert saved.outcome in (f"{winner or '-'} won, by today's rules", "no result saved")
        assert (saved.blocked, saved.problem, saved.can_go_on) == (OLD, "", False)
        assert saved.when == 1_700_000_000


def test_an_older_game_that_today_is_illegal_or_goes_on_has_no_result() -> None:
    path = unnumbered(kept("bots.game"), recorded())
    result = recorded().result
    assert result is not None
    winner = recorded().header.names[result.winners[0]]
    assert look_at(path).outcome == f"{winner} won, by today's rules"
    assert look_at(path).finished
    head, *lines = path.read_text().splitlines()
    for other in (lines[:-1], [*lines[:40], lines[10], *lines[40:]], [*lines, lines[-1]]):
        path.write_text("\n".join([head, *other]) + "\n")
        assert look_at(path).outcome == "no result saved"
        assert look_at(path).blocked == OLD
    path = kept("network.game")
    path.write_bytes(path.read_bytes()[:40_000])
    assert look_at(path).outcome == "no result saved"
    assert look_at(path).names == ("Ann", "Bob")


def test_a_game_of_newer_rules_or_other_cards_has_its_own_result() -> None:
    record = recorded()
    assert record.result is not None
    (winner,) = record.result.winners
    other = replace(record.result, winners=(winner - 1,), round=33)  # as by those rules
    for change, why in (
        ({"rules": 3}, "newer rules (version 3, here 2)"),
        ({"fingerprint": "0" * 64}, "other cards"),
        ({"editions": ("gnome",)}, "can't be loaded"),
    ):
        header = replace(record.header, **change)  # type: ignore[arg-type]
        saved = look_at(kept("other.game", replace(record, header=header, result=other)))
        assert why in saved.blocked
        assert saved.finished
        assert saved.outcome == f"{record.header.names[winner - 1]} won in round 33"
        saved = look_at(kept("half.game", replace(record, header=header), 100))
        assert why in saved.blocked
        assert (saved.finished, saved.outcome) == (False, "no result saved")


def test_what_can_go_on_is_offered_before_what_can_not() -> None:
    assert games.unfinished() is None
    old = kept("solo.game")
    found = games.unfinished()
    assert found is not None
    assert (found.path, found.blocked) == (old, OLD)
    text = old.read_bytes()
    with pytest.raises(Outdated, match="older rules"):
        games.go_on(old, INSTANT)
    assert old.read_bytes() == text
    good = record_of(begin())
    os.utime(good, (1, 1))
    found = games.unfinished()
    assert found is not None
    assert (found.path, found.blocked) == (good, "")


# -- going on --------------------------------------------------------------------------------------


def test_a_game_goes_on_where_it_was() -> None:
    before = begin()
    path = record_of(before)
    table, seats = games.go_on(path, INSTANT)
    try:
        assert seats == (0,)
        assert table.game.digest() == before.game.digest()
        assert table.settings == before.settings
        assert table.setup.record == path
        assert table.id == before.id
    finally:
        table.close()
    assert read_record(path).actions == tuple(before.actions)


def test_a_game_with_own_cards_goes_on_without_their_file(data_home: Path) -> None:
    cards = data_home / "chez-tui" / "cards" / "own.toml"
    cards.parent.mkdir(parents=True)
    cards.write_text(NIGHT_PORTER)
    before = begin()
    cards.unlink()
    (saved,) = saved_games()
    assert saved.can_go_on
    table, _ = games.go_on(saved.path, INSTANT)
    table.close()
    assert table.setup.catalog.named("Night Porter")
    assert read_record(saved.path).header == before.header()


def test_a_hot_seat_game_goes_on_with_all_its_people() -> None:
    game = hot_seat_game("Pam", 3)
    game.seats[1] = Seat("Zed", "easy")
    assert game.people == (0, 2)
    table, seats = games.go_on(record_of(begin(game)), INSTANT)
    table.close()
    assert seats == (0, 2)
    assert table.settings.title == HOT_SEAT


def test_a_game_that_the_person_has_left_is_not_offered() -> None:
    table = begin()
    path = record_of(table)
    with path.open("a") as file:
        file.write(json.dumps([LEAVE, 0]) + "\n")
    assert table.game.refusal(Action(LEAVE, 0)) is None
    (saved,) = saved_games()
    assert not saved.problem
    assert not saved.can_go_on


@pytest.mark.parametrize(
    ("about", "complaint"),
    [
        ({}, "does not say who of the players is a bot"),
        ({"levels": "easy,easy,easy,easy"}, "does not say who"),
        ({"levels": ",easy,easy,genius", "seed": "1"}, "no bots of the level 'genius'"),
        ({"levels": ",easy,easy,easy", "seed": "U U"}, "is no seed"),
    ],
)
def test_a_record_that_cannot_go_on_says_why(about: dict[str, str], complaint: str) -> None:
    path = record_of(begin())
    text = rewritten(path, about=about)
    with pytest.raises(RecordError, match=complaint):
        games.go_on(path, INSTANT)
    assert path.read_text(encoding="utf-8") == text
