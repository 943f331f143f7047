"""Tables on the local network: what is published about them, and who is there right now.

Everything that is heard here comes from strangers and is a hint, no more; who sits at the other
end is settled when a connection stands. `Advertiser` publishes, `Browser` keeps a live list, and
`net.discovery.glance` takes one look for a command that must start at once. Each is loaded when
it is first named, and multicast DNS when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from net.discovery.advertiser import Advertiser
    from net.discovery.browser import Browser
    from net.discovery.notice import Notice, read_notice
    from net.discovery.reach import listens, race
    from net.discovery.roster import GREY, HERE, Found

__all__ = [
    "GREY",
    "HERE",
    "Advertiser",
    "Browser",
    "Found",
    "Notice",
    "listens",
    "race",
    "read_notice",
]

_HOMES: Final = {
    "Advertiser": "advertiser",
    "Browser": "browser",
    "Notice": "notice",
    "read_notice": "notice",
    "listens": "reach",
    "race": "reach",
    "GREY": "roster",
    "HERE": "roster",
    "Found": "roster",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
