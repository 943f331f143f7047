"""What an edition is called and how its rules differ: `themes/<edition>/edition.toml`."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from core.loader import CardError, NotToml, Parsed, Source, toml

# The engine's own words, for what an edition (or a mix of several) has no word of its own.
WORDS: Final[Mapping[str, str]] = {
    "role": "role", "roles": "roles", "life": "life", "room": "room", "rooms": "rooms",
    "player": "player", "players": "players",
}  # fmt: skip
ROLE_KINDS: Final = ("job", "major", "mos")
NEW_HERE: Final = 3  # lines that tell what is new in an edition


class Edition(NamedTuple):
    """What one edition is called and how its rules differ (section 2 of the rules)."""

    key: str
    name: str
    words: Mapping[str, str] = MappingProxyType({})
    new_here: tuple[str, ...] = ()  # what is new in it, for the setup screen
    min_players: int = 2
    max_players: int = 8
    evict_names_place_first: bool = False  # Cthulhu: the place is said before the roll
    evict_discard: str = "free"  # "free": discard or another room; "last": only if no room takes it
    pets_stay: bool = True  # Pets can't be got rid of by rolling
    tv_attack: bool = True
    two_player_roles: tuple[str, ...] = ()  # GEEK-1
    role_kind: str = "job"  # cards about roles touch those of their own kind only
    gloom: bool = False  # whoever holds one of its roles can have Gloom (GOTH-1)
    madness: bool = False  # CTH-1
    party: int = 0  # so many People at the end of a turn are a party (GREEK-2)
    lodgers: tuple[str, ...] = ()  # Things that only what throws Pets out takes for Pets (GREEK-4)
    students: tuple[str, ...] = ()  # roles of others that have Spring Break (COMBO-GREEK-2)
    displaces: tuple[str, ...] = ()  # editions whose roles leave for students (COMBO-GREEK-1)
    beside: bool = False  # in a mix its roles are held beside the others' (COMBO-GRUNT-1)
    beside_income: int = 0
    beside_goal: int = 0
    aliases: tuple[tuple[str, tuple[str, ...]], ...] = ()  # a word also means these others


def load_edition(source: Source, label: str, data: Parsed = None) -> Edition:
    """The edition's own file: words and rule switches."""
    try:
        if data is None:
            data = toml(source.read_bytes().decode())
        data["aliases"] = tuple((word, tuple(o)) for word, o in data.get("aliases", {}).items())
        edition = Edition(**{key: _value(value) for key, value in data.items()})
    except (OSError, UnicodeDecodeError, NotToml, TypeError, AttributeError) as error:
        raise CardError(label, 1, f"not an edition file: {error}") from error
    for name, default in Edition._field_defaults.items():
        value = getattr(edition, name)
        if isinstance(default, Mapping) != isinstance(value, Mapping) or (
            not isinstance(default, Mapping) and type(value) is not type(default)
        ):
            raise CardError(label, 1, f"not an edition file: {name} has the wrong type")
    if edition.role_kind not in ROLE_KINDS or not set(edition.words) <= set(WORDS):
        raise CardError(label, 1, "not an edition file: unknown kind of role or unknown word")
    return edition


def _value(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def words_of(editions: tuple[Edition, ...]) -> Mapping[str, str]:
    """The words of a table: an edition's own, or the engine's where editions disagree."""
    words = dict(WORDS)
    for key in WORDS:
        said = {edition.words.get(key, WORDS[key]) for edition in editions}
        if len(said) == 1:
            words[key] = said.pop()
    return words
