"""Machines of their own: discovery with everything that networks do, and parted games."""

import json
from typing import Any

import pytest

from net.discovery.roster import MAX_TABLES
from tests.kit.boxes import whole_box as whole_box
from tests.net.netns.lan import Lan, why_not
from tests.net.processes.cast import Cast, entries, finished

REASON = why_not()
pytestmark = pytest.mark.skipif(bool(REASON), reason=REASON or "it can be done")


def here(line: Any, *hosts: str) -> bool:
    """One table, which has answered at the first of these addresses."""
    found = line["found"]
    return len(found) == 1 and found[0]["state"] == "here" and found[0]["hosts"][0] in hosts


def nothing(line: Any) -> bool:
    return not line["found"]


def test_a_table_on_another_host_is_found_changes_and_leaves(lan: Lan) -> None:
    ann, bo = lan.wired(2)
    table, browser = lan.peer(ann, "publish", "1"), lan.peer(bo, "browse")
    assert table.line() == {"trouble": ""}
    found = browser.until(lambda line: here(line, "10.9.0.1"))["found"]
    assert found[0]["title"] == "Table 1"
    listed = lan.run(bo, "tables", "--json")
    assert listed.returncode == 0
    (one,) = json.loads(listed.stdout)
    assert (one["title"], one["answers"]) == ("Table 1", True)
    assert [address.rpartition(":")[0] for address in one["addresses"]] == ["10.9.0.1"]
    table.say("play")
    browser.until(lambda line: line["found"][0]["phase"] == "play")
    table.say("quit")
    browser.until(nothing)


def test_a_table_that_changes_in_haste_is_listed_as_it_is(lan: Lan) -> None:
    """Whoever hears three announcements within a second knows which was the last."""
    ann, bo = lan.wired(2)
    table, browser = lan.peer(ann, "publish", "1"), lan.peer(bo, "browse")
    browser.until(lambda line: here(line, "10.9.0.1"))
    for phase in ("play", "paused", "lobby", "play", "lobby", "over"):
        table.say(phase)
    browser.until(lambda line: line["found"][0]["phase"] == "over")
    table.say("lobby")
    news = browser.until(lambda line: line["found"][0]["phase"] != "over")
    assert news["found"][0]["phase"] == "lobby"


def test_of_two_interfaces_the_one_that_leads_somewhere_is_found(lan: Lan) -> None:
    near, far, ann, bo = lan.switch(), lan.switch(), lan.host(), lan.host()
    lan.plug(ann, "eth0", far, "10.8.0.1/24")
    lan.plug(ann, "eth1", near, "10.9.0.1/24")
    lan.plug(bo, "eth0", near, "10.9.0.2/24")
    # What goes to the other network gets lost on the way.
    lan.plug(lan.host(), "eth0", near, "10.9.0.99/24")
    lan.route(bo, "10.9.0.99")
    table, browser = lan.peer(ann, "publish", "1"), lan.peer(bo, "browse", "1")
    assert table.line() == {"trouble": ""}
    line = browser.until(lambda line: here(line, "10.9.0.1"))
    assert set(line["found"][0]["hosts"]) == {"10.8.0.1", "10.9.0.1"}


def test_a_killed_host_disappears(lan: Lan) -> None:
    ann, bo = lan.wired(2)
    table, browser = lan.peer(ann, "publish", "1"), lan.peer(bo, "browse", "1")
    browser.until(lambda line: here(line, "10.9.0.1"))
    table.kill()
    browser.until(nothing)


def test_interfaces_that_come_later_are_used(lan: Lan) -> None:
    switch, ann, bo = lan.switch(), lan.host(own=False), lan.host()
    table, browser = lan.peer(ann, "publish", "1"), lan.peer(bo, "browse", "1")
    assert "no network interface" in table.line()["trouble"]
    lan.plug(bo, "eth0", switch, "10.9.0.2/24")
    lan.plug(ann, "eth0", switch, "10.9.0.1/24")
    browser.until(lambda line: here(line, "10.9.0.1"))
    lan.unplug(ann, "eth0")
    browser.until(nothing)
    lan.plug(ann, "eth0", switch, "10.9.0.3/24")
    browser.until(lambda line: here(line, "10.9.0.3"))


def test_link_local_addresses_are_enough(lan: Lan) -> None:
    switch, ann, bo = lan.switch(), lan.host(own=False), lan.host(own=False)
    lan.plug(ann, "eth0", switch, link=True)
    lan.plug(bo, "eth0", switch, link=True)
    lan.peer(ann, "publish", "1")
    browser = lan.peer(bo, "browse", "1")
    line = browser.until(lambda line: line["found"] and line["found"][0]["state"] == "here")
    assert line["found"][0]["hosts"][0].startswith("fe80::")
    assert "%" in line["found"][0]["hosts"][0]


def test_a_flood_of_rubbish_hides_no_table(lan: Lan) -> None:
    ann, bo, eve = lan.wired(3)
    browser = lan.peer(bo, "browse", "1")
    browser.line()
    flood = lan.peer(eve, "flood", "10.9.0.3")
    assert flood.line() == {"sent": 1500}
    browser.until(lambda line: len(line["found"]) > 5)
    lan.peer(ann, "publish", "1")

    def real(line: Any) -> bool:
        assert len(line["found"]) <= MAX_TABLES
        return any(one["hosts"] == ["10.9.0.1"] for one in line["found"] if one["state"] == "here")

    browser.until(real)


def test_on_one_machine_without_a_network_tables_are_found(lan: Lan) -> None:
    alone = lan.host()
    table, browser = lan.peer(alone, "publish", "1"), lan.peer(alone, "browse")
    assert table.line() == {"trouble": ""}
    browser.until(lambda line: here(line, "127.0.0.1"))


def test_without_any_interface_there_are_sentences(lan: Lan) -> None:
    nowhere = lan.host(own=False)
    listed = lan.run(nowhere, "tables", "--seconds", "0.1")
    assert (listed.returncode, listed.stdout) == (1, "")
    assert "no network interface has an address" in listed.stderr
    assert "Traceback" not in listed.stderr
    doctor = lan.run(nowhere, "doctor")
    assert doctor.returncode == 1
    assert "BAD   multicast" in doctor.stdout
    assert doctor.stderr == ""


# -- games -----------------------------------------------------------------------------------------

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


def test_nobody_hears_of_an_offline_table_whoever_speaks_for_it(lan: Lan, cast: Cast) -> None:
    """Its host, one that takes over, and those who come back; who listens hears of others."""
    *hosts, ear = lan.wired(4)
    browser = lan.peer(ear, "browse")
    via = dict(zip(("Ann", "Bo", "Cy"), map(lan.inside, hosts), strict=True))
    ann = cast.host("Ann", 3, "--offline", via=via.pop("Ann"))
    door = f"10.9.0.1:{cast.port}"
    programs = {name: cast.join(name, target=door, via=inside) for name, inside in via.items()}
    programs["Bo"].until_told(EARLY)
    ann.kill()
    programs["Bo"].until(lambda _: entries(cast.log("Bo"))[-1].term > 1)
    for program in programs.values():
        program.kill()
    finished(cast, {name: cast.resume(name, inside) for name, inside in via.items()}, "Ann")
    lan.peer(hosts[0], "publish", "1")
    assert browser.until(lambda line: line["found"])["found"][0]["title"] == "Table 1"
