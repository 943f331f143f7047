"""Each game leaves one line: what it says, how it gets into the file, and never twice."""

import errno
import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from core.actions import LEAVE, Action
from core.catalog import load_catalog
from core.clauses import RULES_VERSION
from net.sessions.history import FORMAT, FinishedGame, History, append, read_history, result
from net.sessions.local import LocalTable
from net.sessions.record import OwnCards, Record, read_record
from net.sessions.replay import Replay
from net.table.table import NetTable
from tests.kit.card_files import CARD
from tests.kit.places import ROOT
from tests.kit.recorded import catalog, recorded, replayed
from tests.net.halls import until
from tests.net.party import Party
from tests.net.sitting import heard, seated, setup

LEVELS = ("", "easy", "easy")


def line(
    record: Record | None = None, folder: Path = Path("/data"), **more: object
) -> dict[str, Any]:
    """What is written of a game that Pam has played against bots."""
    values: dict[str, Any] = {"levels": LEVELS, "yours": (0,), **more}
    title = values.pop("title", "Solo")
    return dict(result(FinishedGame("g1", title, record or recorded(), **values), "0.1.0", folder))


def game(number: int) -> dict[str, object]:
    return {"format": FORMAT, "game": f"g{number}", "seats": []}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "history.jsonl"


# -- what a line says ------------------------------------------------------------------------------


def test_a_line_tells_who_played_what_and_how_it_ended() -> None:
    said, final = line(), replayed().final
    rolls = [(e.seat, e.n) for s in replayed().steps for e in s.events if e.kind == "rolled"]
    when = datetime.fromisoformat(said.pop("date"))
    assert when.tzinfo is not None
    assert abs((datetime.now().astimezone() - when).total_seconds()) < 3600
    seats = said.pop("seats")
    assert said == {
        "format": 1,
        "game": "g1",
        "title": "Solo",
        "network": False,
        "editions": ["geek"],
        "options": dict(final.options),
        "own": [],
        "program": "0.1.0",
        "rules": RULES_VERSION,
        "cards": catalog().fingerprint,
        "yours": [0],
        "first": final.first,
        "winners": list(final.winners),
        "rounds": final.round,
        "record": None,
    }
    for number, seat in enumerate(seats):
        assert seat == {
            "name": final.names[number],
            "bot": LEVELS[number],
            "roles": [final.faces[role].name for role in final.roles[number]],
            "slack": final.slack[number],
            "goal": final.goal(number),
            "dice": [rolls.count((number, face)) for face in range(1, 7)],
            "left": False,
            "stand_in": False,
        }
    page = (ROOT / "docs" / "history.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\|[^|]*\|", page, re.M))))
    assert explained == {*line(), *seats[0]}


def test_a_mix_with_own_cards_and_options_says_so(tmp_path: Path) -> None:
    own = tmp_path / "lamp.toml"
    own.write_text(CARD)
    cards = load_catalog(("geek", "goth"), (own,))
    header = replace(
        recorded().header,
        editions=("geek", "goth"),
        fingerprint=cards.fingerprint,
        options={"hand": "7"},
        own=(OwnCards.of(own),),
    )
    said = line(Record(header, ()), title="Friday", network=True)
    assert (said["title"], said["network"]) == ("Friday", True)
    assert said["editions"] == ["geek", "goth"]
    assert said["options"]["hand"] == "7"
    assert said["own"] == ["lamp.toml"]
    assert said["winners"] == []


def test_players_who_leave_are_remembered_as_they_were() -> None:
    whole = recorded()
    cut = Replay(whole).rounds[3]
    actions = (*whole.actions[:cut], Action(LEAVE, 0), Action(LEAVE, 1))
    before = Replay(whole).table(cut)
    said = line(replace(whole, actions=actions), stand_ins=(2,))
    assert [seat["left"] for seat in said["seats"]] == [True, True, False]
    assert [seat["stand_in"] for seat in said["seats"]] == [False, False, True]
    assert said["seats"][0]["roles"] == [before.faces[role].name for role in before.roles[0]]
    assert said["seats"][0]["slack"] == before.slack[0]
    assert said["seats"][0]["goal"] == before.goal(0) < 99
    assert said["winners"] == [2]


def test_a_record_in_the_folder_is_named_from_there() -> None:
    folder = Path("/data")
    assert line(file=folder / "games" / "a.game")["record"] == "games/a.game"
    assert line(file=Path("/elsewhere/a.game"))["record"] == "/elsewhere/a.game"
    assert Path(line(file=Path("a.game"))["record"]).is_absolute()


# -- the file --------------------------------------------------------------------------------------


def test_lines_are_appended_for_the_user_alone_and_never_twice(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "history.jsonl"
    assert read_history(path) == []
    for number in range(3):
        append(path, game(number))
    append(path, {**game(1), "rounds": 9})
    assert path.read_bytes().count(b"\n") == 3
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with path.open("a") as file:  # as where two files were put together
        file.write(json.dumps({**game(1), "rounds": 9}) + "\n")
    assert read_history(path) == [game(0), game(1), game(2)]


@pytest.mark.parametrize(
    "torn", [b'{"format":1,"game":"g9","sea', b'{"format":1,"game":"Zo\xc3', b"\x00" * 30]
)
def test_a_torn_line_spoils_only_itself(path: Path, torn: bytes) -> None:
    append(path, game(1))
    with path.open("ab") as file:
        file.write(torn)
    append(path, game(2))
    assert read_history(path) == [game(1), game(2)]
    assert path.read_bytes().split(b"\n")[1] == torn


def test_foreign_lines_are_skipped_and_unknown_fields_kept(path: Path) -> None:
    known: Mapping[str, object] = {**game(1), "weather": ["rain"], "rules": "later"}
    foreign = (
        "", "hello", "[]", "7", "null", "{}", '{"format": 2, "game": "g7", "seats": []}',
        '{"format": true, "game": "g7", "seats": []}', '{"format": 1, "game": 7, "seats": []}',
        '{"format": 1, "game": "g7"}', "[" * 100_000,
    )  # fmt: skip
    path.write_text("\n".join([*foreign, json.dumps(known), *foreign]))
    assert read_history(path) == [known]


def test_names_of_any_kind_get_through(path: Path) -> None:
    odd = {**game(1), "record": "games/\udcff\n\u2028.game", "title": "Zoë's 漢字"}
    append(path, odd)
    assert read_history(path) == [odd]
    assert "Zoë's 漢字" in path.read_text("utf-8")


def test_a_short_write_is_an_error_and_spoils_only_itself(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = FileIO.write

    class Full(FileIO):
        def write(self, data: Any) -> int:
            return write(self, data[:20])

    with monkeypatch.context() as patched:
        patched.setattr("net.files.FileIO", Full)
        with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
            append(path, game(1))
    append(path, game(2))
    assert read_history(path) == [game(2)]


WRITER = """
import sys
from pathlib import Path
from net.sessions.history import append
path, name = Path(sys.argv[1]), sys.argv[2]
print("ready", flush=True)
sys.stdin.readline()
for number in range(30):
    append(path, {"format": 1, "game": f"{name}-{number}", "seats": [name] * 400})
    append(path, {"format": 1, "game": f"both-{number}", "seats": [name]})
"""


def test_two_programs_write_at_once(path: Path) -> None:
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), name],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("ann", "bo")
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        writer.communicate("go\n")
        assert writer.returncode == 0
    lines = path.read_text().splitlines()
    names = [json.loads(text)["game"] for text in lines]
    assert len(names) == len(set(names)) == 90  # what both wanted to write is there once
    assert [found["game"] for found in read_history(path)] == names


# -- at the end of a game --------------------------------------------------------------------------


@pytest.fixture
def history(path: Path) -> History:
    return History(path, "0.1.0")


async def whole(table: LocalTable) -> LocalTable:
    """A game to its end."""
    async with seated(table) as here:
        return await here.out()


@pytest.mark.usefixtures("clock")
async def test_games_at_this_keyboard_leave_a_line_each(tmp_path: Path, history: History) -> None:
    record = tmp_path / "games" / "a.game"
    record.parent.mkdir()
    hot_seat = setup(people=2, bots=1, title="Hot seat", record=record, history=history)
    table = await whole(LocalTable(hot_seat))
    (said,) = read_history(history.path)
    assert (said["title"], said["network"], said["yours"]) == ("Hot seat", False, [0, 1])
    assert said["winners"] == list(table.game.winners)
    assert said["record"] == "games/a.game"
    assert re.fullmatch("[0-9a-f]{32}", str(said["game"]))
    assert read_record(record).header.about["id"] == said["game"]
    await whole(table.again(table.game.winners))
    assert said["game"] != read_history(history.path)[1]["game"]


async def test_a_game_is_counted_at_its_end_and_once(tmp_path: Path, history: History) -> None:
    path = tmp_path / "a.game"
    async with seated(record=path, history=history) as here:
        table = await here.play(until=lambda: here.table.steps > 60)
    assert not history.path.exists()

    def again() -> LocalTable:
        return LocalTable.resume(read_record(path), path, setup(id=table.id, history=history))

    await whole(again())
    (said,) = read_history(history.path)
    assert said["game"] == table.id
    before = history.path.read_bytes()
    await whole(again())  # which is over
    # As after a full disk: the record breaks off, the result is there, the game goes on.
    path.write_bytes(b"\n".join(path.read_bytes().split(b"\n")[:100]))
    assert (await whole(again())).game.winners
    assert history.path.read_bytes() == before


async def test_where_nothing_can_be_written_the_game_goes_on_with_a_sentence(
    history: History,
) -> None:
    history.path.mkdir()  # nobody can write there, not even root
    async with seated(history=history) as here:
        assert (await here.out()).game.winners
    told = await heard(here.me)
    notices = [update.text for update in told if update.kind == "notice"]
    assert notices == ["This game isn't in your history: Is a directory"]
    kinds = [update.kind for update in told]
    assert kinds.index("notice") < len(kinds) - 1 - kinds[::-1].index("acted")  # not too late


async def left_to_ann(party: Party, **at: Path) -> list[NetTable]:
    """All but Ann leave the game for good, and so she has won; where each has a history."""
    names = [name.capitalize() for name in at]
    tables = await party.sit(*names, begin=False)
    for table, path in zip(tables, at.values(), strict=True):
        table.settings.history = History(path, "0.4.0")
        if len(set(at.values())) == 1:
            table.settings.mine = lambda: [table.me.pid for table in tables]
    await party.begin()
    for name in names[1:]:
        await party.quit(name)
    plays = [party.play(name) for name in names]
    await until(lambda: all(play.over and not play.auditor.pending for play in plays))
    return tables


async def test_a_network_game_leaves_a_line_at_each_program_that_can_write(
    party: Party, tmp_path: Path
) -> None:
    at = [tmp_path / "ann.jsonl", tmp_path / "bo.jsonl"]
    tables = await left_to_ann(party, ann=at[0], bo=at[1], cy=tmp_path)
    (ann,), (bo,) = map(read_history, at)
    assert ann["game"] == bo["game"] == tables[0].referee.gid.hex()
    assert (ann["title"], ann["network"], ann["program"]) == ("Friday", True, "0.4.0")
    assert (ann["yours"], bo["yours"]) == ([0], [1])
    assert ann["winners"] == bo["winners"] == [0]
    seats = [(seat["name"], seat["left"]) for seat in ann["seats"]]  # type: ignore[attr-defined]
    assert seats == [("Ann", False), ("Bo", True), ("Cy", True)]
    assert ann["record"] == f"Ann/{ann['game']}/game.log"
    sentence = "This game isn't in your history: Is a directory"
    assert party.notices("Cy").count(sentence) == 1
    assert [party.session(name).unsaved for name in party.tables] == ["", "", sentence]
    play = party.play("Ann")
    assert list(play.played(()).stand_ins) == []
    play.referee.owners[1] = tables[0].me.pid  # as if Ann's program played on for Bo
    assert list(play.played(()).stand_ins) == [1]


async def test_two_programs_of_one_user_leave_one_line(party: Party, path: Path) -> None:
    await left_to_ann(party, ann=path, bo=path)
    (said,) = read_history(path)
    assert said["yours"] == [0, 1]
