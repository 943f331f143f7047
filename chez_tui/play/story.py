"""What a player did in a turn, in few words: a line for each deed, or one for all."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from chez_tui.play.table import Told
from core import events as e
from core.actions import CALL, CANCEL, DO, SHOP, THROW
from core.cards import PERSON, THING
from core.events import Event
from core.telling import player, word
from core.view import View


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that happened in a turn: to which card, how, and what it brought."""

    face: int  # -1: no card
    name: str
    how: str = ""
    gain: int = 0
    bad: bool = False  # for the person who looks: a pest, or a loss
    said: str = ""  # the same for the line of a whole turn; empty if the name is enough


@dataclass(frozen=True, slots=True)
class Folded:
    """A line of the folded log."""

    seat: int  # -1: no one's
    name: str
    text: str
    gain: int | None = None  # of a turn
    round: int = 0  # the round that begins with this line
    told: Told | None = None  # a line shown as it was told


def folded(log: Sequence[Told], view: View, eyes: int, most: int) -> list[Folded]:
    """Return the newest lines of the log, at most `most`, each turn folded into one."""
    entries: list[Folded] = []
    turn: list[Told] = []
    for told in reversed(log):
        if told.kind not in ("turn", "event") or told.event is None:
            entries.append(Folded(told.seat, "", told.text, told=told))
            continue
        turn.insert(0, told)
        if told.kind == "turn":
            entries.append(_turn(turn, view, eyes))
            turn = []
        if len(entries) >= most:
            break
    else:
        entries += [_start(told, view, eyes) for told in reversed(turn) if _begins(told)]
    entries.reverse()
    last = 0
    for at, entry in enumerate(entries):  # only the first turn of a round names it
        if entry.round == last:
            entries[at] = replace(entry, round=0)
        last = entry.round or last
    return entries


def _begins(told: Told) -> bool:
    """Whether a line from before the first turn is worth a place: that a seat has got a role."""
    return told.event is None or told.event.kind not in (e.DREW, e.SHUFFLED)


def _start(told: Told, view: View, eyes: int) -> Folded:
    event = told.event
    if event is None or event.kind != e.DEALT_ROLE:
        return Folded(told.seat, "", told.text, told=told)
    face = view.faces[event.faces[0]]
    return Folded(event.seat, _name(view, event.seat, eyes), f"{face.name}, goal {face.goal}")


def _name(view: View, seat: int, eyes: int) -> str:
    return "You" if seat == eyes else player(view, seat)


def _turn(turn: Sequence[Told], view: View, eyes: int) -> Folded:
    """Return a turn's line, from the lines of its log."""
    began = turn[0].event
    assert began is not None
    text = ""
    for deed in deeds(turn, view, eyes):
        if deed.said and deed.said not in text:
            text += f"{'; ' if text else ''}{deed.said}"
        elif deed.gain > 0 and not deed.said:
            text += f"{', ' if text else ''}{deed.name}"
    gain = turn[-1].slack[began.seat] - turn[0].slack[began.seat] if turn[0].slack else None
    return Folded(began.seat, _name(view, began.seat, eyes), text, gain, began.n)


def this_turn(log: Sequence[Told]) -> Sequence[Told]:
    """Return the lines since the last turn began."""
    for at in range(len(log) - 1, -1, -1):
        if log[at].kind == "turn":
            return log[at:]
    return log


def deeds(turn: Iterable[Told], view: View, eyes: int) -> list[Deed]:
    """Return what happened in a turn, with each announcement's result in its place."""
    found: dict[tuple[int, str], Deed] = {}
    rolls: dict[int, int] = {}
    whose = view.turn
    for told in turn:
        event = told.event
        if event is not None and told.kind == "turn":
            whose = event.seat
        if event is None or told.kind != "event":
            continue
        if event.kind == e.ROLLED and event.cards:
            rolls[event.cards[0]] = event.n
        _add(found, rolls, told, event, view, eyes, whose)
    return list(found.values())


_PLANS: Final = {CALL: "called", SHOP: "on the shopping list", DO: "announced"}


def _add(
    found: dict[tuple[int, str], Deed], rolls: dict[int, int], told: Told, event: Event,
    view: View, eyes: int, turn: int,
) -> None:  # fmt: skip
    """Put an event in its place: an announced card and what happened to it are one deed."""
    seat, kind = event.seat, event.kind
    room = word(view, "room")
    rolled = f" ({rolls[event.cards[0]]})" if event.cards and event.cards[0] in rolls else ""

    def put(at: int, how: str, gain: int = 0, bad: bool = False, said: str = "") -> None:
        face = event.faces[at] if at < len(event.faces) else -1
        name = view.faces[face].name if face >= 0 else ""
        found[event.cards[at], ""] = Deed(face, name, how, gain, bad, said.format(name))

    whose = "your" if event.other == eyes else f"{player(view, event.other)}'s"
    by = "you" if event.other == eyes else player(view, event.other)
    match kind:
        case e.ANNOUNCED if event.word in _PLANS:
            for at in range(len(event.cards)):
                put(at, _PLANS[event.word])
        case e.ANNOUNCED:
            who = "" if seat == turn else f"by {player(view, seat) if seat != eyes else 'you'}"
            how = {CANCEL: "response", THROW: "TV"}.get(event.word, "played")
            put(0, f"{how} {who}".strip(), said="{}" if event.word not in (CANCEL, THROW) else "")
        case e.ENTERED:
            bad = event.n <= 0 and seat == eyes
            what = view.faces[event.faces[0]].kind
            how = {PERSON: f"moves in{rolled}", THING: "bought"}.get(what, f"done{rolled}")
            before = found.get((event.cards[0], ""))
            if before is not None and before.said:
                return  # that was told already
            elsewhere = seat != turn
            whom = "you" if seat == eyes else player(view, seat)
            beside = "with" if what == PERSON else "to"
            put(0, f"{how} {beside} {whom}" if elsewhere else how, event.n, bad,
                f"sent {{}} to {whom}" if elsewhere else "")  # fmt: skip
        case e.NOT_HOME:
            put(0, f"called{rolled}, isn't home")
        case e.FAILED:
            put(0, f"fails{rolled}", said="{} fails")
        case e.STOPPED:
            for at in range(len(event.cards)):
                put(at, f"canceled by {by}", bad=seat == eyes, said=f"{{}} canceled by {by}")
        case e.MOVED:
            to = "you" if event.other == eyes else player(view, event.other)
            pest = view.worth(event.cards[0]) <= 0 and event.other == eyes
            put(0, f"evicted{rolled}, now in {whose} {room}", bad=pest, said=f"sent {{}} to {to}")
        case e.STAYED:
            put(0, f"stays{rolled}")
        case e.TAKEN:
            put(0, f"taken from {whose} {room}", bad=event.other == eyes,
                said=f"takes {{}} from {by}")  # fmt: skip
        case e.EATEN:
            eater = view.faces[event.faces[1]].name
            put(0, f"lost to {eater}", bad=seat == eyes, said=f"{{}} lost to {eater}")
        case e.DISCARDED if event.word in ("trashed", "lost", "income", "unpaid"):
            put(0, "lost", bad=seat == eyes, said="loses {}")
        case e.TOKENS | e.GLOOM:
            found[-1, told.text] = Deed(-1, told.text, gain=event.n, said=told.text)
        case e.ROLLED | e.DREW | e.DISCARDED | e.NOISE:
            pass
        case _:
            found[-1, told.text] = Deed(-1, told.text)
