"""What the table shows, in sentences for the person in one seat."""

from collections.abc import Iterable
from typing import Final

from chez_tui.play.cards import as_line, fold, words
from chez_tui.play.choices import Choices, because, capital, whose
from chez_tui.play.editions import news_of
from chez_tui.play.rulebook import read_out
from core.actions import CHANCE, DISCARD, NOBODY, Refusal
from core.cards import ROLE, THING, WHENEVER, Face
from core.rules.lookup import cost
from core.state import EVERYBODY, HIDDEN, MADNESS, Window
from core.telling import (
    PHASE_NAMES,
    listing,
    player,
    role_word,
    room_is,
    standing,
    waiting_for,
    word,
)
from core.telling.names import counted
from core.view import View
from net.sessions.session import Session, Settings

UNREAD: Final = "a card you can't read yet"  # its keys are on their way
UNFIT: Final = "RUL-20"  # the clause of every refusal about a target


class Muddle(Exception):
    """The person typed something we can't understand or do; the message is a sentence."""


def seat_of(session: Session) -> int:
    """Return whose session it is: this isn't for spectators."""
    assert session.seat is not None
    return session.seat


# -- small words -----------------------------------------------------------------------------------


def sorry(refusal: Refusal, view: View) -> str:
    """Return a refusal as a sentence."""
    return f"{capital(because(refusal, view))}."


def slack(view: View, seat: int) -> str:
    return f"{view.slack[seat]} of {view.goal(seat)}"


def facts(view: View, seat: int, face: Face) -> str:
    """Return type, Cost and Slack of a card in the hand: Thing, Food, cost 1, Slack 2."""
    parts = [face.kind.capitalize(), *words(face)]
    if view.catalog.illicit[face.number] and standing.ILLICIT not in parts:
        parts.append(standing.ILLICIT)  # COMBO-GRUNT-2
    price = cost(view, seat, face.number)
    if face.kind == THING or price:
        parts.append(f"cost {price}")
    if face.kind != WHENEVER or face.slack:
        parts.append(f"Slack {face.printed_slack}")
    return ", ".join(parts)


def printed(view: View, face: Face) -> str:
    """Return a card in one line; a role has the name for it at this table."""
    line = as_line(face)
    if face.kind != ROLE:
        return line
    return line.replace(": Role", f": {capital(role_word(view.catalog, face))}", 1)


def tracks(view: View, seat: int, tokens: bool = True) -> list[str]:
    """Return a seat's Slack that isn't on cards: Gloom 3, Madness 4 (-3 Slack), 2 tokens."""
    parts = []
    if standing.has_gloom(view, seat):
        parts.append(f"Gloom {view.gloom[seat]}")
    if standing.has_madness(view, seat):
        change = MADNESS[view.madness[seat]]
        costs = f" ({change} Slack)" if change else ""
        parts.append(f"{standing.madness(view, seat)}{costs}")
    if tokens and view.tokens[seat]:
        parts.append(counted(view.tokens[seat], "token"))
    return parts


# -- looking for things by name --------------------------------------------------------------------


def find(wanted: str, things: Iterable[tuple[str, int]], what: str) -> list[int]:
    """Return the numbers of everything with this name, or of the one that has it inside.

    A name that begins with it wins. Raise Muddle if none fits, or if several fit equally well.
    """
    word = fold(" ".join(wanted.split()))
    if not word:
        raise Muddle(f"Name a {what}.")
    known = [(fold(name), name, number) for name, number in things]
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = {number: name for folded, name, number in known if fits(folded, word)}
        names = list(dict.fromkeys(found.values()))
        if len(names) == 1:
            return list(found)
        if names:
            raise Muddle(f"That could be {listing(names[:6])}. Type more of the name.")
    raise Muddle(f"No {what} here is called {wanted!r}.")


def find_player(view: View, wanted: str, but: int = NOBODY) -> int:
    """Return the seat of the player with this name."""
    seats = [(player(view, s), s) for s in range(view.players) if view.alive[s] and s != but]
    return find(wanted, seats, word(view, "player"))[0]


def find_in_hand(view: View, seat: int, wanted: str) -> list[int]:
    """Return the cards with this name in a hand."""
    return find(wanted, [(view.printed(c).name, c) for c in readable(view, seat)], "card")


def readable(view: View, seat: int) -> list[int]:
    """Return the cards in a hand that this seat knows: some keys may be on their way."""
    return [card for card in view.hands[seat] if view.face[card] != HIDDEN]


# -- the table -------------------------------------------------------------------------------------


def status(view: View, seat: int) -> str:
    """Return the line above every question: where the game stands, for this seat."""
    if not view.begun:
        return f"Dealing {word(view, 'roles')}"
    phase = PHASE_NAMES[view.phase]
    parts = [f"Slack {slack(view, seat)}", *tracks(view, seat, tokens=False)]
    parts.append(counted(len(view.hands[seat]), "card"))
    if view.turn == seat:
        parts = [f"Income {view.income_left(seat)}", f"Free Time {view.time_left(seat)}", *parts]
        if no := standing.barred(view):
            parts.append(f"{no} this turn")
    else:
        phase = f"{player(view, view.turn)}'s {phase}"
    if view.debt[seat]:
        parts.append(f"owes {view.debt[seat]} Income")
    return f"{phase}: {', '.join(parts)}; {leader(view, seat)}"


def leader(view: View, seat: int) -> str:
    """Return who needs the least Slack to win."""
    missing = {s: view.goal(s) - view.slack[s] for s in range(view.players) if view.alive[s]}
    least = min(missing.values())
    ahead = [s for s, left in missing.items() if left == least]
    names = listing("you" if s == seat else player(view, s) for s in ahead)
    if len(ahead) > 1 or ahead == [seat]:
        return f"{names} lead, {least} to go"
    return f"{names} leads, {slack(view, ahead[0])}"


def roles(view: View, seat: int) -> str:
    names = [view.faces[role].name for role in view.roles[seat]]
    return listing(names) or f"no {word(view, 'role')}"


def table(session: Session, wanted: str = "") -> list[str]:
    """Return everyone at the table, the piles, and who's up."""
    view, seat, settings = session.view, seat_of(session), session.settings
    lines = []
    for other in view.seats_from(seat if view.alive[seat] else 0):
        level = settings.levels[other]
        who = f"{player(view, other)}, {roles(view, other)}"
        who += " (you)" if other == seat else f" (bot, {level})" if level else ""
        hand = counted(len(view.hands[other]), "card")
        room = counted(len(view.rooms[other]), "card")
        up = "; up now" if other == view.turn else ""
        has = ", ".join([f"Slack {slack(view, other)}", *tracks(view, other), f"{hand} in hand"])
        lines.append(f"{who}: {has}, {room} in the {word(view, 'room')}{up}")
    if gone := listing(player(view, s) for s in range(view.players) if not view.alive[s]):
        lines.append(f"Out of the game: {gone}")
    lines += [
        f"Next to {player(view, laid.seat)}: {view.printed(laid.card).name}, until the {laid.until}"
        for laid in view.table
        if laid.seat != EVERYBODY
    ]
    lines += [as_line(view.printed(laid.card)) for laid in view.table if laid.seat == EVERYBODY]
    if why := standing.why_barred(view):
        lines.append(why)
    top = view.pub[view.discard[-1]] if view.discard else HIDDEN
    pile = f", {view.faces[top].name} on top" if top != HIDDEN else ""
    lines.append(
        f"Round {view.round}, {len(view.deck)} cards in the deck, {len(view.discard)} in the "
        f"discard pile{pile}"
    )
    return [*lines, awaited(view, seat)]


def awaited(view: View, seat: int) -> str:
    waiting = view.waiting()
    if not waiting:
        return "The game is over"
    if CHANCE in waiting:
        return "Waiting for dice or cards"
    if seat not in waiting:
        return waiting_for(view)
    return f"Waiting for {listing(['you' if s == seat else player(view, s) for s in waiting])}"


def hand(session: Session, wanted: str = "") -> list[str]:
    """Return the person's cards, numbered for `card`, or what they know of another hand."""
    view, seat = session.view, seat_of(session)
    other = find_player(view, wanted) if wanted else seat
    if other == seat:
        known = readable(view, seat)
        cards = [
            f"Card {at}: {view.printed(card).name}, {facts(view, seat, view.printed(card))}"
            if card in known
            else f"Card {at}: {UNREAD}"
            for at, card in enumerate(view.hands[seat], 1)
        ]
        return cards or ["Your hand is empty."]
    names = [view.printed(card).name for card in readable(view, other)]
    seen = f", including {listing(names)}" if names else "; you don't know any of them"
    return [f"{player(view, other)} holds {counted(len(view.hands[other]), 'card')}{seen}."]


def room(session: Session, wanted: str = "") -> list[str]:
    """Return a room: its owner's role, and its cards in groups with their Slack."""
    view, eyes = session.view, seat_of(session)
    owner = find_player(view, wanted) if wanted else eyes
    name = f"{capital(whose(view, owner, eyes))} {word(view, 'room')}"
    parts = standing.reckoned(view, owner)
    lines = [f"{name}: Slack {slack(view, owner)}", *([f"Slack from: {parts}."] if parts else ())]
    lines += [printed(view, view.faces[role]) for role in view.roles[owner]]
    for kind, title in standing.KINDS:
        cards = [lying(view, c) for c in view.rooms[owner] if view.printed(c).kind == kind]
        lines += [f"{title}: {', '.join(cards)}"] if cards else []
    if not view.rooms[owner]:
        lines.append(f"The {room_is(view)} empty.")
    return lines + standing.notes(view, owner)


def lying(view: View, card: int) -> str:
    """Return a card in a room: Pizza 3 (printed 2), Bum 0."""
    return f"{view.printed(card).name}{counts(view, card)}"


def counts(view: View, card: int) -> str:
    """Return a card's Slack in a room, as printed after its name."""
    worth, slack = view.worth(card), view.printed(card).printed_slack
    return f" {worth}" + (f" (printed {slack})" if worth != slack else "")


# -- one card --------------------------------------------------------------------------------------


def card(session: Session, wanted: str) -> list[str]:
    """Return a card in full, by number in the hand or by name, and why it can't be played now."""
    view, seat = session.view, seat_of(session)
    own = view.hands[seat]
    if wanted.isdecimal():
        if not 1 <= int(wanted) <= len(own):
            raise Muddle(f"Your cards are numbered 1 to {len(own)}; `hand` lists them.")
        if own[int(wanted) - 1] not in readable(view, seat):
            raise Muddle(f"That's {UNREAD}.")
        return _held(session, own[int(wanted) - 1])
    rooms = [card for cards in view.rooms for card in cards] + [laid.card for laid in view.table]
    announced = [c for frame in view.stack if isinstance(frame, Window) for c in frame.cards]
    nearby = (*readable(view, seat), *rooms, *announced)
    exact = next((c for c in nearby if fold(view.printed(c).name) == fold(wanted)), None)
    if exact is not None:
        return _held(session, exact) if exact in own else _seen(view, exact, seat)
    known = [(face.name, face.number) for face in view.faces if face.copies]
    try:
        return _held(session, find_in_hand(view, seat, wanted)[0])
    except Muddle:
        return _full(view, view.faces[find(wanted, known, "card")[0]])


def _full(view: View, face: Face) -> list[str]:
    strange = standing.illicit_here(view, face.number)
    return [printed(view, face), *filter(None, (strange and f"{strange}.", face.flavor))]


def _seen(view: View, card: int, eyes: int) -> list[str]:
    lines, owner = _full(view, view.printed(card)), view.owner(card)
    if owner >= 0:
        room = f"{whose(view, owner, eyes)} {word(view, 'room')}"
        lines.append(f"It's in {room} and counts {view.worth(card)} Slack.")
    return lines


def _held(session: Session, card: int) -> list[str]:
    return [*_full(session.view, session.view.printed(card)), why_not(session, card)]


def why_not(session: Session, card: int) -> str:
    """Return whether a card of the hand can be played now, or why not."""
    if any(card in action.cards for action in session.legal() if action.kind != DISCARD):
        return "You can play it now."
    refusal = Choices(session).refusal(card)
    if refusal is None:
        return "You can only discard it."
    if refusal.clause == UNFIT:
        name = session.view.printed(card).name
        return f"No target for {name} at this table ({UNFIT})."
    return sorry(refusal, session.view)


# -- the rules -------------------------------------------------------------------------------------


def rules(session: Session, wanted: str = "") -> list[str]:
    """Return a clause by its id, the clauses of a topic or with a word, or the topics."""
    lines = read_out(wanted, [edition.key for edition in session.view.catalog.editions])
    if not lines:
        raise Muddle(f"No rule has {wanted!r}; `rules` lists the topics.")
    return lines if wanted else [*lines, "`rules WORD` finds rules, `rules R-CALL-1` reads one."]


def new_here(session: Session, wanted: str = "") -> list[str]:
    """Return what's special in the editions at this table."""
    keys = [edition.key for edition in session.view.catalog.editions]
    return [f"{name}: {line}" for name, lines in news_of(keys) for line in lines]


# -- the end ---------------------------------------------------------------------------------------


def result(view: View, seat: int) -> list[str]:
    """Return who won, and everyone's Slack, the closest to their goal first."""
    won = listing("You" if s == seat else player(view, s) for s in view.winners)
    there = [s for s in range(view.players) if view.alive[s]]
    order = sorted(there, key=lambda s: (s not in view.winners, view.goal(s) - view.slack[s], s))
    return [
        f"The game is over in round {view.round}. Won by: {won}.",
        "Final Slack:",
        *(f"{player(view, s)}: {slack(view, s)}, {roles(view, s)}" for s in order),
    ]


def opening(view: View, seat: int, settings: Settings) -> list[str]:
    """Return which table this is and who sits at it."""
    editions = " + ".join(edition.name for edition in view.catalog.editions)
    who = [
        player(view, s) + (f" (bot, {level})" if level else "")
        for s, level in enumerate(settings.levels)
        if s != seat and view.alive[s]
    ]
    seed = f" The seed is {settings.seed}." if settings.seed else ""
    return [
        f"{settings.title}, {editions}. You are {player(view, seat)}; you play with "
        f"{listing(who)}.{seed}",
        *([f"The game continues in round {view.round}."] if view.begun else ()),
    ]
