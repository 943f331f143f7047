"""A lesson in lines of text: the coach gives instructions in the words of the numbered list."""

import re
from typing import Final

from chez_tui.plain.asking import aimless
from chez_tui.plain.lines import printer_of
from chez_tui.plain.play import play
from chez_tui.play.choices import aim, capital
from chez_tui.play.lesson import LOOK, YOU, Lesson, lesson_table
from chez_tui.world import World
from core.actions import Action
from core.telling import describe

GOODBYE: Final = "Next time, the lesson starts over."
KEYS: Final = re.compile(r"\{(?!rival\})\w+\}")  # stand for keys, which plain mode doesn't have
ENDS: Final = re.compile(r"(?<=[.!?:;]) (?=\S)")


class Coach:
    """What a lesson says around the table's questions."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson

    @property
    def now(self) -> str:
        """What the learner has to do, as a command."""
        wanted = self.lesson.wanted
        if wanted == LOOK:
            return "list your cards with `hand`, or read one with `card` and its number"
        if not isinstance(wanted, Action):
            return ""
        game = self.lesson.game
        aimed = wanted.to >= 0 or wanted.on >= 0
        target = f" ({aim(game, wanted, YOU)})" if aimed and aimless(wanted) != wanted else ""
        return describe(aimless(wanted), game) + target

    def asks(self) -> list[str]:
        """Return what comes before a question: the result of the last step, and the next step."""
        lesson, step = self.lesson, self.lesson.task
        if step is None or lesson.running:
            return []
        done = [lesson.last.after] if lesson.last is not None and not lesson.begun else []
        said = [step.plain or step.text] if not lesson.begun else []
        head = f"Coach, {step.title}, {lesson.number} of {len(lesson.course.steps)}"
        return [*self._spoken(*done), *(f"{head}: {s}" for s in self._spoken(*said)),
                f"Your move: {self.now}."]  # fmt: skip

    def follows(self) -> list[str]:
        """Return what to say while the table plays what follows a step."""
        lesson = self.lesson
        return self._spoken(lesson.last.meanwhile) if lesson.running and lesson.last else []

    def looked(self, command: str) -> bool:
        """Return whether looking at the cards was the step to do."""
        looks = self.lesson.wanted == LOOK and command in ("hand", "card")
        if looks:
            self.lesson.looked()
        return looks

    def refusal(self, action: Action) -> str:
        """Return why an action has to wait for its step; empty if it's next."""
        why = self.lesson.refusal(action)
        return why and f"{why}: {self.now}."

    def _spoken(self, *texts: str) -> list[str]:
        """Return texts with the opponent and cards by name, without sentences that name a key."""
        said = []
        for text in filter(None, texts):
            line = ""
            for part in ENDS.split(text):
                if KEYS.search(part):
                    line = f"{line[:-1]}." if line.endswith((":", ";")) else line
                else:
                    line += f" {part if line.endswith((':', ';')) else capital(part)}"
            line = line.replace("{rival}", self.lesson.rival)
            said += [re.sub("[<>]", "", line).strip()] if line else []
        return said


def teach(edition: str, world: World) -> int:
    """Play a lesson until it ends or the person quits; return the exit status."""
    pace = world.settings.pace if world.terminal.shows else "instant"
    table = lesson_table(world.name, edition, pace)
    lesson = table.lesson
    status = play(table, [YOU], world, GOODBYE, Coach(lesson))
    if lesson.task is None:
        world.learn(edition)
        printer = printer_of(world)
        printer.say(lesson.outcome, "Three things to remember:", *lesson.course.remember)
    return status
