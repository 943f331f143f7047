"""What the people at a table agree on beside the rules: each thing once, beside who obeys it."""

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
    """What spectators see of the hands."""
    from core.telling import clean

    if lobby.hands == "late":
        return "spectators see all hands a round late"
    if lobby.hands != "one":
        return "spectators see no hand"
    name = next((chair.name for chair in lobby.chairs if chair.pid == lobby.willing), "")
    if not lobby.willing or not name:
        return "spectators see the hand of whoever agrees: nobody yet"
    return f"spectators see the hand of {clean(name)}"


def password_problem(password: str) -> str:
    """Return why no table can have that password, in a sentence; empty: it can."""
    from net.wire.cpace import PasswordError, octets

    try:
        octets(password)
    except PasswordError as error:
        return str(error)
    return ""


TITLE: Final = Setting(
    "title", "Name", "what the table is called in the list", places=NETWORK, most=40,
    obey=lambda desk, title: desk.set_manners(title=title),
    flag=Flag("--name", "what the table is called; your own name goes to --as", "TITLE"),
)  # fmt: skip
SEATS: Final = Setting(
    "seats", "Seats", "chairs for people and bots", places=NETWORK, between=(2, 8),
    obey=lambda desk, seats: desk.set_seats(seats),
    summary=lambda lobby: f"{len(lobby.chairs)} seats",
    flag=Flag("--seats", "chairs at the table (2 to 8)", "N",
        "the number of seats is a number from 2 to 8"),
)  # fmt: skip
BEAT: Final = Setting(
    "beat", "Beat", "how long everybody gets to respond",
    ("1", "2", "3", "5", "10", "30", "60", "300"), unit=" s", places=NETWORK, between=(1, 3600),
    obey=lambda desk, beat: desk.set_manners(beat=beat),
    summary=lambda lobby: f"{lobby.beat} s to respond",
    flag=Flag(
        "--beat", "how long everybody gets to respond, whatever they hold (default: 2)", "S",
        "a beat in seconds is a number from 1 to 3600",
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
    "wait", "Wait", "how long the seat of who vanishes is kept",
    ("15", "30", "60", "120", "300", "900"), unit=" s", places=NETWORK, between=(0, 3600),
    obey=lambda desk, wait: desk.set_manners(wait=wait),
    summary=lambda lobby: f"a seat is kept {lobby.wait} s",
    flag=Flag(
        "--wait", "how long a seat is kept for somebody who has vanished (default: 60)", "S",
        "a time in seconds is a number from 0 to 3600",
    ),
)  # fmt: skip
STRICT: Final = Setting(
    "strict", "Shuffling", "checked after the game, or proven at once", ("audited", "strict"),
    places=NETWORK, typed=("shuffling",), obey=_strict,
    flag=Flag(
        "--strict", "everybody proves each shuffle at once, not only when the game is over"
    ),
)  # fmt: skip
QUIET: Final = Setting(
    "quiet", "Spectators", "whether they may talk", ("may talk", "only watch"),
    places=NETWORK, typed=("spectators",),
    obey=lambda desk, quiet: desk.set_quiet(quiet),
    summary=lambda lobby: "only players talk" if lobby.quiet else "",
    flag=Flag("--quiet", "spectators only watch; nobody talks but the players"),
)  # fmt: skip
HANDS: Final = Setting(
    "hands", "Open hands", "what spectators see; late: as of a round ago",
    ("hidden", "one", "late"), {"hidden": "none", "one": "one, willing", "late": "all, late"},
    places=NETWORK, summary=_hands_said,
    obey=lambda desk, hands: desk.set_hands(hands),
    flag=Flag(
        "--hands", "what spectators see: no hand, that of one player who agrees, all a round late"
    ),
)  # fmt: skip
OFFLINE: Final = Setting(
    "offline", "Listed", "whether the local network hears of the table", ("yes", "no"),
    places=NETWORK, typed=("listed",),
    obey=lambda desk, offline: desk.set_manners(offline=int(offline)),
    summary=lambda lobby: "not listed on the network" if lobby.offline else "",
    flag=Flag("--offline", "don't tell the local network; people join by the address"),
)  # fmt: skip
PASSWORD: Final = Setting(
    "password", "Password", "whoever joins or watches must know it; empty: everybody may",
    places=(HOST,), most=40, empty="none",
    check=lambda text: password_problem(text) if text else "",
    summary=lambda lobby: "password" if lobby.locked else "no password",
)  # fmt: skip

MANNERS: Final = (BEAT, QUICK, WAIT, STRICT, QUIET, HANDS, OFFLINE)
AGREED: Final = (TITLE, SEATS, *MANNERS)  # what a host may change beside cards and rules
ABOUT_TABLE: Final = (SEATS, BEAT, QUICK, WAIT, PASSWORD, OFFLINE)
ABOUT_SPECTATORS: Final = (HANDS, QUIET)


def agree(desk: "Desk", wanted: Any, only: str = "") -> None:
    """Make a table as it is wanted, or one thing about it; raises LobbyError."""
    for setting in AGREED:
        if setting.obey is not None and only in ("", setting.key):
            setting.obey(desk, getattr(wanted, setting.key))


def in_short(lobby: "Lobby", settings: Sequence[Setting]) -> list[str]:
    """Return what a lobby has agreed on, a few words for each of these settings."""
    return [said for s in settings if s.summary is not None and (said := s.summary(lobby))]
