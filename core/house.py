"""What the editions and the options at a table add up to: the rules of this house."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from core.catalog import Catalog

STUDENTS = "students"  # the value of the option `mix` with which Jobs leave (COMBO-GREEK-1)


class House(NamedTuple):
    """Settled before the deal and never changed."""

    life: tuple[int, ...]  # the life deck as faces
    roles: tuple[int, ...]  # the roles that can be dealt
    party: int  # so many People in a room are a party; 0: never (GREEK-2)
    gloom: bool  # Gloom is known at this table
    madness: int  # how often each Madness counts that somebody gets (COMBO-CTH-2)
    beside: str  # the kind of role that everybody has besides another (COMBO-GRUNT-1); or none
    extra_income: int  # for whoever has two roles
    extra_goal: int
    either: bool  # a lost role may be replaced by one of another kind (COMBO-GREEK-3)


def house_of(catalog: "Catalog", options: Mapping[str, str]) -> House:
    """The rules of a table with these cards and options; reckoned once for a catalog."""
    key = (options["guests"], options.get("mix", ""), options.get("madness", ""))
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
        n for n in catalog.life(options["guests"] == "on")
        if faces[n].edition not in left or "Role" not in faces[n].categories
    )  # fmt: skip
    beside = [edition for edition in editions if edition.beside] if mixed else []
    kinds = {catalog.role_kinds[role] for role in roles} - {e.role_kind for e in beside}
    mad = 1 if not mixed else 0 if options.get("madness") == "off" else 2
    return House(
        life=life,
        roles=roles,
        party=max(edition.party for edition in editions),
        gloom=any(edition.gloom for edition in editions),
        madness=mad if any(edition.madness for edition in editions) else 0,
        beside=beside[0].role_kind if beside else "",
        extra_income=sum(edition.beside_income for edition in beside),
        extra_goal=sum(edition.beside_goal for edition in beside),
        either=len(kinds) > 1,
    )
