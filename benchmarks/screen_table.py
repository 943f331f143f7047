"""A table that always stands the same, for keys and bytes: `python -m benchmarks.screen_table`.

With the word `thinking` it is a bot's turn, and the bot thinks for as long as anybody looks.
"""

import sys
from typing import Final

from chez_tui import flows
from chez_tui.app import ChezApp
from chez_tui.settings import Settings
from chez_tui.world import World
from core.arrangement import arranged
from core.catalog import load_catalog
from core.luck import Stream
from core.notation import parse
from core.notation.setup import set_table
from core.play import Match
from net.sessions.local import Chair, LocalTable, Pace, TableSetup
from net.sessions.session import ASK_ABLE

TABLE: Final = """
edition: geek
players: Pam; Ada; Bix; Cleo
Pam is Tech Support
Pam holds: Car Alarm; Ultra-Slims; Microwave Popcorn; Pizza; Sleep
Pam has: TV Queen; Shrooms; Surf the Net; Computer Games
Ada is Waitstaff
Ada holds: Sleep; Surf the Net; RPGs; Menthol Cloves; White Russian
Ada has: Tattoo; Sleep; Hash Brownies
Bix is Bartender
Bix holds: Sleep; Surf the Net; Choad Warrior; Nookie at Jimmy's; Hungry Girl
Bix has: RPGs; NT Server Docco
Cleo is Temp
Cleo holds: Sleep; Sleep; Mr. Gamer; Insufferable Microbrew; Curbside Sofa
Cleo has: Segfault; Sleep
turn: Pam, free time
"""
ROLL: Final = "roll"  # said to begin in the Roll phase, on a screen that isn't calm
PACE: Final = Pace(think=0.5, answer=0, die=0.5, deal=0)  # far enough apart to be told apart
FOREVER: Final = 3600.0
THINKING: Final = sys.argv[1:] == ["thinking"]


class BenchmarkTable(LocalTable):
    """A local table that is set, not dealt."""

    def _seat_bots(self, stream: Stream) -> Match:
        catalog = self.setup.catalog
        turn = "turn: Ada" if THINKING else "turn: Pam"
        text = TABLE.replace("turn: Pam", turn)
        if ROLL in sys.argv:
            text = text.replace("TV Queen", "Clumsy Drunk").replace("free time", ROLL)
        script = parse(text, lambda editions: catalog)
        self.game = arranged(catalog, self.game.names, {}, set_table(script)[1])
        self.settings = self.settings._replace(hands="hidden")  # someone may watch, so one may chat
        return super()._seat_bots(stream)


class Benchmark(ChezApp):
    """The app with that table on it; nothing moves that need not."""

    def __init__(self) -> None:
        world = World.of_process()
        calm = ROLL not in sys.argv
        world.settings = Settings(calm=calm, preset=ASK_ABLE, bell_turn=False, bell_window=False)
        super().__init__(world)

    def on_mount(self) -> None:
        pace = PACE._replace(think=FOREVER) if THINKING else PACE
        chairs = [Chair("Pam"), *(Chair(name, "normal") for name in ("Ada", "Bix", "Cleo"))]
        table = BenchmarkTable(TableSetup(load_catalog(), chairs, seed=1), pace)
        flows.start(self, "play", table, (0,))


if __name__ == "__main__":
    Benchmark().run()
    sys.exit(0)
