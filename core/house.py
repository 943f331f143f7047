"""What the editions and the options at a table add up to: the rules of this house."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from core.cards import THING, Match

if TYPE_CHECKING:
    from core.catalog import Catalog

STUDENTS = "students"  # the value of the option `mix` with which Jobs leave (COMBO-GREEK-1)
HOUSE_OPTIONS = ("guests", "mix", "madness", "goth-taste", "scrounging")
MADNESS = {"double": (2, 2), "double-gains": (2, 1), "off": (0, 0), "": (0, 0)}


class House(NamedTuple):
    """Settled before the deal and never changed."""

    life: tuple[int, ...]  # the life deck as faces
    roles: tuple[int, ...]  # the roles that can be dealt
    party: int  # so many People in a room are a party; 0: never (GREEK-2)
    gloom: bool  # Gloom is known at this table
    madness: tuple[int, int]  # how often a Madness counts: one got, one taken away (COMBO-CTH-2)
    beside: str  # the kind of role that everybody has besides another (COMBO-GRUNT-1); or none
    extra_income: int  # for whoever has two roles
    extra_goal: int
    either: bool  # a lost role may be replaced by one of another kind (COMBO-GREEK-3)
    hoards: bool  # whoever may hold any number of cards keeps them at the end of a turn (GRUNT-9)
    dull: tuple[Match, ...]  # what counts 0 for those without a Goth role, for those with one


def house_of(catalog: "Catalog", options: Mapping[str, str]) -> House:
    """The rules of a table with these cards and options; reckoned once for a catalog."""
    key = tuple(options.get(name, "") for name in HOUSE_OPTIONS)
    house = catalog.houses.get(key)
    if house is None:
        house = catalog.houses[key] = _house(catalog, options)
    return house


def _house(catalog: "Catalog", options: Mapping[str, str]) -> House:
    editions = catalog.editions
    mixed = len(editions) > 1
    left: set[str] = set()  # editions whose roles, and cards about them, are not there
    if options.get("mix") == STUDENTS:
        left = {key for edition in editions for key in edition.displaces}
    faces = catalog.faces
    roles = tuple(r for r in catalog.roles() if faces[r].edition not in left)
    life = tuple(
        n for n in catalog.life(options.get("guests") != "off")
        if faces[n].edition not in left or "Role" not in faces[n].categories
    )  # fmt: skip
    beside = [edition for edition in editions if edition.beside] if mixed else []
    taste = options.get("goth-taste") == "on"
    kinds = {catalog.role_kinds[role] for role in roles} - {e.role_kind for e in beside}
    return House(
        life=life,
        roles=roles,
        party=max(edition.party for edition in editions),
        gloom=any(edition.gloom for edition in editions),
        madness=MADNESS[options.get("madness", "")] if mixed else (int(editions[0].madness),) * 2,
        beside=beside[0].role_kind if beside else "",
        extra_income=sum(edition.beside_income for edition in beside),
        extra_goal=sum(edition.beside_goal for edition in beside),
        either=len(kinds) > 1,
        hoards=options.get("scrounging") != "discard",
        dull=(_dull(catalog, "goth"), _dull(catalog, "geek")) if taste else (),
    )


def _dull(catalog: "Catalog", edition: str) -> Match:
    """The invited People and the Things of a box (COMBO-GOTH-5)."""
    return tuple(f.edition == edition and (f.invited or f.kind == THING) for f in catalog.faces)
