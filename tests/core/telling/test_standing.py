"""Where the Slack comes from, and what the tracks of each edition do next, in words."""

import re
from textwrap import dedent

import pytest

from core.actions import CHOOSE, Action, Refusal
from core.arrangement import arranged
from core.catalog import EDITIONS, Catalog, load_catalog
from core.events import ENTERED, GLOOM, Event
from core.game import Game
from core.notation import parse
from core.notation.setup import set_table
from core.rules.setup import options_for
from core.state import ILLICIT_DONE, MADNESS, SLEPT, Ask, Treat
from core.telling import ask_text, describe, refused, role_word, room_is, tell_all, word
from core.telling.standing import barred, notes, reckoned, reckoning, why_barred
from tests.kit.random_play import Choices, new_game, next_action

TABLES = (*EDITIONS[1:], "goth+cthulhu", "geek+grunt", "+".join(EDITIONS))
STEPS = 900
HOUSEHOLD = re.compile(r"\b(rooms?|roles?|roommates?|players?)\b")


def catalog(table: str) -> Catalog:
    return load_catalog(tuple(table.split("+")))


def table(edition: str, text: str) -> Game:
    """A table set by notation."""
    cards = catalog(edition)
    script = parse(f"edition: {edition.replace('+', ' + ')}\n{dedent(text)}", lambda _: cards)
    _, arrangement = set_table(script)
    return arranged(cards, script.names.seats, script.options, arrangement)


# -- by playing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_the_parts_add_up_and_every_word_is_the_tables_own(name: str) -> None:
    source = Choices(b"", 1, name)
    options = {
        n: values[-1] for n, (values, _) in options_for(name.split("+")).items() if n != "hand"
    }
    game = new_game(4, options, 1, (), catalog(name))
    words = game.catalog.words
    foreign = {w for w in ("room", "role", "player") if words[w] != w}
    for _ in range(STEPS):
        if game.winners:
            break
        action = next_action(game, source)
        said = [describe(action, game)]
        said += tell_all(game.apply(action), game)
        for seat in range(game.players):
            assert sum(part.slack for part in reckoning(game, seat)) == game.slack[seat]
            said += [*notes(game, seat), reckoned(game, seat)]
        said += [barred(game), why_barred(game)]
        for sentence in said:
            for found in HOUSEHOLD.findall(sentence):
                assert found.rstrip("s") not in foreign, sentence


# -- tracks ----------------------------------------------------------------------------------------

TRACKS = """
players: Ann; Bo; Cy
Ann is {}
Bo is Lackey
Ann gloom: 3
Ann madness: {}
Ann has: Ankh; Paint Windows Black
turn: Bo, discard
"""


def test_everything_that_is_slack() -> None:
    game = table("goth+cthulhu", TRACKS.format("Barista", 4))
    assert reckoned(game, 0) == (
        "Things 1, Activities 1, Gloom 3, Madness 4 counts -3, Paint Windows Black 1"
    )
    assert reckoned(game, 1) == "Paint Windows Black -1"  # no Goth
    gloom, madness = notes(game, 0)
    assert gloom.startswith("Gloom 3: 1 Slack each; with no People in the room ")
    assert madness.startswith("Madness 4 costs 3 Slack: ")
    assert madness.endswith("Got or lost, it counts twice.")


@pytest.mark.parametrize("now", range(10))
def test_madness_by_its_table(now: int) -> None:
    game = table("cthulhu", f"players: Ann; Bo\nAnn madness: {now}\nturn: Bo, discard\n")
    (said,) = notes(game, 0)
    if now == 9:
        assert said.startswith("Utterly Mad for good")
    else:
        assert said.startswith(f"Madness {now} costs {-MADNESS[now]} Slack: ")
        assert "twice" not in said


def test_only_goths_are_told_about_gloom_in_a_mix() -> None:
    text = "players: Ann; Bo\nAnn is Barista\nBo is Tech Support\nturn: Bo, discard\n"
    game = table("geek+goth", text)
    assert notes(game, 0)
    assert not notes(game, 1)


def test_how_near_a_party_is() -> None:
    text = "players: Ann; Bo\nAnn has: Kegstand; Social Chair; Monty\nturn: Bo, discard\n"
    assert notes(table("greek", text), 0) == [
        "Party: 2 of 5 People; 5 at the end of any turn bring a Slack token (GREEK-2)."
    ]


def test_two_roles_at_once() -> None:
    text = "players: Ann; Bo\nAnn is Tech Support + Infantry\nturn: Bo, discard\n"
    game = table("geek+grunt", text)
    assert notes(game, 0) == [
        "Tech Support and Infantry both hold: numbers of Tech Support, +1 Income, +2 goal "
        "(COMBO-GRUNT-1)."
    ]


def test_what_waits_for_the_next_turn() -> None:
    game = table("grunt", "players: Ann; Bo\nturn: Bo, discard\n")
    game.next_time[0], game.next_income[0], game.debt[0] = -1, 2, 3
    assert notes(game, 0) == ["Next turn: +2 Income, -1 Free Time and 3 Income owed."]


# -- Illicit ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "done", "short", "why"),
    [
        ("grunt", 0, "", ""),
        ("grunt", ILLICIT_DONE, "no Sleep", "Something Illicit was done: no Sleep this turn"),
        ("grunt", SLEPT, "nothing Illicit", "Sleep was played: nothing Illicit this turn"),
        (
            "geek+grunt",
            ILLICIT_DONE,
            "no Sleep or TV",
            "Something Illicit was done: no Sleep or TV",
        ),
        ("geek+grunt", SLEPT, "nothing Illicit", "Sleep or TV was played: nothing Illicit"),
    ],
)
def test_what_a_turn_rules_out(edition: str, done: int, short: str, why: str) -> None:
    game = table(edition, "players: Ann; Bo\nturn: Bo, free time\n")
    game.fixed |= done
    assert barred(game) == short
    assert why_barred(game).startswith(why)
    assert why_barred(game).endswith("(GRUNT-1)." if why else "")


# -- a Thing for nothing ---------------------------------------------------------------------------


def test_a_treat_in_words() -> None:
    game = table(
        "cthulhu",
        """
        players: Ann; Bo
        Ann holds: Bean Sprouts; Sleep
        Ann has: Deep Westley
        turn: Bo, call
    """,
    )
    host = game.rooms[0][0]
    treat = Treat("treat", game.ref + 1, 0, game.face[host], host)
    game.stack.append(treat)
    asked = ask_text(treat, game)
    assert asked.text == "Ann: which Thing shall be played for free, thanks to Deep Westley?"
    no, yes = game.legal(0)
    assert describe(no, game) == "play nothing"
    assert describe(yes, game) == "play Bean Sprouts for free"
    assert tell_all(game.apply(yes), game) == ["Ann plays Bean Sprouts for free"]
    assert describe(Action(CHOOSE, 0, value=1), game) == "choose option 1"


# -- sentences that only some editions need --------------------------------------------------------


def test_gloomy_sentences() -> None:
    game = table("goth", "players: Ann; Bo\nturn: Bo, free time\n")
    moping = game.catalog.named("Moping")[0]
    told = [
        Event(ENTERED, 0, -1, (), (moping,), -1, 0),
        Event(ENTERED, 0, -1, (), (moping,), -1, 1),
        Event(GLOOM, 0, n=1),
        Event(GLOOM, 0, n=-1, word="alone"),
        Event(GLOOM, 0, n=1, word="joined"),
    ]
    assert tell_all(told, game) == [
        "Ann indulges in Moping",
        "Ann enjoys Moping (+1 Slack)",
        "Ann gets 1 Gloom",
        "Ann has no company and loses 1 Gloom",
        "Ann is a Goth now and gets 1 Gloom",
    ]


# -- a role of which kind --------------------------------------------------------------------------


def test_kinds_of_roles_by_their_words() -> None:
    text = "players: Ann; Bo\nAnn is {}\nturn: Bo, discard\n"
    game = table("geek+greek", text.format("Tech Support"))
    question = Ask("ask", 1, 0, "role-kind", "word", (3, 4, 5), ())
    assert ask_text(question, game) == (
        "Ann: of which kind shall the next role be?",
        ("a Job again", "a Major", "at random"),
    )
    game = table("geek+greek+grunt", text.format("Botany + Infantry"))
    assert ask_text(question, game).options == ("a Major again", "a Job", "at random")


# -- words -----------------------------------------------------------------------------------------


def test_refusals_in_the_words_of_the_table() -> None:
    grunt, geek = (
        table("grunt", "players: Ann; Bo\nturn: Bo, discard\n"),
        Game(catalog("geek"), ("A", "B")),
    )
    text = Refusal("Bum needs a card in another room: Server Room Nookie", ("RUL-20",))
    assert refused(text, grunt) == (
        "Bum needs a card in somebody else's quarters: Server Room Nookie"
    )
    about = Refusal("it is about another kind of role", ("COMBO-GRUNT-2",))
    assert refused(about, geek) == "it is about another kind of Job"
    mix = Game(catalog("geek+grunt"), ("A", "B"))
    assert refused(about, mix) == about.text


def test_rooms_and_roles_by_their_names() -> None:
    grunt, mix = Game(catalog("grunt"), ("A", "B")), Game(catalog("geek+grunt"), ("A", "B"))
    assert (room_is(grunt), word(grunt, "player")) == ("quarters are", "soldier")
    assert (room_is(mix), word(mix, "role")) == ("room is", "role")
    infantry, neutral = mix.catalog.named("Infantry")[0], mix.catalog.neutral_role
    assert role_word(mix.catalog, mix.faces[infantry]) == "MOS"
    assert role_word(mix.catalog, mix.faces[neutral]) == "role"
