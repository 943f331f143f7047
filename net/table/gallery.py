"""Those who watch: each is shown what everybody may know, at the speed of its own connection.

A watcher has a place in the list of public actions and is sent what follows as long as its
connection takes it; nothing is piled up for it. One that takes nothing for long is dropped. However
many there are, the game goes first: they are told a moment later, a few at a time.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from core.actions import Action
from net.log.entries import pack as pack_list
from net.sessions.record import packed
from net.sessions.sitting import public
from net.wire.fields import tidy
from net.wire.link import Link
from net.wire.messages import MAX_ENTRIES, MAX_SENTENCE, Hand, News, Played, Scene, pack

MAX_CHUNK: Final = 64 * 1024  # bytes of actions in one message
PATIENCE: Final = 10.0  # seconds that a watcher may take nothing
FEW: Final = 128  # watchers that are told something before the game is looked at again
CALM: Final = News("", "")
MOMENT: Final = 0.005  # seconds in which what happens is told together: an action, and its die


class Watcher:
    """How far one of them has been told."""

    __slots__ = ("at", "owed", "since", "told")

    def __init__(self, now: float) -> None:
        self.at: int | None = None  # None: it has not asked for the game
        self.owed: set[int] = set()  # seats whose hands it has not been shown
        self.told = CALM  # how the table hangs together, as far as it knows
        self.since = now  # when it took something last, or had all there is

    def behind(self, end: int) -> bool:
        """Whether there is more for it than it was sent."""
        return self.at is not None and self.at < end


class Gallery:
    """The watchers of one program, and the game as they see it."""

    def __init__(
        self,
        clock: Callable[[], float],
        later: Callable[[float, Callable[[], None]], object],
        release: Callable[[Sequence[Link], float], None] = Link.release_all,
    ) -> None:
        """`later` calls something after so many seconds; after none, when everything else that is
        due has been done. `release` sends what was prepared for some."""
        self._clock = clock
        self._later = later
        self._release = release
        self._watchers: dict[Link, Watcher] = {}
        self._scene = b""
        self._gid = b""
        self._actions: list[Action] = []
        self._state = b""
        self._chunks: dict[int, tuple[bytes, int]] = {}  # what follows an action, and up to which
        self._queue: deque[Link] = deque()  # who is to be told
        self._prepared: list[Link] = []  # for whom it is encrypted
        self._hands: dict[int, bytes] = {}  # what is shown of each seat's hand, packed
        self._curious: dict[Link, None] = {}  # who is to be shown hands
        self._standing = CALM
        self._more = False  # whether something has happened since the queue was made

    def __len__(self) -> int:
        return len(self._watchers)

    @property
    def links(self) -> tuple[Link, ...]:
        return tuple(self._watchers)

    def open(self, gid: bytes, terms: bytes) -> None:
        """A game begins: everybody is shown its beginning."""
        self._gid, self._scene = gid, pack(Scene(terms))
        self._actions, self._state = [], b""
        self._chunks.clear()
        self._hands.clear()
        self._standing = CALM
        for link, watcher in self._watchers.items():
            watcher.owed.clear()
            if watcher.at is not None:
                watcher.at = 0
                link.send_packed(self._scene)

    def add(self, link: Link, now: float) -> None:
        self._watchers[link] = Watcher(now)
        link.on_room = lambda link: self._tell(link, self._clock())

    def drop(self, link: Link) -> None:
        self._watchers.pop(link, None)

    def dismiss(self) -> None:
        """There is nothing to watch any more."""
        for link in self.links:
            link.close("left")

    def watch(self, link: Link, gid: bytes, after: int, now: float) -> None:
        """A watcher asks for the game from an action on; who has been shown more than is final here
        waits for what follows that."""
        watcher = self._watchers.get(link)
        if watcher is None:
            return
        known = gid == self._gid
        watcher.at, watcher.since = (after if known else 0), now
        watcher.owed = set(self._hands)
        if self._scene:
            if not known or after == 0:
                link.send_packed(self._scene)
            watcher.told = self._standing
            if self._standing != CALM or (known and after):  # what it knows may be out of date
                link.send_packed(pack(self._standing))
            self._tell(link, now)

    def played(self, actions: Sequence[Action], state: bytes) -> None:
        """Something is final."""
        if not actions:
            return
        self._actions += actions
        self._state = state
        self._chunks.clear()
        self._more = bool(self._queue or self._prepared)
        if self._watchers and not self._more:
            self._queue.extend(self._watchers)
            self._later(MOMENT, self._tell_some)

    def show(self, hand: Hand) -> None:
        """A hand of the game that those who watch may see from now on."""
        self._hands[hand.seat] = pack(hand)
        for watcher in self._watchers.values():
            watcher.owed.add(hand.seat)
        if self._watchers and not self._curious:
            self._later(MOMENT, self._show_some)
        self._curious |= dict.fromkeys(self._watchers)

    def tell_standing(self, text: str, window: int = 0, asking: Sequence[int] = ()) -> None:
        """Tells how well the table hangs together, and who asks for time, if that is news."""
        standing = News(tidy(text, MAX_SENTENCE), "", window, tuple(asking))
        if standing != self._standing:
            self._standing = standing
            self._tell_all("")

    def tell_news(self, text: str) -> None:
        """Something about the seats that those who watch should know."""
        self._tell_all(tidy(text, MAX_SENTENCE))

    def _tell_all(self, news: str) -> None:
        """Those who are slow hear of the standing later, and of news never."""
        data = pack(self._standing._replace(text=news))
        for link, watcher in self._watchers.items():
            if watcher.at is not None and link.roomy:
                watcher.told = self._standing
                link.send_packed(data)

    def _show_some(self) -> None:
        """Goes on showing hands, and comes again as long as somebody has not been shown them."""
        for link in list(self._curious)[:FEW]:
            del self._curious[link]
            self._tell(link, self._clock())
        if self._curious:
            self._later(0.0, self._show_some)

    def tick(self, now: float) -> None:
        """Drops those who take nothing."""
        for link, watcher in list(self._watchers.items()):
            if not watcher.behind(len(self._actions)):
                watcher.since = now
            elif now - watcher.since > PATIENCE:
                self.drop(link)
                link.close("slow")

    def _tell_some(self) -> None:
        """Goes on telling, and comes again as long as there is more to do.

        What they are told is encrypted for all of them before the first one gets it: so they hear
        of it as nearly together as the network can do.
        """
        self._prepare_some()
        if not self._queue:
            some, self._prepared = self._prepared[:FEW], self._prepared[FEW:]
            self._release(some, self._clock())
            end, watchers = len(self._actions), self._watchers
            self._more = self._more or any(watchers[k].behind(end) for k in some if k in watchers)
        if self._more and not self._queue and not self._prepared:
            self._more = False
            self._queue.extend(self._watchers)
        if self._queue or self._prepared:
            self._later(0.0, self._tell_some)

    def _prepare_some(self) -> None:
        now, watchers, end = self._clock(), self._watchers, len(self._actions)
        for _ in range(min(FEW, len(self._queue))):
            link = self._queue.popleft()
            watcher = watchers.get(link)
            if watcher is None or watcher.at is None or watcher.at >= end or not link.roomy:
                continue
            data, watcher.at = self._chunks.get(watcher.at) or self._chunk(watcher.at)
            watcher.since = now
            link.prepare(data)
            self._prepared.append(link)

    def _tell(self, link: Link, now: float) -> None:
        """Sends to one what it has not been sent; to most of them, the same bytes."""
        watcher = self._watchers.get(link)
        while watcher is not None and watcher.at is not None and link.roomy:
            if watcher.at >= len(self._actions):
                if watcher.told != self._standing:
                    watcher.told = self._standing
                    link.send_packed(pack(self._standing))
                if not watcher.owed:
                    return
                link.send_packed(self._hands[watcher.owed.pop()])
                continue
            data, watcher.at = self._chunk(watcher.at)
            watcher.since = now
            link.send_packed(data)

    def _chunk(self, after: int) -> tuple[bytes, int]:
        """A message with what follows an action, as far as it fits, and where it ends."""
        if after not in self._chunks:
            chunk: list[bytes] = []
            size = 0
            for action in self._actions[after : after + MAX_ENTRIES]:
                raw = pack_list(packed(public(action)))
                size += len(raw)
                if chunk and size > MAX_CHUNK:
                    break
                chunk.append(raw)
            end = after + len(chunk)
            more = end < len(self._actions)
            message = Played(self._gid, after, tuple(chunk), b"" if more else self._state, more)
            self._chunks[after] = (pack(message), end)
        return self._chunks[after]
