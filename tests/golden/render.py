"""Turn a playthrough into text that can be read and compared line by line."""

from collections.abc import Iterator
from typing import Final

from core.actions import CHANCE, TO_DISCARD
from core.catalog import Catalog
from core.game import Game
from core.luck import Luck, Stream
from core.state import EVERYBODY as ALL_SEATS
from core.state import HIDDEN, ILLICIT_DONE, PHASES, Ask, Die, Treat, Trim, Window
from core.view import View, view
from tests.golden import NAMES, Play
from tests.kit.deals import cards, recorded_cards
from tests.outside.adapter import done

Lines = dict[str, str]  # what a line is about -> what it says
SPECTATOR: Final = "-"
EVERYBODY: Final = "*"
LAST: Final = 1000  # the place of a line that comes last


def render(play: Play) -> str:
    """Return the whole playthrough, the same on every machine."""
    with recorded_cards():
        catalog = cards(tuple(play.editions.split("+")))
    return "\n".join(_Playthrough(play, catalog).lines()) + "\n"


class _Playthrough:
    """A game that plays itself, and what everybody has seen of it so far."""

    def __init__(self, play: Play, catalog: Catalog) -> None:
        names = NAMES[: play.players]
        self.play = play
        self.game = Game(catalog, names, play.options, play.first, play.winners)
        self.choices = Stream(play.seed).fork("choices")
        self.luck = Luck(play.seed)
        seats: list[int | None] = [*range(play.players), None]
        self.viewers = {seat: SPECTATOR if seat is None else names[seat][0] for seat in seats}
        self.seen: dict[int | None, Lines] = {seat: {} for seat in seats}

    def lines(self) -> Iterator[str]:
        play, game = self.play, self.game
        options = ", ".join(f"{name} {value}" for name, value in game.options.items())
        which = "" if play.editions == "geek" else f"{play.editions}, "
        yield f"{which}{play.players} players, seed {play.seed}; {options}"
        yield "Views: * everybody, a letter the seat, - a spectator; only lines that changed."
        yield ""
        yield "0. The table is set"
        yield from self.views()
        step = 0
        while game.waiting() and step < play.limit:
            step += 1
            yield ""
            yield from done(step, game, self.choices, self.luck)
            yield from self.views()
        yield ""
        yield f"digest {game.digest()}"

    def views(self) -> Iterator[str]:
        """Yield the lines of all views that changed, equal ones together."""
        changed: dict[tuple[str, str], str] = {}
        order = {"may": LAST}
        for seat, letter in self.viewers.items():
            now = seen_by(view(self.game, seat))
            before = self.seen[seat]
            for about, text in now.items():
                order.setdefault(about, len(order))
                if before.get(about) != text:
                    key = (about, text)
                    changed[key] = changed.get(key, "") + letter
            self.seen[seat] = now
        everybody = "".join(self.viewers.values())
        width = len(everybody)
        for about, text in sorted(changed, key=lambda line: order[line[0]]):
            letters = changed[about, text]
            whose = EVERYBODY if letters == everybody else letters
            yield f"  {whose:<{width}} {about}: {text}"


def seen_by(game: View) -> Lines:
    """Return everything a viewer knows, by what it is about."""
    laid = [f"{_name(game, entry.card)} ({_beside(game, entry.seat)})" for entry in game.table]
    lines = {
        "table": _table(game),
        "piles": _piles(game),
        "beside": ", ".join(laid) or "nothing",
    }
    for seat, name in enumerate(game.names):
        if not game.alive[seat]:
            lines[name] = "has left"
            continue
        lines[name] = _seat(game, seat)
        lines[f"{name} room"] = _room(game, seat)
        lines[f"{name} hand"] = ", ".join(_name(game, card) for card in game.hands[seat]) or "none"
    if game.eyes is not None:
        lines["may"] = _moves(game, game.eyes)
    return lines


def _beside(game: Game, seat: int) -> str:
    """Say whom a lasting card lies beside; a Week is for all."""
    return "everybody" if seat == ALL_SEATS else game.names[seat]


def _name(game: Game, card: int) -> str:
    return "?" if game.face[card] == HIDDEN else game.printed(card).name


def _table(game: Game) -> str:
    if game.winners:
        return f"won by {' and '.join(game.names[seat] for seat in game.winners)}"
    waiting = game.waiting()
    for_whom = "chance" if waiting[0] == CHANCE else ", ".join(game.names[s] for s in waiting)
    when = "the deal"
    if game.begun:
        when = f"round {game.round}, {game.names[game.turn]}, {PHASES[game.phase]}"
    open_now = [text for frame in game.stack if (text := _pending(game, frame))]
    return "; ".join((when, *open_now, f"waiting for {for_whom}"))


def _pending(game: Game, frame: tuple[object, ...]) -> str:
    """Say what is pending, if everybody is aware of it."""
    if isinstance(frame, Window):
        cards = ", ".join(_name(game, card) for card in frame.cards)
        target = f" on {_name(game, frame.on)}" if frame.on >= 0 else ""
        whose = f" -> {game.names[frame.to]}" if frame.to >= 0 else ""
        return f"{game.names[frame.seat]} {frame.kind} {cards}{target}{whose}"
    if isinstance(frame, Ask):
        options = ", ".join(_option(game, frame.about, option) for option in frame.options)
        return f"{game.names[frame.seat]} is asked {frame.topic}: {options}"
    if isinstance(frame, Trim):
        return f"{game.names[frame.seat]} discards {frame.amount}"
    if isinstance(frame, Treat):
        return f"{game.names[frame.seat]} may play something for nothing"
    if isinstance(frame, Die):
        return f"a die for {frame.word}"
    return ""


def _option(game: Game, about: str, option: int) -> str:
    if about == "card":
        return _name(game, option)
    if about == "role":
        return game.faces[option].name
    if about == "seat":
        return "discard" if option == TO_DISCARD else game.names[option]
    return str(option)


def _piles(game: Game) -> str:
    top = _name(game, game.discard[-1]) if game.discard else "nothing"
    return f"deck {len(game.deck)}, discard {len(game.discard)} ({top}), roles " + (
        f"{len(game.role_pile)}+{len(game.role_discard)}"
    )


def _seat(game: Game, seat: int) -> str:
    roles = ", ".join(game.faces[role].name for role in game.roles[seat]) or "no role"
    parts = [f"{roles}, Slack {game.slack[seat]}/{game.goal(seat)}"]
    if seat == game.turn and game.begun:
        parts.append(f"Income {game.income_left(seat)}, Free Time {game.time_left(seat)}")
        if game.fixed & ILLICIT_DONE:
            parts.append("something Illicit done")
    for word, values in (
        ("tokens", game.tokens),
        ("Gloom", game.gloom),
        ("Madness", game.madness),
        ("next Income", game.next_income),
        ("next Free Time", game.next_time),
        ("debt", game.debt),
    ):
        if values[seat]:
            parts.append(f"{word} {values[seat]}")
    return ", ".join(parts)


def _room(game: Game, seat: int) -> str:
    cards = (f"{_name(game, card)} {game.worth(card)}" for card in game.rooms[seat])
    return ", ".join(cards) or "empty"


def _moves(game: View, seat: int) -> str:
    """Say how many legal moves of each kind the viewer has."""
    counts: dict[str, int] = {}
    for move in game.legal(seat):
        counts[move.kind] = counts.get(move.kind, 0) + 1
    return ", ".join(f"{kind} {count}" for kind, count in counts.items()) or "nothing"
