"""Lessons without a screen: the coach's words lead to the win, and to nothing else."""

import re

import pytest

from chez_tui.plain.lesson import GOODBYE, teach
from chez_tui.play.lesson import load_course
from core.catalog import EDITIONS
from tests.kit.transcript import Answering, Paper
from tests.kit.worlds import world_with


class Learner:
    """Does what the coach says, in the order of the lists."""

    def __init__(self) -> None:
        self.move = ""

    def answer(self, said: list[str]) -> str:
        """Return the number of what is said after `Your move`."""
        text = " ".join(" ".join(said).split())
        if told := re.search(r"Your move: (.*?)\. (?=[A-Z])", text):
            self.move = told[1]
        options = [line.lower().split(". ", 1) for line in said if re.match(r"\d+\. ", line)]
        move = self.move.lower().removeprefix("choose ")
        what, _, target = move.removesuffix(")").partition(" (")
        for wanted in (
            [move],
            [target or move],
            what.replace(" and ", " and shop for ").split(" and "),
        ):
            if found := [n for w in wanted for n, option in options if option.startswith(w)]:
                return " ".join(found)
        return "hand"


def taught(edition: str, answer: Answering) -> str:
    """Return all that a lesson said, with the answers."""
    paper = Paper(answer, echo="> ")
    try:
        assert teach(edition, world_with(out=paper, typed=paper.reader, pace="instant")) == 0
    finally:
        paper.close_input()
    return " ".join(paper.getvalue().split())


@pytest.mark.parametrize("edition", EDITIONS)
def test_whoever_does_what_the_coach_says_wins(edition: str) -> None:
    said = taught(edition, Learner().answer)
    steps = load_course(edition).steps
    assert f"{len(steps)} of {len(steps)}" in said
    assert "Well played! Three things to remember:" in said
    assert world_with().state.lessons == (edition,)
    assert not re.search(r"[{}<]|[:;] (Your move|Coach)", said)


def test_whatever_else_is_done_waits_for_its_step() -> None:
    answers = iter(["2", "hand", "2", "auto", "ask able", "phases busy", "leave", "1"])
    said = taught("goth", lambda _: next(answers, None))
    assert world_with().state.lessons == ()
    assert said.count("You could, but the coach has other plans: ") == 3
    assert said.count("other plans: call Gamer Goth (your room).") == 2
    assert said.endswith(GOODBYE)
