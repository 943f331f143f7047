"""Real programs play whole games, and each user has one line for each of them."""

from pathlib import Path

from chez_tui import __version__
from chez_tui.cli import main
from chez_tui.games import go_on
from core.clauses import RULES_VERSION
from net.sessions.history import read_history
from net.sessions.local import INSTANT
from net.sessions.record import read_record
from net.sessions.replay import Replay
from tests.chez_tui.plain.talk import through_a_pipe
from tests.net.processes.cast import Cast


def history(data: Path) -> Path:
    return data / "chez-tui" / "history.jsonl"


def test_a_solo_game_leaves_one_line(data_home: Path) -> None:
    words = ("--seed", "7", "--bots", "2", "--level", "easy,normal", "--name", "Pam")
    status, _, errors = through_a_pipe("solo", "--plain", *words)
    assert (status, errors) == (0, "")
    (said,) = read_history(history(data_home))
    path = data_home / "chez-tui" / said["record"]
    final = Replay(read_record(path)).final
    assert (said["program"], said["rules"]) == (__version__, RULES_VERSION)
    assert [(seat["name"], seat["bot"]) for seat in said["seats"]] == [
        ("Pam", ""),
        ("Ada", "easy"),
        ("Bix", "normal"),
    ]
    assert (said["yours"], said["winners"]) == ([0], list(final.winners))
    assert [seat["slack"] for seat in said["seats"]] == final.slack
    before = history(data_home).read_bytes()
    table, _ = go_on(path, INSTANT)  # as if someone opened the finished game again
    table.close()
    assert main(["replay", str(path), "--text"]) == 0
    assert main(["bots", "--seed", "1", "--rounds-only"]) == 0  # no game of anyone here
    assert main(["simulate", "--games", "1", "--players", "2"]) == 0
    assert history(data_home).read_bytes() == before


def test_a_network_game_leaves_one_line_at_each_player(cast: Cast, tmp_path: Path) -> None:
    ann = cast.offline("Ann", 2)
    home = {f"XDG_{name}_HOME": str(tmp_path / "pam" / name) for name in ("DATA", "CONFIG")}
    join = ("join", f"127.0.0.1:{cast.port}", "--plain", "--name", "Pam")
    status, _, errors = through_a_pipe(*join, env=home, first="ready\n")
    assert (status, errors) == (0, "")
    assert ann.status() == 0
    (hers,) = read_history(history(ann.home / "data"))
    (mine,) = read_history(history(tmp_path / "pam" / "DATA"))
    assert [(seat["name"], seat["bot"]) for seat in mine["seats"]] == [
        ("Ann", "normal"),
        ("Pam", ""),
    ]
    assert (hers["yours"], mine["yours"]) == ([0], [1])
    assert hers["record"] == str(cast.log("Ann"))
    final = Replay(read_record(tmp_path / "pam" / "DATA" / "chez-tui" / mine["record"])).final
    assert mine["winners"] == list(final.winners)
    for line in (hers, mine):
        for field in ("yours", "record", "date"):
            del line[field]
    assert hers == mine
