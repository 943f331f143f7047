"""What the people at a table agree on besides the rules, each with the code that obeys it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from core.setting import HOST, LOBBY, Flag, Setting

if TYPE_CHECKING:
    from net.table.lobby import Desk
    from net.wire.messages import Lobby

NETWORK: Final = (HOST, LOBBY)


def _strict(desk: "Desk", strict: bool) -> None:
    from dataclasses import replace

    desk.set_plan(replace(desk.plan, strict=strict))


def _hands_said(lobby: "Lobby") -> str:
    """Say which hands spectators see."""
    from core.telling import clean

    if lobby.hands == "late":
        return "spectators see all hands a round late"
    if lobby.hands != "one":
        return "spectators see no hand"
    name = next((chair.name for chair in lobby.chairs if chair.pid == lobby.willing), "")
    if not lobby.willing or not name:
        return "spectators see one volunteer's hand: no volunteer yet"
    return f"spectators see {clean(name)}'s hand"


def password_problem(password: str) -> str:
    """Return why no table can have that password, in a sentence; empty: it can."""
    from net.wire.cpace import PasswordError, octets

    try:
        octets(password)
    except PasswordError as error:
        return str(error)
    return ""


TITLE: Final = Setting(
    "title", "Name", "the table's name in the list", places=NETWORK, most=40,
    obey=lambda desk, title: desk.set_manners(title=title),
    flag=Flag("--name", "name of the table (your own name: --as)", "TITLE"),
)  # fmt: skip
SEATS: Final = Setting(
    "seats", "Seats", "seats for people and bots", places=NETWORK, between=(2, 8),
    obey=lambda desk, seats: desk.set_seats(seats),
    summary=lambda lobby: f"{len(lobby.chairs)} seats",
    flag=Flag("--seats", "seats at the table (2 to 8)", "N",
        "seats must be a number from 2 to 8"),
)  # fmt: skip
BEAT: Final = Setting(
    "beat", "Beat", "how long everyone gets to respond",
    ("1", "2", "3", "5", "10", "30", "60", "300"), unit=" s", places=NETWORK, between=(1, 3600),
    obey=lambda desk, beat: desk.set_manners(beat=beat),
    summary=lambda lobby: f"{lobby.beat} s to respond",
    flag=Flag(
        "--beat", "seconds everyone gets to respond, whatever they hold (default: 2)", "S",
        "the beat must be 1 to 3600 seconds",
    ),
)  # fmt: skip
QUICK: Final = Setting(
    "quick", "Passing", "quick passes show who is thinking",
    ("silent", "quick"), places=NETWORK, typed=("passing",),
    obey=lambda desk, quick: desk.set_manners(quick=int(quick)),
    summary=lambda lobby: "quick passes show who is thinking" if lobby.quick else "",
    flag=Flag("--quick", "pass at once for players who can't respond; shows who is thinking"),
)  # fmt: skip
WAIT: Final = Setting(
    "wait", "Wait", "how long to hold a disconnected player's seat",
    ("15", "30", "60", "120", "300", "900"), unit=" s", places=NETWORK, between=(0, 3600),
    obey=lambda desk, wait: desk.set_manners(wait=wait),
    summary=lambda lobby: f"seats held for {lobby.wait} s",
    flag=Flag(
        "--wait", "seconds to hold a disconnected player's seat (default: 60)", "S",
        "the wait must be 0 to 3600 seconds",
    ),
)  # fmt: skip
STRICT: Final = Setting(
    "strict", "Shuffling", "verified after the game, or at every shuffle", ("audited", "strict"),
    places=NETWORK, typed=("shuffling",), obey=_strict,
    flag=Flag(
        "--strict", "verify every shuffle as it happens, not just after the game"
    ),
)  # fmt: skip
QUIET: Final = Setting(
    "quiet", "Spectators", "whether they may talk", ("may talk", "only watch"),
    places=NETWORK, typed=("spectators",),
    obey=lambda desk, quiet: desk.set_quiet(quiet),
    summary=lambda lobby: "only players talk" if lobby.quiet else "",
    flag=Flag("--quiet", "only players talk; spectators just watch"),
)  # fmt: skip
HANDS: Final = Setting(
    "hands", "Open hands", "hands spectators see; late: one round ago",
    ("hidden", "one", "late"), {"hidden": "none", "one": "one, willing", "late": "all, late"},
    places=NETWORK, summary=_hands_said,
    obey=lambda desk, hands: desk.set_hands(hands),
    flag=Flag(
        "--hands", "hands spectators see: none, one volunteer's, or all a round late"
    ),
)  # fmt: skip
OFFLINE: Final = Setting(
    "offline", "Listed", "whether the local network can find the table", ("yes", "no"),
    places=NETWORK, typed=("listed",),
    obey=lambda desk, offline: desk.set_manners(offline=int(offline)),
    summary=lambda lobby: "not listed on the network" if lobby.offline else "",
    flag=Flag("--offline", "hide the table from the local network; people join by address"),
)  # fmt: skip
PASSWORD: Final = Setting(
    "password", "Password", "needed to join or watch; leave empty for none",
    places=(HOST,), most=40, empty="none",
    check=lambda text: password_problem(text) if text else "",
    summary=lambda lobby: "password" if lobby.locked else "no password",
)  # fmt: skip

MANNERS: Final = (BEAT, QUICK, WAIT, STRICT, QUIET, HANDS, OFFLINE)
AGREED: Final = (TITLE, SEATS, *MANNERS)  # what a host may change besides cards and rules
ABOUT_TABLE: Final = (SEATS, BEAT, QUICK, WAIT, PASSWORD, OFFLINE)
ABOUT_SPECTATORS: Final = (HANDS, QUIET)


def agree(desk: "Desk", wanted: Any, only: str = "") -> None:
    """Set up a table as wanted, or only one setting; raise LobbyError if that can't be."""
    for setting in AGREED:
        if setting.obey is not None and only in ("", setting.key):
            setting.obey(desk, getattr(wanted, setting.key))


def in_short(lobby: "Lobby", settings: Sequence[Setting]) -> list[str]:
    """Return what a lobby agreed on, in a few words for each of these settings."""
    return [said for s in settings if s.summary is not None and (said := s.summary(lobby))]
