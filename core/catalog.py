"""All cards at a table: the editions' files and players' own, compiled for the engine."""

from collections.abc import Iterable, Sequence
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
    CARD_TARGET,
    NO_LIFE_CARD,
    NO_TARGET,
    OTHER,
    PERSON,
    PLAYER_TARGET,
    RESTLESS,
    ROLE,
    STANDING,
    THING,
    WHENEVER,
    Edition,
    Effect,
    Face,
    Match,
    Op,
)
from core.hashes import sha256
from core.loader import CardError, Source, load_edition, load_source, read_source
from core.packaged import Packaged

if TYPE_CHECKING:
    from pathlib import Path

THEMES: Final = themes.__path__[0]
CARD_FILES: Final = ("roles", "people", "things", "activities", "whenevers")
EDITIONS: Final = ("geek",)
NEUTRAL: Final = "Between Jobs"
MAX_CARDS: Final = 2000


class Catalog:
    """The compiled cards of a table. Shared between games and never changed."""

    def __init__(self, editions: Sequence[Edition], faces: Iterable[Face]) -> None:
        self.editions: tuple[Edition, ...] = tuple(editions)
        self._evictable: Match = ()
        self._fingerprint = ""
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
        self._meant: dict[str, list[int]] = {}  # word of a filter -> the faces it means
        for face in self.faces:
            for word in _words(face):
                self._meant.setdefault(word, []).append(face.number)
        _Compiler(self).compile()
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
        life = [f for f in self.faces if f.kind != ROLE for _ in range(f.copies)]
        self._life = tuple(f.number for f in life)
        self._life_without_guests = tuple(f.number for f in life if not f.guest)
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
        table = [False] * len(self.faces)
        for word in words:
            for number in self._meant.get(word.casefold(), ()):
                table[number] = True
        return tuple(table)

    def _any(self, matches: Iterable[Match]) -> Match:
        """The table of what at least one of the filters means."""
        nothing = (False,) * len(self.faces)
        columns = zip(nothing, *(match for match in matches if match), strict=True)
        return tuple(map(any, columns))

    def knows(self, word: str) -> bool:
        return word in v.CATEGORIES or word in v.FILTER_WORDS or bool(self.named(word))

    @property
    def evictable(self) -> Match:
        """The Persons that a die can get rid of; players' own Pets follow the table (RUL-30)."""
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
        """Equal for catalogs whose cards play alike; made only where somebody asks for it."""
        if not self._fingerprint:
            self._fingerprint = self._hashed()
        return self._fingerprint

    def _hashed(self) -> str:
        digest = sha256()
        for f in self.faces:
            printed = (f.id, f.name, f.kind, f.categories, f.copies, f.cost, f.slack, f.die)
            numbers = (f.guest, f.misfortune, f.on, f.income, f.free_time, f.goal)
            digest.update(repr((printed, numbers, _plain(f.effects))).encode())
        return digest.hexdigest()


def _plain(value: object) -> object:
    if isinstance(value, Effect):
        return (value.verb, sorted((k, _plain(p)) for k, p in value.params.items()))
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
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
    """What the card can do in the hand."""
    if face.kind == ACTIVITY:
        return A_TV if "TV" in face.categories else AN_ACTIVITY
    if face.kind == WHENEVER:
        return A_CANCEL if face.cancels else A_WHENEVER
    return {PERSON: A_PERSON, THING: A_THING}.get(face.kind, NO_LIFE_CARD)


class _Compiler:
    """Turns written effects into tables and ops."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog

    def compile(self) -> None:
        for face in self.catalog.faces:
            self.face(face)

    def face(self, face: Face) -> None:
        ops: list[Op] = []
        play: list[int] = []
        for effect in face.effects:
            verb = effect.verb
            when = v.VERBS[verb].when
            if when == "stand":
                self.stand(face, effect)
            elif verb == "cancel":
                words = self.words(effect)
                face.cancels = self.filter(face, effect)
                face.cancels_trip = "Shopping" in words
            elif verb == "stay":
                face.stays = True
            elif verb == "stranger":
                face.stranger = True
            elif verb == "pest":
                face.pest = self.filter(face, effect)
                face.pest_best = bool(effect.params["best"])
            elif verb == "upkeep":
                face.upkeep = self.number(effect)
            elif verb == "each-turn":
                face.each_turn += self.nested(face, ops, effect.params["effects"])
            elif verb == "lasting":
                face.lasting = self.op(face, ops, effect)
                for inner in self.effects(effect.params["effects"]):
                    self.stand(face, inner)
            else:
                if verb == "salvage":
                    face.salvage = self.filter(face, effect)
                play.append(self.add(face, ops, effect))
        face.ops = tuple(ops)
        face.play = tuple(play)
        if face.kind != PERSON and (face.each_turn or face.upkeep):
            face.stands |= RESTLESS
        self.target(face)
        face.aimless = face.target == NO_TARGET and not face.salvage
        self.checked(face)

    def add(self, face: Face, ops: list[Op], effect: Effect) -> int:
        op = self.op(face, ops, effect)
        ops.append(op)
        return len(ops) - 1

    def nested(self, face: Face, ops: list[Op], value: object) -> tuple[int, ...]:
        return tuple(self.add(face, ops, e) for e in self.effects(value))

    def op(self, face: Face, ops: list[Op], effect: Effect) -> Op:
        params = effect.params
        return Op(
            verb=effect.verb,
            match=self.filter(face, effect) if "what" in params else (),
            amount=self.number(effect),
            who=str(params.get("who", "you")),
            whose="others" if effect.verb == "take" else str(params.get("whose", "any")),
            until=str(params.get("until", "")),
            low=self.nested(face, ops, params["low"]) if "low" in params else (),
            high=self.nested(face, ops, params["high"]) if "high" in params else (),
        )

    def stand(self, face: Face, effect: Effect) -> None:
        verb = effect.verb
        face.stands |= STANDING.get(verb, OTHER)
        amount = self.number(effect)
        if verb in ("bonus", "aura", "discount", "sure"):
            entry = (self.filter(face, effect), amount)
            setattr(face, verb, (*getattr(face, verb), entry))
        elif verb == "reward":
            by = str(effect.params["by"])
            face.reward = (*face.reward, (self.filter(face, effect), amount, by))
        elif verb in ("forbid", "no-time", "bar", "guard"):
            setattr(face, verb.replace("-", "_"), self.filter(face, effect))
        elif verb in ("immune", "permanent", "cling"):
            setattr(face, verb, True)
        else:  # earn, leisure, hand, charm, nerve, income-cap, income-limit
            setattr(face, verb.replace("-", "_"), amount)

    def target(self, face: Face) -> None:
        """What has to be named when the card is played: nothing, a player, or a card in play."""
        top = [face.ops[i] for i in face.play]
        if face.lasting is not None:
            top.append(face.lasting)
        for op in top:
            if op.verb in ("take", "trash", "mark", "send"):
                face.target = CARD_TARGET
                face.target_match = op.match
                face.target_whose = op.whose
                face.target_verb = op.verb
                return
        each = set(face.each_turn)  # those are for the owner of the room
        inner = [op for i, op in enumerate(face.ops) if i not in each]
        face.pilfers = any(op.verb == "pilfer" for op in (*top, *inner))
        needs = face.pilfers or any(op.who == "target" for op in (*top, *inner))
        face.target = PLAYER_TARGET if needs else NO_TARGET

    def checked(self, face: Face) -> None:
        """A card that comes in by itself has nobody to name a target for it."""
        if face.target != NO_TARGET and face.kind in (PERSON, THING):
            raise CardError(*face.origin, f"{face.name}: a {face.kind} can't be played on a target")
        if face.lasting is not None and face.lasting.who not in ("you", "target"):
            raise CardError(*face.origin, f"{face.name}: lasting is for you or for a target")

    # -- parameters ------------------------------------------------------------------------------

    @staticmethod
    def words(effect: Effect) -> tuple[str, ...]:
        words = effect.params["what"]
        return tuple(str(w) for w in words) if isinstance(words, tuple) else ()

    @staticmethod
    def number(effect: Effect) -> int:
        amount = effect.params.get("amount", 0)
        return amount if isinstance(amount, int) else 0

    @staticmethod
    def effects(value: object) -> tuple[Effect, ...]:
        items = value if isinstance(value, tuple) else ()
        return tuple(e for e in items if isinstance(e, Effect))

    def filter(self, face: Face, effect: Effect) -> Match:
        words = self.words(effect)
        for word in words:
            if not self.catalog.knows(word):
                raise CardError(*face.origin, f"{face.name}: {word!r} is no category and no card")
        return self.catalog.match(words)


# -- loading ---------------------------------------------------------------------------------------


@cache
def _edition(key: str) -> Edition:
    source = Packaged(f"{THEMES}/{key}/edition.toml")
    return load_edition(source, f"themes/{key}/edition.toml", source.parsed())


def _edition_faces(key: str) -> list[Face]:
    faces: list[Face] = []
    for name in CARD_FILES:
        source = Packaged(f"{THEMES}/{key}/{name}.toml")
        faces += load_source(source, f"themes/{key}/{name}.toml", key, source.parsed())
    return faces


def load_catalog(editions: Sequence[str] = ("geek",), extra: Sequence[Source] = ()) -> Catalog:
    """The catalog of these editions with players' own cards added (R-SETUP-5)."""
    for key in editions:
        if key not in EDITIONS:
            raise CardError(key, 1, f"unknown edition {key!r}: there is {', '.join(EDITIONS)}")
    if not editions or len(set(editions)) != len(editions):
        raise CardError("edition", 1, "name each edition once")
    faces = [face for key in editions for face in _edition_faces(key)]
    ids = {face.id for face in faces}
    for path in extra:
        for face in load_source(path, str(path), "own"):
            if face.id in ids:
                raise CardError(*face.origin, f"there is already a card with the id {face.id!r}")
            ids.add(face.id)
            faces.append(face)
    if sum(face.copies for face in faces) > MAX_CARDS:
        raise CardError(str(extra[-1]), 1, f"more than {MAX_CARDS} cards at one table")
    return Catalog([_edition(key) for key in editions], faces)


def problems(
    path: "Path", editions: Sequence[str] = EDITIONS
) -> tuple[list[Face], list[CardError]]:
    """A file of own cards, read as it would be for a game: its sound cards and what is wrong."""
    faces, errors = read_source(path, str(path), "own")
    if not errors:
        try:
            load_catalog(editions, (path,))
        except CardError as error:
            errors.append(error)
    return faces, errors
