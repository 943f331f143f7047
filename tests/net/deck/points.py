"""Points that could mark a card, and what is no point at all."""

from net.deck import group

FIELD = 2**255 - 19
NEUTRAL = (1).to_bytes(32, "little")
# All points whose eighth multiple is nothing, apart from nothing itself.
ORDER_8 = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
SMALL = {
    "order 8": ORDER_8,
    "order 8, the other way": group.subtract(NEUTRAL, ORDER_8),
    "order 4": group.add(ORDER_8, ORDER_8),
    "order 2": (FIELD - 1).to_bytes(32, "little"),
}


def spelled(y: int, sign: int = 0) -> bytes:
    return (y | sign << 255).to_bytes(32, "little")


NO_POINTS = {
    **SMALL,
    "neutral": NEUTRAL,
    "neutral with a sign": spelled(1, 1),
    "neutral spelled beyond the field": spelled(FIELD + 1),
    "order 4 spelled as nothing": bytes(32),
    "order 4 with a sign": spelled(0, 1),
    "order 4 spelled beyond the field": spelled(FIELD),
    "off the curve": spelled(2),
    "all bits": b"\xff" * 32,
}
