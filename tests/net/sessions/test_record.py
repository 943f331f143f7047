"""Recorded games: what was written is read back, and damage is told from a torn last line."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.actions import CALL, CHANCE_KINDS, DO, PLAYER_KINDS, ROLL, SHUFFLE, Action
from core.catalog import load_catalog
from core.clauses import RULES_VERSION
from net.sessions.record import (
    Header,
    Outdated,
    OwnCards,
    Record,
    RecordError,
    RecordWriter,
    Result,
    packed,
    read_record,
)
from net.sessions.replay import Replay
from tests.conftest import Cli
from tests.kit.card_files import changed
from tests.kit.deals import recorded_cards
from tests.kit.places import OLDER
from tests.kit.random_play import deal
from tests.kit.recorded import catalog, recorded, unnumbered, write

NUMBERS = st.integers(-2, 2000)
MANY = st.lists(NUMBERS, max_size=6).map(tuple)
KINDS = st.sampled_from((*PLAYER_KINDS, *CHANCE_KINDS))
ACTIONS = st.builds(Action, KINDS, st.integers(-1, 7), MANY, MANY, *[NUMBERS] * 4)
OWN = OwnCards("mine.toml", changed(("It moves", "Ökö moves")))
with recorded_cards():
    HEADER = Header.of(catalog(), ("Ann", "Bo"))
ROLLED = Action(ROLL, -1, value=3)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "friday.game"


def written(path: Path, *actions: Action, header: Header = HEADER) -> str:
    """Writes a game down; its text."""
    write(path, Record(header, actions))
    return path.read_text()


def damaged(path: Path, *lines: str) -> None:
    """The third line of that file is told to be damaged."""
    path.write_text("\n".join((*lines, "")))
    with pytest.raises(RecordError, match=r"friday\.game:3: this line .* is damaged"):
        read_record(path)


def test_a_game_is_read_back(path: Path) -> None:
    header = Header.of(catalog(), ("Ann", "Zoë"), {"guests": "off"}, first=1, winners=(0,))
    written(path, header=header)
    assert read_record(path) == Record(header, ())
    game = Record(header, ()).game()
    assert game.names == ("Ann", "Zoë")
    assert game.options["guests"] == "off"
    assert game.first == 1
    odd = Header.of(catalog(), ('"\\', "\udcff\n", "Zoë\u2028", "\0"))
    written(path, header=odd)
    assert read_record(path).header == odd


CHECKS = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@settings(max_examples=60, suppress_health_check=CHECKS)
@given(actions=st.lists(ACTIONS, max_size=8))
def test_any_actions_are_read_back(path: Path, actions: list[Action]) -> None:
    written(path, *actions)
    assert read_record(path).actions == tuple(actions)


def test_lines_are_compact_and_on_disk_at_once(path: Path) -> None:
    with RecordWriter(path, HEADER) as writer:
        writer.write(ROLLED)
        assert read_record(path).actions == (ROLLED,)
        writer.write(Action(CALL, 0, (5,), (17,), 1))
        assert path.read_text().splitlines()[2] == '["call",0,[5],[17],1]'
    assert packed(Action("next", 1)) == ["next", 1]


def test_a_torn_last_line_is_left_out(path: Path) -> None:
    done = Result((1,), 9, (3, 21))
    actions = (ROLLED, Action(DO, 0, (12,), (40,), ref=17))
    for result in (None, done):
        write(path, Record(HEADER, actions, result=result))
        data = path.read_bytes()
        last = data.rstrip(b"\n").rfind(b"\n") + 1
        for end in range(last, len(data) + 1):
            path.write_bytes(data[:end])
            record = read_record(path)
            whole = end >= len(data) - 1  # only the line break is missing
            assert record.actions == (actions if whole or result else actions[:1])
            assert record.result == (result if whole else None)
            assert record.torn == (not whole and end > last)


def test_damage_is_told_with_its_line(path: Path) -> None:
    head, line = written(path, ROLLED).splitlines()
    for bad in ("", "{}", "[]", '["juggle",0]', '["roll"]', '["roll",0,[1.5]]', '["roll",true]',
                '["roll",0,"ab"]', "[" * 3000, '["roll",' + "9" * 5000 + "]", '["roll",0,[[]]]',
                '["roll",0,[],[],0,0,0,0,0]', "\0", '["roll",9999999]'):  # fmt: skip
        damaged(path, head, line, bad, line)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "chess"}, "isn't a chez-tui game file"),
        ({"version": 99}, "version 99"),
        ({"rules": "two"}, "header .* is damaged"),
        ({"rules": None}, "header .* is damaged"),
        ({"rules": True}, "header .* is damaged"),
        ({"rules": 0}, "header .* is damaged"),
        ({"names": [1]}, "header .* is damaged"),
        ({"first": "Ann"}, "header .* is damaged"),
        ({"options": {"guests": 1}}, "header .* is damaged"),
        ({"cards": [{"name": "x"}]}, "custom cards in the header"),
        ({"cards": [1]}, "custom cards in the header"),
    ],
)
def test_headers_that_are_wrong(path: Path, change: dict[str, object], said: str) -> None:
    header = json.loads(written(path))
    path.write_text(json.dumps(header | change) + "\n")
    with pytest.raises(RecordError, match=said):
        read_record(path)


def test_foreign_files(path: Path) -> None:
    with pytest.raises(RecordError, match="can't be read: No such file"):
        read_record(path)
    for data in (b"", b"{}", b"\n", b"{}\n", b"\xff\xfe\n", b"players: A; B\n"):
        path.write_bytes(data)
        with pytest.raises(RecordError, match="isn't a chez-tui game file"):
            read_record(path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"editions": ("gnome",)}, "can't be loaded"),
        ({"fingerprint": "0" * 64}, "different cards"),
        ({"names": ("Ann",)}, "can't be set"),
        ({"options": {"pets": "on"}}, "can't be set"),
    ],
)
def test_tables_that_can_not_be_set(change: dict[str, object], said: str) -> None:
    with pytest.raises(RecordError, match=said):
        Record(replace(HEADER, **change), ()).game()  # type: ignore[arg-type]


# -- how it ended ----------------------------------------------------------------------------------


def test_a_finished_game_ends_with_its_result(path: Path) -> None:
    final = Replay(recorded()).final
    record = read_record(write(path, recorded()))
    assert record == recorded()
    assert record.result == Result(final.winners, final.round, tuple(final.slack))
    last = json.loads(path.read_text().splitlines()[-1])["result"]
    assert list(last) == ["winners", "round", "slack"]
    assert list(last.values()) == [list(final.winners), final.round, list(final.slack)]


def test_a_result_can_be_taken_back_with_its_action(path: Path) -> None:
    done = Result((1,), 9, (3, 21))
    with RecordWriter(path, HEADER) as writer:
        writer.write(ROLLED)
        writer.write(ROLLED, done)
        assert read_record(path).result == done
        writer.take_back()
        assert read_record(path).actions == (ROLLED,)
        assert read_record(path).result is None
        writer.write(ROLLED, done)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    RecordWriter.continued(path, read_record(path), done).close()
    assert read_record(path) == Record(HEADER, (ROLLED, ROLLED), result=done)


def test_damaged_results_are_told(path: Path) -> None:
    head, line = written(path, ROLLED).splitlines()
    good = {"winners": [1], "round": 9, "slack": [-2, 21]}
    path.write_text("\n".join((head, line, json.dumps({"result": good}), "")))
    assert read_record(path).result == Result((1,), 9, (-2, 21))
    for change in (
        {"winners": None}, {"winners": [2]}, {"winners": [-1]}, {"winners": [1, 1]},
        {"winners": "1"}, {"round": "9"}, {"round": -1}, {"round": True}, {"slack": [1]},
        {"slack": [1, "2"]}, {"slack": None},
    ):  # fmt: skip
        damaged(path, head, line, json.dumps({"result": good | change}))
    damaged(path, head, line, json.dumps({"result": good}), line)


# -- other rules -----------------------------------------------------------------------------------

OLD = "this game used older rules (version 1, now 2), so it can't be replayed or continued"
NEW = "this game used newer rules (version 3, here 2): update chez-tui to replay or continue it"
OTHER = "this game used different cards, so it can't be replayed or continued"


def test_games_of_other_rules_are_read_and_not_played(path: Path) -> None:
    header = json.loads(written(path))
    assert (header["version"], header["rules"]) == (2, RULES_VERSION)
    older = read_record(OLDER / "bots.game").header
    assert older.rules == 1
    newer, others = replace(HEADER, rules=3), replace(HEADER, fingerprint="0" * 64)
    for played, said in ((older, OLD), (newer, NEW), (others, OTHER)):
        with pytest.raises(Outdated) as refused:
            Record(played, ()).game()
        assert str(refused.value) == said


def test_other_rules_may_know_other_actions(path: Path) -> None:
    """They can't be damaged for a program that does not know them; their result can be read."""
    record = recorded()
    for rules, result in ((3, record.result), (1, None)):
        write(path, replace(record, header=replace(record.header, rules=rules)))
        if rules == 1:
            unnumbered(path, record)
        head, _, *lines = path.read_text().splitlines()
        path.write_text("\n".join([head, '["juggle",0,{"balls":3}]', *lines]) + "\n")
        other = read_record(path)
        assert (other.header.rules, other.actions, other.result) == (rules, (), result)
        assert other.by_todays_rules() is None


@pytest.mark.parametrize("verb", ["replay", "export"])
def test_no_verb_plays_a_game_of_other_rules(cli: Cli, verb: str, path: Path) -> None:
    for name in ("bots.game", "solo.game", "network.game"):
        assert cli(verb, OLDER / name) == (1, "", f"chez-tui: {OLD}\n")
    write(path, replace(recorded(), header=replace(recorded().header, rules=3)))
    assert cli(verb, path) == (1, "", f"chez-tui: {NEW}\n")


def test_what_an_older_game_comes_to_by_todays_rules(path: Path) -> None:
    bots = read_record(unnumbered(path, recorded()))
    assert (bots.header.rules, bots.result) == (1, None)
    assert bots.by_todays_rules() == recorded().result
    for other in (
        read_record(OLDER / "solo.game"),  # it has no end
        replace(bots, actions=bots.actions[:-1]),
        replace(bots, actions=(*bots.actions, bots.actions[-1])),
        replace(bots, header=replace(bots.header, editions=("gnome",))),
    ):
        assert other.by_todays_rules() is None


# -- export ----------------------------------------------------------------------------------------


def test_own_cards_travel_with_the_game(cli: Cli, path: Path) -> None:
    mine = path.with_name(OWN.name)
    mine.write_bytes(OWN.text.encode())
    header = Header.of(load_catalog(("geek",), (mine,)), ("Ann", "Bo"), own=(OwnCards.of(mine),))
    assert header.own == (OWN,)
    actions = deal(Record(header, ()).game(), 7)
    assert any(action.kind == SHUFFLE for action in actions)
    written(path, *actions, header=header)
    mine.rename(mine.with_name("elsewhere.toml"))
    assert read_record(path) == Record(header, tuple(actions))
    said = cli("export", path)
    assert said.status == 0
    assert said.out.startswith("# uses the cards in mine.toml: check it with --cards mine.toml\n")
    assert "Lava Lamp" in said.out


def test_export_of_a_recorded_game(cli: Cli, path: Path) -> None:
    text = path.with_suffix(".chez")
    header = Header.of(catalog(), ("Ann", "Bo", "Cy"))
    actions = deal(Record(header, ()).game(), 7)
    path.write_text(written(path, *actions, header=header) + '["nex')
    said = cli("export", path)
    assert said.status == 0
    assert said.out.startswith("# the file breaks off in the middle of a line\ntitle: friday\n")
    text.write_text(said.out, encoding="utf-8")
    assert cli("check", text).status == 0


def test_export_says_why_not(cli: Cli, path: Path) -> None:
    said = cli("export", path)
    assert said == (1, "", f"chez-tui: {path} can't be read: No such file or directory\n")
    written(path, ROLLED)
    assert cli("export", path).err.startswith("chez-tui: action 1 of this game file breaks")
