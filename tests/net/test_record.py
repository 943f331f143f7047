"""Recorded games: what was written is read back, and damage is told from a torn last line."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.actions import CALL, CHANCE_KINDS, DO, PLAYER_KINDS, ROLL, SHUFFLE, Action
from core.catalog import Catalog, load_catalog
from core.game import Game
from core.luck import Luck
from net.sessions.record import (
    Header,
    OwnCards,
    Record,
    RecordError,
    RecordWriter,
    packed,
    read_record,
)
from tests.conftest import Cli

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
