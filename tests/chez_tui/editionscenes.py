"""Tables of the other editions and of a mix, each at a moment that only they know."""

from collections.abc import AsyncIterator
from typing import Final

from tests.chez_tui.driver import Player, SetTable, laid

GREEK: Final = laid("greek")
GOTH: Final = laid("goth")
GRUNT: Final = laid("grunt")
CTHULHU: Final = laid("cthulhu")
MIX: Final = laid("mix")


async def editions(pam: Player) -> AsyncIterator[str]:
    await pam.sit(SetTable(GREEK))
    yield "greek"
    await pam.press("tab")
    yield "greek-standing"
    await pam.close()
    await pam.sit(SetTable(GOTH))
    yield "goth"
    await pam.close()
    await pam.sit(SetTable(GRUNT, dice=(5, 1)))
    await pam.hand("Hole in the Fence")
    await pam.others_pass()
    yield "grunt"
    await pam.hand("Canteen Moonshine")
    await pam.press("b")
    await pam.others_pass()
    yield "grunt-caught"
    await pam.close()
    treated = SetTable(CTHULHU, dice=(4,))
    await pam.sit(treated)
    treated.move("Ada: call Deep Westley to Pam")
    await pam.press("space")
    await pam.others_pass()
    yield "cthulhu"
    await pam.close()
    await pam.sit(SetTable(MIX))
    yield "mix"
    await pam.press("tab")
    yield "mix-standing"
