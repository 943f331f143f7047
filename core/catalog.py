"""All cards at a table: the editions' files and players' own, compiled for the engine."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

import themes
from core import vocabulary as v
from core.cards import (
    A_CANCEL,
    A_PERSON,
    A_THING,
    A_TV,
    A_WHENEVER,
    ACTIVITY,
    AN_ACTIVITY,
    NO_LIFE_CARD,
    PERSON,
    ROLE,
    THING,
    WHENEVER,
    Effect,
    Face,
    Match,
)
from core.compiler import Compiler
from core.editions import Edition, load_edition, words_of
from core.hashes import sha256
from core.loader import CardError, Source, load_source, read_source
from core.packaged import Packaged

if TYPE_CHECKING:
    from pathlib import Path

    from core.house import House

THEMES: Final = themes.__path__[0]
CARD_FILES: Final = ("roles", "people", "things", "activities", "whenevers")
EDITIONS: Final = ("geek", "greek", "goth", "grunt", "cthulhu")
NEUTRAL: Final = "Between Jobs"
MAX_CARDS: Final = 2000


class Catalog:
    """The compiled cards of a table. Shared between games and never changed."""

    def __init__(self, editions: Sequence[Edition], faces: Iterable[Face]) -> None:
        self.editions: tuple[Edition, ...] = tuple(editions)
        self._evictable: Match = ()
        self._fingerprint = ""
        self.houses: dict[tuple[str, ...], House] = {}  # see `core.house`
        neutral = Face("neutral", NEUTRAL, "", ROLE, copies=0, text="No trait.")
        neutral.income, neutral.free_time, neutral.goal = (3, 3), (2, 2), 20
        printed = list(faces)
        strange = [f for f in printed if any(effect.verb == "stranger" for effect in f.effects)]
        unwanted = [_unwanted(f) for f in strange]
        self.faces: tuple[Face, ...] = (*printed, *unwanted, neutral)
        for number, face in enumerate(self.faces):
            face.number = number
        self.neutral_role = len(self.faces) - 1
        self._names: dict[str, tuple[int, ...]] = {}
        # A stranger whose role makes him uninvited counts as another face for every filter.
        self.twins = {f.number: twin.number for f, twin in zip(strange, unwanted, strict=True)}
        self.originals = {twin: number for number, twin in self.twins.items()}
        for face in printed:
            key = face.name.casefold()
            self._names[key] = (*self._names.get(key, ()), face.number)
        self._matches: dict[tuple[str, ...], Match] = {}
        self._meant: dict[str, list[int]] = {}  # word of a filter -> the faces it means
        lodgers = {(edition.key, name) for edition in self.editions for name in edition.lodgers}
        for face in self.faces:
            lodges = (face.edition, face.name) in lodgers
            for word in _words(face):
                said = v.LODGER if lodges and word == "pet" else word
                self._meant.setdefault(said, []).append(face.number)
        self._meant |= self._aliased()
        Compiler(self).compile()
        # Looked up on every step, hence flat.
        self.slack: tuple[int, ...] = tuple(f.slack for f in self.faces)
        self.stands: tuple[int, ...] = tuple(f.stands for f in self.faces)
        self.uses: tuple[int, ...] = tuple(_use(f) for f in self.faces)
        self.persons: Match = tuple(u == A_PERSON for u in self.uses)
        self.spendable: Match = tuple(A_THING <= u <= A_TV for u in self.uses)
        # What any card at all forbids, sells cheaper, or has tokens for.
        self.forbidden: Match = self._any(f.forbid for f in self.faces)
        self.discounted: Match = self._any(m for f in self.faces for m, _ in f.discount)
        self.rewarded: Match = self._any(m for f in self.faces for m, _, _ in f.reward)
        self.least_goal: int = min(f.goal for f in self.faces if f.kind == ROLE)
        self.answers: Match = tuple(A_TV <= u <= A_CANCEL for u in self.uses)
        self.kinds: tuple[str, ...] = tuple(f.kind for f in self.faces)
        self.nookie: Match = self.match(("Nookie",))
        self.sleep: Match = self.match(("Sleep",))
        self.tv: Match = self.match(("TV",))
        self.illicit: Match = self.match(("Illicit",))
        self.military: Match = self.match(("Military",))
        self.illegal: bool = any(self.illicit)  # something at the table is Illicit
        self.moody: bool = any(f.mood != (0, 0) for f in self.faces)
        kinds = {edition.key: edition.role_kind for edition in self.editions}
        # What kind of role each face is; the neutral one passes for any.
        self.role_kinds: tuple[str, ...] = tuple(
            "" if f.kind != ROLE or f.number == self.neutral_role
            else kinds.get(f.edition, self.edition.role_kind)
            for f in self.faces
        )  # fmt: skip
        # Who studies: Weeks for students are for them, and for some other roles (COMBO-GREEK-2).
        several = len(set(kinds.values())) > 1
        breaks = {name for edition in self.editions for name in edition.students}
        self.studies: Match = tuple(not several or k in ("", "major") for k in self.role_kinds)
        self.has_break: Match = tuple(f.kind == ROLE and f.name in breaks for f in self.faces)
        gloom = {edition.key for edition in self.editions if edition.gloom}
        # The roles whose holders can have Gloom (COMBO-GOTH-1); with one edition all of them.
        self.goths: Match = tuple(
            bool(gloom)
            and (len(self.editions) == 1 or n == self.neutral_role or f.edition in gloom)
            for n, f in enumerate(self.faces)
        )
        self.words: Mapping[str, str] = words_of(self.editions)
        life = [f for f in self.faces if f.kind != ROLE for _ in range(f.copies)]
        self._life = tuple(f.number for f in life)
        self._life_without_guests = tuple(f.number for f in life if not f.guest)
        # The number alone, for cards and for faces: listed actions are full of such tuples.
        self.ones = tuple((number,) for number in range(max(len(self.faces), len(life))))
        self._roles = tuple(f.number for f in self.faces if f.kind == ROLE for _ in range(f.copies))

    @property
    def edition(self) -> Edition:
        """The edition whose switches decide where a mix says nothing else."""
        return self.editions[0]

    def named(self, name: str) -> tuple[int, ...]:
        """The faces printed with that name, upper or lower case."""
        return self._names.get(name.casefold(), ())

    def life(self, guests: bool = True) -> tuple[int, ...]:
        """The life deck as faces, each as often as it is printed."""
        return self._life if guests else self._life_without_guests

    def roles(self) -> tuple[int, ...]:
        """The role pile as faces."""
        return self._roles

    def match(self, words: Iterable[str]) -> Match:
        """The table of a filter: which faces its categories, kinds and names mean."""
        key = tuple(words)
        known = self._matches.get(key)
        if known is None:
            known = self._matches[key] = self._match(key)
        return known

    def _match(self, words: tuple[str, ...]) -> Match:
        table = [False] * len(self.faces)
        for word in words:
            for number in self._meant.get(word.casefold(), ()):
                table[number] = True
        return tuple(table)

    def _aliased(self) -> dict[str, list[int]]:
        """The words of filters that mean more at this table than is printed on the cards."""
        more: dict[str, list[int]] = {}
        for edition in self.editions:
            for word, others in edition.aliases:
                known = more.setdefault(word.casefold(), [*self._meant.get(word.casefold(), ())])
                for other in others:
                    known += self._meant.get(other.casefold(), ())
        return more

    def _any(self, matches: Iterable[Match]) -> Match:
        """The table of what at least one of the filters means."""
        nothing = (False,) * len(self.faces)
        columns = zip(nothing, *(match for match in matches if match), strict=True)
        return tuple(map(any, columns))

    def knows(self, word: str) -> bool:
        return word in v.CATEGORIES or word in v.FILTER_WORDS or bool(self.named(word))

    @property
    def evictable(self) -> Match:
        """The People that a roll can evict; custom Pets follow the table (RUL-30)."""
        if not self._evictable:
            pets_stay = {edition.key: edition.pets_stay for edition in self.editions}
            self._evictable = tuple(
                f.kind == PERSON
                and not f.cling
                and not (f.house_pet and pets_stay.get(f.edition, self.edition.pets_stay))
                for f in self.faces
            )
        return self._evictable

    @property
    def fingerprint(self) -> str:
        """Equal for catalogs whose cards play the same, whatever people read on them.

        Made only where it is asked for.
        """
        if not self._fingerprint:
            self._fingerprint = self._hashed()
        return self._fingerprint

    def _hashed(self) -> str:
        digest = sha256()
        for edition in self.editions:
            switches = edition._replace(name="", words={}, new_here=())
            digest.update(repr(self._plain(switches)).encode())
        for f in self.faces:
            printed = (f.id, f.kind, f.categories, f.copies, f.cost, f.slack, f.die)
            numbers = (f.guest, f.misfortune, f.on, f.income, f.free_time, f.goal)
            digest.update(repr((printed, numbers, self._plain(f.effects))).encode())
        return digest.hexdigest()

    def _plain(self, value: object) -> object:
        """A part of a card or edition; a word that names cards counts as their ids."""
        if isinstance(value, Effect):
            return (value.verb, sorted((k, self._plain(p)) for k, p in value.params.items()))
        if isinstance(value, tuple):
            return [self._plain(item) for item in value]
        if isinstance(value, str):
            return [self.faces[number].id for number in self.named(value)] or value
        return value


def _unwanted(stranger: Face) -> Face:
    twin = stranger.copy()
    twin.copies = twin.slack = 0
    return twin


def _words(face: Face) -> set[str]:
    """Everything by which a filter can mean the face, in small letters."""
    words = {category.casefold() for category in face.categories}
    if face.kind != ROLE:
        words |= {face.kind, face.name.casefold()}
    if face.kind == PERSON:
        words.add("invited" if face.invited else "uninvited")
    return words


def _use(face: Face) -> int:
    """Return what the card can do in the hand."""
    if face.kind == ACTIVITY:
        return A_TV if "TV" in face.categories else AN_ACTIVITY
    if face.kind == WHENEVER:
        return A_CANCEL if face.cancels else A_WHENEVER
    return {PERSON: A_PERSON, THING: A_THING}.get(face.kind, NO_LIFE_CARD)


# -- loading ---------------------------------------------------------------------------------------


@cache
def edition_of(key: str) -> Edition:
    """Return an edition's name and how its rules differ."""
    source = Packaged(f"{THEMES}/{key}/edition.toml")
    return load_edition(source, f"themes/{key}/edition.toml", source.parsed())


def edition_faces(key: str) -> list[Face]:
    """Return the cards of an edition, fresh from its files."""
    faces: list[Face] = []
    for name in CARD_FILES:
        source = Packaged(f"{THEMES}/{key}/{name}.toml")
        faces += load_source(source, f"themes/{key}/{name}.toml", key, source.parsed())
    return faces


def load_catalog(editions: Sequence[str] = ("geek",), extra: Sequence[Source] = ()) -> Catalog:
    """Return the catalog of these editions, with custom cards (R-SETUP-5)."""
    for key in editions:
        if key not in EDITIONS:
            raise CardError(key, 1, f"unknown edition {key!r} (choose {', '.join(EDITIONS)})")
    if not editions or len(set(editions)) != len(editions):
        raise CardError("edition", 1, "name each edition once")
    faces = [face for key in editions for face in edition_faces(key)]
    ids = {face.id for face in faces}
    for path in extra:
        for face in load_source(path, str(path), "own"):
            if face.id in ids:
                raise CardError(*face.origin, f"another card already has the id {face.id!r}")
            ids.add(face.id)
            faces.append(face)
    if sum(face.copies for face in faces) > MAX_CARDS:
        raise CardError(str(extra[-1]), 1, f"more than {MAX_CARDS} cards at one table")
    return Catalog([edition_of(key) for key in editions], faces)


def problems(
    path: "Path", editions: Sequence[str] = ("geek",)
) -> tuple[list[Face], list[CardError]]:
    """Read a file of custom cards as for a game. Return its good cards and its problems."""
    faces, errors = read_source(path, str(path), "own")
    if not errors:
        try:
            load_catalog(editions, (path,))
        except CardError as error:
            errors.append(error)
    return faces, errors
