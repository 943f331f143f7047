"""`python -m tests.chez_tui.snapshots`: takes all pictures again. Read the diff first."""

import asyncio

from tests.chez_tui.snapshots import FOLDER, SIZES, pictures, read, write
from tests.kit.deals import recorded_cards


def main() -> None:
    changed = 0
    kept = set()
    for size in SIZES:
        with recorded_cards():
            taken = asyncio.run(pictures(size))
        for scene, texts in taken.items():
            kept.add(f"{scene}-{size[0]}x{size[1]}.txt")
            if read(scene, size) != texts:
                changed += 1
                write(scene, size, texts)
    for path in FOLDER.glob("*.txt"):
        if path.name not in kept:
            path.unlink()
            changed += 1
    print(f"{len(kept)} pictures, {changed} of them changed")


if __name__ == "__main__":
    main()
