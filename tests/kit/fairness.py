"""Statistics of bots that play each other: who wins, how long it takes, what is never played.

`python -m tests.kit.fairness --seed N --games M` plays many games; `make soak` does.
"""

import argparse
import sys
from collections.abc import Sequence
from typing import Final

from chez_tui.verbs.simulate import Setup, never_played, play_game
from core.bots import make_bot
from core.catalog import EDITIONS
from core.game import Game
from core.luck import Stream
from core.play import play_out
from core.rules.setup import settled_options
from core.stats import Summary, percentile
from tests.kit.deals import cards

PAIRS: Final = tuple(f"geek+{edition}" for edition in EDITIONS[1:])
ROUNDS: Final = range(5, 16)  # how long the median game may be
LONGEST: Final = 40  # rounds; whatever takes longer goes nowhere
SHARE: Final = 3  # times as often as others a role may win
HELD: Final = 12  # a role held less often than this says nothing
BETTER: Final = 0.6  # of the games against easy ones are won by a normal bot


def duels(editions: str, games: int, seed: int) -> int:
    """Return how many games a normal bot wins against an easy one, seats swapped."""
    catalog = cards(tuple(editions.split("+")))
    wins = 0
    for number in range(games):
        luck = Stream(seed).fork(f"duel-{number}")
        levels = ("normal", "easy") if number % 2 else ("easy", "normal")
        game = Game(catalog, ("Ann", "Bo"))
        bots = [make_bot(level, luck.fork(f"bot-{s}")) for s, level in enumerate(levels)]
        play_out(game, bots, luck)
        wins += any(levels[seat] == "normal" for seat in game.winners)
    return wins


def simulated(editions: str, players: int, games: int, seed: int) -> tuple[Setup, Summary]:
    """Let normal bots play these games and sum them up."""
    catalog = cards(tuple(editions.split("+")))
    setup = Setup(catalog, ("normal",) * players, settled_options({}), seed)
    summary = Summary(players)
    for index in range(games):
        summary.add(play_game(setup, index))
    return setup, summary


def length_problems(summary: Summary) -> list[str]:
    """Return what is wrong with how long the games took."""
    problems = []
    if summary.finished != summary.games:
        problems.append(f"{summary.games - summary.finished} games have no end")
    if (median := percentile(summary.rounds, 50)) not in ROUNDS:
        problems.append(f"the median game takes {median} rounds")
    if max(summary.rounds) > LONGEST:
        problems.append(f"one game took {max(summary.rounds)} rounds")
    return problems


def share_problems(setup: Setup, summary: Summary) -> list[str]:
    """Return the roles that win too often, and the cards that nobody plays."""
    roles = {name: role.share for name, role in summary.roles.items() if role.games >= HELD}
    problems = [f"{name} wins {share:.1f} times" for name, share in roles.items() if share > SHARE]
    if len(setup.catalog.editions) == 1:  # a mix has more cards than its games see
        problems += [f"{name} is never played" for name in never_played(summary, setup)]
    return problems


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m tests.kit.fairness", description=__doc__)
    made.add_argument("--seed", type=int, default=1, help="of all games (default 1)")
    made.add_argument("--games", type=int, default=200, help="at each table (default 200)")
    return made


def main(argv: Sequence[str]) -> int:
    wish = parser().parse_args(argv)
    failed = 0
    for editions in (*EDITIONS, *PAIRS):
        wins = duels(editions, wish.games, wish.seed)
        problems = [] if wins >= BETTER * wish.games else [f"normal wins only {wins} duels"]
        for players in (4, 5):
            setup, summary = simulated(editions, players, wish.games, wish.seed)
            problems += length_problems(summary) + share_problems(setup, summary)
        failed += bool(problems)
        print(f"{editions}: {'; '.join(problems) or f'{wins} of {wish.games} duels'}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
