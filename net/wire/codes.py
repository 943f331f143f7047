"""What people type or read aloud: join codes, fingerprints as words, addresses.

A join code such as `7-teapot-sofa` is nothing but the first three bytes of a table's id in a form
that survives a shout across the room; it is no secret and protects nothing.
"""

import ipaddress
import re
from typing import Final, NamedTuple

PREFIX_SIZE: Final = 3  # bytes of a table's id that a code holds
MAX_TYPED: Final = 300

# One word for each byte. The first three letters tell a word from all others, and a word with one
# slip in it is never closer to another one or the beginning of it.
_LIST: Final = """
    abacus acorn acrobat album alpaca amber anchor ankle aspen atlas attic autumn avocado
    badge balcony bamboo banjo barrel basket beach beetle berry bicycle biscuit blossom bonnet
    bread broom bubble buffalo burrito butter cabin cactus camel canvas carpet castle cedar
    cello chair cheese chimney cinema circus cocoa compass cookie copper coral cotton couch
    cradle cricket crown crystal cuckoo curtain cushion cymbal daisy dance desert diamond
    dinner dolphin domino donkey dragon dynamo eagle elbow emerald engine fabric feather fern
    fiddle flute forest fossil foxtrot freckle fridge funnel galaxy garden gazebo gelato ghost
    giraffe glacier glitter globe goblet gondola grape guitar harbor helmet hexagon hickory
    hippo hobby holiday horizon hotel husky iceberg igloo indigo island ivory jaguar jasmine
    jigsaw jungle kayak kazoo keyhole kimono kiosk kitten koala ladder lagoon lantern laptop
    laundry lava lemon lentil library lilac lizard lobster locket lotus luggage lullaby lunch
    magnet mammoth marble meadow mirror mosaic muffin museum napkin nebula nectar nickel
    noodle nugget nutmeg oasis oatmeal ocean octopus olive onion opera orbit orchid origami
    ostrich oxygen palace panda paper parrot pelican penguin phoenix piano pillow pirate
    planet poppy potato pretzel prism pudding pumpkin puzzle pyramid quartz quokka rabbit
    raccoon radio rainbow raven ribbon rubber saffron salad scarf school scooter seagull
    sequoia shelf silver sketch skyline slipper snail snorkel sofa spatula spinach sponge
    stamp studio sugar summer sunset swan sweater syrup tadpole tandem teapot temple tennis
    terrace thimble toffee tornado tractor trumpet tulip tundra turtle tuxedo ukulele unicorn
    vanilla village violin volcano voyage waffle walnut wheel whistle window wolf wombat yacht
    yogurt zebra zigzag zodiac
    """
WORDS: Final = tuple(_LIST.split())

_BYTES: Final = {word: byte for byte, word in enumerate(WORDS)}
_STARTS: Final = {word[:3]: word for word in WORDS}
_LABEL: Final = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?", re.ASCII)


class CodeError(Exception):
    """Something typed that is neither a join code nor an address; a sentence says why."""


class JoinCode(NamedTuple):
    """The beginning of a table's id, for people."""

    prefix: bytes

    def __str__(self) -> str:
        number, first, second = self.prefix
        return f"{number + 1}-{WORDS[first]}-{WORDS[second]}"

    def fits(self, gid: bytes) -> bool:
        """Whether a table may be the one that is meant."""
        return gid.startswith(self.prefix)


class Address(NamedTuple):
    """Where a peer listens."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def code_of(gid: bytes) -> JoinCode:
    """The code that leads to a table."""
    if len(gid) < PREFIX_SIZE:
        raise CodeError("the id of a table is too short for a code")
    return JoinCode(gid[:PREFIX_SIZE])


def spoken(data: bytes) -> str:
    """Bytes as words to read aloud and compare."""
    return " ".join(WORDS[byte] for byte in data)


def parse_code(text: str) -> JoinCode:
    """Reads a code as people type it: any case and separators, number first or last, small slips,
    and no more of a word than its first three letters."""
    parts = re.findall(r"[a-z]+|[0-9]+", _typed(text).lower(), re.ASCII)
    numbers = [part for part in parts if part.isdigit()]
    words = [part for part in parts if not part.isdigit()]
    if len(parts) != 3 or len(numbers) != 1 or parts[1] == numbers[0]:
        raise CodeError("a join code is a number and two words, like 7-teapot-sofa")
    if len(numbers[0]) > 3 or not 1 <= int(numbers[0]) <= 256:
        raise CodeError("the number of a join code is between 1 and 256")
    first, second = (_BYTES[_nearest(word)] for word in words)
    return JoinCode(bytes((int(numbers[0]) - 1, first, second)))


def parse_address(text: str) -> Address:
    """Reads HOST:PORT, with an IPv6 address in brackets."""
    text = _typed(text)
    host, colon, port = text.rpartition(":")
    if not colon or not host or host.endswith(":") or host.count("[") != host.count("]"):
        raise CodeError("an address is HOST:PORT, or [IPv6]:PORT")
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and 1 <= int(port) <= 65535):
        raise CodeError("the port of an address is a number between 1 and 65535")
    return Address(_host(host), int(port))


def parse_target(text: str) -> JoinCode | Address:
    """What somebody wants to join: anything with a colon in it is an address."""
    return parse_address(text) if ":" in text else parse_code(text)


def _typed(text: str) -> str:
    if len(text) > MAX_TYPED:
        raise CodeError("that is too long for a join code or an address")
    return text.strip()


def _nearest(typed: str) -> str:
    """The word that somebody meant."""
    if typed in _BYTES:
        return typed
    known = _STARTS.get(typed[:3])
    if known is not None and known.startswith(typed):
        return known
    for word in WORDS:
        if _one_slip(typed, word):
            return word
    raise CodeError(f"{typed[:20]} isn't in any join code. A code looks like 7-teapot-sofa.")


def _one_slip(typed: str, word: str) -> bool:
    """Whether one letter is wrong, missing or too many, or two neighbors are swapped."""
    if abs(len(typed) - len(word)) > 1:
        return False
    at = next((i for i, (a, b) in enumerate(zip(typed, word, strict=False)) if a != b), -1)
    if at < 0:
        return True
    rest, right = typed[at:], word[at:]
    swapped = rest[1:2] + rest[:1] + rest[2:]
    return rest[1:] == right[1:] or rest[1:] == right or rest == right[1:] or swapped == right


def _host(text: str) -> str:
    if text.startswith("["):
        if not text.endswith("]"):
            raise CodeError("put IPv6 addresses in brackets: [fe80::1]:4000")
        try:
            address = ipaddress.IPv6Address(text[1:-1])
        except ValueError:
            raise CodeError("the brackets need an IPv6 address") from None
        if not _LABEL.fullmatch((address.scope_id or "0").lower()):
            raise CodeError("the interface of an IPv6 address can only have letters and digits")
        return str(address)
    if ":" in text:
        raise CodeError("put IPv6 addresses in brackets: [fe80::1]:4000")
    name = text.lower().removesuffix(".")
    labels = name.split(".")
    if len(name) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise CodeError("a host name can only have letters, digits, hyphens and dots")
    if labels[-1].isdigit():
        try:
            ipaddress.IPv4Address(name)
        except ValueError:
            raise CodeError("an IPv4 address is four numbers up to 255") from None
    return name
