"""Many games of real programs with accidents, for as long as wanted: part of `make soak`.

    python -m tests.net.processes [SECONDS] [SEED]

Each game has two to eight players. At random moments somebody is killed, frozen for a while, asked
to go, or killed and started again. At the end all who are left must have the same table, and their
logs must hold. The first game that goes wrong is told with its seed and its folder, which stays.
"""

import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from tests.net.processes.cast import Cast, Running, finished

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
LEAST = 10  # sentences before something happens


def accident(cast: Cast, programs: dict[str, Running], dice: random.Random) -> str:
    """Something happens to one of them; what."""
    name = dice.choice(list(programs))
    program = programs[name]
    spare = len(programs) > 3  # those who are left for good must leave a majority behind
    match dice.choice(["freeze", "return", "return", "leave", "kill"]):
        case "freeze":
            program.freeze()
            until = time.monotonic() + dice.choice([0.2, 2.0, 7.0])
            while time.monotonic() < until and not any(map(over, programs.values())):
                time.sleep(0.05)
            program.thaw()
            return f"{name} froze for a while"
        case "leave" if spare:
            program.signal(15)
            program.status()
            del programs[name]
            return f"{name} left"
        case "kill" if spare:
            program.kill()
            del programs[name]
            return f"{name} was killed"
        case _:
            programs[name] = cast.restart(name, programs)
            return f"{name} was killed and came back"


def over(program: Running) -> bool:
    return bool(program.said("digest")) or program.process.poll() is not None


def play_out(programs: Iterable[Running]) -> None:
    """Waits for the end, however long that takes, as long as the game goes on."""
    for program in programs:
        while not over(program):
            told = len(program.story)
            program.until(lambda one, told=told: over(one) or len(one.story) > told)  # type: ignore[misc]


def one_game(seed: int, folder: Path) -> str:
    """Plays a game; what happened in it."""
    dice = random.Random(seed)
    names = NAMES[: dice.randint(2, len(NAMES))]
    told = []
    with Cast(folder) as cast:
        cast.edition = "geek"
        programs = cast.table(*names)
        for _ in range(dice.randint(0, 3)):
            eyes = programs[dice.choice(list(programs))]
            seen = len(eyes.story) + dice.randint(LEAST, 8 * LEAST)
            eyes.until(lambda one, seen=seen: len(one.story) >= seen or over(one))  # type: ignore[misc]
            if any(map(over, programs.values())):
                break  # who is started again now would find nobody
            told.append(accident(cast, programs, dice))
        play_out(programs.values())
        for program in programs.values():
            program.status()
        finished(cast, programs, *(name for name in names if name not in programs))
    return f"{len(names)} players; {'; '.join(told) or 'nothing happened'}"


def main(seconds: float, seed: int) -> int:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        folder = Path(tempfile.mkdtemp(prefix=f"chez-soak-{seed}-"))
        try:
            print(f"seed {seed}: {one_game(seed, folder / 'game')}", flush=True)
        except AssertionError as problem:
            print(f"seed {seed} went wrong; {folder} has everything\n{problem}", flush=True)
            return 1
        shutil.rmtree(folder)
        seed += 1
    return 0


if __name__ == "__main__":
    words = [*sys.argv[1:], "60", "1"][: max(2, len(sys.argv) - 1)]
    sys.exit(main(float(words[0]), int(words[1] if len(sys.argv) > 2 else 1)))
