"""Recorded games: what was written is read back, and damage is told from a torn last line."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.actions import CALL, CHANCE_KINDS, DO, PLAYER_KINDS, ROLL, SHUFFLE, Action
from core.catalog import Catalog, load_catalog
from core.clauses import RULES_VERSION
from core.game import Game
from core.luck import Luck
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
from tests.kit.places import OLDER
from tests.kit.recorded import recorded, unnumbered, write

NUMBERS = st.integers(-2, 2000)
ACTIONS = st.builds(
    Action,
    st.sampled_from((*PLAYER_KINDS, *CHANCE_KINDS)),
    st.integers(-1, 7),
    st.lists(NUMBERS, max_size=6).map(tuple),
    st.lists(NUMBERS, max_size=6).map(tuple),
    NUMBERS,
    NUMBERS,
    NUMBERS,
    NUMBERS,
)
OWN = OwnCards(
    "mine.toml",
    '[[card]]\nname = "Lava Lamp"\nkind = "thing"\nslack = 1\n'
    'text = "Glows."\nflavor = "Wow, Ökö."\n',
)


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def dealt(game: Game) -> list[Action]:
    """The actions of the deal."""
    luck = Luck(7)
    actions = []
    while not game.begun:
        actions.append(luck.answer(game))
        game.apply(actions[-1])
    return actions


def written(path: Path, header: Header, actions: list[Action]) -> None:
    with RecordWriter(path, header) as writer:
        for action in actions:
            writer.write(action)


def test_a_game_is_read_back(catalog: Catalog, tmp_path: Path) -> None:
    header = Header.of(catalog, ("Ann", "Zoë"), {"guests": "off"}, first=1, winners=(0,))
    path = tmp_path / "one.game"
    game = Record(header, ()).game()
    written(path, header, [])
    assert read_record(path) == Record(header, ())
    assert game.names == ("Ann", "Zoë")
    assert game.options["guests"] == "off"
    assert game.first == 1


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(actions=st.lists(ACTIONS, max_size=8))
def test_any_actions_are_read_back(catalog: Catalog, tmp_path: Path, actions: list[Action]) -> None:
    path = tmp_path / "some.game"
    path.unlink(missing_ok=True)  # of the example before
    written(path, Header.of(catalog, ("Ann", "Bo")), actions)
    assert read_record(path).actions == tuple(actions)


def test_any_name_is_read_back(catalog: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "names.game"
    header = Header.of(catalog, ('"\\', "\udcff\n", "Zoë\u2028", "\0"))
    written(path, header, [])
    assert read_record(path).header == header


def test_lines_are_compact_and_on_disk_at_once(catalog: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "one.game"
    with RecordWriter(path, Header.of(catalog, ("Ann", "Bo"))) as writer:
        writer.write(Action(ROLL, -1, value=3))
        assert read_record(path).actions == (Action(ROLL, -1, value=3),)
        writer.write(Action(CALL, 0, (5,), (17,), 1))
        assert path.read_text().splitlines()[2] == '["call",0,[5],[17],1]'
    assert packed(Action("next", 1)) == ["next", 1]


def test_a_torn_last_line_is_left_out(catalog: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "torn.game"
    actions = [Action(ROLL, -1, value=3), Action(DO, 0, (12,), (40,), ref=17)]
    written(path, Header.of(catalog, ("Ann", "Bo")), actions)
    data = path.read_bytes()
    last = data.rstrip(b"\n").rfind(b"\n") + 1
    for end in range(last, len(data) + 1):
        path.write_bytes(data[:end])
        record = read_record(path)
        whole = end >= len(data) - 1  # only the line break is missing
        assert record.actions == tuple(actions if whole else actions[:1])
        assert record.torn == (not whole and end > last)


def test_damage_is_told_with_its_line(catalog: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "bad.game"
    written(path, Header.of(catalog, ("Ann", "Bo")), [Action(ROLL, -1, value=3)] * 2)
    head, line, _ = path.read_text().splitlines()
    for bad in ("", "{}", "[]", '["juggle",0]', '["roll"]', '["roll",0,[1.5]]', '["roll",true]',
                '["roll",0,"ab"]', "[" * 3000, '["roll",' + "9" * 5000 + "]", '["roll",0,[[]]]',
                '["roll",0,[],[],0,0,0,0,0]', "\0", '["roll",9999999]'):  # fmt: skip
        path.write_text("\n".join((head, line, bad, line, "")))
        with pytest.raises(RecordError, match=r"bad\.game:3: this line .* is damaged"):
            read_record(path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "chess"}, "is no recorded game"),
        ({"version": 99}, "version 99"),
        ({"rules": "two"}, "header .* is damaged"),
        ({"rules": None}, "header .* is damaged"),
        ({"rules": True}, "header .* is damaged"),
        ({"rules": 0}, "header .* is damaged"),
        ({"names": [1]}, "header .* is damaged"),
        ({"first": "Ann"}, "header .* is damaged"),
        ({"options": {"guests": 1}}, "header .* is damaged"),
        ({"cards": [{"name": "x"}]}, "own cards in the header"),
        ({"cards": [1]}, "own cards in the header"),
    ],
)
def test_headers_that_are_wrong(
    catalog: Catalog, tmp_path: Path, change: dict[str, object], said: str
) -> None:
    path = tmp_path / "head.game"
    written(path, Header.of(catalog, ("Ann", "Bo")), [])
    header = json.loads(path.read_text())
    path.write_text(json.dumps(header | change) + "\n")
    with pytest.raises(RecordError, match=said):
        read_record(path)


@pytest.mark.parametrize("data", [b"", b"{}", b"\n", b"{}\n", b"\xff\xfe\n", b"players: A; B\n"])
def test_foreign_files(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(data)
    with pytest.raises(RecordError, match="is no recorded game"):
        read_record(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="can't be read: No such file"):
        read_record(tmp_path / "none.game")


def test_tables_that_can_not_be_set(catalog: Catalog) -> None:
    good = Header.of(catalog, ("Ann", "Bo"))
    for header, said in (
        (Header(("gnome",), "", ("Ann", "Bo")), "can't be loaded"),
        (Header(("geek",), "0" * 64, ("Ann", "Bo")), "other cards"),
        (Header(("geek",), good.fingerprint, ("Ann",)), "can't be set"),
        (Header(("geek",), good.fingerprint, ("Ann", "Bo"), {"pets": "on"}), "can't be set"),
    ):
        with pytest.raises(RecordError, match=said):
            Record(header, ()).game()


# -- how it ended ----------------------------------------------------------------------------------


def test_a_finished_game_ends_with_its_result(tmp_path: Path) -> None:
    path = write(tmp_path / "done.game", recorded())
    final = Replay(recorded()).final
    record = read_record(path)
    assert record == recorded()
    assert record.result == Result(final.winners, final.round, tuple(final.slack))
    last = json.loads(path.read_text().splitlines()[-1])
    assert last == {
        "result": {
            "winners": list(final.winners),
            "round": final.round,
            "slack": list(final.slack),
        }
    }


def test_a_result_that_is_cut_off_is_left_out(tmp_path: Path) -> None:
    path = write(tmp_path / "done.game", recorded())
    data = path.read_bytes()
    last = data.rstrip(b"\n").rfind(b"\n") + 1
    for end in range(last, len(data) + 1):
        path.write_bytes(data[:end])
        record = read_record(path)
        whole = end >= len(data) - 1
        assert record.actions == recorded().actions
        assert (record.result is not None) == whole
        assert record.torn == (not whole and end > last)


def test_a_result_can_be_taken_back_with_its_action(catalog: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "undone.game"
    roll, done = Action(ROLL, -1, value=3), Result((1,), 9, (3, 21))
    with RecordWriter(path, Header.of(catalog, ("Ann", "Bo"))) as writer:
        writer.write(roll)
        writer.write(roll, done)
        assert read_record(path).result == done
        writer.take_back()
        assert read_record(path).actions == (roll,)
        assert read_record(path).result is None
        writer.write(roll, done)
    header = read_record(path).header
    RecordWriter.continued(path, header, (roll, roll), done).close()
    assert read_record(path) == Record(header, (roll, roll), result=done)


def test_damaged_results_are_told(catalog: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "bad.game"
    written(path, Header.of(catalog, ("Ann", "Bo")), [Action(ROLL, -1, value=3)])
    text = path.read_text()
    good = {"winners": [1], "round": 9, "slack": [-2, 21]}
    path.write_text(text + json.dumps({"result": good}) + "\n")
    assert read_record(path).result == Result((1,), 9, (-2, 21))
    for change in (
        {"winners": None}, {"winners": [2]}, {"winners": [-1]}, {"winners": [1, 1]},
        {"winners": "1"}, {"round": "9"}, {"round": -1}, {"round": True}, {"slack": [1]},
        {"slack": [1, "2"]}, {"slack": None},
    ):  # fmt: skip
        path.write_text(text + json.dumps({"result": good | change}) + "\n")
        with pytest.raises(RecordError, match=r"bad\.game:3: this line .* is damaged"):
            read_record(path)
    path.write_text(text + json.dumps({"result": good}) + "\n" + text.splitlines()[1] + "\n")
    with pytest.raises(RecordError, match=r"bad\.game:3: this line .* is damaged"):
        read_record(path)


# -- other rules -----------------------------------------------------------------------------------

OLD = "this game was played by older rules (version 1, now 2) and can't be replayed or continued"
NEW = (
    "this game was played by newer rules (version 3, here 2): "
    "update chez-tui to replay or continue it"
)


def test_a_game_says_by_which_rules_it_is_played(catalog: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "one.game"
    written(path, Header.of(catalog, ("Ann", "Bo")), [])
    header = json.loads(path.read_text())
    assert (header["version"], header["rules"]) == (2, RULES_VERSION)
    assert read_record(OLDER / "bots.game").header.rules == 1


def test_games_of_other_rules_are_read_and_not_played(catalog: Catalog) -> None:
    for header, said in (
        (read_record(OLDER / "bots.game").header, OLD),
        (replace(Header.of(catalog, ("Ann", "Bo")), rules=3), NEW),
        (
            replace(Header.of(catalog, ("Ann", "Bo")), fingerprint="0" * 64),
            "this game was played with other cards and can't be replayed or continued",
        ),
    ):
        with pytest.raises(Outdated) as refused:
            Record(header, ()).game()
        assert str(refused.value) == said


def test_other_rules_may_know_other_actions(tmp_path: Path) -> None:
    """They can't be damaged for a program that does not know them; their result can be read."""
    record = recorded()
    for rules, result in ((3, record.result), (1, None)):
        header = replace(record.header, rules=rules)
        path = write(tmp_path / "other.game", replace(record, header=header))
        if rules == 1:
            unnumbered(path, record)
        head, _, *lines = path.read_text().splitlines()
        path.write_text("\n".join([head, '["juggle",0,{"balls":3}]', *lines]) + "\n")
        other = read_record(path)
        assert (other.header.rules, other.actions, other.result) == (rules, (), result)
        assert other.by_todays_rules() is None


@pytest.mark.parametrize("verb", ["replay", "export"])
def test_no_verb_plays_a_game_of_other_rules(cli: Cli, verb: str, tmp_path: Path) -> None:
    for name in ("bots.game", "solo.game", "network.game"):
        assert cli(verb, OLDER / name) == (1, "", f"chez-tui: {OLD}\n")
    newer = replace(recorded(), header=replace(recorded().header, rules=3))
    path = write(tmp_path / "newer.game", newer)
    assert cli(verb, path) == (1, "", f"chez-tui: {NEW}\n")


def test_what_an_older_game_comes_to_by_todays_rules(tmp_path: Path) -> None:
    assert read_record(OLDER / "solo.game").by_todays_rules() is None  # it has no end
    bots = read_record(unnumbered(tmp_path / "old.game", recorded()))
    assert (bots.header.rules, bots.result) == (1, None)
    assert bots.by_todays_rules() == recorded().result
    half = replace(bots, actions=bots.actions[:-1])
    assert half.by_todays_rules() is None
    longer = replace(bots, actions=(*bots.actions, bots.actions[-1]))
    assert longer.by_todays_rules() is None
    other = replace(bots, header=replace(bots.header, editions=("gnome",)))
    assert other.by_todays_rules() is None


def test_own_cards_travel_with_the_game(cli: Cli, tmp_path: Path) -> None:
    mine = tmp_path / OWN.name
    mine.write_bytes(OWN.read_bytes())
    catalog = load_catalog(("geek",), (mine,))
    header = Header.of(catalog, ("Ann", "Bo"), own=(OwnCards.of(mine),))
    assert header.own == (OWN,)
    path = tmp_path / "own.game"
    game = Record(header, ()).game()
    actions = dealt(game)
    assert any(action.kind == SHUFFLE for action in actions)
    written(path, header, actions)
    mine.rename(tmp_path / "elsewhere.toml")
    assert read_record(path) == Record(header, tuple(actions))
    said = cli("export", path)
    assert said.status == 0
    assert said.out.startswith("# with the cards of mine.toml: check it with --cards mine.toml\n")
    assert "Lava Lamp" in said.out


def test_export_of_a_recorded_game(cli: Cli, catalog: Catalog, tmp_path: Path) -> None:
    path, text = tmp_path / "friday.game", tmp_path / "friday.chez"
    header = Header.of(catalog, ("Ann", "Bo", "Cy"))
    game = Record(header, ()).game()
    actions = dealt(game)
    written(path, header, actions)
    with path.open("a") as file:
        file.write('["nex')
    said = cli("export", path)
    assert said.status == 0
    assert said.out.startswith("# the record breaks off in the middle of a line\ntitle: friday\n")
    text.write_text(said.out, encoding="utf-8")
    assert cli("check", text).status == 0


def test_export_says_why_not(cli: Cli, catalog: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "bad.game"
    said = cli("export", path)
    assert said == (1, "", f"chez-tui: {path} can't be read: No such file or directory\n")
    written(path, Header.of(catalog, ("Ann", "Bo")), [Action(ROLL, -1, value=3)])
    assert cli("export", path).err.startswith("chez-tui: action 1 of this record is against")
