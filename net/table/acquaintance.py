"""The names and keys of people who come to a table, and whether to trust them."""

from collections.abc import Callable

from net.identity import IdentityError, KnownPeers, Meeting, Trust, fingerprint


class Acquaintances:
    """The people who came to a table, and the notices about changed keys."""

    def __init__(
        self,
        known: KnownPeers | None,
        here: Callable[[bytes], bool],
        where: Callable[[bytes], str],
        notice: Callable[[str], None],
    ) -> None:
        """`here` tells whether someone is connected, `where` describes their place at the
        table."""
        self.met: dict[bytes, Meeting] = {}
        self._known = known
        self._here = here
        self._where = where
        self._notice = notice
        self._names: dict[bytes, str] = {}  # given by people with a changed key
        self._unwritten = False

    def meet(self, name: str, pid: bytes) -> None:
        """Note a person with a name and a proven key."""
        if self._known is None:
            return
        met = self._judged(self._known, name, pid)
        if met.trust is not Trust.CHANGED:
            self.met.setdefault(pid, met)
        elif self._here(met.former_pid):
            self._two(name, pid, met.former_pid)
        else:
            self.met[pid] = met
            self._names[pid] = name
            words = fingerprint(pid)
            self._notice(f"{name} has a new key ({words}). Make sure it's really them.")
        for other, given in list(self._names.items()):
            if self.met[other].former_pid == pid and self._here(other):
                self._two(given, other, pid)

    def _judged(self, known: KnownPeers, name: str, pid: bytes) -> Meeting:
        try:
            return known.meet(name, pid)
        except IdentityError as error:
            if not self._unwritten:
                self._unwritten = True
                self._notice(f"Can't remember who you meet here: {error}")
            return Meeting(Trust.NEW)

    def _two(self, name: str, pid: bytes, first: bytes) -> None:
        """Tell that two people with one name are here, so neither can pose as the other."""
        self._names.pop(pid, None)
        if pid not in self.met or self.met[pid].trust is Trust.CHANGED:
            self.met[pid] = Meeting(Trust.NEW)
            where = self._where(first)
            told = f"; the one you met first is {where}" if where else ""
            self._notice(f"Two players here are called {name}{told}")
