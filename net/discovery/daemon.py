"""Our part of multicast DNS: sockets on all interfaces, opened again when those change.

Whatever goes wrong becomes a sentence in `trouble`, since a game can do without discovery.
"""

from typing import TYPE_CHECKING, Final

from net.discovery.interfaces import Place, places

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

SERVICE: Final = "_chez-tui._tcp.local."
POLL: Final = 5.0  # seconds between two looks at the interfaces
ADDRESS_INSTEAD: Final = "join tables by HOST:PORT"
_NO_VOICE: Final = f"no network interface supports multicast, so {ADDRESS_INSTEAD}"
NO_NETWORK: Final = f"no network interface has an address, so {ADDRESS_INSTEAD}"


class Daemon:
    """One responder and querier of multicast DNS."""

    def __init__(self) -> None:
        self.trouble = ""
        self.places: tuple[Place, ...] = ()
        self.zc: AsyncZeroconf | None = None
        self.opened = 0  # how often; all that was said must be said again when it changes
        self._voices = 0  # interfaces that can be spoken on

    async def refresh(self) -> bool:
        """Opens the sockets or follows the interfaces; whether others may be heard anew."""
        before = self.places
        try:
            self.places = places()
        except OSError as error:
            self.trouble = f"the network interfaces can't be read: {error.strerror or error}"
            return False
        if not self.places:
            self.trouble = NO_NETWORK
            return False
        if self.zc is not None and _moved(before, self.places):
            await self.close()
        if self.zc is None:
            await self._open()
            return self.zc is not None
        voices = self._voices
        await self._follow(self.zc)
        return before != self.places or voices != self._voices

    async def close(self) -> None:
        """Says goodbye for all that was published."""
        zc, self.zc = self.zc, None
        if zc is not None:
            await zc.async_close()

    async def _open(self) -> None:
        from zeroconf import Error, InterfaceChoice, IPVersion
        from zeroconf.asyncio import AsyncZeroconf

        for version in (IPVersion.All, IPVersion.V4Only):
            try:
                zc = AsyncZeroconf(interfaces=InterfaceChoice.All, ip_version=version)
            except (OSError, RuntimeError) as error:
                self.trouble = sentence(error)
                continue
            try:
                await zc.zeroconf.async_wait_for_start()
            except (Error, OSError, RuntimeError) as error:
                self.trouble = sentence(error)
                await zc.async_close()
                continue
            self.zc = zc
            self.opened += 1
            self._count(zc)
            return

    async def _follow(self, zc: "AsyncZeroconf") -> None:
        """Lets the library look; a new address can't be used at once, so it must look often."""
        from zeroconf import Error

        try:
            await zc.async_update_interfaces()
        except (Error, OSError, RuntimeError) as error:
            self.trouble = sentence(error)
            await self.close()
        else:
            self._count(zc)

    def _count(self, zc: "AsyncZeroconf") -> None:
        self._voices = len(zc.zeroconf.engine.senders)
        self.trouble = "" if self._voices else _NO_VOICE


def _moved(before: tuple[Place, ...], after: tuple[Place, ...]) -> bool:
    """Whether an address is now on another interface; the library would not notice that."""
    numbers = {place.ip: place.number for place in before}
    return any(numbers.get(place.ip, place.number) != place.number for place in after)


def sentence(error: Exception) -> str:
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"multicast doesn't work here ({why or type(error).__name__}), so {ADDRESS_INSTEAD}"
