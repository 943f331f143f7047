"""What can be chosen about a table: each thing is declared once, and everything else follows."""

import ast
from argparse import ArgumentParser
from pathlib import Path

import pytest

from chez_tui.play.options import SETTINGS, TableSpec, apply_change, settings_for
from chez_tui.verbs.flags import add, settings_asked
from core.setting import HOST, LOBBY, Setting
from net.table.agreed import AGREED, HANDS, QUIET, SEATS
from net.wire.messages import HANDS as ON_THE_WIRE
from tests.chez_tui.netscenes import ADA, desk_of, lobby_of
from tests.kit.places import ROOT

OTHERS = {"title": "Saturday", "seats": "6", "beat": "45", "wait": "300"}


def other(setting: Setting) -> str:
    """Return a value that is not the usual one."""
    return OTHERS.get(setting.key) or setting.values[-1]


def words_of(path: Path) -> set[object]:
    """Return the names and the strings of a module."""
    tree = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    found = (getattr(node, name, "") for node in tree for name in ("id", "attr", "arg", "value"))
    return {word for word in found if isinstance(word, str)}


def test_a_setting_is_known_to_its_declaration_and_to_one_module_here() -> None:
    modules = (ROOT / "chez_tui").rglob("*.py")
    assert [path.stem for path in modules if QUIET.key in words_of(path)] == ["options"]


@pytest.mark.parametrize("setting", AGREED, ids=lambda setting: setting.key)
def test_what_is_agreed_on_is_a_flag_a_row_and_obeyed(setting: Setting) -> None:
    parser = ArgumentParser()
    add(parser, setting)
    assert setting.flag is not None
    value = other(setting)
    given = [setting.flag.name, *([] if len(setting.values) == 2 else [value])]
    wanted = settings_asked(parser.parse_args(given), TableSpec(), setting)
    assert wanted.get(setting) == value
    for place in (HOST, LOBBY):
        assert setting.key in [row.key for row in settings_for(wanted, place)]
    desk = desk_of()
    lobby_of(desk)
    apply_change(desk, TableSpec.of(desk.snapshot()).put(setting, value), setting.key)
    now = desk.snapshot()
    assert TableSpec.of(now).get(setting) == value
    ready = any(chair.ready for chair in now.chairs if chair.pid == ADA)
    assert ready == (setting in (QUIET, SEATS)), "about all others people are asked again"


def test_every_setting_can_be_read_and_written() -> None:
    assert HANDS.values == ON_THE_WIRE
    spec = TableSpec(title="Friday")
    for setting in SETTINGS:
        assert spec.put(setting, spec.get(setting)) == spec
