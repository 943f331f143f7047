"""The game in words: sentences, phrases and questions by example, all others by playing games.

Also where the Slack comes from, and words for every verb that leave no parameter out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import actions as a
from core import events as e
from core import game as engine
from core.actions import CHOOSE, NOBODY, NOTHING, TO_DISCARD, Action, Refusal
from core.bots import make_bot
from core.cards import CARD_TARGET, FORBID, Effect
from core.catalog import EDITIONS
from core.clauses import clauses
from core.events import Event
from core.game import Game
from core.luck import Stream
from core.play import Match
from core.rules.lookup import forbidden
from core.rules.setup import options_for
from core.rules.targets import target_problem
from core.state import WORDS, Ask, Trim
from core.telling import (
    ask_text,
    clean,
    describe,
    listing,
    refused,
    role_word,
    room_is,
    tell,
    tell_all,
    word,
)
from core.telling.effects import PHRASES as VERB_PHRASES
from core.telling.effects import effects_of, phrase
from core.telling.names import NAME_LENGTH, counted
from core.telling.questions import PHRASES, QUESTIONS
from core.telling.sentences import SENTENCES
from core.telling.standing import barred, notes, reckoned, reckoning, why_barred
from core.view import view
from core.vocabulary import BY, UNTIL, VERBS, WHO, WHOSE
from tests.kit.deals import cards
from tests.kit.places import DATA
from tests.kit.random_play import new_game, next_action
from tests.kit.table import at, blocks

MIKE, PAM, LEE = range(3)
DEED = re.compile(
    r"(?P<kind>[\w-]+)(?: \((?P<word>.+?)\))?(?: (?P<seat>\w+))??(?: > (?P<other>\w+))?"
    r"(?: on=(?P<on>.+?))?(?: n=(?P<n>.+?))?(?:: (?P<cards>.+))?"
)


class Example(NamedTuple):
    """Something that happens or can be done at a table, and how it is told."""

    table: str
    deed: str
    told: str

    def fields(self, game: Game) -> tuple[str, str, int, int, int, int, tuple[int, ...]]:
        """Kind, word, seat, other seat, what it is on, the number and the faces."""
        found = DEED.fullmatch(self.deed)
        assert found is not None, self.deed
        kind, word, seat, other, on, n, named = found.groups()
        seats = {name: seat for seat, name in enumerate(game.names)} | {"discard": TO_DISCARD}
        played = {game.printed(card).name: card for room in game.rooms for card in room}
        faces = tuple(game.catalog.named(name)[0] for name in named.split("; ")) if named else ()
        place = played[on] if on in played else int(on or -1)
        number = game.catalog.named(n)[0] if n and n.isalpha() else int(n or 0)
        return kind, word or "", seats.get(seat, -1), seats.get(other, -1), place, number, faces


def examples(topic: str) -> list[Example]:
    found = []
    for title, text in blocks(DATA / "sentences.txt"):
        if title.startswith(topic):
            table, _, rest = text.partition("\n\n")
            lines = rest.splitlines()
            found += [
                Example(table, deed, told.strip())
                for deed, told in zip(lines[::2], lines[1::2], strict=True)
            ]
    return found


def deed_of(example: Example) -> str:
    return example.deed


@pytest.mark.parametrize("example", examples("sentences"), ids=deed_of)
def test_sentence(example: Example) -> None:
    game = at(example.table)
    kind, word, seat, other, on, n, faces = example.fields(game)
    cards = tuple(number for number, face in enumerate(faces) if game.faces[face].kind != "role")
    event = Event(kind, seat, other, cards, faces, on, n, word)
    assert (tell(event, game) or "-") == example.told


@pytest.mark.parametrize("example", examples("phrases"), ids=deed_of)
def test_phrase(example: Example) -> None:
    game = at(example.table)
    kind, _, seat, to, on, n, faces = example.fields(game)
    deed = Action(kind, seat, tuple(range(len(faces))), faces, to, on, n)
    assert describe(deed, game) == example.told


def test_everything_has_its_words() -> None:
    assert set(SENTENCES) == {value for name, value in vars(e).items() if name.isupper()}
    assert set(PHRASES) == {*a.PLAYER_KINDS, *a.CHANCE_KINDS}
    assert set(QUESTIONS) == set(engine.ANSWERS)


# -- what depends on the reader --------------------------------------------------------------------

HANDS = """
players: Mike; Pam; Lee
Pam holds: Beer; Sleep; Bum
Pam has: Some Random Person; Choad Warrior; Pizza; Sleep +1
turn: Mike, free time
"""


def test_unseen_cards_are_counted() -> None:
    game = at(HANDS)
    beer = game.face[game.hands[PAM][0]]
    told = tell(Event(e.RETURNED, PAM, -1, tuple(game.hands[PAM]), (beer,)), game)
    assert told == "Pam takes Beer and 2 cards back"


def test_a_stranger_is_told_with_a_role() -> None:
    game = at(HANDS)
    temp = game.catalog.named("Temp")
    event = Event(e.ROLE_DRAWN, PAM, PAM, (game.rooms[PAM][0],), temp, n=2)
    assert tell(event, game) == "Pam finds out Some Random Person is Temp (Slack 2)"


def test_sentences_use_clean_names() -> None:
    game = Game(cards(), ("A\x1b[2Jnn", "Bo\nb"))
    assert tell(Event(e.LEFT, 0), game) == "A[2Jnn leaves the game"
    assert tell(Event(e.SHOWED, 1, 0), game) == "Bo b shows A[2Jnn every card in hand"


# -- questions -------------------------------------------------------------------------------------


def test_questions_and_their_answers() -> None:
    game = at(f"{HANDS}discard: Ultra-Slims".replace("turn: Mike, free time\n", ""))
    _, guest, pizza, sleep = game.rooms[PAM]
    jobs = tuple(game.catalog.named(name)[0] for name in ("Temp", "Drummer"))
    worths = ("Pizza (2 Slack)", "Sleep (2 Slack)")
    for topic, about, options, context, text, answers in (
        ("lose", "card", (pizza, sleep), (guest,), "lose which card to Choad Warrior?", worths),
        ("lose", "card", (pizza, sleep), (-1,), "lose which card?", worths),
        ("where", "seat", (MIKE, LEE, TO_DISCARD), (guest,), "where does Choad Warrior go?",
         ("Mike's room", "Lee's room", "the discard pile")),
        ("upkeep", "word", (1, 2), (pizza,), "pay for Pizza or let it go?", WORDS[1:3]),
        ("sure", "sure", (0, 3), (sleep, -1, -1), "roll for Sleep or take a sure number?",
         ("the die", "a sure 3")),
        ("salvage", "card", tuple(game.discard), (), "take which card from the discard pile?",
         ("Ultra-Slims",)),
        ("pick-role", "role", jobs, (), "which Job do you pick?", ("Temp", "Drummer")),
        ("unheard of", "number", (4, 5), (), "which one?", ("4", "5")),
    ):  # fmt: skip
        question = Ask("ask", 1, PAM, topic, about, options, context)
        assert ask_text(question, game) == (f"Pam: {text}", answers)
    assert ask_text(Trim("trim", 1, PAM, 2), game) == ("Pam must discard 2 cards", ())


numbers = st.integers(-5, 400)
tuples = st.lists(numbers, max_size=4).map(tuple)


@given(
    st.builds(
        Action,
        st.sampled_from((*a.PLAYER_KINDS, *a.CHANCE_KINDS, "")),
        numbers, tuples, tuples, numbers, numbers, numbers, numbers,
    )
)  # fmt: skip
def test_no_action_is_too_odd_for_a_phrase(deed: Action) -> None:
    assert describe(deed, TABLE)


TABLE = at(HANDS)

# -- whole games -----------------------------------------------------------------------------------


def steps(seed: int, players: int, level: str) -> Iterator[tuple[Game, list[Event]]]:
    luck = Stream(seed)
    bots = [make_bot(level, luck.fork(f"bot-{seat}")) for seat in range(players)]
    match = Match(Game(cards(), ("Mike", "Pam", "Lee", "Ana", "Jo")[:players]), bots, luck)
    while not match.over:
        _, events = match.step()
        yield match.game, events


@pytest.mark.parametrize(
    ("seed", "players", "level"), [(1, 2, "easy"), (2, 3, "normal"), (3, 4, "normal")]
)
def test_readers_are_told_only_what_they_may_know(seed: int, players: int, level: str) -> None:
    """The full table and a reader's own replica tell the same story, in sentences of one form."""
    for game, events in steps(seed, players, level):
        for eyes in (None, *range(players)):
            assert tell_all(events, game, eyes) == tell_all(events, view(game, eyes), eyes)
        for sentence in tell_all(events, game):
            assert sentence.startswith((*game.names, "The life deck")), sentence
            assert not sentence.endswith((".", " ")) or sentence.endswith("S.O."), sentence
            assert sentence.isprintable(), sentence
            assert "  " not in sentence, sentence
            assert not re.search(r"\bSomebody(?! Else)", sentence), sentence
            assert len(sentence) < 160, sentence


def test_every_legal_action_has_a_phrase() -> None:
    for game, _ in steps(21, 3, "easy"):
        for seat in range(game.players):
            replica = view(game, seat)
            for action in replica.legal(seat):
                phrase = describe(action, replica)
                assert phrase[0].islower(), phrase
                assert not re.search("a card|option", phrase), phrase
                assert phrase == describe(action, game)
        top = game.stack[-1] if game.stack else None
        if isinstance(top, Ask):
            question = ask_text(top, game)
            assert len(question.options) == len(top.options)
            assert question == ask_text(top, view(game, top.seat))
            assert question.text.endswith("?")


# -- names -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Mike", "Mike"),
        ("  Van   Zele ", "Van Zele"),
        ("a\nb\tc\u2028d", "a b c d"),
        ("\x1b[31mRed\x07", "[31mRed"),
        ("[bold]Ann[/]", "[bold]Ann[/]"),
        ("\u202eevil\u200b\ufeff", "evil"),
        ("e\u0301ric", "éric"),
        ("", "Somebody"),
        ("\x00\x1b", "Somebody"),
        ("x" * 100, "x" * NAME_LENGTH),
        ("\x00" * 5000 + "y", "Somebody"),
        ("日本", "日本"),
    ],
)
def test_clean_names(name: str, shown: str) -> None:
    assert clean(name) == shown


@given(st.text(max_size=200))
def test_clean_names_are_harmless(name: str) -> None:
    shown = clean(name)
    assert shown.isprintable()
    assert 0 < len(shown) <= NAME_LENGTH
    assert clean(shown) == shown


def test_listing_and_counting() -> None:
    assert [listing("abc"[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert [counted(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert counted(2, "Person", "People") == "2 People"


# -- where the Slack comes from, and what the tracks of each edition do next -----------------------

TABLES = (*EDITIONS[1:], "goth+cthulhu", "geek+grunt", "+".join(EDITIONS))
STEPS = 900
HOUSEHOLD = re.compile(r"\b(rooms?|roles?|roommates?|players?)\b")


@pytest.mark.parametrize("name", TABLES)
def test_the_parts_add_up_and_every_word_is_the_tables_own(name: str) -> None:
    editions = tuple(name.split("+"))
    source = Stream(1).fork(name)
    options = {n: o.values[-1] for n, o in options_for(editions).items() if n != "hand"}
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
    assert asked.text == "Ann: play which Thing for free, thanks to Deep Westley?"
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
    assert asked == ("Ann: what kind of role comes next?", options)


# -- words of the table ----------------------------------------------------------------------------


def of(*editions: str) -> Game:
    return Game(cards(editions), ("A", "B"))


def test_refusals_in_the_words_of_the_table() -> None:
    text = Refusal("needs a Nookie in another room", ("RUL-20",))
    assert refused(text, of("grunt")) == "needs a Nookie in someone else's quarters"
    about = Refusal("not for your kind of role", ("COMBO-GRUNT-2",))
    assert refused(about, of("geek")) == "not for your kind of Job"
    assert refused(about, of("geek", "grunt")) == about.text


def test_rooms_and_roles_by_their_names() -> None:
    grunt, mix = of("grunt"), of("geek", "grunt")
    assert (room_is(grunt), word(grunt, "player")) == ("quarters are", "soldier")
    assert (room_is(mix), word(mix, "role")) == ("room is", "role")
    infantry, neutral = mix.catalog.named("Infantry")[0], mix.catalog.neutral_role
    assert role_word(mix.catalog, mix.faces[infantry]) == "MOS"
    assert role_word(mix.catalog, mix.faces[neutral]) == "role"


# -- every verb, and refusals that say what would be needed ----------------------------------------

EARN, CHARM = (Effect(verb, {"amount": 1}) for verb in ("earn", "charm"))
VALUES: dict[str, tuple[object, ...]] = {
    "filter": (("Food",), ("Food", "Booze"), ("Booze", "invited")),
    "number": (-1, 1, 2),
    "who": WHO,
    "whose": WHOSE,
    "until": UNTIL,
    "by": BY,
    "effects": ((), (EARN,), (EARN, CHARM)),
    "flag": (False, True),
}


def test_every_verb_has_words_of_its_own() -> None:
    assert VERB_PHRASES.keys() == VERBS.keys()
    assert len(set(VERB_PHRASES.values())) == len(VERB_PHRASES)


@pytest.mark.parametrize("verb", VERBS)
def test_every_value_of_a_parameter_tells(verb: str) -> None:
    params = {name: VALUES[spec.type][-1] for name, spec in VERBS[verb].params.items()}
    for name, spec in VERBS[verb].params.items():
        values = VALUES[spec.type]
        told = {phrase(Effect(verb, {**params, name: value})) for value in values}
        assert len(told) == len(values), name


def test_the_text_of_a_card_is_not_looked_at() -> None:
    face = cards().faces[cards().named("Bad Boss")[0]].copy()
    face.text = "Something else."
    assert effects_of(face) == (
        "misfortune; on another player only; the target's Slack Goal changes by +2"
    )


@pytest.mark.parametrize(
    ("name", "needs"),
    [
        ("Bum", "a Cigarettes card in another room"),
        ("Breakup", "an S.O. in play"),
        ("Sucks to Be You!", "a matching card in play"),
    ],
)
def test_what_a_card_is_played_on(name: str, needs: str) -> None:
    game = Game(cards(), ("Ann", "Bo"))
    face = game.faces[game.catalog.named(name)[0]]
    problem = target_problem(game, 0, face, NOBODY, NOTHING)
    assert problem is not None
    assert problem.text == f"needs {needs}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_refusals_by_every_card(edition: str) -> None:
    """Only a pest of Geek forbids by GEEK-2, and only a role by the clause about roles."""
    game = Game(cards((edition,)), ("Ann", "Bo"))
    for face in game.faces:
        if face.target == CARD_TARGET:
            problem = target_problem(game, 0, face, NOBODY, NOTHING)
            assert problem is not None
            assert problem.text.startswith("needs a")
            assert len(problem.text) <= 60
        if face.stands & FORBID:
            game.stands[0], game.has[0] = (face.number,), face.stands
            problem = forbidden(game, 0, face.forbid.index(True))
            assert problem is not None
            assert set(problem.clauses) <= clauses().keys()
            assert ("GEEK-2" in problem.clauses) == (face.name == "Psycho Ex")
            assert (problem.clause == "R-ROLE-6") == (face.kind == "role")
