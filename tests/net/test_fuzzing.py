"""Every decoder refuses damaged bytes in a sentence; `make soak` tries many more."""

import pytest

from tests.net import fuzzing
from tests.net.fuzzing import Decoder, Unclean, all_decoders, feed, fuzz, main


def test_nothing_but_a_clean_refusal() -> None:
    with all_decoders() as found:
        for decoder in found:
            assert any(feed(decoder, sample) for sample in decoder.samples), decoder.name
            fuzz(decoder, 500, seed=1, watched=60)


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
