"""The decks are the recorded ones, card by card, and keep what was promised of every deck."""

import re
from collections import Counter
from typing import Final, NamedTuple

import pytest

from core.cards import ROLE, Effect, Face, words_of
from core.catalog import EDITIONS, edition_faces, load_catalog
from core.loader import MAX_FLAVOR, MAX_TEXT
from net.wire.versions import cards_hash
from tests.kit.deals import copies, recorded_cards, recorded_faces
from tests.kit.oracle.situations import walk
from tests.kit.places import DATA


class Asked(NamedTuple):
    """What is asked of one edition."""

    part: int  # one card in this many does more than give Slack
    shared: frozenset[str]  # names that are also in the Geek deck
    alien: tuple[str, ...]  # words of other editions


class Deck:
    """The cards of one edition."""

    def __init__(self, edition: str) -> None:
        self.catalog = load_catalog((edition,))
        self.faces = [f for f in self.catalog.faces if f.copies]  # those that are in the box
        self.life = [f for f in self.faces if f.kind != ROLE]

    def named(self, name: str) -> Face:
        """Return the only card with that name."""
        (number,) = self.catalog.named(name)
        return self.catalog.faces[number]

    def within(self, category: str) -> list[Face]:
        """Return the life cards of a category."""
        return [f for f in self.life if category in f.categories]


ASKED: Final = {
    "geek": Asked(3, frozenset(), ("housemate", "soldier", "cultist")),
    "greek": Asked(2, frozenset({"Sleep", "Surf the Net"}), ("player", "roommate")),
    "goth": Asked(
        2, frozenset({"Sleep", "New Job", "Gamer Goth", "Menthol Cloves"}), ("player", "roommate")
    ),
    "grunt": Asked(2, frozenset({"Sleep", "Bum", "Cigarettes"}), (" player", "room")),
    "cthulhu": Asked(
        2,
        frozenset({"Sleep", "Computer Games", "Hang Out at Café", "New Job", "Nookienomicon"}),
        ("player",),
    ),
}
DECKS: Final = {edition: Deck(edition) for edition in ASKED}
TWINS: Final = (  # given as equals
    {"Lucky Ducks", "Cigarettes"}, {"FTX Nookie", "USO Nookie"}, {"Moping", "Complaining"},
    {"Tiny", "Hastur"},
)  # fmt: skip
OTHER_WORDINGS: Final = re.compile(
    r"\b(rolled (away|out)|rid of|may not|price|Role misfortune|Never discarded|There must be"
    r"|as far as|if any|if (you|they) have one|if there is one|Free Time (more|less)|Income more"
    r"|Nookies|(any|some|every|no)body)\b"
)
ILLICIT: Final = "Illicit: no Free Time, no Sleep or TV. On 1-2 you're caught."

each_deck = pytest.mark.parametrize("edition", ASKED)
small_decks = pytest.mark.parametrize("edition", ["goth", "grunt", "cthulhu"])


# -- card by card ----------------------------------------------------------------------------------


def printed(face: Face) -> str:
    """Return the line of a card: `2 Schpitz; thing Booze; cost 1; slack 1`.

    What is 0, empty or the usual is left out, except for the parameters of effects, where only
    what is empty is.
    """
    facts = [" ".join((face.kind, *face.categories))]
    if face.kind == ROLE:
        for word, (low, high) in (("income", face.income), ("free time", face.free_time)):
            facts.append(f"{word} {low}" if low == high else f"{word} {low}-{high}")
    for word, value in (
        ("goal", face.goal),
        ("cost", face.cost),
        ("slack", face.printed_slack),
        ("guest", face.guest),
        ("misfortune", face.misfortune),
        ("on", face.on if face.on != "anybody" else ""),
    ):
        facts += _said(word, value)
    facts += map(_effect, face.effects)
    facts += _said("German", face.german)
    return "; ".join((f"{face.copies} {face.name}", *facts))


def _effect(effect: Effect) -> str:
    params = [part for name, value in effect.params.items() for part in _said(name, value)]
    return f"{effect.verb} {', '.join(params)}".rstrip()


def _said(word: str, value: object) -> list[str]:
    """Return a fact in words, or nothing where there is none."""
    if isinstance(value, tuple) and value:
        effects = [_effect(part) for part in value if isinstance(part, Effect)]
        value = f"[{'; '.join(effects)}]" if effects else "/".join(map(str, value))
    if value is True:
        return [word]
    return [f"{word} {value}"] if value else []


@each_deck
def test_every_card_is_printed_as_recorded(edition: str) -> None:
    path = DATA / "decks" / f"{edition}.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    recorded = {line: n for n, line in enumerate(lines, 1) if line and not line.startswith("#")}
    there = [printed(face) for face in DECKS[edition].faces if face.id in copies()]
    problems = [f"{path.name}:{n}: {line}" for line, n in recorded.items() if line not in there]
    problems += [f"{path.name} has not: {line}" for line in there if line not in recorded]
    assert not problems, "\n".join(sorted(problems, key=lambda said: said.partition(": ")[2][2:]))
    assert len(there) == len(recorded)


def test_the_recorded_box_holds_cards_that_there_are() -> None:
    there = {face.id for key in EDITIONS for face in edition_faces(key)}
    assert not copies().keys() - there, "tests/data/box.txt: no such cards"


def test_only_recorded_cards_are_dealt_and_no_more_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    before = Counter({face.id: face.copies for face in recorded_faces("goth")})
    assert before == {id: count for id, count in copies().items() if id.startswith("goth/")}
    monkeypatch.delitem(copies(), "goth/ankh")
    monkeypatch.setitem(copies(), "goth/sleep", 2)
    after = Counter({face.id: face.copies for face in recorded_faces("goth")})
    assert before - after == {"goth/ankh": 1, "goth/sleep": 3}
    everything = cards_hash()
    with recorded_cards():
        assert cards_hash() != everything
    assert cards_hash() == everything


@each_deck
def test_piles_hold_every_copy(edition: str) -> None:
    catalog = DECKS[edition].catalog
    faces = {face.number: face for face in DECKS[edition].faces}
    piles = Counter((*catalog.life(), *catalog.roles()))
    assert piles == {number: face.copies for number, face in faces.items()}
    assert {faces[number].kind for number in catalog.roles()} == {"role"}
    hosts = [number for number in catalog.life() if not faces[number].guest]
    assert list(catalog.life(guests=False)) == hosts


# -- what a deck is made of ------------------------------------------------------------------------


@each_deck
def test_mix_of_types(edition: str) -> None:
    catalog = DECKS[edition].catalog
    cards = Counter(catalog.faces[number].kind for number in catalog.life())
    wanted = {"person": 15, "activity": 31, "thing": 26, "whenever": 28}
    for kind, percent in wanted.items():
        assert abs(100 * cards[kind] / cards.total() - percent) <= 1, kind


@each_deck
def test_nookies_are_rolled_and_shows_give_1_slack(edition: str) -> None:
    dice = (-1, 0) if edition == "grunt" else (-1,)
    for face in DECKS[edition].within("Nookie"):
        assert (face.kind, face.copies) == ("activity", 1)
        assert face.die in dice
    for face in DECKS[edition].within("TV"):
        assert (face.kind, face.slack, face.copies) == ("activity", 1, 1)
        assert edition == "greek" or not face.cost


@each_deck
@pytest.mark.parametrize("kind", ["person", "thing", "activity"])
def test_many_cards_do_more_than_give_slack(edition: str, kind: str) -> None:
    cards = [f for f in DECKS[edition].life if f.kind == kind for _ in range(f.copies)]
    assert ASKED[edition].part * sum(bool(f.effects) for f in cards) >= len(cards)


@each_deck
def test_role_misfortunes_are_role_cards(edition: str) -> None:
    bad = [f for f in DECKS[edition].life if f.misfortune]
    assert bad
    assert all("Role" in f.categories for f in bad)
    assert edition != "cthulhu" or {f.on for f in bad} == {"others"}


def test_noise_in_geek_cancels_sleep_and_nothing_else() -> None:
    for face in DECKS["geek"].within("Noise"):
        (effect,) = face.effects
        assert (effect.verb, effect.params["what"]) == ("cancel", ("Sleep",)), face.name


@small_decks
def test_nothing_raises_the_goals_of_others_again_and_again(edition: str) -> None:
    """A small deck comes round several times in a game; goals must not grow with it."""
    ops = [(face.name, op) for face in DECKS[edition].life for op in face.ops]
    assert not [name for name, op in ops if op.verb == "goal" and op.amount > 0]


@small_decks
def test_no_two_cards_differ_in_the_name_only(edition: str) -> None:
    alike: dict[str, set[str]] = {}
    for face in DECKS[edition].life:
        face = face.copy()
        name, face.name, face.copies, face.german = face.name, "", 1, ""
        alike.setdefault(printed(face), set()).add(name)
    assert [names for names in alike.values() if len(names) > 1 and names not in TWINS] == []


def test_a_reward_for_sacrifices_is_for_all_of_them() -> None:
    deck = DECKS["cthulhu"]
    cards = [f for f in deck.life if f.text.startswith("A Sacrifice:")]
    assert cards == [f for f in deck.life if f.name.startswith("Sacrifice ")]
    assert all([e.verb for e in f.effects][:2] == ["trash", "tokens"] for f in cards)
    paid = [effect for f in deck.faces for effect in f.effects if effect.verb == "reward"]
    assert {frozenset(words_of(effect)) for effect in paid} == {frozenset(f.name for f in cards)}


# -- words -----------------------------------------------------------------------------------------


@each_deck
def test_texts_fit(edition: str) -> None:
    assert (MAX_TEXT, MAX_FLAVOR) == (160, 90)
    for face in DECKS[edition].faces:
        assert 0 < len(face.text) <= MAX_TEXT, face.name
        assert 0 < len(face.flavor) <= MAX_FLAVOR, face.name
        assert face.text.endswith((".", "!", "?")), face.name
        assert not [word for word in ASKED[edition].alien if word in face.text], face.name


@each_deck
def test_texts_have_one_wording_for_one_thing(edition: str) -> None:
    for face in DECKS[edition].faces:
        assert not OTHER_WORDINGS.search(face.text), face.name
        assert '"' not in face.flavor, face.name
        if face.kind == "person":  # you who call them may not be the one who gets them
            assert not re.search(r"\byour?\b", face.text.replace("your own room", "")), face.name
        if not face.effects and face.die is None:
            assert not re.match(r"Worth ", face.text), face.name  # the number is printed


@each_deck
def test_ids_names_and_flavor_lines_are_unique(edition: str) -> None:
    faces, geek = DECKS[edition].faces, DECKS["geek"].faces
    assert len({f.id for f in faces}) == len({f.flavor for f in faces}) == len(faces)
    names = Counter(f.name for f in faces)
    twice = ["Computer Games"] if edition == "geek" else []  # once with an avatar
    assert [name for name, count in names.items() if count > 1] == twice
    if edition != "geek":
        assert names.keys() & {f.name for f in geek} == ASKED[edition].shared
        assert not {f.flavor for f in faces} & {f.flavor for f in geek}


def test_every_cthulhu_card_has_a_german_name_of_its_own() -> None:
    names = [face.german for face in DECKS["cthulhu"].faces]
    assert all(0 < len(name) <= 60 for name in names)
    assert len(set(names)) == len(names)


@each_deck
def test_equal_texts_mean_equal_effects(edition: str) -> None:
    """Cards that do the same say the same; no text may stand for two different effects."""
    texts: dict[str, Face] = {}
    for face in DECKS[edition].faces:
        first = texts.setdefault(face.text, face)
        assert face.effects == first.effects, f"{face.name} and {first.name} have one text"


@each_deck
def test_texts_name_what_the_card_does(edition: str) -> None:
    """Gloom, Madness, tokens, Free Time and Income are never touched in silence."""
    words = {"gloom": "Gloom", "madness": "Madness", "tokens": "token", "time": "Free Time",
             "leisure": "Free Time", "income": "Income", "earn": "Income"}  # fmt: skip
    for face in DECKS[edition].faces:
        for effect in walk(face.effects):
            assert words.get(effect.verb, "") in face.text, face.name


def test_bad_weeks_say_so() -> None:
    weeks = DECKS["greek"].within("Week")
    assert {face.week for face in weeks} == {"good", "bad", "students"}
    for face in weeks:
        assert (face.week == "bad") == face.text.startswith("Bad Week"), face.name


def test_illicit_cards_say_what_they_risk() -> None:
    for face in DECKS["grunt"].faces:
        assert (ILLICIT in face.text) == ("Illicit" in face.categories), face.name
