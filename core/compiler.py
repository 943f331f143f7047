"""Compiles written effects into the tables and numbers that the engine looks up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import vocabulary as v
from core.cards import (
    CARD_TARGET,
    NO_TARGET,
    OTHER,
    PERSON,
    PLAYER_TARGET,
    RESTLESS,
    STANDING,
    THING,
    Effect,
    Face,
    Match,
    Op,
    words_of,
)
from core.loader import CardError
from core.vocabulary import LODGER

if TYPE_CHECKING:
    from core.catalog import Catalog

TARGET_VERBS = ("take", "trash", "mark", "worth", "send")
PAIRS = ("bonus", "aura", "discount", "sure")  # a filter and a number, any number of times
FILTERS = ("forbid", "no-time", "bar", "guard", "seeks")
EXPELS = ("trash-all", "lose")  # verbs that throw Pets out, lodgers too
FLAGS = ("permanent", "cling", "endure", "alibi", "hoard")


class Compiler:
    """Turns written effects into tables and ops."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.kinds: dict[str, str] = {e.key: e.role_kind for e in catalog.editions}

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
                words = words_of(effect)
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
            elif verb in ("lasting", "week"):
                if verb == "week":
                    face.week = self.week(effect)
                else:
                    face.lasting = self.op(face, ops, effect)
                for inner in self.effects(effect.params["effects"]):
                    self.stand(face, inner)
            elif verb == "treat":
                face.treat = self.filter(face, effect)
                play.append(self.add(face, ops, effect))
            else:
                if verb == "salvage":
                    face.salvage = self.filter(face, effect)
                play.append(self.add(face, ops, effect))
        face.ops = tuple(ops)
        face.play = tuple(play)
        if face.kind != PERSON and (face.each_turn or face.upkeep):
            face.stands |= RESTLESS
        self.target(face)
        face.about = self.about(face)
        face.hits = self.role_kind(face) if face.misfortune else ""
        face.aimless = face.target == NO_TARGET and not face.salvage and not face.about
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
            extra=self.number(effect, "audience"),
            low=self.nested(face, ops, params["low"]) if "low" in params else (),
            high=self.nested(face, ops, params["high"]) if "high" in params else (),
        )

    def stand(self, face: Face, effect: Effect) -> None:
        verb = effect.verb
        face.stands |= STANDING.get(verb, OTHER)
        amount = self.number(effect)
        if verb in PAIRS:
            entry = (self.filter(face, effect), amount)
            setattr(face, verb, (*getattr(face, verb), entry))
        elif verb == "reward":
            by = str(effect.params["by"])
            face.reward = (*face.reward, (self.filter(face, effect), amount, by))
        elif verb in FILTERS:
            setattr(face, verb.replace("-", "_"), self.filter(face, effect))
            if verb == "no-time":
                face.no_time_trip = "Shopping" in words_of(effect)
        elif verb == "immune":
            face.shields = self.role_kind(face)
        elif verb in FLAGS:
            setattr(face, verb, True)
        elif verb == "mood":
            face.mood = (amount, self.number(effect, "others"))
        else:  # earn, leisure, hand, charm, nerve, cunning, income-cap, income-limit
            setattr(face, verb.replace("-", "_"), amount)

    def target(self, face: Face) -> None:
        """What has to be named when the card is played: nothing, a player, or a card in play."""
        top = [face.ops[i] for i in face.play]
        if face.lasting is not None:
            top.append(face.lasting)
        for op in top:
            if op.verb in TARGET_VERBS:
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

    @staticmethod
    def week(effect: Effect) -> str:
        """Whom a Week holds for in a mix."""
        if effect.params["bad"]:
            return "bad"
        return "students" if effect.params["students"] else "good"

    def about(self, face: Face) -> str:
        """The kind of role that a card is about; it matters only where there are several kinds."""
        if len(set(self.kinds.values())) < 2:
            return ""
        if "Role" in face.categories or any(op.verb == "new-role" for op in face.ops):
            return self.role_kind(face)
        return ""

    def role_kind(self, face: Face) -> str:
        """The kind of role that a card of this edition has to do with."""
        return self.kinds.get(face.edition, self.catalog.edition.role_kind)

    def checked(self, face: Face) -> None:
        """A card that comes in by itself has nobody to name a target for it."""
        if face.target != NO_TARGET and face.kind in (PERSON, THING):
            raise CardError(*face.origin, f"{face.name}: a {face.kind} can't have a target")
        if face.lasting is not None and face.lasting.who not in ("you", "target"):
            raise CardError(*face.origin, f'{face.name}: lasting needs who = "you" or "target"')

    # -- parameters ------------------------------------------------------------------------------

    @staticmethod
    def number(effect: Effect, name: str = "amount") -> int:
        amount = effect.params.get(name, 0)
        return amount if isinstance(amount, int) else 0

    @staticmethod
    def effects(value: object) -> tuple[Effect, ...]:
        items = value if isinstance(value, tuple) else ()
        return tuple(e for e in items if isinstance(e, Effect))

    def filter(self, face: Face, effect: Effect) -> Match:
        words = words_of(effect)
        for word in words:
            if not self.catalog.knows(word):
                raise CardError(*face.origin, f"{face.name}: unknown category or card {word!r}")
        if effect.verb in EXPELS and "Pet" in words:
            words = (*words, LODGER)  # GREEK-4
        match = self.catalog.match(words)
        if effect.verb == "trash" and "Week" not in words:  # only a card that says so (GREEK-1)
            weeks = self.catalog.match(("Week",))
            return tuple(fits and not week for fits, week in zip(match, weeks, strict=True))
        return match
