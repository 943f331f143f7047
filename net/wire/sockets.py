"""What a connection asks of its socket, beyond what asyncio does."""

import asyncio
import socket

from net.wire.codes import Address


def tune(sock: socket.socket | None, patience: float) -> None:
    """Small messages leave at once; what nobody acknowledges ends the connection."""
    if sock is None:
        return
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(patience * 1000))


def half_close(transport: asyncio.Transport) -> None:
    """Tells the other side at once that nothing follows, if nothing is on its way any more."""
    if not transport.get_write_buffer_size():
        try:
            transport.write_eof()
        except OSError:
            transport.abort()


def address_of(peername: tuple[str, int] | tuple[str, int, int, int] | None) -> Address:
    """Where the other end is; a link-local address is nothing without its interface."""
    if peername is None:
        return Address("nowhere", 0)
    host, port = peername[:2]
    scope = peername[3] if len(peername) == 4 else 0
    if scope and "%" not in host:
        host = f"{host}%{scope}"
    return Address(host, port)
