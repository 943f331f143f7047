"""Which tables are there: what was published of each, and whether it still answers.

Only bookkeeping: times are passed in, and what must be done is handed out. A killed program stays
published for many minutes, so a table that does not answer turns grey and then disappears. It is
asked now and then even so, for it may only have lost its network.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from net.discovery.notice import Notice
from net.wire.codes import Address

HERE: Final = "here"
GREY: Final = "grey"

PERIOD: Final = 5.0  # seconds between two probes of a table
SLOWER: Final = 3  # times as long for one that has disappeared
SOON: Final = 0.2  # periods; a table that speaks up is probed again after this
FORGET: Final = 600.0  # seconds after which a lost table is lost for good
LOST: Final = 3  # misses after which a table disappears
MAX_TABLES: Final = 64
MAX_SOURCES: Final = 4  # of one table: its hosts, one after the other
MAX_ADDRESSES: Final = 12  # of one source


class Found(NamedTuple):
    """A table on the network."""

    notice: Notice
    addresses: tuple[Address, ...]  # the one that answered last comes first
    state: str

    @property
    def silent(self) -> bool:
        """Whether it did not answer when it was asked last."""
        return self.state == GREY


class _Source(NamedTuple):
    """One publication of a table."""

    notice: Notice
    addresses: tuple[Address, ...]
    heard: float


class _Table:
    """What is known of a table."""

    def __init__(self, now: float) -> None:
        self.sources: dict[str, _Source] = {}
        self.answered: Address | None = None
        self.misses = 0
        self.probed = float("-inf")
        self.next = now
        self.alive = now  # when it answered last, or was first heard of
        self.asking = False

    @property
    def lost(self) -> bool:
        return self.misses >= LOST

    @property
    def newest(self) -> list[_Source]:
        return sorted(self.sources.values(), key=lambda source: -source.heard)

    @property
    def addresses(self) -> tuple[Address, ...]:
        every = [address for source in self.newest for address in source.addresses]
        if self.answered in every:
            every.remove(self.answered)
            every.insert(0, self.answered)
        return tuple(dict.fromkeys(every))

    def found(self) -> Found:
        return Found(self.newest[0].notice, self.addresses, GREY if self.misses else HERE)


class Roster:
    """All tables that were heard of, by their ids: a new host publishes the same table."""

    def __init__(self, period: float = PERIOD) -> None:
        self._period = period
        self._tables: dict[bytes, _Table] = {}
        self._names: dict[str, bytes] = {}  # source -> the table that it publishes

    def found(self) -> tuple[Found, ...]:
        """What people are shown, in the order in which it was found."""
        return tuple(table.found() for table in self._tables.values() if not table.lost)

    # -- what is published -------------------------------------------------------------------------

    def heard(self, name: str, notice: Notice, addresses: Sequence[Address], now: float) -> None:
        """A source publishes a table, for the first time or anew."""
        if self._names.get(name, notice.table) != notice.table:
            self.left(name)
        if not addresses:
            return
        table = self._tables.get(notice.table)
        if table is None:
            if not self._make_room():
                return
            table = self._tables[notice.table] = _Table(now)
        old = table.sources.get(name)
        new = _Source(notice, tuple(addresses[:MAX_ADDRESSES]), now)
        table.sources[name] = new
        self._names[name] = notice.table
        if old is None:  # another program: it may answer where the last one did not
            table.misses = min(table.misses, 1)
            if len(table.sources) > MAX_SOURCES:
                self._drop(table, name)
        if old is None or table.misses or old.addresses != new.addresses:
            table.next = min(table.next, max(now, table.probed + SOON * self._period))

    def left(self, name: str) -> None:
        """A source says goodbye."""
        table_id = self._names.pop(name, None)
        if table_id is None:
            return
        table = self._tables[table_id]
        del table.sources[name]
        if not table.sources:
            del self._tables[table_id]

    def _make_room(self) -> bool:
        """Strangers can publish any number of tables: only one that is silent gives way."""
        if len(self._tables) < MAX_TABLES:
            return True
        worst = max(self._tables, key=lambda table_id: self._tables[table_id].misses)
        if not self._tables[worst].misses:
            return False
        self._forget(worst)
        return True

    def _drop(self, table: _Table, kept: str) -> None:
        """The publication of a table that was heard longest ago, and answers nobody, goes."""
        name = min(
            (name for name in table.sources if name != kept),
            key=lambda name: (
                table.answered in table.sources[name].addresses,
                table.sources[name].heard,
            ),
        )
        del table.sources[name], self._names[name]

    def _forget(self, table_id: bytes) -> None:
        for name in self._tables.pop(table_id).sources:
            del self._names[name]

    # -- whether it answers ------------------------------------------------------------------------

    def due(self, now: float) -> list[tuple[bytes, tuple[Address, ...]]]:
        """The tables to probe now, and where; each is to be told of with `probed`."""
        for table_id, table in list(self._tables.items()):
            if table.lost and table.alive + FORGET < now and not table.asking:
                self._forget(table_id)
        asked = []
        for table_id, table in self._tables.items():
            if not table.asking and table.next <= now:
                table.asking, table.probed = True, now
                table.next = now + self._period * (SLOWER if table.misses >= LOST - 1 else 1)
                asked.append((table_id, table.addresses))
        return asked

    def next(self) -> float:
        """When something is due again."""
        times = (table.next for table in self._tables.values() if not table.asking)
        return min(times, default=float("inf"))

    def probed(self, table_id: bytes, answered: Address | None, now: float) -> None:
        """A probe has come to its end; `answered` is the address that got through."""
        table = self._tables.get(table_id)
        if table is None or not table.asking:
            return
        table.asking = False
        if answered is None:
            table.misses += 1
        else:
            table.answered, table.misses, table.alive = answered, 0, now
            table.next = min(table.next, now + self._period)
