"""The reference for round trips: 200 bytes of msgpack there and back over asyncio, nothing else.

python -m benchmarks.network_echo     says its port, and sends back what comes
"""

import asyncio
import struct
import time

import msgpack

HEAD = struct.Struct(">I")
VALUE = ["benchmark", 7, b"x" * 160, {"a": 1, "b": 2}]  # 200 bytes when packed
PAUSE = 0.003  # seconds between two round trips, as between two actions of ours


def framed(value: object) -> bytes:
    body = msgpack.packb(value)
    return HEAD.pack(len(body)) + body


async def read(reader: asyncio.StreamReader) -> object:
    (size,) = HEAD.unpack(await reader.readexactly(HEAD.size))
    return msgpack.unpackb(await reader.readexactly(size))


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while True:
        try:
            writer.write(framed(await read(reader)))
        except asyncio.IncompleteReadError:
            return


async def round_trips(port: int, count: int) -> list[float]:
    """The times of so many round trips."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    times = []
    for _ in range(count):
        await asyncio.sleep(PAUSE)
        start = time.monotonic()
        writer.write(framed(VALUE))
        await read(reader)
        times.append(time.monotonic() - start)
    writer.close()
    await writer.wait_closed()
    return times


async def main() -> None:
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
