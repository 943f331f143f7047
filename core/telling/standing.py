"""Where a player stands and why: the parts of their Slack, and what the tracks do next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from core.cards import ACTIVITY, MOOD, PERSON, THING, WHENEVER
from core.state import ILLICIT_DONE, MADNESS, ROLL_PHASE, SLEPT
from core.telling.names import counted, listing

if TYPE_CHECKING:
    from core.game import Game

UTTERLY: Final = len(MADNESS) - 1
UTTERLY_MAD: Final = "Utterly Mad"
ILLICIT: Final = "Illicit"
KINDS: Final = (
    (PERSON, "People"), (THING, "Things"), (ACTIVITY, "Activities"), (WHENEVER, "Whenevers"),
)  # fmt: skip


class Part(NamedTuple):
    """One part of a player's Slack: its source and how much it is."""

    what: str
    slack: int


def reckoning(game: Game, seat: int) -> list[Part]:
    """Return the parts that add up to a seat's Slack, cards by their type."""
    cards = game.rooms[seat]
    parts = [
        Part(title, sum(game.worth(card) for card in cards if game.printed(card).kind == kind))
        for kind, title in KINDS
        if any(game.printed(card).kind == kind for card in cards)
    ]
    if game.gloom[seat]:
        parts.append(Part("Gloom", game.gloom[seat]))
    if MADNESS[game.madness[seat]]:
        parts.append(Part(madness(game, seat), MADNESS[game.madness[seat]]))
    if game.tokens[seat]:
        parts.append(Part("tokens", game.tokens[seat]))
    if game.catalog.moody and game.alive[seat] and (mood := game.mood(seat)):
        parts.append(Part(listing(_moody(game)), mood))
    return parts


def reckoned(game: Game, seat: int) -> str:
    """Return the same in words: People 3, Things 5, Gloom 2, Madness 4 counts -3."""
    return ", ".join(
        f"{part.what} counts {part.slack}" if part.what[-1].isdigit() else
        f"{part.what} {part.slack}"
        for part in reckoning(game, seat)
    )  # fmt: skip


def _moody(game: Game) -> list[str]:
    """Return the cards that change everyone's Slack."""
    faces = [number for has, stands in zip(game.has, game.stands, strict=True)
             if has & MOOD for number in stands]  # fmt: skip
    return list(dict.fromkeys(game.faces[n].name for n in faces if game.faces[n].mood != (0, 0)))


# -- tracks ----------------------------------------------------------------------------------------


def has_gloom(game: Game, seat: int) -> bool:
    """Return whether Gloom matters to a seat: in a mix, only to some (COMBO-GOTH-1)."""
    if not game.house.gloom:
        return False
    return bool(game.gloom[seat]) or any(game.catalog.goths[role] for role in game.roles[seat])


def has_madness(game: Game, seat: int) -> bool:
    return bool(game.house.madness[0] or game.madness[seat])


def madness(game: Game, seat: int) -> str:
    """Name a seat's Madness: Madness 4, or Utterly Mad."""
    now = game.madness[seat]
    return UTTERLY_MAD if now == UTTERLY else f"Madness {now}"


def notes(game: Game, seat: int) -> list[str]:
    """Return what a player should know about a seat's tracks, a sentence each."""
    about = (_next_turn, _two_roles, _gloom, _madness, _party)
    return [sentence for note in about if (sentence := note(game, seat))]


def _gloom(game: Game, seat: int) -> str:
    if not has_gloom(game, seat):
        return ""
    room = game.catalog.words["room"]
    return (
        f"Gloom {game.gloom[seat]}: each is worth 1 Slack. With no People in the {room} after "
        "Call People, 1 goes away (GOTH-3)."
    )


def _madness(game: Game, seat: int) -> str:
    if not has_madness(game, seat):
        return ""
    now = game.madness[seat]
    if now == UTTERLY:
        return (
            "Utterly Mad: Madness costs nothing anymore, and each new one is a Slack token (CTH-2)."
        )
    got, lost = game.house.madness
    twice = " Gains and losses count twice." if lost > 1 else " Gains count twice."
    twice = twice if got > 1 else ""
    return (
        f"Madness {now} costs {-MADNESS[now]} Slack. The first 3 cost 1 each, the 7th to 9th give "
        f"it back, and any after that are Slack tokens (CTH-1).{twice}"
    )


def _party(game: Game, seat: int) -> str:
    party = game.house.party
    if not party:
        return ""
    return (
        f"Party: {len(game.guests[seat])} of {party} People. {party} at the end of any turn earn a "
        "Slack token (GREEK-2)."
    )


def _two_roles(game: Game, seat: int) -> str:
    roles, house = game.roles[seat], game.house
    if len(roles) < 2:
        return ""
    first, second = (game.faces[role].name for role in roles[:2])
    return (
        f"Two roles, {first} and {second}: the numbers of {first}, with {house.extra_income:+} "
        f"Income and {house.extra_goal:+} Slack Goal (COMBO-GRUNT-1)."
    )


def _next_turn(game: Game, seat: int) -> str:
    changes = [
        f"{amount:+} {word}"
        for amount, word in (
            (game.next_income[seat], "Income"),
            (game.next_time[seat], "Free Time"),
        )
        if amount
    ]
    owed = [f"{counted(game.debt[seat], 'Income', 'Income')} owed"] if game.debt[seat] else []
    rolls_first = seat == game.turn and game.phase <= ROLL_PHASE
    when = "After the roll" if rolls_first else "Next turn"
    return f"{when}: {listing([*changes, *owed])}." if changes or owed else ""


class Means(NamedTuple):
    """Something a player can spend, how much is left, and what changed it."""

    what: str
    left: str
    because: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.what} {self.left}{f' ({listing(self.because)})' if self.because else ''}"


def means(game: Game, seat: int) -> tuple[Means, ...]:
    """Return Income and Free Time: what's left in this turn, or what a turn brings.

    Without a role there is neither.
    """
    if not game.roles[seat]:
        return ()
    face, mine = game.faces[game.roles[seat][0]], seat == game.turn and game.begun
    soon = not mine or game.phase <= ROLL_PHASE
    found = []
    for what, verb, left, pair, extra, later in (
        ("Income", "earn", game.income_left(seat),
         [number + game.house.extra_income for number in face.income],
         game.extra_income[seat], game.next_income[seat]),
        ("Free Time", "leisure", game.time_left(seat), face.free_time,
         game.extra_time[seat], game.next_time[seat]),
    ):  # fmt: skip
        cards = [game.faces[number] for number in game.stands[seat]]
        because = [f"{one.name} {getattr(one, verb):+d}" for one in cards if getattr(one, verb)]
        more = sum(getattr(one, verb) for one in cards)
        if mine and extra:
            because.append(f"{-extra} spent" if extra < 0 else f"{extra:+d} this turn")
        if soon and later:
            because.append(f"{later:+d} to come")
        low, high = (max(0, number + more) for number in pair)
        turn = str(low) if low == high else f"{low}/{high}"
        found.append(Means(what, str(left) if mine else turn, tuple(because)))
    return tuple(found)


# -- the turn --------------------------------------------------------------------------------------


def barred(game: Game) -> str:
    """Return what this turn's plays rule out for its rest (GRUNT-1), or nothing."""
    if game.winners:
        return ""
    if game.fixed & ILLICIT_DONE:
        return "no Sleep or TV" if any(game.catalog.tv) else "no Sleep"
    return "nothing Illicit" if game.fixed & SLEPT else ""


def illicit_here(game: Game, face: int) -> str:
    """Return a note for a card that's Illicit here without saying so itself."""
    if not game.catalog.illicit[face] or ILLICIT in game.faces[face].categories:
        return ""
    return "Illicit with soldiers around: no Free Time, but on 1-2 you're caught (GRUNT-2)"


def why_barred(game: Game) -> str:
    """Return the same as a sentence that says why."""
    what = barred(game)
    if not what:
        return ""
    if game.fixed & ILLICIT_DONE:
        return f"After something Illicit: {what} this turn (GRUNT-1)."
    slept = "After Sleep or TV" if any(game.catalog.tv) else "After Sleep"
    return f"{slept}: {what} this turn (GRUNT-1)."
