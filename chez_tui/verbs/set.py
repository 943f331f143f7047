"""`chez-tui set`: shows and changes settings, without a screen."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from chez_tui.verbs import flags

if TYPE_CHECKING:
    from chez_tui.settings import Settings
    from chez_tui.world import World


def add_arguments(parser: ArgumentParser) -> None:
    which = "theme, or keys.help for a command's keys (default: list all)"
    value = "its new value; separate keys with spaces; '' restores the default"
    flags.add(
        parser,
        flags.argument("setting", nargs="?", default="", metavar="SETTING", help=which),
        flags.argument("value", nargs="*", metavar="VALUE", help=value),
    )


def run(args: Namespace, world: "World") -> int:
    from chez_tui.plain.lines import Printer
    from chez_tui.settings import load_settings

    if args.value:
        world.put(args.setting, " ".join(args.value))
    settings, faults = load_settings(world.folders.settings)
    lines = _described(args.setting, settings)
    Printer(world.out, settings.ascii).say(*list(lines)[: 1 if args.value else None])
    for fault in faults:
        world.remark(f"chez-tui: {fault}")
    world.faults()  # the change may have fixed some of these
    return 0


def _described(wanted: str, settings: "Settings") -> Iterator[str]:
    """Yield what a setting is and can be. Without one, yield them all, with the keys you
    changed."""
    from chez_tui.commands import BY_ID
    from chez_tui.settings import KEYS, SETTINGS, as_text, read_value

    keys = [KEYS + id for id, command in BY_ID.items() if command.where]
    if wanted == "keys":
        names = keys
    elif wanted:
        names = [wanted]
    else:
        names = [*filter("keys".__ne__, SETTINGS), *(KEYS + id for id in settings.keys)]
    for name in names:
        setting = SETTINGS.get(name)
        if setting is None:
            read_value(name, "?")  # raises an error that lists what exists
        value = as_text(settings, name) or (setting and setting.empty)
        about = setting or BY_ID[name.removeprefix(KEYS)]
        yield f"{name}: {value} ({about.help})"
        if wanted and setting and setting.values:
            yield f"It can be {', '.join(setting.values)}."
