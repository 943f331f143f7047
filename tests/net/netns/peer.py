"""A program of its own for tests: publishes a table, or says what tables it finds.

    python -m tests.net.netns.peer publish NUMBER     one line when it is out, and after each word
    python -m tests.net.netns.peer browse [PERIOD]    one line for each change
    python -m tests.net.netns.peer flood ADDRESS      publishes rubbish and tables that are none

Lines are JSON. The words `play`, `quit` and so on come in on standard input.
"""

import asyncio
import json
import socket
import sys
from contextlib import suppress

from net.discovery import Advertiser, Browser
from net.discovery.roster import PERIOD
from tests.net.mdns import rubbish
from tests.net.notices import notice

GROUP, MDNS = "224.0.0.251", 5353
LISTENING = 0.5  # seconds until a browser hears everything
POLL = 0.5  # seconds between two looks at the interfaces


def say(value: object) -> None:
    print(json.dumps(value), flush=True)


async def words() -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    return reader


async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


async def publish(number: int) -> None:
    heard = await words()
    listener = socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True)
    server = await asyncio.start_server(hang_up, sock=listener)
    advertiser = Advertiser(listener.getsockname()[1], poll=POLL)
    phase = "lobby"
    while phase not in ("", "quit"):
        advertiser.publish(notice(number, phase=phase))
        await advertiser.settled()
        say({"trouble": advertiser.trouble})
        phase = (await heard.readline()).decode().strip()
    await advertiser.withdraw()
    server.close()


async def browse(period: float) -> None:
    heard = await words()

    def changed() -> None:
        found = [
            {
                "title": one.notice.title,
                "phase": one.notice.phase,
                "state": one.state,
                "hosts": [address.host for address in one.addresses],
            }
            for one in browser.tables
        ]
        say({"found": found, "trouble": browser.trouble})

    browser = Browser(changed=changed, period=period, poll=POLL)
    async with browser:
        await asyncio.sleep(LISTENING)
        changed()
        await heard.read()


def flood(address: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth:
        mouth.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        mouth.bind((address, MDNS))
        mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
        for number in range(1500):
            mouth.sendto(rubbish(number, address), (GROUP, MDNS))
            mouth.sendto(bytes(number % 256 for _ in range(number % 700)), (GROUP, MDNS))
    say({"sent": 1500})


if __name__ == "__main__":
    if sys.argv[1] == "publish":
        asyncio.run(publish(int(sys.argv[2])))
    elif sys.argv[1] == "flood":
        flood(sys.argv[2])
    else:
        asyncio.run(browse(float(sys.argv[2]) if len(sys.argv) > 2 else PERIOD))
