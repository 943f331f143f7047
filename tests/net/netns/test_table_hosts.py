"""Games between machines of their own: found by code, cables cut, networks parted and healed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.net.netns.lan import Lan, why_not
from tests.net.processes.cast import Cast, Running, entries, finished

REASON = why_not()
pytestmark = pytest.mark.skipif(bool(REASON), reason=REASON or "it can be done")

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
EARLY = 15  # sentences
TRUNK = "trunk"


class Room:
    """A table of bots, each on a machine of its own; the first `near` of them share a switch, the
    rest another one, and there is a cable between the two."""

    def __init__(self, lan: Lan, cast: Cast, seats: int, near: int) -> None:
        self._lan = lan
        self._cast = cast
        self.hosts = {name: lan.host() for name in NAMES[:seats]}
        self._switches = [lan.switch(), lan.switch()]
        lan.join(*self._switches, TRUNK)
        for number, host in enumerate(self.hosts.values()):
            lan.plug(host, "eth0", self._switches[number >= near], f"10.9.0.{number + 1}/24")
        self.programs: dict[str, Running] = {}

    def sit(self) -> None:
        """Everybody finds the first one's table by its code."""
        first, *others = self.hosts
        via = self._lan.inside(self.hosts[first])
        self.programs[first] = self._cast.host(first, len(self.hosts), via=via)
        code = self.programs[first].said("table")
        for name in others:
            via = self._lan.inside(self.hosts[name])
            self.programs[name] = self._cast.join(name, target=code, via=via)

    def part(self) -> None:
        self._lan.cut(self._switches[0], TRUNK)

    def heal(self) -> None:
        self._lan.mend(self._switches[0], TRUNK)


@pytest.fixture
def lan() -> Iterator[Lan]:
    with Lan() as made:
        yield made


@pytest.fixture
def cast(tmp_path: Path) -> Iterator[Cast]:
    with Cast(tmp_path) as made:
        yield made


def last_term(cast: Cast, name: str) -> int:
    return entries(cast.log(name))[-1].term


def test_three_hosts_play_and_the_cable_of_the_first_is_cut_for_a_while(
    lan: Lan, cast: Cast
) -> None:
    room = Room(lan, cast, 3, near=1)
    room.sit()
    room.programs["Bo"].until_told(EARLY)
    lan.cut(room.hosts["Ann"], "eth0")
    room.programs["Bo"].until(lambda _: last_term(cast, "Bo") > 1)  # another one is host by now
    lan.mend(room.hosts["Ann"], "eth0")
    finished(cast, room.programs)


def test_the_greater_part_of_a_parted_network_plays_on_and_the_rest_comes_back(
    lan: Lan, cast: Cast
) -> None:
    room = Room(lan, cast, 5, near=2)
    room.sit()
    ann, bo, cy, *_ = room.programs.values()
    cy.until_told(EARLY)
    room.part()
    took = cy.until(lambda _: last_term(cast, "Cy") > 1)
    few = len(ann.story), len(bo.story)
    took += cy.until_told(1)
    print(f"the game went on {took:.2f} s after the network was parted")
    assert (len(ann.story), len(bo.story)) == few  # two of five decide nothing
    room.heal()
    finished(cast, room.programs)
