"""Write the golden playthroughs again: `python -m tests.golden.regenerate`, then read the diff."""

from tests.golden import FOLDER, PLAYS
from tests.golden.render import render


def main() -> None:
    wanted = {play.path for play in PLAYS}
    for old in FOLDER.glob("*.txt"):
        if old not in wanted:
            old.unlink()
            print(f"removed {old.name}")
    for play in PLAYS:
        text = render(play)
        before = play.path.read_text(encoding="utf-8") if play.path.exists() else ""
        play.path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{'same' if text == before else 'written'} {play.path.name}, {len(text)} characters")


if __name__ == "__main__":
    main()
