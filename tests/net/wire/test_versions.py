"""What keeps two programs apart: other rules and other cards, and never other words."""

from collections.abc import Iterator

import pytest

from core import clauses
from net.wire import versions
from net.wire.versions import rules_hash


@pytest.fixture(autouse=True)
def _asked_again() -> Iterator[None]:
    rules_hash.cache_clear()
    yield
    rules_hash.cache_clear()


def hashed_with(monkeypatch: pytest.MonkeyPatch, known: dict[str, clauses.Clause]) -> bytes:
    monkeypatch.setattr(versions, "clauses", lambda: known)
    rules_hash.cache_clear()
    return rules_hash()


def test_the_words_of_a_clause_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    known, before = clauses.clauses(), rules_hash()
    words = {id: clause._replace(topic="x", title="y", text="z") for id, clause in known.items()}
    assert hashed_with(monkeypatch, words) == before
    moved = dict(reversed(known.items()))
    assert hashed_with(monkeypatch, moved) == before


def test_another_clause_or_number_of_the_rules_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    known, before = clauses.clauses(), rules_hash()
    fewer = dict(list(known.items())[1:])
    assert hashed_with(monkeypatch, fewer) != before
    assert hashed_with(monkeypatch, known) == before
    monkeypatch.setattr(versions, "RULES_VERSION", clauses.RULES_VERSION + 1)
    assert hashed_with(monkeypatch, known) != before
