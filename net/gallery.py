"""Those who watch: each is shown what everybody may know, at the speed of its own connection.

A watcher has a place in the list of public actions and is sent what follows as long as its
connection takes it; nothing is piled up for it. One that takes nothing for long is dropped.
"""

from collections.abc import Callable, Sequence
from typing import Final

from core.actions import Action
from net.entries import pack as pack_list
from net.link import Link
from net.messages import MAX_ENTRIES, Played, Scene, pack
from net.record import packed
from net.sitting import public

MAX_CHUNK: Final = 64 * 1024  # bytes of actions in one message
PATIENCE: Final = 10.0  # seconds that a watcher may take nothing


class Watcher:
    """How far one of them has been told."""

    __slots__ = ("at", "since")

    def __init__(self, now: float) -> None:
        self.at: int | None = None  # None: it has not asked for the game
        self.since = now  # when it took something last, or had all there is


class Gallery:
    """The watchers of one program, and the game as they see it."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._watchers: dict[Link, Watcher] = {}
        self._scene = b""
        self._gid = b""
        self._actions: list[bytes] = []
        self._state = b""

    def __len__(self) -> int:
        return len(self._watchers)

    @property
    def links(self) -> tuple[Link, ...]:
        return tuple(self._watchers)

    def open(self, gid: bytes, terms: bytes) -> None:
        """A game begins: everybody is shown its beginning."""
        self._gid, self._scene = gid, pack(Scene(terms))
        self._actions, self._state = [], b""
        for link, watcher in self._watchers.items():
            if watcher.at is not None:
                watcher.at = 0
                link.send_packed(self._scene)

    def add(self, link: Link, now: float) -> None:
        self._watchers[link] = Watcher(now)
        link.on_room = lambda link: self._pump(link, self._clock())

    def drop(self, link: Link) -> None:
        self._watchers.pop(link, None)

    def watch(self, link: Link, gid: bytes, after: int, now: float) -> None:
        """A watcher asks for the game from an action on."""
        watcher = self._watchers.get(link)
        if watcher is None:
            return
        known = gid == self._gid and after <= len(self._actions)
        watcher.at, watcher.since = (after if known else 0), now
        if self._scene:
            if not known or after == 0:
                link.send_packed(self._scene)
            self._pump(link, now)

    def played(self, actions: Sequence[Action], state: bytes, now: float) -> None:
        """Something is final: who has seen all before is told at once, in the same bytes."""
        if not actions:
            return
        before = len(self._actions)
        self._actions += [pack_list(packed(public(action))) for action in actions]
        self._state = state
        news = pack(self._chunk(before))
        for link, watcher in list(self._watchers.items()):
            if watcher.at is None:
                continue
            if watcher.at == before and link.roomy:
                watcher.at, watcher.since = len(self._actions), now
                link.send_packed(news)
            else:
                self._pump(link, now)

    def tick(self, now: float) -> None:
        """Drops those who take nothing."""
        for link, watcher in list(self._watchers.items()):
            if watcher.at is None or watcher.at == len(self._actions):
                watcher.since = now
            elif now - watcher.since > PATIENCE:
                self.drop(link)
                link.close("slow")

    def _chunk(self, after: int) -> Played:
        chunk: list[bytes] = []
        size = 0
        for raw in self._actions[after : after + MAX_ENTRIES]:
            size += len(raw)
            if chunk and size > MAX_CHUNK:
                break
            chunk.append(raw)
        end = after + len(chunk)
        more = end < len(self._actions)
        return Played(self._gid, after, tuple(chunk), b"" if more else self._state, more)

    def _pump(self, link: Link, now: float) -> None:
        watcher = self._watchers.get(link)
        while watcher is not None and watcher.at is not None and link.roomy:
            if watcher.at >= len(self._actions):
                return
            chunk = self._chunk(watcher.at)
            watcher.at, watcher.since = watcher.at + len(chunk.actions), now
            link.send(chunk)
