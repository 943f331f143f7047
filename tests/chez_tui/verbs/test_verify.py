"""`chez-tui verify`, and network logs in `replay` and `export`."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from core.telling import clean
from net.log.chain import MAGIC
from net.log.netgame import record_of
from net.sessions.record import Record, RecordError, read_record
from net.sessions.replay import Replay
from tests.conftest import Cli
from tests.kit.places import OLDER
from tests.kit.recorded import recorded, write
from tests.net.honest import HonestTable, eventful, file_of, finished, sealed


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "friday.log"
    path.write_bytes(finished().data)
    return path


@pytest.fixture
def doctored(tmp_path: Path) -> Path:
    entries = sealed(finished())
    entries[9], entries[10] = entries[10], entries[9]
    path = tmp_path / "doctored.log"
    path.write_bytes(file_of(entries))
    return path


# -- network games ---------------------------------------------------------------------------------


def test_an_honest_log_holds(cli: Cli, log: Path) -> None:
    table = finished()
    said = cli("verify", log)
    assert (said.status, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0] == f"ok   {log}"
    assert lines[1].startswith(f"  proven:      {len(table.log)} entries in one unbroken chain")
    assert any(line.startswith("  not proven:  who the people behind the keys") for line in lines)
    assert "compare heads with the other players, at the same entry" in said.out
    assert lines[-2:] == [
        f"  head:        {table.log.place.head.hex()} at entry {len(table.log)}",
        f"  digest:      {table.game.digest()}",
    ]


def test_a_doctored_log_is_told_with_its_first_bad_entry(cli: Cli, doctored: Path) -> None:
    said = cli("verify", doctored)
    assert said.status == 1
    first = said.out.splitlines()[0]
    assert first == f"FAIL {doctored}: entry 10: it has number 11 where 10 comes next"
    assert "not proven:  anything from the bad entry on" in said.out


def test_every_file_is_looked_at(cli: Cli, doctored: Path, log: Path, tmp_path: Path) -> None:
    said = cli("verify", doctored, tmp_path / "none", tmp_path, log)
    assert (said.status, said.err) == (1, "")
    heads = [line for line in said.out.splitlines() if not line.startswith(" ")]
    assert [line.split()[0] for line in heads] == ["FAIL", "FAIL", "FAIL", "ok"]
    assert heads[1] == f"FAIL {tmp_path / 'none'}: it can't be read: No such file or directory"
    assert heads[2] == f"FAIL {tmp_path}: it can't be read: Is a directory"


def test_findings_for_programs(cli: Cli, doctored: Path, log: Path) -> None:
    said = cli("verify", "--json", log, doctored)
    assert said.status == 1
    good, bad = json.loads(said.out)
    table = finished()
    assert (good["kind"], good["good"], good["fault"], good["bad_entry"]) == (
        "network",
        True,
        "",
        None,
    )
    assert good["entries"] == good["head_entry"] == len(table.log)
    assert good["head"] == table.log.place.head.hex()
    assert good["digest"] == table.game.digest()
    assert good["winners"] == [table.game.names[seat] for seat in table.game.winners]
    assert good["proven"]
    assert good["unproven"]
    assert (bad["good"], bad["bad_entry"], bad["entries"]) == (False, 10, 9)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "it is no recorded game: it has no complete first line"),
        (b"hello\n", "it is no recorded game"),
        (b"\x1b[31m\x00\n", "it is no recorded game"),
        (MAGIC, "the log is empty"),
        (MAGIC[:-2], "entry 1: it is cut off"),
        (b"chez-tui log 2\n", "this is no log of a network game"),
        (MAGIC + b"\xff" * 50, "entry 1: it is cut off"),
        (
            MAGIC + b"\x00\x00\x00\x05hello",
            "entry 1: an entry can't be read: these bytes are no value, or one beyond the limits",
        ),
    ],
)
def test_what_is_no_game_gets_a_sentence(
    cli: Cli, tmp_path: Path, data: bytes, reason: str
) -> None:
    path = tmp_path / "odd"
    path.write_bytes(data)
    said = cli("verify", path)
    assert (said.status, said.err) == (1, "")
    assert said.out.splitlines()[0] == f"FAIL {path}: {reason}"
    for verb in ("replay", "export"):
        said = cli(verb, path)
        assert (said.status, said.out) == (1, "")
        assert said.err.startswith(f"chez-tui: {path} ")


# -- games at one computer -------------------------------------------------------------------------


def test_a_record_is_held_against_the_rules(cli: Cli, tmp_path: Path) -> None:
    record = recorded()
    path = write(tmp_path / "solo.game", record)
    said = cli("verify", path)
    assert said.status == 0
    count = len(record.actions)
    assert f"proven:      {count} actions, all within the rules" in said.out
    assert "nothing in this file is signed" in said.out
    assert "only written down" in said.out
    (found,) = json.loads(cli("verify", "--json", path).out)
    assert (found["kind"], found["entries"], found["head"]) == ("local", count, "")
    assert found["digest"] == Replay(record).final.digest()
    assert found["winners"] == [clean(record.header.names[s]) for s in Replay(record).final.winners]


def test_a_result_that_the_actions_do_not_come_to_is_told(cli: Cli, tmp_path: Path) -> None:
    record = recorded()
    assert record.result is not None
    other = replace(record, result=replace(record.result, slack=(99, 99, 99)))
    said = cli("verify", write(tmp_path / "solo.game", other))
    assert said.status == 1
    assert "the result in its last line is not what the actions come to" in said.out
    cut = replace(other, actions=record.actions[:-1])
    said = cli("verify", write(tmp_path / "cut.game", cut))
    assert said.status == 1


def test_games_of_other_rules_are_not_judged(cli: Cli) -> None:
    why = (
        "this game was played by older rules (version 1, now 2) and can't be replayed or continued"
    )
    for name, where in (("bots", ""), ("solo", ""), ("network", "entry 1: ")):
        path = OLDER / f"{name}.game"
        said = cli("verify", path)
        assert (said.status, said.err) == (1, "")
        assert said.out.splitlines()[0] == f"FAIL {path}: {where}{why}"


def test_an_unfinished_record_says_so(cli: Cli, tmp_path: Path) -> None:
    said = cli("verify", write(tmp_path / "solo.game", recorded(), 40))
    assert said.status == 0
    assert "not finished here" in said.out
    assert "is won by" not in said.out


def test_an_illegal_action_is_named(cli: Cli, tmp_path: Path) -> None:
    record = recorded()
    actions = [*record.actions[:40], record.actions[3], *record.actions[40:]]
    path = write(tmp_path / "solo.game", Record(record.header, tuple(actions)))
    said = cli("verify", path)
    assert said.status == 1
    assert said.out.startswith(f"FAIL {path}: action 41 in line 42: ")
    assert "proven:      40 actions, all within the rules" in said.out
    assert json.loads(cli("verify", "--json", path).out)[0]["bad_entry"] == 41


def test_a_damaged_line_is_named(cli: Cli, tmp_path: Path) -> None:
    path = write(tmp_path / "solo.game", recorded(), 40)
    lines = path.read_bytes().split(b"\n")
    lines[9] = b"[1, 2"
    path.write_bytes(b"\n".join(lines))
    said = cli("verify", path)
    assert (said.status, said.out) == (
        1,
        f"FAIL {path}: line 10: this line of the recorded game is damaged\n",
    )


# -- network logs elsewhere ------------------------------------------------------------------------


@pytest.mark.parametrize("table", [finished(), eventful()], ids=["plain", "eventful"])
def test_a_log_is_a_record_of_the_same_game(table: HonestTable, tmp_path: Path) -> None:
    record = record_of(table.data)
    assert record.header == table.terms.header
    assert not record.torn
    replay = Replay(record)
    assert replay.final.digest() == table.game.digest()
    path = tmp_path / "game"
    path.write_bytes(table.data)
    assert read_record(path) == record


def test_a_log_that_breaks_off_is_a_torn_record() -> None:
    data = finished().data
    record = record_of(data[:-3])
    assert record.torn
    assert len(record.actions) < len(record_of(data).actions)


def test_a_bad_log_is_no_record(doctored: Path) -> None:
    with pytest.raises(RecordError, match=r"doctored\.log can't be replayed: entry 10: "):
        read_record(doctored)


def test_a_log_is_told_and_exported(cli: Cli, log: Path, tmp_path: Path) -> None:
    told = cli("replay", log)
    assert (told.status, told.err) == (0, "")
    game = finished().game
    winner = game.names[game.winners[0]]
    assert winner in told.out
    exported = cli("export", log)
    assert exported.status == 0
    notation = tmp_path / "friday.chez"
    notation.write_text(exported.out)
    assert cli("check", notation).status == 0
