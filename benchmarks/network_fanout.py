"""The reference for spectators: the same few bytes to many connections with epoll and nothing else.

python -m benchmarks.network_fanout COUNT     says its port; sends on each line it reads
"""

import select
import socket
import sys

NEWS = b"x" * 120  # as long as an action is on its way to a spectator


def main(count: int) -> None:
    server = socket.create_server(("127.0.0.1", 0), backlog=count)
    print(server.getsockname()[1], flush=True)
    poll = select.epoll()
    links = {}
    for _ in range(count):
        link, _ = server.accept()
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link.setblocking(False)
        links[link.fileno()] = link
        poll.register(link.fileno(), select.EPOLLOUT | select.EPOLLONESHOT)
    for _ in sys.stdin:
        waiting = set(links)
        while waiting:
            for number, _ in poll.poll():
                links[number].send(NEWS)
                waiting.discard(number)
        for number in links:
            poll.modify(number, select.EPOLLOUT | select.EPOLLONESHOT)


if __name__ == "__main__":
    main(int(sys.argv[1]))
