"""Games between machines of their own: found by code, cables cut, networks parted and healed."""

import pytest

from tests.net.netns.lan import Lan, why_not
from tests.net.processes.cast import Cast, entries, finished

REASON = why_not()
pytestmark = pytest.mark.skipif(bool(REASON), reason=REASON or "it can be done")

EARLY = 15  # sentences
TRUNK = "trunk"


@pytest.mark.parametrize("cut", ["cable", "network"])
def test_the_greater_part_of_a_parted_network_plays_on_and_the_rest_comes_back(
    lan: Lan, cast: Cast, cut: str
) -> None:
    """Each on a machine of its own; the first one's switch has a cable to that of the others."""
    near, far = lan.switch(), lan.switch()
    lan.join(near, far, TRUNK)
    hosts = {name: lan.host() for name in ("Ann", "Bo", "Cy")}
    for number, (name, host) in enumerate(hosts.items(), 1):
        lan.plug(host, "eth0", near if name == "Ann" else far, f"10.9.0.{number}/24")
    ann = cast.host("Ann", 3, via=lan.inside(hosts["Ann"]))
    programs = {"Ann": ann}
    for name in ("Bo", "Cy"):
        programs[name] = cast.join(name, target=ann.said("table"), via=lan.inside(hosts[name]))
    bo = programs["Bo"]
    bo.until_told(EARLY)
    where = (hosts["Ann"], "eth0") if cut == "cable" else (near, TRUNK)
    lan.cut(*where)
    bo.until(lambda _: entries(cast.log("Bo"))[-1].term > 1)  # another one is host by now
    few = len(ann.story)
    bo.until_told(1)
    assert len(ann.story) == few  # one of three decides nothing
    lan.mend(*where)
    finished(cast, programs)
