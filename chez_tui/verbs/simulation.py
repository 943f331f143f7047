"""Many games at once: each has its own seed, so that any number of processes gives one result."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING, Final, NamedTuple

from core.actions import CALL, CANCEL, DO, PLAY, SHOP, THROW, Action
from core.bots import make_bot
from core.catalog import Catalog
from core.events import Event
from core.game import Game
from core.luck import Stream
from core.play import LIMIT, play_out
from core.stats import Outcome

if TYPE_CHECKING:
    from pathlib import Path

    from net.sessions.record import RecordWriter

NAMES: Final = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal")
_PLAYS: Final = frozenset((CALL, SHOP, DO, PLAY, CANCEL, THROW))


class Setup(NamedTuple):
    """What all games of a simulation have in common; plain data for other processes."""

    catalog: Catalog
    levels: tuple[str, ...]  # one for each seat of the first game
    options: Mapping[str, str]
    seed: int
    record: "Path | None" = None
    limit: int = LIMIT


def levels_of(setup: Setup, index: int) -> tuple[str, ...]:
    """Who sits where: from game to game everybody moves one seat on."""
    shift = index % len(setup.levels)
    return setup.levels[shift:] + setup.levels[:shift]


def play_game(setup: Setup, index: int) -> Outcome:
    """Game number `index` of a simulation, the same whoever plays it and when."""
    from net.sessions.record import result_of

    luck = Stream(setup.seed).fork(f"game-{index}")
    levels = levels_of(setup, index)
    game = Game(setup.catalog, NAMES[: len(levels)], setup.options)
    bots = [make_bot(level, luck.fork(f"bot-{seat}")) for seat, level in enumerate(levels)]
    played: Counter[int] = Counter()
    with _writer(setup, index, game) as writer:

        def on_step(game: Game, action: Action, events: list[Event]) -> None:
            if action.kind in _PLAYS:
                played.update(action.faces)
            if writer is not None:
                writer.write(action, result_of(game))

        steps = play_out(game, bots, luck, on_step, setup.limit)
    return Outcome(
        finished=bool(game.winners),
        rounds=game.round,
        steps=steps,
        winners=game.winners,
        levels=levels,
        roles=tuple(tuple(game.faces[role].name for role in roles) for roles in game.roles),
        played=dict(played),
    )


def _writer(setup: Setup, index: int, game: Game) -> "RecordWriter | nullcontext[None]":
    if setup.record is None:
        return nullcontext()
    from pathlib import Path

    from net.sessions.record import Header, OwnCards, RecordWriter

    own = {Path(face.origin[0]): None for face in setup.catalog.faces if face.edition == "own"}
    files = [OwnCards(path.name, path.read_text(encoding="utf-8")) for path in own]
    header = Header.of(setup.catalog, game.names, setup.options, own=files)
    return RecordWriter(setup.record / f"{index + 1:06}.game", header)


# -- several processes -----------------------------------------------------------------------------

_setup: Setup | None = None


def _begin(setup: Setup) -> None:
    """In each process once; the one in front alone hears of Ctrl-C."""
    import signal

    global _setup
    _setup = setup
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_numbered(index: int) -> Outcome:
    assert _setup is not None
    return play_game(_setup, index)


def outcomes(setup: Setup, games: int, jobs: int) -> Iterator[Outcome]:
    """The outcomes of all games in their order."""
    if jobs <= 1:
        for index in range(games):
            yield play_game(setup, index)
        return
    from multiprocessing import get_context

    chunk = max(1, min(50, games // (jobs * 4)))
    with get_context("spawn").Pool(jobs, _begin, (setup,)) as pool:
        yield from pool.imap(_play_numbered, range(games), chunk)
