"""One look at the network with nothing but sockets, for a command that must start at once.

The live list needs libraries that take longer to load than such a command may take. This asks the
same question of the same machines, tries to connect to what it hears of, and is done.
"""

import errno
import socket
import struct
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from ipaddress import ip_address
from select import select
from time import monotonic
from typing import Final

from net.discovery.daemon import NO_NETWORK, SERVICE, sentence
from net.discovery.interfaces import Place, worth_trying
from net.discovery.notice import read_notice
from net.discovery.packets import AAAA, MAX_PACKET, PTR, SRV, TXT, A, Answer, answers, question
from net.discovery.packets import address as written
from net.discovery.roster import Found, Roster
from net.wire.codes import Address

PORT: Final = 5353
GROUPS: Final = {socket.AF_INET: "224.0.0.251", socket.AF_INET6: "ff02::fb"}
AGAIN: Final = 1.0  # seconds after which the question is asked once more
MAX_NAMES: Final = 512
MAX_KNOCKS: Final = 128  # connections that are tried at a time
MAX_HOSTS: Final = 12  # addresses of one name
LINK: Final = ip_address("fe80::")
_SERVICE: Final = SERVICE.rstrip(".").encode()
_NOWHERE: Final = (errno.ENETUNREACH, errno.EADDRNOTAVAIL, errno.ENODEV, errno.ENETDOWN)
_UNDER_WAY: Final = (errno.EINPROGRESS, errno.EWOULDBLOCK)


def glance(seconds: float) -> tuple[tuple[Found, ...], str]:
    """The tables that are heard of in so many seconds, and why none can be heard, if so."""
    numbers = [number for number, _ in socket.if_nameindex()]
    look, end = Look(numbers), monotonic() + seconds
    with ExitStack() as stack:
        stack.callback(look.close)
        problems: list[OSError] = []
        ears = [stack.enter_context(ear) for ear in _ears(numbers, problems)]
        asked, again = _ask(ears, numbers, problems), monotonic() + AGAIN
        while (now := monotonic()) < end:
            if again <= now:
                asked, again = _ask(ears, numbers, problems), end
            look.knock(now)
            readable, writable, _ = select(ears, look.doors, [], min(again, end) - now)
            for ear in readable:
                with suppress(OSError):
                    look.hear(*ear.recvfrom(MAX_PACKET))
            for door in writable:
                look.opened(door)
    return look.found(), "" if asked else _sentence(problems)


def _sentence(problems: list[OSError]) -> str:
    telling = [problem for problem in problems if problem.errno not in _NOWHERE]
    return sentence(telling[0]) if telling else NO_NETWORK


def _ears(numbers: list[int], problems: list[OSError]) -> Iterator[socket.socket]:
    """Sockets that hear what everybody is told, for both kinds of addresses."""
    for family in GROUPS:
        try:
            ear = socket.socket(family, socket.SOCK_DGRAM)
        except OSError:  # this machine does without such addresses
            continue
        try:
            _open(ear, numbers)
        except OSError as error:
            problems.append(error)
            ear.close()
        else:
            yield ear


def _open(ear: socket.socket, numbers: list[int]) -> None:
    ear.setblocking(False)
    ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "SO_REUSEPORT"):
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    if ear.family == socket.AF_INET6:
        ear.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    ear.bind(("", PORT))
    group = socket.inet_pton(ear.family, GROUPS[ear.family])
    for number in numbers:
        with suppress(OSError):
            if ear.family == socket.AF_INET:
                member = group + _interface(number)
                ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
            else:
                member = group + struct.pack("@I", number)
                ear.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, member)


def _ask(ears: list[socket.socket], numbers: list[int], problems: list[OSError]) -> int:
    """Puts the question on every interface; on how many it got out."""
    asked = 0
    for ear in ears:
        for number in numbers:
            try:
                if ear.family == socket.AF_INET:
                    start = b"" if sys.platform == "win32" else bytes(4)
                    out = start + _interface(number)
                    ear.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, out)
                else:
                    out = struct.pack("@I", number)
                    ear.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, out)
                ear.sendto(question(SERVICE), (GROUPS[ear.family], PORT))
            except OSError as error:
                problems.append(error)
            else:
                asked += 1
    return asked


def _interface(number: int) -> bytes:
    """How a socket is told which interface is meant."""
    if sys.platform == "win32":
        return struct.pack("!I", number)
    return struct.pack("@4si", b"", number)


class Look:
    """What was heard so far, and where somebody is being tried."""

    def __init__(self, numbers: Sequence[int] = ()) -> None:
        self._links = [Place("", number, LINK, 64) for number in numbers]
        self._roster = Roster()
        self._services: dict[bytes, Answer] = {}
        self._notices: dict[bytes, bytes] = {}
        self._hosts: dict[bytes, dict[str, Place]] = {}  # name -> address -> who said so
        self._doors: dict[socket.socket, tuple[bytes, Address]] = {}
        self._waiting: list[tuple[bytes, Address]] = []
        self._left: dict[bytes, int] = {}  # table -> attempts that may still succeed

    @property
    def doors(self) -> list[socket.socket]:
        return list(self._doors)

    def found(self) -> tuple[Found, ...]:
        """All tables; who has not answered by now is silent."""
        for table in self._left:
            self._roster.probed(table, None, monotonic())
        return self._roster.found()

    def close(self) -> None:
        for door in self._doors:
            door.close()

    # -- hearing -----------------------------------------------------------------------------------

    def hear(self, packet: bytes, source: tuple[str, int] | tuple[str, int, int, int]) -> None:
        """Takes in what a packet says about tables."""
        heard = answers(packet)
        scope = source[3] if len(source) == 4 else 0
        sender = ip_address(source[0].partition("%")[0])
        place = Place("", scope, sender, sender.max_prefixlen)
        for answer in heard:
            self._keep(answer, place)
        gone = {answer.text for answer in heard if answer.kind == PTR and not answer.ttl}
        names = {answer.name for answer in heard}
        for name, service in self._services.items():
            if name in gone:
                self._roster.left(name.decode(errors="replace"))
            elif names & {name, service.text}:
                self._publication(name, service)

    def _keep(self, answer: Answer, place: Place) -> None:
        if answer.kind == SRV and answer.name.endswith(_SERVICE):
            if _has_room(self._services, answer.name):
                self._services[answer.name] = answer
        elif answer.kind == TXT and answer.name.endswith(_SERVICE):
            if _has_room(self._notices, answer.name):
                self._notices[answer.name] = answer.text
        elif answer.kind in (A, AAAA):
            hosts = self._hosts.get(answer.name, {})
            if len(hosts) < MAX_HOSTS and (hosts or len(self._hosts) < MAX_NAMES):
                self._hosts[answer.name] = hosts
                hosts[written(answer)] = place

    def _publication(self, name: bytes, service: Answer) -> None:
        notice = read_notice(self._notices.get(name, b""))
        hosts = self._hosts.get(service.text, {})
        if notice is not None and hosts:
            texts = [_scoped(host, place) for host, place in hosts.items()]
            places = [*hosts.values(), *self._links]
            addresses = worth_trying(texts, service.port, places)
            self._roster.heard(name.decode(errors="replace"), notice, addresses, monotonic())

    # -- knocking ----------------------------------------------------------------------------------

    def knock(self, now: float) -> None:
        """Begins to connect to the tables that were not tried yet, at all their addresses."""
        for table, addresses in self._roster.due(now):
            self._waiting += [(table, address) for address in addresses]
            self._left[table] = len(addresses)
        while self._waiting and len(self._doors) < MAX_KNOCKS:
            self._try(*self._waiting.pop(0))

    def _try(self, table: bytes, address: Address) -> None:
        if table not in self._left:
            return
        try:
            family, kind, _, _, target = socket.getaddrinfo(
                *address, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST
            )[0]
            door = socket.socket(family, kind)
        except OSError:
            self._failed(table)
            return
        door.setblocking(False)
        problem = door.connect_ex(target)
        if problem and problem not in _UNDER_WAY:
            door.close()
            self._failed(table)
        else:
            self._doors[door] = (table, address)

    def opened(self, door: socket.socket) -> None:
        """An attempt to connect has come to its end."""
        table, address = self._doors.pop(door)
        problem = door.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        door.close()
        if problem:
            self._failed(table)
        elif self._left.pop(table, 0):
            self._roster.probed(table, address, monotonic())

    def _failed(self, table: bytes) -> None:
        if table in self._left:
            self._left[table] -= 1
            if not self._left[table]:
                del self._left[table]
                self._roster.probed(table, None, monotonic())


def _has_room(known: Mapping[bytes, object], name: bytes) -> bool:
    return name in known or len(known) < MAX_NAMES


def _scoped(host: str, place: Place) -> str:
    """A link-local address belongs to the interface on which it was heard."""
    ip = ip_address(host)
    link = place.number and ip.version == 6 and ip.is_link_local
    return f"{host}%{place.number}" if link else host
