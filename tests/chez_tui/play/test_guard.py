"""Keys that are held back for a moment, on a clock that the test moves."""

from chez_tui.play.guard import RESTING, UNSEEN, KeyGuard


class Hands:
    """A clock that somebody moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_prompt_has_to_be_seen_before_it_can_be_answered() -> None:
    clock = Hands()
    guard = KeyGuard(clock)
    assert guard.counts("pass_window")
    guard.prompted()
    clock.now += UNSEEN * 0.9
    assert not any(guard.counts(c) for c in ("pass_window", "do_it", "pick(1)", ""))
    assert all(guard.counts(c) for c in ("back", "help", "quit_game"))
    clock.now += UNSEEN * 0.2
    assert guard.counts("pass_window")


def test_the_key_that_ends_a_phase_rests_once_after_a_phase_that_ended_by_itself() -> None:
    clock = Hands()
    guard = KeyGuard(clock)
    assert guard.rests("Roll") == ""
    for phase in ("Draw", "Roll"):
        guard.ended(phase)
        clock.now += RESTING * 0.6
    why = "nothing to do in Draw and Roll, so this is Call People"
    assert guard.rests("Call People") == why
    assert guard.rests("Call People") == "", "the second press means it"
    guard.ended("Draw")
    clock.now += RESTING
    assert guard.rests("Roll") == "", "it has been seen"
