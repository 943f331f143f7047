"""What is said of those who come with a name that somebody else was known by."""

from pathlib import Path

from net.identity import KnownPeers, Trust
from net.table.acquaintance import Acquaintances
from tests.net.honest import identity

ANN, OTHER, BO = (identity(number).pid for number in range(3))


class Host:
    """A person who knows some people, and who is at the table now."""

    def __init__(self, folder: Path) -> None:
        self.known = KnownPeers(folder / "peers")
        self.here: dict[bytes, str] = {}
        self.told: list[str] = []
        self.among = Acquaintances(
            self.known, self.here.__contains__, lambda pid: self.here[pid], self.told.append
        )

    def joined(self, name: str, pid: bytes, chair: int = 0) -> Trust:
        self.here[pid] = f"in chair {chair}" if chair else ""
        self.among.meet(name, pid)
        return self.among.met[pid].trust


def test_another_key_under_a_known_name_is_an_alarm_each_time(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.known.meet("Ann", ANN)
    assert host.joined("Ann", OTHER) is Trust.CHANGED
    assert host.joined("Ann", OTHER) is Trust.CHANGED
    assert len(host.told) == 2
    assert host.told[0].startswith("Ann is not the Ann you met before: the key is new (")


def test_two_who_share_a_name_are_an_alarm_only_when_one_is_not_here(tmp_path: Path) -> None:
    host = Host(tmp_path)
    assert host.joined("Ann", ANN, chair=1) is Trust.NEW
    for _ in range(2):
        assert host.joined("Ann", OTHER, chair=2) is Trust.NEW
    assert host.told == ["Two are called Ann here; the one you met first is in chair 1"]
    assert host.known.name_of(OTHER) == ""  # the name stays with who had it first
    del host.here[ANN]
    assert host.joined("Ann", OTHER, chair=1) is Trust.CHANGED


def test_an_alarm_is_taken_back_when_the_one_who_is_known_comes(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.known.meet("Ann", ANN)
    assert host.joined("Ann", OTHER, chair=1) is Trust.CHANGED
    assert host.joined("Bo", BO) is Trust.NEW
    assert host.joined("Ann", ANN) is Trust.KNOWN
    assert host.among.met[OTHER].trust is Trust.NEW
    assert host.told[1:] == ["Two are called Ann here"]


def test_a_list_that_can_not_be_written_keeps_nobody_out(tmp_path: Path) -> None:
    host = Host(tmp_path / "gone" / "away")
    (tmp_path / "gone").write_text("in the way, as on a full disk")
    assert host.joined("Ann", ANN) is Trust.NEW
    assert host.joined("Bo", BO) is Trust.NEW
    (told,) = host.told
    assert told.startswith("Whom you meet here is not remembered: ")
