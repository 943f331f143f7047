"""Events as sentences for the log: the player first, present tense, no period."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from core import actions as a
from core import events as e
from core.cards import ACTIVITY, PERSON, THING
from core.state import Window
from core.telling import tracks
from core.telling.names import UNSEEN, counted, face_name
from core.telling.scene import Scene, change

if TYPE_CHECKING:
    from core.game import Game


def tell(event: e.Event, game: Game, eyes: int | None = None) -> str | None:
    """Return a sentence for an event, or None if it isn't worth a line.

    `game` is the table after the action with the event, `eyes` the seat of the reader: only
    players who hold or held a hidden card read its name.
    """
    sentence = SENTENCES[event.kind]
    return None if sentence is None else sentence(Scene(event, game, eyes))


def tell_all(events: Iterable[e.Event], game: Game, eyes: int | None = None) -> list[str]:
    """Return the sentences of several events, in their order."""
    told = (tell(event, game, eyes) for event in events)
    return [sentence for sentence in told if sentence is not None]


_Sentence = Callable[[Scene], str | None]


# -- the table and the turn ------------------------------------------------------------------------


def _dealt_role(s: Scene) -> str:
    return f"{s.who} {'serves' if _beside(s) else 'starts'} as {s.card()}{_stats(s)}"


def _stats(s: Scene) -> str:
    """List a role's numbers: Income 2/4, Free Time 2, goal 18. A second role has none."""
    if _beside(s):
        return ""
    role, house = s.game.faces[s.face()], s.game.house
    income = _either((role.income[0] + house.extra_income, role.income[1] + house.extra_income))
    goal = role.goal + house.extra_goal
    return f" (Income {income}, Free Time {_either(role.free_time)}, goal {goal})"


def _beside(s: Scene) -> bool:
    """Return whether the role is a second one (COMBO-GRUNT-1)."""
    beside = s.game.house.beside
    return bool(beside) and s.game.catalog.role_kinds[s.face()] == beside


def _either(numbers: tuple[int, int]) -> str:
    low, high = numbers
    return str(low) if low == high else f"{low}/{high}"


def _shuffled(s: Scene) -> str:
    deck = s.game.catalog.words["life"]
    return (
        f"The {deck.lower() if deck == 'Life' else deck} deck is shuffled: {counted(s.n, 'card')}"
    )


def _redealt(s: Scene) -> str:
    return f"{s.whose} hand is redealt: {counted(s.n, 'card')}"


def _drew(s: Scene) -> str | None:
    count = len(s.event.cards) or s.n
    if not count:
        return None
    return f"{s.who} draws {s.hidden(s.event.seat) or counted(count, 'card')}"


def _turn_began(s: Scene) -> str:
    return f"{s.who} is up in round {s.n}"


def _showed(s: Scene) -> str:
    return f"{s.who} shows {s.other} every card in hand"


def _left(s: Scene) -> str:
    return f"{s.who} leaves the game"


def _won(s: Scene) -> str:
    if s.word == "alone":
        return f"{s.who} wins: everyone else has left"
    return f"{s.who} wins with {s.n} of {s.game.goal(s.event.seat)} Slack"


# -- announcements and dice ------------------------------------------------------------------------


def _announced(s: Scene) -> str:
    if s.word == a.CALL:
        return f"{s.who} calls {s.card()}" + (f" into {s.others} {s.room}" if s.elsewhere else "")
    if s.word == a.SHOP:
        return f"{s.who} {'plays' if _free(s) else 'goes shopping for'} {s.cards()}{_free(s)}"
    if s.word == a.THROW:
        return f"{s.who} throws {s.card()}{s.target('at')}"
    if s.word == a.CANCEL:
        return f"{s.who} responds with {s.card()}"
    if s.word == a.DO:
        return f"{s.who} goes for {s.card()}{s.target('with')}"
    return f"{s.who} plays {s.card()}{s.target('on')}"


def _free(s: Scene) -> str:
    """Say so if the announced trip takes neither Income nor Free Time (CTH-5)."""
    top = s.game.stack[-1] if s.game.stack else None
    if not isinstance(top, Window) or top.seat != s.event.seat:
        return ""
    return "" if top.timed or any(top.costs) else " for free"


def _stopped(s: Scene) -> str:
    what = f"trip for {s.cards()}" if s.word == a.SHOP else s.card()
    if s.event.other < 0:
        return f"{s.whose} {what} is canceled"
    return f"{s.other} cancels {s.whose} {what}"


def _fizzled(s: Scene) -> str:
    if s.word == "barred":
        return f"{s.whose} {s.card()} finds the door closed"
    return f"{s.whose} {s.card()} fizzles"


def _rolled(s: Scene) -> str:
    if s.word in _STATS:
        role = s.game.faces[s.game.roles[s.event.seat][0]]
        high = s.n >= s.event.on
        number = role.free_time[high]
        if s.word == "income":
            number = role.income[high] + s.game.house.extra_income
        return f"{s.who} rolls {s.n}: {number} {_STATS[s.word]} this turn"
    if s.word == "first pick":
        return f"{s.who} rolls {s.n} for the first pick"
    if s.word == "effect":
        return f"{s.who} rolls {s.n} for {s.card()}: {'high' if s.n >= s.event.on else 'low'}"
    needs = f" (needs {s.event.on}+)" if s.event.on > 1 else ""
    return f"{s.who} rolls {s.n}{needs} {_AIMS.get(s.word, 'for {}').format(s.card())}"


_STATS: Final = {"income": "Income", "free time": "Free Time"}
_AIMS: Final = {
    "call": "to reach {}",
    "evict": "to evict {}",
    "illicit": "to get away with {}",
}


def _not_home(s: Scene) -> str:
    return f"{s.who} gets no answer: {s.card()} isn't home"


def _failed(s: Scene) -> str:
    return f"{s.who} gets nothing out of {s.card()}"


# -- rooms -----------------------------------------------------------------------------------------


def _entered(s: Scene) -> str:
    face = s.game.faces[s.face()]
    if face.kind == PERSON and s.n <= 0:
        worth = f" ({s.n} Slack)" if s.n else ""
        verb = "is stuck with" if s.n or not face.invited else "welcomes"
        return f"{s.who} {verb} {s.card()}{worth}"
    if face.kind == ACTIVITY and not s.n and not face.slack and face.die is None:
        return f"{s.who} indulges in {s.card()}"
    verb = {PERSON: "welcomes", THING: "gets", ACTIVITY: "enjoys"}.get(face.kind, "keeps")
    if face.kind == ACTIVITY and (s.n <= 0 or "TV" in face.categories):
        verb = "watches" if "TV" in face.categories else "endures"
    return f"{s.who} {verb} {s.card()} ({s.n:+d} Slack)"


def _discarded(s: Scene) -> str | None:
    if not s.event.cards:
        return None
    return f"{s.who} {_DISCARDS.get(s.word, 'discards {}').format(s.cards())}"


_DISCARDS: Final = {
    "trashed": "loses {}",
    "lost": "loses {}",
    "income": "earns too much for {} and discards it",
    "unpaid": "doesn't pay for {} and discards it",
    "sent away": "kicks {} out for good",
}


def _eaten(s: Scene) -> str:
    return f"{s.who} loses {s.card()} to {s.card(1)}"


def _moved(s: Scene) -> str:
    return f"{s.who} sees {s.card()} off to {s.others} {s.room}"


def _stayed(s: Scene) -> str:
    if s.word == "kept":
        return f"{s.who} lets {s.card()} stay"
    return f"{s.who} fails to evict {s.card()}"


def _taken(s: Scene) -> str:
    return f"{s.who} takes {s.card()} from {s.others} {s.room}"


def _marked(s: Scene) -> str | None:
    if not s.n:
        return None
    return f"{s.whose} {s.card()} gets {s.n:+d} Slack"


def _laid(s: Scene) -> str:
    if s.event.seat < 0:
        return f"{s.other} starts {s.card()} for everyone"
    return f"{s.who} has {s.card()} in play"


def _ended(s: Scene) -> str:
    what = s.card() if s.event.seat < 0 else f"{s.whose} {s.card()}"
    return f"{what} {'is over' if s.word == 'over' else 'is discarded'}"


def _noise(s: Scene) -> str:
    return f"{s.who} keeps the neighbors awake with {s.card()}"


# -- hands and piles -------------------------------------------------------------------------------


def _pilfered(s: Scene) -> str:
    what = s.hidden(s.event.seat, s.event.other) or UNSEEN
    return f"{s.who} takes {what} from {s.others} hand"


def _salvaged(s: Scene) -> str:
    return f"{s.who} fishes {s.card()} out of the discard pile"


def _returned(s: Scene) -> str:
    return f"{s.who} takes {s.cards()} back"


# -- numbers ---------------------------------------------------------------------------------------


def _income(s: Scene) -> str | None:
    return change(s, "Income")


def _time(s: Scene) -> str | None:
    return change(s, "Free Time")


def _tokens(s: Scene) -> str | None:
    return change(s, "Slack token" if abs(s.n) == 1 else "Slack tokens")


def _billed(s: Scene) -> str:
    return f"{s.who} owes {s.n} Income"


def _paid(s: Scene) -> str:
    if not s.n:
        return f"{s.who} has nothing to pay with"
    return f"{s.who} pays {s.n} Income" + (f" for {s.card()}" if s.event.cards else "")


def _goal(s: Scene) -> str | None:
    if not s.n:
        return None
    return f"{s.whose} Slack Goal goes {'up' if s.n > 0 else 'down'} by {abs(s.n)}"


def _role_drawn(s: Scene) -> str:
    if s.event.cards:
        person = face_name(s.game, s.public(s.event.cards[0]))
        return f"{s.who} finds out {person} is {s.card()} (Slack {s.n})"
    return f"{s.who} becomes {s.card()}{_stats(s)}"


SENTENCES: Final[dict[str, _Sentence | None]] = {
    e.DEALT_ROLE: _dealt_role,
    e.SHUFFLED: _shuffled,
    e.REDEALT: _redealt,
    e.DREW: _drew,
    e.TURN_BEGAN: _turn_began,
    e.PHASE_BEGAN: None,
    e.ANNOUNCED: _announced,
    e.PASSED: None,
    e.STOPPED: _stopped,
    e.FIZZLED: _fizzled,
    e.ROLLED: _rolled,
    e.NOT_HOME: _not_home,
    e.FAILED: _failed,
    e.ENTERED: _entered,
    e.DISCARDED: _discarded,
    e.EATEN: _eaten,
    e.MOVED: _moved,
    e.STAYED: _stayed,
    e.TAKEN: _taken,
    e.PILFERED: _pilfered,
    e.SALVAGED: _salvaged,
    e.RETURNED: _returned,
    e.MARKED: _marked,
    e.INCOME: _income,
    e.TIME: _time,
    e.BILLED: _billed,
    e.PAID: _paid,
    e.GOAL: _goal,
    e.TOKENS: _tokens,
    e.ROLE_DRAWN: _role_drawn,
    e.LAID: _laid,
    e.ENDED: _ended,
    e.GLOOM: tracks.gloom,
    e.MADNESS: tracks.madness,
    e.UTTERLY_MAD: tracks.utterly_mad,
    e.PARTY: tracks.party,
    e.CAUGHT: tracks.caught,
    e.NOISE: _noise,
    e.ASKED: None,
    e.CHOSE: None,
    e.SHOWED: _showed,
    e.LEFT: _left,
    e.WON: _won,
}
