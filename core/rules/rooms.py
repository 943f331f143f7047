"""Cards coming into rooms and leaving them, with everything that hangs on it."""

from core import events as e
from core.actions import TO_DISCARD
from core.cards import BAR, BONUS, LIMIT, PERSON, REWARD
from core.rules.lookup import barred, bonus, guarded, too_rich
from core.state import Ask, Frame, Table


def push_effects(g: Table, card: int, ops: tuple[int, ...], you: int, to: int, on: int) -> None:
    """Put effects of a card on the stack, the first on top."""
    number = g.face[card]
    for op in reversed(ops):
        g.stack.append(("effect", you, card, number, op, to, on))


def spend(g: Table, seat: int, card: int) -> None:
    """Discard the card once its effects are done (R-WHEN-2)."""
    g.stack.append(("spent", seat, card))


def spent(g: Table, frame: Frame) -> None:
    g.to_discard(frame[2])


def fizzle(g: Table, seat: int, card: int) -> None:
    """Discard a card without effect, since its target is gone (RUL-20)."""
    g.emit(e.FIZZLED, seat, -1, (card,), (g.face[card],), -1, 0, "no-target")
    g.to_discard(card)


def arrive(
    g: Table, card: int, seat: int, by: int, to: int = -1, on: int = -1, played: bool = True
) -> None:
    """Let a card enter a room; `played` is False if it's only sent on (R-GONE-5)."""
    number = g.face[card]
    face = g.faces[number]
    has = g.has[seat]
    if not g.alive[seat] or (
        (has & BAR or face.seeks) and face.kind == PERSON and barred(g, number, seat)
    ):
        g.emit(e.FIZZLED, by, seat, (card,), (number,), -1, 0, "barred")  # RUL-17, RUL-24
        g.to_discard(card)
        return
    if played:
        if has & BONUS and (more := bonus(g, seat, number)):
            g.mark[card] = max(-99, min(99, g.mark[card] + more))
        if g.catalog.rewarded[number]:
            reward(g, by, number)
    worth = lie(g, card, seat, by)
    if played and worth >= 5 and g.catalog.nookie[number]:
        g.stack.append(("noise", seat, card))
    if face.pest:
        g.stack.append(("bite", seat, card))
    if face.play:
        push_effects(g, card, face.play, seat, to, on)
    check_limits(g, seat)


def lie(g: Table, card: int, seat: int, by: int) -> int:
    """Put a card in a room without effects. Return its Slack."""
    worth = g.into_room(seat, card)
    number = g.face[card]
    g.events.append(_new(e.Event, (e.ENTERED, seat, by, (card,), (number,), -1, worth, "")))
    return worth


def step_arrive(g: Table, frame: Frame) -> None:
    _, seat, card, by = frame
    arrive(g, card, seat, by)


def reward(g: Table, by: int, number: int) -> None:
    """Give tokens to players rewarded for such plays (R-ROLE-6)."""
    for seat, has in enumerate(g.has):
        if not has & REWARD:
            continue
        gain = 0
        for holding in g.stands[seat]:
            for match, amount, whose in g.faces[holding].reward:
                if match[number] and (whose == "anybody" or (whose == "you") == (seat == by)):
                    gain += amount
        if gain:
            add_tokens(g, seat, gain)


def add_tokens(g: Table, seat: int, amount: int) -> None:
    g.tokens[seat] += amount
    g.slack[seat] += amount
    g.moved = True
    g.emit(e.TOKENS, seat, n=amount)


def check_limits(g: Table, seat: int) -> None:
    """Check for cards that a high Income forbids, once it's known whether anyone has won."""
    if g.has[seat] & LIMIT:
        g.stack.append(("limits", seat))


def limits(g: Table, frame: Frame) -> None:
    """Discard cards whose limit the Income has passed."""
    seat = frame[1]
    for card in g.rooms[seat][:]:
        if too_rich(g, seat, g.face[card]) is not None:
            throw_out(g, card, "income")


def throw_out(g: Table, card: int, why: str) -> None:
    """Discard a card from a room."""
    seat = g.out_of_room(card)
    g.emit(e.DISCARDED, seat, -1, (card,), (g.face[card],), -1, 0, why)
    g.to_discard(card)


def lose_one(g: Table, seat: int, options: list[int], eater: int = -1) -> None:
    """Ask the owner to give up one of these cards, if there's a choice (R-PEST-2, RUL-12)."""
    if len(options) == 1:
        _lose(g, seat, options[0], eater)
    elif options:
        ask(g, seat, "lose", "card", options, (eater,))


def _lose(g: Table, seat: int, card: int, eater: int) -> None:
    if eater < 0:
        throw_out(g, card, "lost")
        return
    g.out_of_room(card)
    g.emit(e.EATEN, seat, -1, (card, eater), (g.face[card], g.face[eater]))
    g.to_discard(card)


def answer_lose(g: Table, question: Ask, option: int) -> None:
    _lose(g, question.seat, option, question.context[0])


def bite(g: Table, frame: Frame) -> None:
    """Let a pest take what it wants from its room (R-PEST-1, R-PEST-3, GRUNT-5)."""
    _, seat, pest = frame
    if g.owner(pest) != seat:
        return
    face = g.printed(pest)
    match = face.pest
    wanted = [c for c in g.rooms[seat] if c != pest and match[g.face[c]] and not guarded(g, c)]
    if face.pest_best and wanted:
        best = max(g.worth(c) for c in wanted)
        wanted = [c for c in wanted if g.worth(c) == best]
    lose_one(g, seat, wanted, pest)


def noise(g: Table, frame: Frame) -> None:
    """Take one played Sleep from each neighbor of a loud Nookie (R-NOISY-1, RUL-11, RUL-21)."""
    _, seat, card = frame
    g.emit(e.NOISE, seat, -1, (card,), (g.face[card],))
    for neighbor in reversed(g.neighbors(seat)):
        g.stack.append(("wake", neighbor))


def wake(g: Table, frame: Frame) -> None:
    seat = frame[1]
    sleep = g.catalog.sleep
    awake = [c for c in g.rooms[seat] if sleep[g.face[c]] and not g.printed(c).permanent]
    lose_one(g, seat, awake)


def places(g: Table, card: int, discard: str) -> list[int]:
    """Return where a Person who leaves a room can go (R-GONE-3, RUL-17)."""
    number = g.face[card]
    owner = g.owner(card)
    rooms = [s for s in g.seats_from(owner)[1:] if not barred(g, number, s)]
    if discard == "free" or not rooms:
        rooms.append(TO_DISCARD)
    return rooms


def go(g: Table, card: int, place: int) -> None:
    """Move a Person to another room or to the discard pile."""
    if place == TO_DISCARD:
        throw_out(g, card, "sent away")
        return
    seat = g.out_of_room(card)
    g.emit(e.MOVED, seat, place, (card,), (g.face[card],))
    arrive(g, card, place, seat, played=False)


def ask(
    g: Table, seat: int, topic: str, about: str, options: list[int], context: tuple[int, ...]
) -> None:
    """Put a question on the stack."""
    g.ref += 1
    question = ("ask", g.ref, seat, topic, about, tuple(options), context)
    g.stack.append(_new(Ask, question))
    g.emit(e.ASKED, seat, word=topic)


_new = tuple.__new__
STEPS = {
    "spent": spent,
    "arrive": step_arrive,
    "limits": limits,
    "bite": bite,
    "noise": noise,
    "wake": wake,
}
ANSWERS = {"lose": answer_lose}
