"""Networks inside this machine: each host is a network namespace, each switch a bridge in one."""

import itertools
import json
import os
import re
import selectors
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.kit.places import ROOT

BRIDGE = "br0"
PATIENCE = 300.0  # seconds until a test gives up

_numbers = itertools.count()


def ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True)
    if done.returncode:
        raise OSError(f"ip {' '.join(words)}: {done.stderr.strip()}")


def why_not() -> str:
    """Why there can be no such networks here; empty if there can."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return "network namespaces need root"
    if shutil.which("ip") is None:
        return "network namespaces need iproute2"
    try:
        _tidy_up()
        with Lan() as lan:
            lan.plug(lan.host(), "eth0", lan.switch())
    except OSError as error:
        return f"network namespaces don't work here: {error}"
    return ""


def _tidy_up() -> None:
    """Removes what test runs that were killed have left behind."""
    listed = subprocess.run(["ip", "netns", "list"], capture_output=True, text=True)
    for name in listed.stdout.split():
        match = re.fullmatch(r"chez-(\d+)-\d+", name)
        if match and not Path(f"/proc/{match[1]}").exists():
            subprocess.run(["ip", "netns", "del", name], capture_output=True)


class Program:
    """A running program that speaks JSON, one line at a time."""

    def __init__(self, argv: Sequence[str]) -> None:
        self.process = subprocess.Popen(
            argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, bufsize=0
        )
        self._rest = b""

    def say(self, word: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{word}\n".encode())

    def line(self, left: float = PATIENCE) -> Any:
        """The next line."""
        assert self.process.stdout is not None
        until = time.monotonic() + left
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._rest:
                if not selector.select(max(0.0, until - time.monotonic())):
                    raise TimeoutError("the program says nothing")
                data = os.read(self.process.stdout.fileno(), 65536)
                if not data:
                    raise EOFError("the program has ended")
                self._rest += data
        text, _, self._rest = self._rest.partition(b"\n")
        return json.loads(text)

    def until(self, holds: Callable[[Any], object]) -> Any:
        """The first line of which something holds."""
        end = time.monotonic() + PATIENCE
        said = []
        while True:
            try:
                said.append(self.line(end - time.monotonic()))
            except (TimeoutError, EOFError) as error:
                raise AssertionError(f"{error}; before: {said}") from None
            if holds(said[-1]):
                return said[-1]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        self.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


class Lan:
    """Hosts and switches; all are gone when it is left."""

    def __init__(self) -> None:
        self._stack = ExitStack()

    def __enter__(self) -> "Lan":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def host(self, own: bool = True) -> str:
        """A machine without a network, with or without its own loopback."""
        name = f"chez-{os.getpid()}-{next(_numbers)}"
        ip("netns", "add", name)
        self._stack.callback(ip, "netns", "del", name)
        if own:
            ip("-n", name, "link", "set", "lo", "up")
        return name

    def switch(self) -> str:
        name = self.host()
        ip("-n", name, "link", "add", BRIDGE, "type", "bridge")
        ip("-n", name, "link", "set", BRIDGE, "up")
        return name

    def plug(
        self, host: str, device: str, switch: str, *addresses: str, link: bool = False
    ) -> None:
        """A cable from a host to a switch; `link`: with an IPv6 address of its own too."""
        port = f"p{next(_numbers)}"
        words = ("-n", host, "link", "add", device, "type", "veth", "peer", "name", port)
        ip(*words, "netns", switch)
        if not link:
            self.write(host, f"/proc/sys/net/ipv6/conf/{device}/disable_ipv6", "1")
        for address in addresses:
            ip("-n", host, "addr", "add", address, "dev", device)
        ip("-n", switch, "link", "set", port, "master", BRIDGE, "up")
        ip("-n", host, "link", "set", device, "up")

    def wired(self, count: int) -> list[str]:
        """Hosts at one switch, which are 10.9.0.1 and so on."""
        switch, hosts = self.switch(), [self.host() for _ in range(count)]
        for number, host in enumerate(hosts, 1):
            self.plug(host, "eth0", switch, f"10.9.0.{number}/24")
        return hosts

    def join(self, one: str, other: str, device: str) -> None:
        """A cable between two switches; its end has the same name at both."""
        words = ("-n", one, "link", "add", device, "type", "veth", "peer", "name", device)
        ip(*words, "netns", other)
        for switch in (one, other):
            ip("-n", switch, "link", "set", device, "master", BRIDGE, "up")

    def unplug(self, host: str, device: str) -> None:
        ip("-n", host, "link", "del", device)

    def route(self, host: str, gateway: str) -> None:
        ip("-n", host, "route", "add", "default", "via", gateway)

    def write(self, host: str, path: str, value: str) -> None:
        ip("netns", "exec", host, "sh", "-c", f"echo {value} > {path}")

    def peer(self, host: str, *words: str) -> Program:
        """A program of `tests.net.netns.peer` on a host."""
        command = [*self.inside(host), sys.executable, "-m", "tests.net.netns.peer"]
        program = Program([*command, *words])
        self._stack.callback(program.close)
        return program

    def inside(self, host: str) -> list[str]:
        """The words before a command that let it run on a host."""
        return ["ip", "netns", "exec", host]

    def cut(self, host: str, device: str) -> None:
        """The cable is pulled out; addresses stay."""
        ip("-n", host, "link", "set", device, "down")

    def mend(self, host: str, device: str) -> None:
        ip("-n", host, "link", "set", device, "up")

    def run(self, host: str, *words: str) -> "subprocess.CompletedProcess[str]":
        """The command line on a host."""
        return subprocess.run(
            [*self.inside(host), sys.executable, "-m", "chez_tui", *words],
            capture_output=True,
            text=True,
            cwd=ROOT,
        )
