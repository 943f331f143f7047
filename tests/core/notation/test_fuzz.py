"""Whatever is in a file, checking it ends with a table or with a line and a sentence."""

from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from core.notation import NotationError, check
from tests.kit.deals import cards
from tests.kit.places import SCENARIOS

TEXTS: Final = [path.read_text(encoding="utf-8") for path in sorted(SCENARIOS.rglob("*.chez"))]
LINES: Final = sorted({line for text in TEXTS for line in text.splitlines()})
WORDS: Final = sorted({word for line in LINES for word in line.split()})


def verdict(data: bytes | str) -> None:
    """Runs a file; anything but a table or a NotationError escapes and fails the test."""
    lines = data.count(b"\n") if isinstance(data, bytes) else data.count("\n")
    line, said = 1, ""
    try:
        check(data, cards)
    except NotationError as error:
        line, said = error.line, str(error)
    assert 1 <= line <= lines + 1
    assert "\n" not in said


@settings(max_examples=100)
@given(st.binary(max_size=400))
def test_random_bytes(data: bytes) -> None:
    verdict(data)
    verdict(b"players: Ann; Bo\n" + data)


@settings(max_examples=100)
@given(st.text(max_size=300), st.sampled_from(TEXTS))
def test_random_text_behind_a_good_file(text: str, file: str) -> None:
    verdict(f"{file}\n{text}")


@settings(max_examples=300)
@given(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=7), max_size=20))
def test_random_sentences(sentences: list[list[str]]) -> None:
    body = "\n".join(" ".join(words) for words in sentences)
    verdict("players: Ann; Bo; Cy\n" + body)


@settings(max_examples=400)
@given(st.sampled_from(TEXTS), st.data())
def test_mutated_files(text: str, data: st.DataObject) -> None:
    """Lines of other files get in, lines get lost, doubled and swapped, words change."""
    lines = text.splitlines()
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(lines) - 1)) if lines else 0
        match data.draw(st.integers(0, 5)):
            case 0:
                lines.insert(at, data.draw(st.sampled_from(LINES)))
            case 1 if lines:
                del lines[at]
            case 2 if lines:
                lines.insert(at, lines[at])
            case 3 if lines:
                other = data.draw(st.integers(0, len(lines) - 1))
                lines[at], lines[other] = lines[other], lines[at]
            case 4 if lines and lines[at].split():
                words = lines[at].split()
                place = data.draw(st.integers(0, len(words) - 1))
                words[place] = data.draw(st.sampled_from(WORDS))
                lines[at] = " ".join(words)
            case _ if lines and lines[at]:
                place = data.draw(st.integers(0, len(lines[at]) - 1))
                letter = data.draw(st.sampled_from("\0;:#'\"+-=()9 \tß\u2028\U0001f600"))
                lines[at] = lines[at][:place] + letter + lines[at][place + 1 :]
    verdict("\n".join(lines))


@settings(max_examples=100)
@given(st.lists(st.sampled_from(LINES), max_size=40))
def test_lines_of_all_files_in_any_order(lines: list[str]) -> None:
    moves = [line for line in lines if not line.startswith(("players", "edition"))]
    verdict("\n".join(["players: Ann; Bo; Cy; Di", *moves]))


PIECES = (" on ", " to ", "; ", "'s ", "(", ": ", "9", "Sleep on Ann to ", "Sleep; ")
HEADS = (
    "", "Ann: ", "Ann: do ", "Ann: do Sleep on ", "Ann: call Sleep to ", "deck: ", "Ann has: ",
    "expect Ann ", "expect Ann's ", "refuse Ann: ", "roll ",
)  # fmt: skip


def test_huge_lines() -> None:
    for piece in PIECES:
        line = piece * (49_000 // len(piece))
        for head in HEADS:
            verdict(f"players: Ann; Bo\n{head}{line}")
    verdict("players: Ann; Bo\n" + "x" * 200_000)
    verdict("\n" * 100_000)
