"""The game as a conversation: tells what happens, and asks when the person decides."""

import asyncio
import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from chez_tui.plain import asking
from chez_tui.plain import look as looking
from chez_tui.plain.asking import GATHERED, WINDOW, NumberedList
from chez_tui.plain.commands import BY_WORD, LOOKS, finished
from chez_tui.plain.lines import LineReader, Printer
from chez_tui.plain.look import Muddle
from chez_tui.play import words
from chez_tui.play.attention import AboutToWin, HitMe, Stopped
from chez_tui.play.choices import HAND, TARGETS, TREAT
from chez_tui.play.prompts import hushed
from chez_tui.play.table import HotSeat, Overtaken, Rolled, TableModel, Told, Won
from chez_tui.settings import Settings
from core.actions import DISCARD, PASS, SHOP, SHOW, Action, Refused
from core.telling import PHASE_NAMES, player
from net.sessions.session import PRESETS, Session
from net.sessions.sitting import top_window

if TYPE_CHECKING:
    from chez_tui.plain.lesson import Coach

LOG_SHOWN: Final = 10
HASTE: Final = 1.0  # seconds in which no one can have read a question that replaced another
SETTLING: Final = 4  # turns of the event loop until everything that happens at once has happened

NUMBERS: Final = re.compile(r"\d+(?:[\s,]+\d+)*")
KEPT: Final = "Your game is saved."
NOT_KEPT: Final = "Your game wasn't saved."


class Conversation:
    """One person at one session.

    `run` returns when the game is over, the person quit, or someone else at this keyboard decides;
    then it can be called again.
    """

    def __init__(
        self,
        session: Session,
        typed: LineReader,
        out: Printer,
        settings: Settings,
        live: bool,
        goodbye: Callable[[], str] = lambda: KEPT,
        hands: HotSeat | None = None,
        coach: "Coach | None" = None,
    ) -> None:
        session.set_preset(settings.preset)
        self._session = session
        self._model = TableModel([session])
        self._choices = self._model.choices
        self._typed = typed
        self._out = out
        self._live = live  # a person types, so an answer that comes too early doesn't count
        self._auto_next = settings.auto_next
        self._goodbye = goodbye
        self._coach = coach  # of a lesson, which never skips a phase
        self._hands = hands or HotSeat({looking.seat_of(session): session})
        self._greeted = False
        self._seat = looking.seat_of(session)
        self._wake = asyncio.Event()
        self._heard = 0  # number of updates so far
        self._question: NumberedList | None = None  # asked and not answered yet
        self._current = False  # whether the question fits what happened
        self._answerable = 0.0  # when an answer to it can be deliberate
        self.left = False  # whether the person quit before the end
        self.over = False  # whether the game, or the table, is over

    async def run(self) -> None:
        session, out = self._session, self._out
        if not self._greeted:
            out.say(*looking.opening(session.view, self._seat, session.settings))
            out.say("Type ? for help, or new for what's special in this game.")
        self._greeted, self._current = True, False
        self._typed.finish = partial(finished, session)
        listening = asyncio.create_task(self._listen())
        listening.add_done_callback(lambda _: self._wake.set())
        self._await_line()
        try:
            while not self.left:
                await self._settle()
                if listening.done():
                    self.over = True
                    listening.result()
                    closed = f"The table is closed. {self._goodbye()}"
                    over = session.view.winners
                    out.say(*looking.result(session.view, self._seat) if over else [closed])
                    return
                if self._hands.hands_over(session.view):
                    return
                if not (await self._go_on() or await self._obey_next()):
                    self._wake.clear()
                    await self._wake.wait()
        finally:
            listening.cancel()
            if not self._typing.cancel() and not self.left:
                self._typed.put_back(self._typing.result())
            self._typed.forget()

    # -- what comes in ---------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Tell each event as it happens."""
        async for update in self._session.updates():
            self._heard += 1
            for cue in self._model.take(update):
                match cue:
                    case Overtaken(action):
                        if self._current and action and action[:2] == (PASS, self._seat):
                            self._out.say("Time's up: you pass.")
                        self._current = False
                    case Told() if cue.kind != "past":
                        self._out.say(cue.sentence)
                    case Rolled(odds=odds) if odds is not None and odds.missed_by == 1:
                        self._out.say("One short!")
                    case Stopped() if cue.response >= 0:
                        self._out.say(self._session.view.faces[cue.response].flavor)
                    case HitMe() if cue.lost:
                        self._out.say(f"You lost {cue.lost}.")
                    case AboutToWin():
                        self._out.say(f"{cue.sentence}!")
                    case Won():
                        return  # a network table stays open for the next game
            self._wake.set()

    async def _settle(self) -> None:
        """Let everything happen that happens at once, so we ask a question only once."""
        heard = -1
        while heard != self._heard:
            heard = self._heard
            for _ in range(SETTLING):
                await asyncio.sleep(0)

    def _await_line(self) -> None:
        """Fetch one line; the next one follows when that one is done."""
        self._typing = asyncio.create_task(self._typed.line())
        self._typing.add_done_callback(lambda _: self._wake.set())

    # -- asking ----------------------------------------------------------------------------------

    async def _go_on(self) -> bool:
        """Ask what there is to ask; return True if something was done without asking."""
        if self._current:
            return False
        question = self._next_question()
        if question is None:
            if self._question is not None and self._question.kind != TARGETS:
                self._question = None
            return False
        if question.kind == HAND and await self._skip_phase():
            return True
        if self._live and self._question is not None:
            self._answerable = asyncio.get_running_loop().time() + HASTE
        self._question = question
        self._current = True
        self._ask(question)
        return False

    def _next_question(self) -> NumberedList | None:
        """Return what to ask now: this person, or everyone at the screen."""
        view, hands = self._session.view, self._hands
        if hands.covered(view):
            names = [player(view, seat) for seat in hands.respondents(view)]
            return asking.gathered(view, names) if names else None
        return asking.numbered(self._choices) if self._wanted() else None

    async def _skip_phase(self) -> bool:
        """End a phase in which the person can or wants to do nothing, and say so."""
        session = self._session
        if self._coach is not None:
            return False
        ending = self._choices.ending
        wanted = not self._auto_next or not self._choices.idle
        if wanted or session.refusal(ending) is not None:
            return False
        self._out.say(f"{PHASE_NAMES[session.view.phase]}: nothing to do")
        try:
            await session.act(ending, by_itself=True)
        except Refused:  # someone was faster
            return False
        return True

    def _wanted(self) -> bool:
        """Return whether to ask the person now, if the table waits for them at all."""
        session, view = self._session, self._session.view
        if top_window(view) is None or self._coach is not None:
            return not self._choices.unread  # the keys of those cards are on their way
        if not session.prompted:
            return False
        # Let bots answer first, so the question doesn't change while the person reads it.
        levels = session.settings.levels
        return bool(session.settings.seconds) or not any(levels[s] for s in view.waiting())

    def _ask(self, question: NumberedList) -> None:
        out = self._out
        if question.kind != TARGETS:
            if self._coach is not None:
                out.say(*self._coach.asks())
            if question.kind != GATHERED:
                out.say(looking.status(self._session.view, self._seat))
        if question.about and question.about not in [line.text for line in self._model.log[-1:]]:
            out.say(f"Still open: {question.about}")
        out.say(*question.intro)
        out.ask(*(f"{n}. {option.text}" for n, option in enumerate(question.options, 1)))
        if question.kind == WINDOW and self._session.settings.seconds:
            out.say(f"You have {self._seconds()} seconds; type `more` for more.")
        out.ask(question.prompt)

    def _seconds(self) -> int:
        """Return the seconds left in the open window."""
        deadline = self._session.deadline
        if deadline is None:  # it opened before anyone sat down
            return self._session.settings.seconds
        return max(1, round(deadline - asyncio.get_running_loop().time()))

    # -- answers and commands --------------------------------------------------------------------

    async def _obey_next(self) -> bool:
        """Handle the line that was typed; return False if there is none, or it has to wait."""
        if not self._typing.done():
            return False
        line = self._typing.result()
        word, _, rest = (line or "").partition(" ")
        command = BY_WORD.get(word.casefold())
        asked = self._question is not None
        anytime = command is not None and command.typed.anytime
        if not asked and not anytime and not self._live and self._session.view.alive[self._seat]:
            return False  # a script wrote ahead: this answers the next question
        if line is None:
            await self.do_quit("")
            return True
        self._await_line()
        question = self._question
        try:
            if command is not None and command.id in LOOKS:
                self._out.say(*LOOKS[command.id](self._session, rest.strip()))
                if self._coach is not None and self._coach.looked(command.id):
                    self._repeat()
            elif command is not None:
                await getattr(self, f"do_{command.typed.words[0]}")(rest.strip())
            else:
                await self._answer(line)
        except Muddle as muddle:
            self._out.say(str(muddle))
        except Refused as refused:
            self._out.say(looking.sorry(refused.refusal, self._session.view))
        if question is not None and question is self._question and not self.left:
            self._out.ask(question.prompt)  # that wasn't an answer: the question still stands
        return True

    async def _answer(self, line: str) -> None:
        """Take numbers, or an empty line, as the answer to the question."""
        question = self._question
        if line and not NUMBERS.fullmatch(line):
            raise Muddle(f"Unknown command {line.split()[0]!r}. Type ? for a list.")
        if question is None:
            if line:
                raise Muddle("Nothing to answer now.")
        elif asyncio.get_running_loop().time() < self._answerable:
            raise Muddle("The question just changed; answer it again.")
        elif line:
            numbers = [int(n) for n in re.findall(r"\d+", line)]
            if question.kind == GATHERED:
                asking.in_range(question, numbers)
                await self._hands.claim(self._hands.respondents(self._session.view)[numbers[0] - 1])
                self._repeat()
                return
            await self._pick(asking.picked(self._choices, question, numbers))
        elif question.kind == GATHERED:
            self._repeat()
            await self._hands.all_pass(self._session.view)
        elif question.kind in (WINDOW, TREAT):
            await self.do_pass("")
        else:
            self._repeat()

    def _repeat(self) -> None:
        """Ask the question again; from a second list, go back to the first."""
        self._question = None
        self._current = False

    async def _pick(self, actions: tuple[Action, ...]) -> None:
        if not actions:
            self._repeat()
        elif len(actions) == 1:
            await self._act(actions[0])
        else:
            self._question = asking.targets(self._session.view, self._seat, actions)
            self._ask(self._question)

    async def _act(self, action: Action) -> None:
        refusal = self._session.refusal(action)
        if refusal is not None:
            raise Refused(refusal)
        if self._coach is not None and (why := self._coach.refusal(action)):
            raise Muddle(why)
        if action.kind == SHOP and len(action.cards) > 1:
            self._out.say(asking.total(self._session.view, action))
        self._repeat()
        await self._session.act(action)
        if self._coach is not None:
            await self._settle()
            self._out.say(*self._coach.follows())

    # -- the commands that do something ----------------------------------------------------------

    async def do_next(self, rest: str) -> None:
        await self._act(self._choices.ending)

    async def do_pass(self, rest: str) -> None:
        await self._act(self._choices.passing() or Action(PASS, self._seat))

    async def do_shop(self, rest: str) -> None:
        await self._act(asking.by_names(self._choices, SHOP, rest))

    async def do_discard(self, rest: str) -> None:
        await self._act(asking.by_names(self._choices, DISCARD, rest))

    async def do_play(self, rest: str) -> None:
        cards = looking.find_in_hand(self._session.view, self._seat, rest)
        legal = [action for action in self._session.legal() if action.kind != DISCARD]
        uses = (tuple(action for action in legal if action.cards == (card,)) for card in cards)
        actions = next(filter(None, uses), ())
        if not actions:
            raise Muddle(looking.why_not(self._session, cards[0]))
        await self._pick(actions)

    async def do_undo(self, rest: str) -> None:
        if not self._session.can_undo:
            raise Muddle(
                "Nothing to undo: you can undo the end of a phase until something happens."
            )
        self._repeat()
        await self._session.undo()

    async def do_auto(self, rest: str) -> None:
        self._session.hush()
        self._out.say(f"{hushed(self._session) or PRESETS[self._session.preset]}.")
        self._repeat()

    async def do_ask(self, rest: str) -> None:
        session, preset = self._session, rest.casefold()
        if rest:
            if preset not in PRESETS:
                raise Muddle(f"Type ask {', ask '.join(PRESETS)}.")
            session.set_preset(preset)
            self._repeat()
        self._out.say(f"{PRESETS[session.preset]}.")

    async def do_phases(self, rest: str) -> None:
        wanted = rest.casefold()
        if wanted not in ("all", "busy"):
            raise Muddle("Type phases all, or phases busy.")
        self._auto_next = wanted == "busy"
        self._out.say(
            "Phases end automatically when you can't do anything."
            if self._auto_next
            else "Phases end when you end them."
        )
        self._repeat()

    async def do_more(self, rest: str) -> None:
        if self._session.deadline is None:
            raise Muddle("No time limit here: take your time.")
        await self._session.more_time()
        self._out.say(f"You have {self._seconds()} seconds now.")

    async def do_log(self, rest: str) -> None:
        if rest and not rest.isdecimal():
            raise Muddle("Type log, or log and a number of sentences.")
        count = int(rest) if rest else LOG_SHOWN
        self._out.say(*(line.sentence for line in self._model.log[-count:] if count))

    async def do_say(self, rest: str) -> None:
        if self._session.settings.alone:
            raise Muddle("No one to talk to: the others are bots.")
        if not rest:
            raise Muddle("Type say and a message.")
        await self._session.say(rest)
        await self._settle()

    async def do_show(self, rest: str) -> None:
        to = looking.find_player(self._session.view, rest, but=self._seat)
        await self._act(Action(SHOW, self._seat, to=to))

    async def do_vote(self, rest: str) -> None:
        name, _, wish = rest.rpartition(" ")
        if wish not in ("bot", "gone"):
            raise Muddle("Type vote, a name, and bot or gone, like vote Ada bot.")
        seat = looking.find_player(self._session.view, name, but=self._seat)
        if seat not in self._session.standing.votable:
            raise Muddle(words.no_vote(self._session.standing, seat, self._session.view))
        await self._session.replace(seat, wish == "bot")
        view, standing = self._session.view, self._session.standing
        self._out.say(f"{words.vote_cast(standing, seat, wish == 'bot', view)}.")

    async def do_leave(self, rest: str) -> None:
        self._question = asking.leaving(self._seat)
        self._ask(self._question)

    async def do_quit(self, rest: str) -> None:
        playing = self._session.view.alive[self._seat]
        self._out.say(self._goodbye() if playing else "You stop watching.")
        self.left = True
