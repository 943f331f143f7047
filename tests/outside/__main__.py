"""Write the data of the outside suite again: `python -m tests.outside`, then read the diff.

`CHEZ=...` lets another version write it. The files of `kept` stay as they are, and so do the
snapshots, which `make snapshots` renews.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.outside import pictures, transcripts
from tests.outside.programs import HERE, NOW, Chez

QUIET = 5.0  # seconds without a byte


def drawn(path: Path, chez: Chez, home: Path) -> str:
    """Return a file of pictures with what is seen now."""
    text, scenes = pictures.read(path)
    for scene, now in zip(scenes, pictures.taken(text, scenes, chez, home, QUIET), strict=True):
        text += f"=== {scene.title}\n" if scene.known else f"=== {scene.title}\n{now}"
    return text


def write(path: Path, text: str) -> None:
    same = path.read_text(encoding="utf-8") == text
    path.write_text(text, encoding="utf-8", newline="\n")
    print(f"{'same' if same else 'written'} {path.relative_to(HERE)}")


def main() -> None:
    with TemporaryDirectory() as cards:
        recorded = NOW.with_recorded_cards(Path(cards))
        for path in sorted(transcripts.FOLDER.iterdir()):
            with TemporaryDirectory() as home:
                text = path.read_text(encoding="utf-8")
                write(path, transcripts.played(text, recorded, Path(home)))
        for path in sorted(pictures.FOLDER.iterdir()):
            with TemporaryDirectory() as home:
                write(path, drawn(path, recorded, Path(home)))
    traces = HERE / "traces.txt"
    lines = NOW.ask("traces", traces.read_text(encoding="utf-8").splitlines())
    write(traces, "".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    main()
