"""Before the first turn: options, roles and the deal (R-SETUP-*, GEEK-1, GEEK-4)."""

from collections.abc import Mapping, Sequence
from typing import Final

from core import events as e
from core.rules.roles import first_kind, fitting, role_frame
from core.rules.rooms import ask
from core.setting import Setting
from core.state import Ask, Die, Frame, Table

_RULES: Final = (
    Setting(
        "guests", "Guests", "add the four guest cards of the Geek box to the deck (GEEK-4)",
        ("on", "off"), edition="geek",
    ),
    Setting(
        "two-player", "Two player",
        "two-player games remove Slacker and Drummer, start with them, or neither (GEEK-1)",
        ("remove", "start", "off"), edition="geek",
    ),
    Setting(
        "negative-slack", "Negative slack",
        "a card that rolls 0 or less stays, but doesn't count as a success (GRUNT-4)",
        ("off", "on"),
    ),
    Setting(
        "scrounging", "Scrounging",
        "with Scrounging, keep your whole hand or discard like everyone (GRUNT-9)",
        ("keep", "discard"), edition="grunt",
    ),
    Setting(
        "winner-picks", "Winner picks", "the last game's winner picks a role (R-SETUP-4)",
        ("on", "off"),
    ),
    Setting(
        "hand", "Hand",
        "cards you draw up to; the deal and the end-of-turn limit are one lower (R-DRAW-1)",
        ("6", "4", "5", "7", "8", "9"),
    ),
    Setting(
        "mix", "Mix",
        "some study and some work, or all study and the Geek Jobs are out (COMBO-GREEK-1)",
        ("town-and-gown", "students"), edition="greek", mixed=True,
    ),
    Setting(
        "madness", "Madness",
        "double Madness gains and losses, double only gains, or don't double (COMBO-CTH-2)",
        ("double", "double-gains", "off"), edition="cthulhu", mixed=True,
    ),
    Setting(
        "goth-taste", "Goth taste",
        "Goth guests and Things count only for Goths, Geek ones only for everyone else "
        "(COMBO-GOTH-5)",
        ("off", "on"), edition="goth", mixed=True,
    ),
)  # fmt: skip
OPTIONS: Final = {rule.key: rule for rule in _RULES}


def options_for(editions: Sequence[str]) -> dict[str, Setting]:
    """Return the options that matter with these editions; the first value is the default."""
    return {
        name: option
        for name, option in OPTIONS.items()
        if not option.edition or option.edition in editions
        if not option.mixed or len(editions) > 1
    }


class OptionError(ValueError):
    """An unknown option, or a value it can't have."""


def settled_options(given: Mapping[str, str], editions: Sequence[str] = ()) -> dict[str, str]:
    """Return the options that matter at this table with their values; refuse unknown ones.

    Without editions, return those that matter everywhere and the given ones.
    """
    for name, value in given.items():
        if name not in OPTIONS:
            raise OptionError(f"unknown option {name!r} (choose {', '.join(OPTIONS)})")
        values = OPTIONS[name].values
        if value not in values:
            raise OptionError(f"option {name} can't be {value!r} (choose {', '.join(values)})")
    wanted = options_for(editions)
    if not editions:
        wanted |= {name: option for name, option in OPTIONS.items() if name in given}
    return {name: given.get(name, option.values[0]) for name, option in wanted.items()}


def prepare(g: Table, winners: tuple[int, ...]) -> None:
    """Lay out the piles and put the deal on the stack (R-SETUP-1, R-SETUP-2)."""
    size = len(g.house.life)
    g.face = [-1] * size
    g.pub.extend([-1] * size)
    g.where = bytearray(size)
    g.mark.extend([0] * size)
    g.discard = list(range(size))
    g.where[:] = b"\1" * size
    g.role_pile = sorted(opening_roles(g))
    g.stack.append(("begin-turn", g.first))
    g.stack.append(("deal",))
    g.stack.append(("shuffle",))
    picking = winners if g.options["winner-picks"] == "on" else ()
    others = [seat for seat in reversed(range(g.players)) if seat not in picking]
    if g.house.beside:
        g.stack += [("deal-role", seat, g.house.beside) for seat in others]
    g.stack += [("deal-role", seat) for seat in others]
    for _ in range((2 if g.house.beside else 1) if picking else 0):
        g.stack.append(("wishes", picking))
        g.stack += [("wish", seat) for seat in reversed(picking)]
    g.round = 1
    g.turn = g.first


def opening_roles(g: Table) -> list[int]:
    """Return the roles to deal from; for two players there are several ways (GEEK-1)."""
    roles = list(g.house.roles)
    names = {name for edition in g.catalog.editions for name in edition.two_player_roles}
    special = [role for role in roles if g.faces[role].name in names]
    how = g.options.get("two-player", "off")
    if g.players != 2 or how == "off" or len(special) < 2:
        return roles
    if how == "remove":
        return [role for role in roles if role not in special]
    return [*special, *(role for role in roles if g.catalog.role_kinds[role] == g.house.beside)]


def deal_role(g: Table, frame: Frame) -> None:
    seat = frame[1]
    g.stack.append(("dealt-role", seat))
    g.stack.append(role_frame(seat, -1, frame[2] if len(frame) > 2 else first_kind(g)))


def dealt_role(g: Table, frame: Frame) -> None:
    give_role(g, frame[1], g.result)


def give_role(g: Table, seat: int, role: int) -> None:
    g.roles[seat] += (role,)
    g.emit(e.DEALT_ROLE, seat, -1, (), (role,))
    g.refresh(seat)


# -- the last winners pick (R-SETUP-4) -----------------------------------------------------------


def wish(g: Table, frame: Frame) -> None:
    """In the Reserves there are two to pick, first the one that is not an MOS."""
    kind = g.house.beside if g.roles[frame[1]] else first_kind(g)
    roles = fitting(g, g.role_pile, kind)
    ask(g, frame[1], "pick-role", "role", sorted(set(roles)), ())


def answer_wish(g: Table, question: Ask, option: int) -> None:
    g.wishes += [question.seat, option]


def wishes(g: Table, frame: Frame) -> None:
    """One wish alone is granted; for the same role each rolls, the highest picks it."""
    seats = frame[1]
    wanted = dict(zip(g.wishes[::2], g.wishes[1::2], strict=True))
    g.wishes = []
    for seat in seats:
        rivals = [s for s in seats if wanted[s] == wanted[seat]]
        if len(rivals) == 1:
            g.role_pile.remove(wanted[seat])
            give_role(g, seat, wanted[seat])
        elif rivals[0] == seat:
            g.stack.append(("contest", tuple(rivals), wanted[seat]))
            for rival in reversed(rivals):
                g.stack.append(("contest-rolled", rival))
                g.stack.append(Die("die", rival, "first pick", -1, 0))


def contest_rolled(g: Table, frame: Frame) -> None:
    g.wishes += [frame[1], g.result]


def contest(g: Table, frame: Frame) -> None:
    """The higher die picks first; equal ones roll again."""
    _, rivals, role = frame
    dice = dict(zip(g.wishes[::2], g.wishes[1::2], strict=True))
    g.wishes = []
    best = max(dice[seat] for seat in rivals)
    first = [seat for seat in rivals if dice[seat] == best]
    if len(first) > 1:
        g.stack.append(("contest", rivals, role))
        for rival in reversed(rivals):
            g.stack.append(("contest-rolled", rival))
            g.stack.append(Die("die", rival, "first pick", -1, 0))
        return
    g.role_pile.remove(role)
    give_role(g, first[0], role)
    others = tuple(seat for seat in rivals if seat != first[0])
    g.stack.append(("wishes", others))
    for seat in reversed(others):
        g.stack.append(("wish", seat))


# -- the deal --------------------------------------------------------------------------------------


def deal(g: Table, frame: Frame) -> None:
    """Make the other roles the pile and deal everyone their first cards (R-SETUP-2)."""
    if g.players == 2 and g.options.get("two-player") == "start":
        rest = list(g.house.roles)
        for dealt in (*(role for roles in g.roles for role in roles), *g.role_discard):
            rest.remove(dealt)
        g.role_pile = sorted(rest)
    g.ref = 0  # a game counts its windows and questions from the first turn on
    for seat in reversed(range(g.players)):
        if g.alive[seat]:
            g.goal_change[seat] += g.house.extra_goal
            g.stack.append(("draw", seat, g.hand_size - 1))


STEPS = {
    "deal-role": deal_role,
    "dealt-role": dealt_role,
    "wish": wish,
    "wishes": wishes,
    "contest": contest,
    "contest-rolled": contest_rolled,
    "deal": deal,
}
ANSWERS = {"pick-role": answer_wish}
