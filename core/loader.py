"""Reads card files (TOML) and says what is wrong with them, with file and line."""

import re
import reprlib
import unicodedata
from collections.abc import Mapping
from typing import Any, Final, Protocol

from core import vocabulary as v
from core.cards import ROLE, Effect, Face

MAX_TEXT: Final = 160
MAX_FLAVOR: Final = 90
MAX_NAME: Final = 40
MAX_GERMAN: Final = 60
MAX_COPIES: Final = 20
MAX_NUMBER: Final = 30
MAX_FILE: Final = 1 << 20
_ROLLED: Final = r"die([+-]\d)?"
_ID: Final = r"[a-z0-9]+(-[a-z0-9]+)*"
# Other signs than these leave with the letters that are not plain.
_PUNCTUATION: Final = {ord(c): None for c in "!\"#$%&'()*+,./:;<=>?@[\\]^_`{|}~"} | {ord("-"): " "}

_CARD_KEYS: Final = {
    "id": str, "name": str, "kind": str, "categories": list, "copies": int, "cost": int,
    "slack": (int, str), "text": str, "flavor": str, "guest": bool, "misfortune": bool,
    "on": str, "effects": list, "german": str,
}  # fmt: skip
_ROLE_KEYS: Final = {
    "id": str, "name": str, "income": (int, list), "free_time": (int, list), "goal": int,
    "copies": int, "text": str, "flavor": str, "effects": list, "german": str,
}  # fmt: skip
_TARGET_VERBS: Final = ("take", "trash", "mark", "worth", "send")
_ONLY_OUTSIDE: Final = (
    "cancel", "stay", "lasting", "stranger", "treat", "week", *_TARGET_VERBS,
)  # fmt: skip
_HOLDING_VERBS: Final = ("lasting", "week")  # standing effects are inside them


class Source(Protocol):
    """Where a file comes from: a path, or a packaged resource."""

    def read_bytes(self) -> bytes: ...


Parsed = dict[str, Any] | None  # what the file says, where that is known already


class NotToml(ValueError):
    """A text that is not TOML, with what the parser says about it."""


class CardError(Exception):
    """Something in a card file that can't be right."""

    def __init__(self, path: str, line: int, message: str) -> None:
        super().__init__(f"{path}:{line}: {message}")
        self.path = path
        self.line = line
        self.message = message


def read_source(source: Source, label: str, edition: str) -> tuple[list[Face], list[CardError]]:
    """The sound cards of a file, and everything that is wrong with the others."""
    return _Reader(source, label, edition).read()


def load_source(source: Source, label: str, edition: str, data: Parsed = None) -> list[Face]:
    """The cards of one file; the first problem is raised."""
    faces, errors = _Reader(source, label, edition).read(data)
    if errors:
        raise errors[0]
    return faces


def toml(text: str) -> dict[str, Any]:
    import tomllib  # takes long, and the program's own files come parsed

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotToml(str(error)) from error


def _slug(name: str) -> str:
    """The name in plain letters: Hang Out at Café becomes hang-out-at-cafe."""
    plain = unicodedata.normalize("NFKD", name.casefold()).translate(_PUNCTUATION)
    return "-".join(plain.encode("ascii", "ignore").decode().split()) or "card"


class _Reader:
    """Reads one file; collects what is wrong instead of stopping at the first."""

    def __init__(self, source: Source, label: str, edition: str) -> None:
        self.source = source
        self.label = label
        self.edition = edition
        self.errors: list[CardError] = []
        self.lines: list[str] = []
        self.start = 1

    def read(self, data: Parsed = None) -> tuple[list[Face], list[CardError]]:
        try:
            text = ""
            raw = self.source.read_bytes()
            if len(raw) > MAX_FILE:
                raise ValueError(f"larger than {MAX_FILE} bytes")
            text = raw.decode()
            if data is None:
                data = toml(text)
        except OSError as error:
            self._fail_at(1, f"can't be read: {error.strerror or error}")
            return [], self.errors
        except UnicodeDecodeError:
            self._fail_at(1, "isn't UTF-8 text")
            return [], self.errors
        except NotToml as error:
            self._fail_at(_toml_line(str(error), text), f"isn't TOML: {error}")
            return [], self.errors
        except (ValueError, RecursionError) as error:
            self._fail_at(1, f"can't be read: {error}")
            return [], self.errors
        self.lines = text.split("\n")
        for key in data:
            if key not in ("card", "role"):
                self._fail_at(self._section(key), f"unknown section {key!r}: expected card or role")
        faces: list[Face] = []
        for section, build in (("card", self._card), ("role", self._role)):
            entries = data.get(section, [])
            if not isinstance(entries, list):
                self._fail_at(self._section(section), f"write [[{section}]], not [{section}]")
                continue
            starts = self._starts(section)
            for number, entry in enumerate(entries):
                self.start = starts[number] if number < len(starts) else 1
                if not isinstance(entry, dict):
                    self._fail(section, f"a {section} must be a table")
                    continue
                before = len(self.errors)
                face = build(entry)
                if len(self.errors) == before:
                    faces.append(face)
        seen: set[str] = set()
        for face in faces:
            if face.id in seen:
                self._fail_at(face.origin[1], f"two cards have the id {face.id!r}")
            seen.add(face.id)
        return faces, self.errors

    # -- where in the file -----------------------------------------------------------------------

    def _starts(self, section: str) -> list[int]:
        header = f"[[{section}]]"
        return [
            i
            for i, line in enumerate(self.lines, 1)
            if header in line and line.split("#")[0].strip() == header
        ]

    def _section(self, key: str) -> int:
        """The line of a section or of a lone field outside all sections."""
        for i, line in enumerate(self.lines, 1):
            stripped = line.split("#")[0].strip()
            if stripped in (f"[[{key}]]", f"[{key}]") or stripped.partition("=")[0].strip() == key:
                return i
        return 1

    def _find(self, start: int, key: str) -> int:
        for i in range(start, len(self.lines)):
            line = self.lines[i]
            if "[[" in line and line.lstrip().startswith("[["):
                break
            if key in line and "=" in line and line.partition("=")[0].strip() == key:
                return i + 1
        return start

    def _fail_at(self, line: int, message: str) -> None:
        self.errors.append(CardError(self.label, line, message))

    def _fail(self, key: str, message: str) -> None:
        self._fail_at(self._find(self.start, key), message)

    # -- entries ---------------------------------------------------------------------------------

    def _keys(self, entry: Mapping[str, Any], allowed: Mapping[str, Any], what: str) -> None:
        for key, value in entry.items():
            if key not in allowed:
                self._fail(key, f"unknown field {key!r} for a {what}")
            elif not isinstance(value, allowed[key]) or (
                isinstance(value, bool) and allowed[key] is not bool
            ):
                self._fail(key, f"{key} has the wrong type: {_short(value)}")

    def _common(self, entry: Mapping[str, Any], what: str) -> str:
        name = entry.get("name", "")
        if not isinstance(name, str) or not name.strip():
            self._fail("name", f"a {what} needs a name")
            name = ""
        if len(name) > MAX_NAME:
            self._fail("name", f"the name has more than {MAX_NAME} characters")
        if not name.isprintable() or ";" in name:
            self._fail("name", "the name has characters that can't be used (; or control codes)")
            name = ""
        for key, most in (("text", MAX_TEXT), ("flavor", MAX_FLAVOR), ("german", MAX_GERMAN)):
            value = entry.get(key)
            if key == "german" and value is None:
                continue
            if not isinstance(value, str) or not value.strip():
                self._fail(key, f"{name or what} needs a {key}")
            elif len(value) > most:
                self._fail(key, f"the {key} has {len(value)} characters, at most {most} fit")
            elif not value.isprintable():
                self._fail(key, f"the {key} has control characters")
        copies = entry.get("copies", 1)
        if not isinstance(copies, int) or not 1 <= copies <= MAX_COPIES:
            self._fail("copies", f"copies must be a number from 1 to {MAX_COPIES}")
        return name

    def _id(self, entry: Mapping[str, Any], name: str) -> str:
        given = entry.get("id")
        if isinstance(given, str) and not re.fullmatch(_ID, given):
            self._fail("id", f"an id is made of letters, digits and hyphens, not {given!r}")
        return f"{self.edition}/{given or _slug(name)}"

    def _number(self, entry: Mapping[str, Any], key: str, low: int, high: int) -> int:
        value = entry.get(key, 0)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self._fail(key, f"{key} must be a number from {low} to {high}, not {_short(value)}")
            return 0
        return value

    def _card(self, entry: Mapping[str, Any]) -> Face:
        self._keys(entry, _CARD_KEYS, "card")
        name = self._common(entry, "card")
        kind = entry.get("kind", "")
        if kind not in v.KINDS:
            self._fail("kind", f"unknown kind {kind!r}: expected one of {', '.join(v.KINDS)}")
        categories = entry.get("categories", [])
        for word in categories if isinstance(categories, list) else ():
            if word not in v.CATEGORIES:
                self._fail("categories", f"unknown category {word!r}")
        slack, die = self._slack(entry)
        if entry.get("on", "anybody") not in ("anybody", "others"):
            self._fail("on", "on must be anybody or others")
        effects = self._effects(entry.get("effects", []), kind, "effects")
        targets = {e.verb for e in effects if e.verb in _TARGET_VERBS}
        if len(targets) > 1:
            self._fail("effects", f"a card can have only one of {', '.join(sorted(targets))}")
        if die is not None and kind in ("person", "whenever"):
            self._fail("slack", f"only a Thing or an Activity can roll for its Slack, not a {kind}")
        verbs = {effect.verb for effect in effects}
        standing = [verb for verb in verbs if v.VERBS[verb].when == "stand"]
        if kind == "whenever" and standing and "stay" not in verbs:
            self._fail("effects", f"{standing[0]} works only inside lasting or week, or with stay")
        if len(verbs & {"stay", "lasting", "week"}) > 1:
            self._fail("effects", "a card can have only one of stay, lasting and week")
        return Face(
            id=self._id(entry, name),
            name=name,
            edition=self.edition,
            kind=str(kind),
            categories=tuple(str(c) for c in categories) if isinstance(categories, list) else (),
            copies=self._number(entry, "copies", 1, MAX_COPIES) if "copies" in entry else 1,
            cost=self._number(entry, "cost", 0, MAX_NUMBER),
            slack=slack,
            die=die,
            text=str(entry.get("text", "")),
            flavor=str(entry.get("flavor", "")),
            german=str(entry.get("german", "")),
            guest=bool(entry.get("guest", False)),
            misfortune=bool(entry.get("misfortune", False)),
            on=str(entry.get("on", "anybody")),
            effects=effects,
            origin=(self.label, self._find(self.start, "effects")),
        )

    def _slack(self, entry: Mapping[str, Any]) -> tuple[int, int | None]:
        value = entry.get("slack", 0)
        if isinstance(value, str):
            rolled = re.fullmatch(_ROLLED, value)
            if rolled:
                return 0, int(rolled[1] or 0)
            self._fail("slack", f"slack must be a number or like die-1, not {value!r}")
            return 0, None
        return self._number(entry, "slack", -9, MAX_NUMBER), None

    def _role(self, entry: Mapping[str, Any]) -> Face:
        self._keys(entry, _ROLE_KEYS, "role")
        name = self._common(entry, "role")
        return Face(
            id=self._id(entry, name),
            name=name,
            edition=self.edition,
            kind=ROLE,
            copies=self._number(entry, "copies", 1, MAX_COPIES) if "copies" in entry else 1,
            text=str(entry.get("text", "")),
            flavor=str(entry.get("flavor", "")),
            german=str(entry.get("german", "")),
            effects=self._effects(entry.get("effects", []), ROLE, "effects"),
            income=self._pair(entry, "income"),
            free_time=self._pair(entry, "free_time"),
            goal=self._number(entry, "goal", 5, 99),
            origin=(self.label, self._find(self.start, "effects")),
        )

    def _pair(self, entry: Mapping[str, Any], key: str) -> tuple[int, int]:
        value = entry.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 9:
            return value, value
        if (
            isinstance(value, list)
            and len(value) == 2
            and all(isinstance(n, int) and 0 <= n <= 9 for n in value)
            and value[0] < value[1]
        ):
            return value[0], value[1]
        self._fail(key, f"{key} must be a number from 0 to 9 or a pair like [2, 3]")
        return 0, 0

    # -- effects ---------------------------------------------------------------------------------

    def _effects(self, raw: object, kind: str, key: str, only: str = "") -> tuple[Effect, ...]:
        if not isinstance(raw, list | tuple):
            self._fail(key, f"{key} must be a list")
            return ()
        return tuple(e for item in raw if (e := self._effect(item, kind, key, only)) is not None)

    def _effect(self, raw: object, kind: str, key: str, only: str) -> Effect | None:
        if not isinstance(raw, dict) or not isinstance(raw.get("verb"), str):
            self._fail(key, 'an effect looks like { verb = "...", ... }')
            return None
        name = raw["verb"]
        verb = v.VERBS.get(name)
        if verb is None:
            self._fail(key, f"unknown verb {name!r}")
            return None
        if kind not in verb.kinds and kind in (*v.KINDS, ROLE):
            self._fail(key, f"{name} doesn't work on a {kind}")
            return None
        if only and (verb.when != only or name in _ONLY_OUTSIDE):
            self._fail(key, f"{name} doesn't work inside another effect here")
            return None
        params: dict[str, object] = {}
        for given in raw:
            if given != "verb" and given not in verb.params:
                self._fail(key, f"{name} has no parameter {given!r}")
        for param, spec in verb.params.items():
            if param in raw:
                params[param] = self._value(name, param, spec, raw[param], kind, key)
            elif spec.required:
                self._fail(key, f"{name} needs {param}")
            else:
                params[param] = spec.default
        return Effect(name, params)

    def _value(
        self, verb: str, param: str, spec: v.Param, value: object, kind: str, key: str
    ) -> object:
        choices = {"who": v.WHO, "whose": v.WHOSE, "until": v.UNTIL, "by": v.BY}.get(spec.type)
        if choices is not None:
            if value not in choices:
                self._fail(key, f"{verb}: {param} must be one of {', '.join(choices)}")
            return value
        if spec.type == "number":
            if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MAX_NUMBER:
                self._fail(key, f"{verb}: {param} must be a number up to {MAX_NUMBER}")
            return value
        if spec.type == "flag":
            if not isinstance(value, bool):
                self._fail(key, f"{verb}: {param} must be true or false")
            return value
        if spec.type == "effects":
            when = "stand" if verb in _HOLDING_VERBS else "play"
            return self._effects(value, kind, key, only=when)
        if not isinstance(value, list) or not value or not all(isinstance(w, str) for w in value):
            self._fail(key, f"{verb}: {param} must be a list of categories or card names")
            return ()
        return tuple(value)


def _short(value: object) -> str:
    """A value as a message can show it, however large it is."""
    if isinstance(value, int) and abs(value) > 10**9:
        return "a huge number"
    return reprlib.repr(value)


def _toml_line(message: str, text: str) -> int:
    """The line that the TOML reader complains about."""
    _, _, rest = message.partition("at line ")
    digits = rest.split(",")[0].rstrip(")")
    return int(digits) if digits.isdecimal() else text.rstrip("\n").count("\n") + 1
