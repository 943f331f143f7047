"""Hears what is said about tables, of which the browser of `zeroconf` leaves something out."""

from collections.abc import Callable

from zeroconf import RecordUpdate, RecordUpdateListener, Zeroconf

from net.discovery.daemon import SERVICE
from net.discovery.packets import TXT


class Texts(RecordUpdateListener):
    """Calls `told` with the name of each table of which something was said.

    Also if that was said before: a record that comes back while it still expires in the cache is
    no update to a `ServiceBrowser`, and its list would stay wrong.
    """

    def __init__(self, zc: Zeroconf, told: Callable[[str], object]) -> None:
        self._zc = zc
        self._told = told
        self._names: set[str] = set()
        zc.async_add_listener(self, None)

    def close(self) -> None:
        """Hear no more."""
        self._zc.async_remove_listener(self)

    def async_update_records(self, zc: Zeroconf, now: float, records: list[RecordUpdate]) -> None:
        """Note the names; the cache does not hold the records yet."""
        heard = (update.new for update in records)
        self._names |= {
            record.name
            for record in heard
            if record.type == TXT and record.key.endswith(SERVICE) and not record.is_expired(now)
        }

    def async_update_records_complete(self) -> None:
        """Tell of them."""
        names, self._names = self._names, set()
        for name in names:
            self._told(name)
