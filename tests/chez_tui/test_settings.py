"""The settings file: what is in it, what is wrong with it, what the command line makes of it."""

from argparse import ArgumentParser

import pytest

from chez_tui.errors import UserError
from chez_tui.settings import (
    AUTO,
    SETTINGS,
    Settings,
    as_text,
    default_of,
    from_text,
    load_settings,
    save_setting,
)
from chez_tui.verbs import flags
from chez_tui.world import TerminalTraits, World
from tests.kit.worlds import here, keep, kept


def wrong(text: str | bytes) -> tuple[Settings, list[str]]:
    """Return what a file with this text means, and what is wrong with it, without its name."""
    path = here().settings
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    settings, faults = load_settings(path)
    assert all(fault.startswith(f"{path}, line ") for fault in faults)
    return settings, [fault.removeprefix(f"{path}, line ") for fault in faults]


def test_what_is_saved_is_read_back_and_defaults_stay_out() -> None:
    config = Settings(
        name='Zoë "Z" [bold]\\',
        editions="goth+geek",
        theme="goth",
        pace="fast",
        preset="always",
        ascii=True,
        calm=True,
        paper=False,
        mouse=False,
        chat=False,
        bell_turn=False,
        bell_window=False,
        auto_next=False,
        keys={"help": ("f2",), "up": ("up", "y")},
    )
    assert all(one != other for one, other in zip(config, Settings(), strict=True))
    assert kept() == Settings()
    keep(config)
    assert kept() == config
    assert [path.name for path in here().settings.parent.iterdir()] == ["settings.toml"]
    for name in (*SETTINGS, "keys.help", "keys.up"):
        if name != "keys":
            save_setting(here().settings, name, default_of(name))
    assert here().settings.read_text().split() == ["[keys]"]


FILE = """\
# Pam's file
#   by hand

theme  =  "goth"   # my "favorite" # one
colour = "red"  # nothing knows this
'bell_turn' = false
calm = true
keys.undo = "f7"

# below here: nothing of chez-tui
[editor]
theme = "solarized"
lines = [
  "a", # b
]
"""


def test_a_change_touches_its_own_line_only() -> None:
    wrong(FILE)
    path, others = here().settings, here().settings.with_name("dotfiles.toml")
    path.rename(others)
    others.chmod(0o640)
    path.symlink_to(others.name)
    expected = FILE
    for name, value, old, new in (
        ("theme", "mono", '"goth"', '"mono"'),
        ("bell_turn", True, "'bell_turn' = false\n", ""),
        ("pace", "fast", "calm = true\n", 'calm = true\npace = "fast"\n'),
        ("keys.help", ("f5", "f6"), '"f7"\n', '"f7"\nkeys.help = ["f5", "f6"]\n'),
        ("keys.undo", ("f8",), '= "f7"', '= ["f8"]'),
        ("theme", AUTO, 'theme  =  "mono"   # my', "# my"),
    ):
        save_setting(path, name, value)
        expected = expected.replace(old, new, 1)
        assert path.read_text() == expected
    assert path.is_symlink()
    assert others.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    ("before", "name", "value", "after"),
    [
        ("", "pace", "fast", 'pace = "fast"\n'),
        ("# mine", "pace", "fast", '# mine\npace = "fast"\n'),
        ("# mine\n\n# keys\n[keys]\n", "pace", "fast",
         '# mine\n\npace = "fast"\n\n# keys\n[keys]\n'),
        ("calm = true\r\n", "keys.up", ("w",), 'calm = true\r\n\r\n[keys]\r\nup = ["w"]\r\n'),
        ("[keys]\nhelp = [\n 'f2', # one\n]\n[x]\n", "keys.up", ("w",),
         "[keys]\nhelp = [\n 'f2', # one\n]\nup = [\"w\"]\n[x]\n"),
        ("keys = { help = 'f2' } # all", "keys.up", ("w",),
         'keys = { help = "f2", up = ["w"] } # all\n'),
        ("keys = { help = 'f2' }", "keys.help", (), "keys = {  }\n"),
        ("calm = true # at last\n", "keys.help", (), "calm = true # at last\n"),
        ('"na=me" = 1\n', "name", "#", '"na=me" = 1\nname = "#"\n'),
    ],
)  # fmt: skip
def test_a_change_finds_its_place(before: str, name: str, value: object, after: str) -> None:
    wrong(before)
    save_setting(here().settings, name, value)
    assert here().settings.read_bytes().decode() == after


@pytest.mark.parametrize(
    ("text", "sentences", "holds"),
    [
        ("pace = 'slow'\npcae = 'fast'\n", ["2: unknown setting 'pcae' (did you mean pace?"],
         Settings(pace="slow")),
        ("theme = 'nope'\npace = 'slow'", ["1: theme can be edition, "], Settings(pace="slow")),
        ("\ufeffpace = 'slow'", ["1: save the file without a byte order mark"],
         Settings(pace="slow")),
        ("calm = 'yes'\nname = 7\nkeys = 3", ["1: calm can be true or false",
         "2: name needs text", "3: keys holds a key"], Settings()),
        ("pace = 'slow'\npace = 'fast'", ["2: pace is set twice; line 1 wins"],
         Settings(pace="slow")),
        ("name = 'Pam\ncalm = true\n]\nkeys = [\n", ["1: this isn't TOML", "3: ", "4: "],
         Settings(calm=True)),
        (b"calm = true\nname = '\xff'\n", ["2: this isn't UTF-8"], Settings()),
        ("[keys]\nhelp = 'f99'\nhlep = 'f5'\nundo = []\nplay = 'f6'",
         ["2: keys.help: unknown key 'f99'", "3: unknown command 'hlep'; did you mean help?",
         "4: keys.undo needs a key", "5: unknown command 'play'"],
         Settings()),
        ("[keys]\nevict = 'n'\nundo = 'f7'", ["2: keys.evict: n is taken: Next phase"],
         Settings(keys={"undo": ("f7",)})),
        ("[keys]\nundo = 'e'\nevict = 'n'", ["2: keys.undo: e is taken: Evict", "3: keys.evict: n"],
         Settings()),
        ("keys.evict = ['f7', '5']", ["1: keys.evict: numbers pick cards"], Settings()),
        ("keys.back = 'y'\nkeys.quit_game = ['Q', 'ctrl+q']", ["1: keys.back: Back needs a"],
         Settings(keys={"quit_game": ("Q", "ctrl+q")})),
        ("keys.help = '?'\nkeys.undo = [',', 'ctrl+-']\nkeys.evict = 'u'\neditions = 'goth'\n"
         "keys.back = ['esc', '+']", [],
         Settings(editions="goth", keys={"help": ("question_mark",), "evict": ("u",),
                                         "undo": ("comma", "ctrl+minus"),
                                         "back": ("escape", "plus")})),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line(
    text: str | bytes, sentences: list[str], holds: Settings
) -> None:
    settings, said = wrong(text)
    assert settings == holds
    assert len(said) == len(sentences), said
    for sentence, start in zip(said, sentences, strict=True):
        assert sentence.startswith(start)


def test_a_damaged_file_is_never_written() -> None:
    for text, why in (
        (b"pace = 'slow'\n=\n", "Invalid statement .at line 2"), (b"\xff", "'utf-8' codec"),
        (b"\xef\xbb\xbfcalm = true", "it begins with a byte order mark"),
        (b"[keys]\n[keys]\n", "Cannot declare"), (b"keys = 3\n", "keys isn't a table"),
    ):  # fmt: skip
        wrong(text)
        with pytest.raises(UserError, match=rf"^fix \S+ first \({why}"):
            save_setting(here().settings, "keys.help", ("f5",))
        assert here().settings.read_bytes() == text


@pytest.mark.parametrize("why", ["Is a directory", "Too many levels of symbolic links"])
def test_what_cannot_be_a_file_is_a_fault_and_stays(why: str) -> None:
    path = here().settings
    path.parent.mkdir(parents=True)
    if why.startswith("Is"):
        path.mkdir()
    else:
        path.symlink_to(path.name)
    loaded = load_settings(path)
    assert loaded.settings == Settings()
    (fault,) = loaded.faults
    assert fault == f"can't read the settings: {path}: {why}"
    with pytest.raises(OSError, match=why):
        save_setting(path, "pace", "fast")
    assert [*path.parent.iterdir()] == [path]


def test_settings_are_typed_as_they_are_read() -> None:
    world = World(here())
    for name, text, value in (
        ("calm", "on", True), ("calm", "", False), ("name", "  Zo\u0308e\n", "Zöe"),
        ("theme", "light", "light"), ("keys.help", "? f5", ("question_mark", "f5")),
    ):  # fmt: skip
        world.put(name, text)
        both = world.settings, kept()
        assert both[0] == both[1]
        assert from_text(name, as_text(both[0], name)) == value
    world.put("keys.help", "")
    assert kept().keys == {}
    for name, text in (
        ("calm", "maybe"), ("pace", "7"), ("keys", "x"), ("keys.up", "nn"), ("keys.nope", "x"),
        ("keys.evict", "n"), ("editions", "gnome"), ("nope", ""),
    ):  # fmt: skip
        with pytest.raises(UserError):
            world.put(name, text)
    assert kept() == world.settings == Settings(name="Zöe", theme="light")


# -- what holds for one run -----------------------------------------------------------------------


def told(*argv: str, **traits: object) -> Settings:
    """Return the settings of a run with these words on a terminal like that."""
    parser = ArgumentParser()
    flags.add(parser, *flags.PERSON)
    world = World.of_process(parser.parse_args(argv))
    world.terminal = TerminalTraits(**traits)  # type: ignore[arg-type]
    return world.settings


def test_options_win_over_the_file() -> None:
    wanted = Settings(name="Pam", theme="goth", pace="slow")
    keep(wanted)
    assert told() == wanted
    settings = told("--name", "Lee", "--theme", "mono", "--ascii", "--calm")
    assert settings == Settings(name="Lee", theme="mono", pace="slow", ascii=True, calm=True)
    assert kept() == wanted


def test_it_is_calm_over_ssh_and_takes_a_theme_for_few_colors_unless_told_otherwise() -> None:
    assert not told().calm
    assert told(remote=True).calm
    assert not told("--no-calm", remote=True).calm
    assert [told().paper, told(remote=True).paper] == [True, False]
    assert told("--no-calm", remote=True).paper
    assert told().theme == AUTO
    assert told(colors=0).theme == "mono"
    assert told("--theme", "geek", colors=0).theme == "geek"
    assert told(colors=16).theme == "terminal"
    assert told(colors=256).theme == AUTO
