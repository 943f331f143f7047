"""Card files: what is written is read, and every kind of mistake is named with its line."""

from pathlib import Path

import pytest

from core.loader import CardError, load_source, read_source
from tests.kit.card_files import (
    CARD,
    EFFECT,
    EFFECTS,
    FILES,
    LABEL,
    NAME,
    ROLE,
    Text,
    changed,
    read,
)

# -- sound files ----------------------------------------------------------------------------------


def test_a_sound_file_is_read_as_written() -> None:
    faces, errors = read(CARD)
    assert not errors
    card, role = faces
    assert (card.id, card.name, card.edition) == ("own/lava-lamp", "Lava Lamp", "own")
    assert (card.kind, card.categories, card.copies) == ("thing", ("Electronics",), 2)
    assert (card.cost, card.slack, card.die, card.on) == (2, 1, None, "anybody")
    assert not card.guest
    assert not card.misfortune
    assert [(e.verb, dict(e.params)) for e in card.effects] == [
        ("bonus", {"what": ("Sleep",), "amount": 1})
    ]
    assert card.origin == (LABEL, 12)
    assert (role.id, role.kind, role.goal) == ("own/night-porter", "role", 18)
    assert (role.income, role.free_time, role.effects) == ((2, 3), (2, 2), ())


def test_parameters_that_are_not_written_have_their_defaults() -> None:
    faces, errors = read(changed('verb = "bonus", what = ["Sleep"], amount = 1', 'verb = "roll"'))
    assert not errors
    assert dict(faces[0].effects[0].params) == {"low": (), "high": ()}


@pytest.mark.parametrize(
    ("written", "slack", "die"),
    [("-2", -2, None), ('"die-1"', 0, -1), ('"die"', 0, 0), ('"die+2"', 0, 2)],
)
def test_slack_is_a_number_or_rolled(written: str, slack: int, die: int | None) -> None:
    text = changed('kind = "thing"', 'kind = "activity"').replace("slack = 1", f"slack = {written}")
    faces, errors = read(text)
    assert not errors
    assert (faces[0].slack, faces[0].die) == (slack, die)


def test_ids_are_made_of_plain_letters() -> None:
    faces, _ = read(changed('"Lava Lamp"', '"Señor Ünder-Wear, 3rd!"'))
    assert faces[0].id == "own/senor-under-wear-3rd"
    faces, _ = read(changed('name = "Lava Lamp"', 'id = "lamp-2"\nname = "Lava Lamp"'))
    assert faces[0].id == "own/lamp-2"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_files_of_the_edition_are_sound(path: Path) -> None:
    faces, errors = read_source(path, path.name, "geek")
    assert not errors
    assert faces
    lines = path.read_text(encoding="utf-8").splitlines()
    for face in faces:
        around = lines[face.origin[1] - 1]
        assert around.startswith(("effects", "[[")), f"{face.name} is not at line {face.origin[1]}"


# -- mistakes -------------------------------------------------------------------------------------

MISTAKES = {
    "unknown verb": (EFFECT, '{ verb = "explode" }', EFFECTS, "unknown verb 'explode'"),
    "no verb": (EFFECT, "{ amount = 1 }", EFFECTS, "an effect looks like"),
    "verb is no word": (EFFECT, "{ verb = 3 }", EFFECTS, "an effect looks like"),
    "effect is no table": (EFFECT, '"bonus"', EFFECTS, "an effect looks like"),
    "effects are no list": (f"[{EFFECT}]", '"bonus"', EFFECTS, "effects"),
    "unknown parameter": (
        "amount = 1",
        "amount = 1, when = 3",
        EFFECTS,
        "bonus has no parameter 'when'",
    ),
    "missing parameter": (", amount = 1", "", EFFECTS, "bonus needs amount"),
    "amount is no number": ("amount = 1", 'amount = "1"', EFFECTS, "amount must be a number"),
    "amount is true": ("amount = 1", "amount = true", EFFECTS, "amount must be a number"),
    "amount too high": ("amount = 1", "amount = 31", EFFECTS, "amount must be a number"),
    "filter is no list": ('["Sleep"]', '"Sleep"', EFFECTS, "what must be a list"),
    "filter is empty": ('["Sleep"]', "[]", EFFECTS, "what must be a list"),
    "filter of numbers": ('["Sleep"]', "[3]", EFFECTS, "what must be a list"),
    "verb on the wrong kind": (
        EFFECT,
        '{ verb = "stay" }',
        EFFECTS,
        "stay can't stand on a thing",
    ),
    "unknown who": (
        EFFECT,
        '{ verb = "income", amount = 1, who = "nobody" }',
        EFFECTS,
        "who must be one of you, target, others, everybody, neighbors",
    ),
    "unknown whose": (
        EFFECT,
        '{ verb = "trash", what = ["Food"], whose = "his" }',
        EFFECTS,
        "whose must be one of any, others, own",
    ),
    "unknown by": (
        EFFECT,
        '{ verb = "reward", what = ["Food"], amount = 1, by = "me" }',
        EFFECTS,
        "by must be one of you, others, anybody",
    ),
    "standing verb inside another": (
        EFFECT,
        '{ verb = "each-turn", effects = [{ verb = "charm", amount = 1 }] }',
        EFFECTS,
        "charm can't stand inside another effect here",
    ),
    "mistake inside another effect": (
        EFFECT,
        '{ verb = "roll", low = [{ verb = "tokens" }] }',
        EFFECTS,
        "tokens needs amount",
    ),
    "inner effects are no list": (EFFECT, '{ verb = "roll", low = 3 }', EFFECTS, "must be a list"),
    "two kinds of targets": (
        EFFECT,
        '{ verb = "take", what = ["Food"] }, { verb = "trash", what = ["Toy"] }',
        EFFECTS,
        "only one of take, trash fits on a card",
    ),
    "unknown field": ("cost = 2", "price = 2", 8, "unknown field 'price' for a card"),
    "unknown field like another": ("slack = 1", "slack = 1\ns = 1", 10, "unknown field 's'"),
    "field of roles": ("cost = 2", "goal = 20", 8, "unknown field 'goal' for a card"),
    "field of cards": ("goal = 18", "goal = 18\ncost = 1", 19, "unknown field 'cost' for a role"),
    "unknown kind": ('kind = "thing"', 'kind = "gizmo"', 5, "unknown kind 'gizmo'"),
    "no kind": ('kind = "thing"\n', "", 3, "unknown kind"),
    "unknown category": ('"Electronics"', '"Gadget"', 6, "unknown category 'Gadget'"),
    "category is no word": ('["Electronics"]', "[[1]]", 6, "unknown category"),
    "categories are no list": ('["Electronics"]', '"Toy"', 6, "categories has the wrong type"),
    "copies too many": ("copies = 2", "copies = 21", 7, "copies must be a number from 1 to 20"),
    "no copies": ("copies = 2", "copies = 0", 7, "copies must be a number from 1 to 20"),
    "copies is true": ("copies = 2", "copies = true", 7, "copies has the wrong type"),
    "negative cost": ("cost = 2", "cost = -1", 8, "cost must be a number from 0 to 30"),
    "cost is a word": ("cost = 2", 'cost = "2"', 8, "cost has the wrong type"),
    "cost is a fraction": ("cost = 2", "cost = 2.5", 8, "cost has the wrong type"),
    "cost is a day": ("cost = 2", "cost = 2026-11-16", 8, "cost has the wrong type"),
    "cost beyond all bounds": ("cost = 2", f"cost = 0x{'f' * 5000}", 8, "cost must be a number"),
    "slack too low": ("slack = 1", "slack = -10", 9, "slack must be a number from -9 to 30"),
    "slack is a riddle": ("slack = 1", 'slack = "2d6"', 9, "slack must be a number or like die-1"),
    "slack rolled for a Person": (
        'kind = "thing"\ncategories = ["Electronics"]\ncopies = 2\ncost = 2\nslack = 1',
        'kind = "person"\nslack = "die-1"',
        6,
        "a Thing or an Activity rolls for its Slack, not a person",
    ),
    "no name": ('name = "Lava Lamp"\n', "", 3, "a card needs a name"),
    "blank name": ('"Lava Lamp"', '"  "', NAME, "a card needs a name"),
    "name is a number": ('"Lava Lamp"', "7", NAME, "name has the wrong type"),
    "name too long": ("Lava Lamp", "x" * 41, NAME, "the name has more than 40 characters"),
    "name with a semicolon": ("Lava Lamp", "Lava; Lamp", NAME, "characters that can't be used"),
    "name with a control code": ("Lava Lamp", "Lava\\u001bLamp", NAME, "can't be used"),
    "no text": ('text = "Sleep played while it is here gets +1 Slack."\n', "", 3, "needs a text"),
    "text too long": ("Sleep played", "x" * 160, 10, "characters, at most 160 fit"),
    "text with a line break": ("Sleep played", "Sleep\\nplayed", 10, "text has control characters"),
    "text is a list": ('"Sleep played while it is here gets +1 Slack."', "[]", 10, "text"),
    "no flavor": ('flavor = "It moves if you wait."\n', "", 3, "needs a flavor"),
    "flavor too long": ("It moves", "x" * 90, 11, "characters, at most 90 fit"),
    "odd id": ('name = "Lava Lamp"', 'id = "Lava Lamp"\nname = "L"', 4, "an id is made of"),
    "odd on": ("cost = 2", 'on = "me"', 8, "on must be anybody or others"),
    "guest is no flag": ("cost = 2", "guest = 1", 8, "guest has the wrong type"),
    "misfortune is no flag": ("cost = 2", 'misfortune = "yes"', 8, "misfortune has the wrong"),
    "role without income": ("income = [2, 3]\n", "", ROLE, "income must be a number from 0 to 9"),
    "income too high": ("[2, 3]", "10", 16, "income must be a number from 0 to 9"),
    "income pair upside down": ("[2, 3]", "[3, 2]", 16, "a pair like [2, 3]"),
    "income of three numbers": ("[2, 3]", "[1, 2, 3]", 16, "a pair like [2, 3]"),
    "free time is a word": ("free_time = 2", 'free_time = "2"', 17, "free_time"),
    "goal too low": ("goal = 18", "goal = 4", 18, "goal must be a number from 5 to 99"),
    "no goal": ("goal = 18\n", "", ROLE, "goal must be a number from 5 to 99"),
    "verb not for roles": (
        "effects = []",
        'effects = [{ verb = "draw", amount = 1 }]',
        21,
        "draw can't stand on a role",
    ),
    "section of one": ("[[role]]", "[role]", ROLE, "write [[role]], not [role]"),
    "unknown section": ("[[role]]", "[[roles]]", ROLE, "unknown section 'roles'"),
    "loose field": ("# a card of mine", "author = 'me'", 1, "unknown section 'author'"),
    "not TOML": ("cost = 2", "cost 2", 8, "is not TOML"),
    "unfinished": ("effects = []", "effects = [", 21, "is not TOML"),
    "twice the same field": ("cost = 2", "cost = 2\ncost = 3", 9, "is not TOML"),
    "twice the same id": (
        "[[role]]",
        '[[card]]\nname = "Lava Lamp!"\nkind = "thing"\ntext = "No."\nflavor = "No."\n\n[[role]]',
        14,
        "two cards have the id 'own/lava-lamp'",
    ),
}


@pytest.mark.parametrize(("old", "new", "line", "message"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_named_with_its_line(old: str, new: str, line: int, message: str) -> None:
    _, errors = read(changed(old, new))
    assert errors, "nothing was found wrong"
    assert message in errors[0].message
    assert (errors[0].path, errors[0].line) == (LABEL, line)
    assert str(errors[0]) == f"{LABEL}:{line}: {errors[0].message}"
    with pytest.raises(CardError):
        load_source(Text(changed(old, new)), LABEL, "own")


def test_sections_hold_tables() -> None:
    for section in ("card", "role"):
        faces, errors = read(f"# mine\n{section} = [1, 'two']\n")
        assert not faces
        assert [error.message for error in errors] == [f"a {section} must be a table"] * 2


WHENEVER = """\
[[card]]
name = "Long Weekend"
kind = "whenever"
text = "It lasts."
flavor = "And lasts."
effects = [{effects}]
"""
EARN = '{ verb = "earn", amount = 1 }'
PARTS = {
    "stay": '{ verb = "stay" }',
    "lasting": '{ verb = "lasting", until = "end of game", effects = [EARN] }'.replace(
        "EARN", EARN
    ),
    "week": '{ verb = "week", effects = [EARN] }'.replace("EARN", EARN),
}


@pytest.mark.parametrize("verbs", [["stay"], ["lasting"], ["week"]])
def test_a_whenever_lies_somewhere_in_one_way(verbs: list[str]) -> None:
    _, errors = read(WHENEVER.replace("{effects}", ", ".join(PARTS[verb] for verb in verbs)))
    assert not errors


@pytest.mark.parametrize(
    "verbs", [["stay", "lasting"], ["stay", "week"], ["lasting", "week"], [*PARTS]]
)
def test_a_whenever_does_not_lie_in_two_ways(verbs: list[str]) -> None:
    faces, errors = read(WHENEVER.replace("{effects}", ", ".join(PARTS[verb] for verb in verbs)))
    assert not faces
    expected = "only one of stay, lasting and week fits on a card"
    assert [(error.line, error.message) for error in errors] == [(6, expected)]
