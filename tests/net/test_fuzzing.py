"""Every decoder refuses damaged bytes in a sentence; `make soak` tries many more."""

from pathlib import Path

import pytest

from tests.net import fuzzing
from tests.net.fuzzing import Decoder, Unclean, decoders, feed, fuzz, main

SLOW = ("a log to verify", "files of a game", "a handshake", "a share of a password")


def test_nothing_but_a_clean_refusal(tmp_path: Path) -> None:
    for decoder in decoders(tmp_path):
        fuzz(decoder, 120 if decoder.name in SLOW else 1500, seed=1)


def test_every_sample_is_something_that_can_be_read(tmp_path: Path) -> None:
    partly = ("a handshake", "a share of a password", "files of a game")
    for decoder in decoders(tmp_path):
        if decoder.name not in partly:
            assert all(feed(decoder, sample) for sample in decoder.samples), decoder.name


def test_what_is_not_clean_is_told_with_its_bytes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    careless = Decoder("a number", [b"7"], int, (TypeError,))
    with pytest.raises(Unclean, match="ValueError"):
        fuzz(careless, 50, seed=1)
    wordless = Decoder("a word", [b"w"], lambda data: exec("raise KeyError()"), (KeyError,))
    with pytest.raises(Unclean, match="without a sentence"):
        feed(wordless, b"w")
    greedy = Decoder("a gift", [b"g"], lambda data: len(bytes(64 << 20)), ())
    with pytest.raises(Unclean, match="memory"):
        fuzz(greedy, 5, seed=1)
    monkeypatch.setattr(fuzzing, "decoders", lambda folder: [careless])
    assert main(["--inputs", "20", "--seed", "3"]) == 1
    assert "seed 3: a number ends in ValueError" in capsys.readouterr().out
