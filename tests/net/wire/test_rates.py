"""A bucket of tokens: bursts, the long run, and clocks that stand or go back."""

from hypothesis import given
from hypothesis import strategies as st

from net.wire.rates import TokenBucket


def test_a_burst_and_then_the_rate() -> None:
    bucket = TokenBucket(rate=2.0, burst=3.0, now=10.0)
    assert [bucket.take(10.0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(10.4)
    assert bucket.take(10.5)
    assert not bucket.take(10.5)
    assert [bucket.take(99.0) for _ in range(4)] == [True, True, True, False]


def test_dear_things_cost_more() -> None:
    bucket = TokenBucket(rate=1.0, burst=5.0, now=0.0)
    assert not bucket.take(0.0, cost=6.0)
    assert bucket.take(0.0, cost=5.0)
    assert not bucket.take(0.5)


def test_a_clock_that_goes_back_gives_nothing() -> None:
    bucket = TokenBucket(rate=1.0, burst=1.0, now=10.0)
    assert bucket.take(10.0)
    assert not bucket.take(5.0)
    assert not bucket.take(10.5)
    assert bucket.take(11.0)


@given(st.lists(st.floats(0, 100), max_size=60).map(sorted))
def test_never_more_than_burst_and_rate_allow(times: list[float]) -> None:
    bucket = TokenBucket(rate=0.5, burst=4.0, now=0.0)
    taken = sum(bucket.take(now) for now in times)
    assert taken <= 4 + 0.5 * (times[-1] if times else 0) + 1e-6
