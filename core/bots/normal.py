"""The normal bot: rules of thumb that a good player would recognise.

It uses Income and Free Time as well as the hand allows, sets up bonuses before it profits from
them, keeps its answers for plays that matter, and hurts whoever is nearest to his goal.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from core.actions import (
    CALL,
    CANCEL,
    CHOOSE,
    DISCARD,
    DO,
    EVICT,
    NEXT,
    NOBODY,
    PASS,
    PLAY,
    SHOP,
    THROW,
    TO_DISCARD,
    Action,
)
from core.bots.judge import WIN, Judge, seat_of
from core.bots.plan import Chosen, Item
from core.bots.values import FRESH
from core.cards import HOARD
from core.game import Game
from core.luck import Stream
from core.rules.lookup import bonus
from core.rules.roles import RANDOM, SAME
from core.state import (
    CALL_PHASE,
    DISCARD_PHASE,
    FREE_PHASE,
    IN_DISCARD,
    ROLL_PHASE,
    WORDS,
    Ask,
    Treat,
    Trim,
    Window,
)

LAST: Final = 50.0
LEAST: Final = 0.1  # a play that brings less than this is not worth the breath
KEPT: Final = 0.3  # part of a Whenever's worth in the hand that playing it must bring
ANSWER: Final = 0.25  # the same for cards that stop other people's plays
PAY: Final = WORDS.index("pay")


class Normal:
    """Plays to win; ties are broken by its own stream of luck."""

    useful: float = FRESH / 2  # the use that a card must have to stay in the hand

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    # -- what a bot is asked ---------------------------------------------------------------------

    def choose(self, view: Game) -> Action:
        """The decision of a seat that the game waits for."""
        moves = view.legal(seat_of(view))
        if len(moves) == 1:
            return moves[0]
        top = view.stack[-1] if view.stack else None
        if isinstance(top, Window):
            return self.answer(Judge(view), moves, top)
        if isinstance(top, Ask):
            return self.reply(Judge(view), moves, top)
        if isinstance(top, Trim):
            return self.trim(Judge(view), top.amount)
        if isinstance(top, Treat):
            return self.treat(Judge(view), moves)
        return _PHASES.get(view.phase, Normal.go_on)(self, Judge(view), moves)

    def interject(self, view: Game) -> Action | None:
        """A Whenever in somebody else's turn, or None."""
        moves = [move for move in view.legal(seat_of(view)) if move.kind == PLAY]
        return self.whenever(Judge(view), moves) if moves else None

    def treat(self, judge: Judge, moves: Sequence[Action]) -> Action:
        """The best Thing that may be played for nothing, or none."""
        things = ((judge.action(move), move) for move in moves if move.kind == SHOP)
        return self.best(things, LEAST) or next(move for move in moves if move.kind == PASS)

    # -- our own turn ----------------------------------------------------------------------------

    def go_on(self, judge: Judge, moves: Sequence[Action]) -> Action:
        return next(move for move in moves if move.kind == NEXT)

    def best(self, worth: Iterable[tuple[float, Action]], least: float) -> Action | None:
        """The move with the highest worth above the least; between equals a whim decides."""
        ties: list[Action] = []
        for value, move in worth:
            if value > least:
                least, ties = value, [move]
            elif value == least and ties:
                ties.append(move)
        return self.stream.choice(ties) if len(ties) > 1 else ties[0] if ties else None

    def get_rid(self, judge: Judge, moves: Sequence[Action]) -> Action:
        """Roll phase: every guest who would do us more good, or a rival more harm, elsewhere."""
        worth = ((self.sent_away(judge, m), m) for m in moves if m.kind == EVICT)
        return self.best(worth, LEAST) or self.go_on(judge, moves)

    def sent_away(self, judge: Judge, move: Action) -> float:
        """What it means if a guest leaves, for the place named or for the best one."""
        gain = -judge.presence(move.on)
        if move.to == NOBODY:
            rivals = judge.game.seats_from(judge.me)[1:]
            return gain + max(0.0, *(judge.moved(move.on, seat) for seat in rivals))
        return gain if move.to == TO_DISCARD else gain + judge.moved(move.on, move.to)

    def call(self, judge: Judge, moves: Sequence[Action]) -> Action:
        """Call People: whoever does us the most good, then whoever does the leader most harm."""
        worth = ((judge.action(move), move) for move in moves if move.kind == CALL)
        return self.best(worth, LEAST) or self.go_on(judge, moves)

    def spend(self, judge: Judge, moves: Sequence[Action]) -> Action:
        """Free Time: first what makes the rest better, then the rest."""
        chosen = judge.prospect().best_now()
        if chosen.value < WIN:
            plays = [move for move in moves if move.kind == PLAY]
            if plays and (play := self.whenever(judge, plays)) is not None:
                return play
        if not chosen.activities and not chosen.trip:
            return self.go_on(judge, moves)
        first = self.first(judge, chosen)
        if first is None:
            return self.trip(judge, chosen.trip)
        targets = [m for m in moves if m.kind in (DO, SHOP) and m.cards[0] == first.card]
        return max(targets, key=judge.action)

    def trip(self, judge: Judge, items: Sequence[Item]) -> Action:
        """One trip for all the Things; what helps the others enters first."""
        standing = judge.values.standing
        order = sorted(items, key=lambda item: -standing[item.number])
        while True:
            cards, faces = zip(*((item.card, item.number) for item in order), strict=True)
            action = Action(SHOP, judge.me, cards, faces)
            if len(order) == 1 or judge.game.refusal(action) is None:
                return action
            order.pop()  # some Things can't be bought together

    def first(self, judge: Judge, chosen: Chosen) -> Item | None:
        """The Activity to begin with, or None for the trip."""
        setup = judge.values.standing
        best, most = None, -2 * WIN
        for item in chosen.activities:
            score = setup[item.number] + item.value / 100 + 9 * (item.value >= WIN)
            if judge.game.catalog.illicit[item.number]:
                score -= LAST  # whoever is caught has no time for the rest
            if score > most:
                best, most = item, score
        if chosen.trip:
            trip = max(setup[item.number] for item in chosen.trip)
            if best is None or trip + sum(item.value for item in chosen.trip) / 100 > most:
                return None
        return best

    def tidy(self, judge: Judge, moves: Sequence[Action]) -> Action:
        """Discard phase: down to the limit, and what will never be of use."""
        used = judge.by_use(judge.game.hands[judge.me])
        must = len(used) - (judge.game.hand_size - 1)
        if judge.game.has[judge.me] & HOARD:
            must = 0
        count = min(max(must, judge.dead(used, self.useful)), len(used) - 1)
        if count <= 0:
            return self.go_on(judge, moves)
        return self.discard(judge, [card for _, card in used[:count]])

    def trim(self, judge: Judge, count: int) -> Action:
        used = judge.by_use(judge.game.hands[judge.me])
        return self.discard(judge, [card for _, card in used[:count]])

    def discard(self, judge: Judge, cards: Sequence[int]) -> Action:
        faces = tuple(judge.game.face[card] for card in cards)
        return Action(DISCARD, judge.me, tuple(cards), faces)

    # -- Whenevers and answers -------------------------------------------------------------------

    def whenever(self, judge: Judge, moves: Sequence[Action]) -> Action | None:
        """The Whenever most worth playing now, if one is."""
        keep = judge.values.keep
        return self.best(((judge.action(m) - KEPT * keep[m.faces[0]], m) for m in moves), LEAST)

    def answer(self, judge: Judge, moves: Sequence[Action], top: Window) -> Action:
        """A window: stop what hurts us or helps a rival enough to be worth a card."""
        stops = [move for move in moves if move.kind in (CANCEL, THROW)]
        stop = self.best(((self.stopping(judge, move), move) for move in stops), 0.0)
        if stop is not None:
            return stop
        if len(moves) > len(stops) + 1 and (spare := judge.overshoot(top)) >= 0:
            for move in moves:
                if move.kind == PLAY and judge.setback(move, top.seat) > spare:
                    return move
        return next(move for move in moves if move.kind == PASS)

    def stopping(self, judge: Judge, move: Action) -> float:
        """What stopping the open announcement brings, less what the card is worth unplayed."""
        number = move.faces[0]
        kept = judge.values.keep if move.kind == CANCEL else judge.values.expected
        return judge.stopped(-1, move.kind, number, judge.me) - ANSWER * kept[number]

    # -- questions -------------------------------------------------------------------------------

    def reply(self, judge: Judge, moves: Sequence[Action], ask: Ask) -> Action:
        value = _ABOUT[ask.about](self, judge, ask)
        best = max(range(len(value)), key=value.__getitem__)
        return next(move for move in moves if move.kind == CHOOSE and move.value == best)

    def about_card(self, judge: Judge, ask: Ask) -> list[float]:
        """Which card to take out of the discard pile, or which of ours to lose."""
        game = judge.game
        if all(game.where[card] == IN_DISCARD for card in ask.options):
            return [judge.arrival(judge.me, game.face[c], judge.me) for c in ask.options]
        return [-judge.presence(card) for card in ask.options]

    def about_seat(self, judge: Judge, ask: Ask) -> list[float]:
        """Where a Person is to go."""
        card = ask.context[0]
        return [0.0 if seat < 0 else judge.moved(card, seat) for seat in ask.options]

    def about_role(self, judge: Judge, ask: Ask) -> list[float]:
        return [judge.role(role) for role in ask.options]

    def about_sure(self, judge: Judge, ask: Ask) -> list[float]:
        """A sure number, or the die (option 0)."""
        game, me = judge.game, judge.me
        number = game.face[ask.context[0]]
        extra, die = bonus(game, me, number), judge.faces[number].die or 0
        rolled = [judge.swing(me, max(0, shown + die + extra)) for shown in range(1, 7)]
        return [judge.swing(me, n + extra) if n else sum(rolled) / 6 for n in ask.options]

    def about_word(self, judge: Judge, ask: Ask) -> list[float]:
        """Whether to pay for a card or to let it go; of which kind the next role is to be."""
        if ask.topic == "role-kind":
            return [self.next_role(judge, word) for word in ask.options]
        return [judge.presence(ask.context[0]) if word == PAY else 0.0 for word in ask.options]

    def next_role(self, judge: Judge, word: int) -> float:
        """How good the roles of a kind are on average."""
        game = judge.game
        kinds = game.catalog.role_kinds
        own = kinds[game.roles[judge.me][0]]
        pile = [role for role in game.role_pile if kinds[role] != game.house.beside]
        if word != RANDOM:
            pile = [role for role in pile if (kinds[role] == own) == (word == SAME)]
        return sum(map(judge.role, pile)) / len(pile) if pile else -WIN


_PHASES: Final[dict[int, Callable[[Normal, Judge, Sequence[Action]], Action]]] = {
    ROLL_PHASE: Normal.get_rid,
    CALL_PHASE: Normal.call,
    FREE_PHASE: Normal.spend,
    DISCARD_PHASE: Normal.tidy,
}
_ABOUT: Final[dict[str, Callable[[Normal, Judge, Ask], list[float]]]] = {
    "card": Normal.about_card,
    "seat": Normal.about_seat,
    "role": Normal.about_role,
    "sure": Normal.about_sure,
    "word": Normal.about_word,
}
