"""`chez-tui verify`, and network logs in `replay` and `export`."""

import json
from dataclasses import replace
from pathlib import Path

from net.log.netgame import record_of
from net.sessions.record import read_record
from net.sessions.replay import Replay
from tests.conftest import Cli
from tests.kit.recorded import recorded, write
from tests.net.honest import eventful, finished


def test_heads_and_digests_are_those_of_the_game(cli: Cli, tmp_path: Path) -> None:
    table, record = finished(), recorded()
    log = tmp_path / "friday.log"
    log.write_bytes(table.data)
    said = cli("verify", "--json", log, write(tmp_path / "solo.game", record))
    network, local = json.loads(said.out)
    assert network["head"] == table.log.place.head.hex()
    assert network["digest"] == table.game.digest()
    assert local["digest"] == Replay(record).final.digest()


def test_a_log_is_a_record_of_the_same_game(tmp_path: Path) -> None:
    path = tmp_path / "game"
    for table in (finished(), eventful()):
        record = record_of(table.data)
        assert record.header == replace(table.terms.header, about={"title": "Table"})
        assert not record.torn
        assert Replay(record).final.digest() == table.game.digest()
        path.write_bytes(table.data)
        assert read_record(path) == record


def test_a_log_that_breaks_off_is_a_torn_record() -> None:
    data = finished().data
    record = record_of(data[:-3])
    assert record.torn
    assert len(record.actions) < len(record_of(data).actions)
