"""`chez-tui tables`: the tables on the local network, without the full screen."""

import json
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Final

from chez_tui.errors import UserError
from chez_tui.verbs import flags

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chez_tui.world import World
    from net.discovery import Found
    from net.wire.codes import Address

SECONDS: Final = 2.0  # most tables are found in the first half of it
LONGEST: Final = 600.0
NONE: Final = "No tables found. Know an address? Use chez-tui join HOST:PORT."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="for programs: a list of objects")
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=flags.seconds(LONGEST),
        default=SECONDS,
        help=f"seconds to search (default: {SECONDS:.0f})",
    )


def run(args: Namespace, world: "World") -> int:
    from net.discovery.glance import glance

    tables, trouble = glance(args.seconds)
    if args.json:
        print(json.dumps([as_json(found) for found in tables], ensure_ascii=False, indent=2))
    else:
        for line in as_lines(tables):
            print(line)
        if not tables and not trouble:
            print(NONE)
    if trouble:
        raise UserError(f"{trouble}. Run chez-tui doctor for help.")
    return 0


def as_json(found: "Found") -> dict[str, object]:
    """Return a table as data for other programs."""
    notice = found.notice
    return {
        "code": str(notice.code),
        "title": notice.title,
        "phase": notice.phase,
        "seated": notice.seated,
        "seats": notice.seats,
        "players": list(notice.players),
        "locked": notice.locked,
        "editions": list(notice.editions),
        "options": dict(option.split("=", 1) for option in notice.options),
        "version": notice.program,
        "protocol": notice.protocol,
        "answers": not found.silent,
        "addresses": [str(address) for address in found.addresses],
    }


def as_lines(tables: "tuple[Found, ...]") -> list[str]:
    """Return a line for each table, in columns; titles and names come last: they can be any
    width."""
    from chez_tui.play.words import company

    rows = [
        (
            str(found.notice.code),
            f"{found.notice.seated}/{found.notice.seats}",
            _state(found),
            " ".join(("+".join(found.notice.editions), *found.notice.options)),
            found.notice.program,
            str(_readable(found.addresses)),
            found.notice.title,
            company(found.notice),
        )
        for found in tables
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def _readable(addresses: "Sequence[Address]") -> "Address":
    """Return the address that people read out: a short one, if possible."""
    return next((address for address in addresses if ":" not in address.host), addresses[0])


def _state(found: "Found") -> str:
    from chez_tui.play.words import PHASES

    if found.silent:
        return "no answer"
    return PHASES[found.notice.phase] + (", password" if found.notice.locked else "")
