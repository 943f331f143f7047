"""Packets of multicast DNS for tests, made by the library."""

import ipaddress

from zeroconf import DNSAddress, DNSOutgoing, DNSPointer, DNSRecord, DNSService, DNSText

from net.discovery.daemon import SERVICE
from net.discovery.notice import Notice
from tests.net.notices import notice

A, PTR, TXT, AAAA, SRV, IN = 1, 12, 16, 28, 33, 1
RESPONSE = 0x8400
TTL = 4500


def packet(*records: DNSRecord) -> bytes:
    out = DNSOutgoing(RESPONSE)
    for record in records:
        out.add_answer_at_time(record, 0)
    (only,) = out.packets()
    return only


def published(
    said: Notice | bytes, *hosts: str, name: str = "x", port: int = 4000, ttl: int = TTL
) -> list[DNSRecord]:
    """What an advertiser says of a table."""
    full, server = f"{name}.{SERVICE}", f"{name}.local."
    text = said if isinstance(said, bytes) else said.record()
    ips = [ipaddress.ip_address(host) for host in hosts]
    return [
        DNSPointer(SERVICE, PTR, IN, ttl, full),
        DNSText(full, TXT, IN, ttl, text),
        DNSService(full, SRV, IN, ttl, 0, 0, port, server),
        *(DNSAddress(server, A if ip.version == 4 else AAAA, IN, ttl, ip.packed) for ip in ips),
    ]


def rubbish(number: int, host: str) -> bytes:
    """Something under our kind of service: nonsense, or a table where nobody listens."""
    if number % 3 == 0:
        return packet(DNSPointer(SERVICE, PTR, IN, TTL, f"x{number}.{SERVICE}"))
    said: Notice | bytes = notice(1000 + number)
    if number % 3 == 1:
        said = bytes((number + n) % 256 for n in range(number % 250))
    return packet(*published(said, host, name=f"x{number}", port=number))
