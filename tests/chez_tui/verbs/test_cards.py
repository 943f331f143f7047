"""`chez-tui cards`: the catalogue, and the check of card files of one's own."""

import json
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chez_tui.cli import main
from core.catalog import EDITIONS
from tests.conftest import Cli
from tests.kit.places import DATA
from tests.kit.table import cards

OWN = (DATA / "own-cards.toml").read_text(encoding="utf-8")


def test_json_has_every_printed_card(cli: Cli) -> None:
    said = cli("cards", "--json")
    assert (said.status, said.err) == (0, "")
    listed = [(card["id"], card["copies"], card["edition"]) for card in json.loads(said.out)]
    faces = [face for face in cards(EDITIONS).faces if face.copies]
    printed = [(face.id, face.copies, face.edition) for face in faces]
    assert sorted(listed) == sorted(printed)
    assert len(cli("cards").out.splitlines()) == len(printed)


@pytest.mark.parametrize("columns", [50, 120])
def test_a_terminal_gets_tables_that_fit(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "dumb")
    said = cli("cards")
    assert said.status == 0
    assert max(map(len, said.out.splitlines())) <= columns
    for word in ("◆ Roles", "☻ People", "■ Things", "▲ Activities", "⚡ Whenevers", "Bum"):
        assert word in said.out


@given(
    junk=st.one_of(
        st.binary(max_size=200),
        st.tuples(
            st.integers(0, len(OWN)),
            st.integers(0, 30),
            st.text(st.sampled_from("[]{}=\"',.-+# \n0189abc\\é\x00"), max_size=6),
        ).map(lambda cut: (OWN[: cut[0]] + cut[2] + OWN[cut[0] + cut[1] :]).encode()),
    )
)
@settings(max_examples=100)
def test_validate_never_crashes(
    junk: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "junk.toml"
    path.write_bytes(junk)
    status = main(["cards", "--validate", str(path)])
    out, err = capsys.readouterr()
    assert (err, "fine" in out) == ("", status == 0)
