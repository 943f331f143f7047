"""Where the Slack comes from, and what the tracks of each edition do next, in words."""

import re

import pytest

from core.actions import CHOOSE, Action, Refusal
from core.catalog import EDITIONS
from core.game import Game
from core.luck import Stream
from core.rules.setup import options_for
from core.state import Ask
from core.telling import ask_text, describe, refused, role_word, room_is, tell_all, word
from core.telling.standing import barred, notes, reckoned, reckoning, why_barred
from tests.kit.deals import cards
from tests.kit.places import DATA
from tests.kit.random_play import new_game, next_action
from tests.kit.table import at, blocks

TABLES = (*EDITIONS[1:], "goth+cthulhu", "geek+grunt", "+".join(EDITIONS))
STEPS = 900
HOUSEHOLD = re.compile(r"\b(rooms?|roles?|roommates?|players?)\b")


@pytest.mark.parametrize("name", TABLES)
def test_the_parts_add_up_and_every_word_is_the_tables_own(name: str) -> None:
    editions = tuple(name.split("+"))
    source = Stream(1).fork(name)
    options = {n: values[-1] for n, (values, _) in options_for(editions).items() if n != "hand"}
    game = new_game(4, options, 1, (), cards(editions))
    foreign = {w for w in ("room", "role", "player") if game.catalog.words[w] != w}
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


@pytest.mark.parametrize(("title", "text"), list(blocks(DATA / "standing.txt")))
def test_a_table_in_words(title: str, text: str) -> None:
    table, *told = text.split("\n> ")
    game = at(table)
    for part in told:
        head, *below = (line.strip() for line in part.splitlines())
        name, _, what = head.partition(":")
        if name == "barred":
            assert (barred(game), why_barred(game)) == (what.strip(), "".join(below))
        else:
            seat = game.names.index(name)
            assert (reckoned(game, seat), notes(game, seat)) == (what.strip(), below)


def test_what_waits_for_the_next_turn() -> None:
    game = at("edition: grunt\nplayers: Ann; Bo\nturn: Bo, discard\n")
    game.next_time[0], game.next_income[0], game.debt[0] = -1, 2, 3
    assert notes(game, 0) == ["Next turn: +2 Income, -1 Free Time and 3 Income owed."]


def test_a_treat_in_words() -> None:
    game = at("""
        edition: cthulhu
        players: Ann; Bo
        Bo holds: Deep Westley
        Ann holds: Bean Sprouts; Sleep
        turn: Bo, call
        roll 3
        Bo: call Deep Westley to Ann
        Ann: pass
    """)
    treat = game.stack[-1]
    asked = ask_text(treat, game)  # type: ignore[arg-type]
    assert asked.text == "Ann: which Thing shall be played for free, thanks to Deep Westley?"
    no, yes = game.legal(0)
    assert describe(no, game) == "play nothing"
    assert describe(yes, game) == "play Bean Sprouts for free"
    assert tell_all(game.apply(yes), game) == ["Ann plays Bean Sprouts for free"]
    assert describe(Action(CHOOSE, 0, value=1), game) == "choose option 1"


@pytest.mark.parametrize(
    ("editions", "role", "options"),
    [
        ("geek + greek", "Tech Support", ("a Job again", "a Major", "at random")),
        ("geek + greek + grunt", "Botany + Infantry", ("a Major again", "a Job", "at random")),
    ],
)
def test_kinds_of_roles_by_their_words(editions: str, role: str, options: tuple[str]) -> None:
    game = at(f"edition: {editions}\nplayers: Ann; Bo\nAnn is {role}\nturn: Bo, discard")
    question = Ask("ask", 1, 0, "role-kind", "word", (3, 4, 5), ())
    asked = ask_text(question, game)
    assert asked == ("Ann: of which kind shall the next role be?", options)


# -- words -----------------------------------------------------------------------------------------


def of(*editions: str) -> Game:
    return Game(cards(editions), ("A", "B"))


def test_refusals_in_the_words_of_the_table() -> None:
    text = Refusal("Bum needs a card in another room: Server Room Nookie", ("RUL-20",))
    assert refused(text, of("grunt")) == (
        "Bum needs a card in somebody else's quarters: Server Room Nookie"
    )
    about = Refusal("it is about another kind of role", ("COMBO-GRUNT-2",))
    assert refused(about, of("geek")) == "it is about another kind of Job"
    assert refused(about, of("geek", "grunt")) == about.text


def test_rooms_and_roles_by_their_names() -> None:
    grunt, mix = of("grunt"), of("geek", "grunt")
    assert (room_is(grunt), word(grunt, "player")) == ("quarters are", "soldier")
    assert (room_is(mix), word(mix, "role")) == ("room is", "role")
    infantry, neutral = mix.catalog.named("Infantry")[0], mix.catalog.neutral_role
    assert role_word(mix.catalog, mix.faces[infantry]) == "MOS"
    assert role_word(mix.catalog, mix.faces[neutral]) == "role"
