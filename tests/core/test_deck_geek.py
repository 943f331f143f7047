"""The Geek deck is the one that was promised: counts, copies, and the facts of the given cards."""

from tests.core.deck_facts import Deck, Fact, RoleFact, deed, deeds

DECK = Deck("geek")


ROLE_FACTS = [
    RoleFact("Slacker", (1, 1), (4, 4), (deed("bonus", what=("TV",), amount=1),)),
    RoleFact(
        "Drummer", (1, 1), (2, 3), (deed("bonus", what=("Nookie",), amount=1), deed("immune"))
    ),
    RoleFact("Temp", (2, 4), (2, 2), (deed("immune"),)),
    RoleFact(
        "Tech Support", (3, 3), (2, 2), (deed("bonus", what=("Net", "Computer"), amount=1),), 20
    ),
    RoleFact(
        "Web Designer",
        (4, 4),
        (2, 2),
        (deed("reward", what=("Surf the Net",), amount=2, by="anybody"),),
    ),
    RoleFact("Waitstaff", (2, 3), (3, 3), (deed("bonus", what=("Sleep",), amount=1),)),
    RoleFact("Corporate Drone", (5, 5), (1, 1), (deed("hand", amount=1),)),
    RoleFact(
        "Professional Research Subject",
        (3, 3),
        (3, 3),
        (deed("forbid", what=("Booze", "Weed", "Shrooms")),),
    ),
    RoleFact("Campus Job", (3, 3), (2, 2), None),
    RoleFact("T.A.", (2, 2), (3, 3), None),
    RoleFact("Security Guard", (3, 3), (2, 2), (deed("no-time", what=("Sleep",)),)),
]

RPG_FAN = (deed("bonus", what=("RPG",), amount=1),)
NO_SLEEP = (deed("cancel", what=("Sleep",)),)
LIFE_FACTS = [
    # Persons
    Fact("Hungry Girl", "person", effects=(deed("pest", what=("Food",)),)),
    Fact("Clumsy Drunk", "person", effects=(deed("pest", what=("Booze",)),)),
    Fact(
        "Choad Warrior",
        "person",
        effects=(deed("pest", what=("Food", "Booze", "Weed", "Live-In S.O.")),),
    ),
    Fact(
        "Psycho Ex",
        "person",
        effects=(deed("pest", what=("S.O.", "invited")), deed("forbid", what=("Nookie",))),
    ),
    Fact(
        "Live-In S.O.",
        "person",
        "S.O.",
        slack=1,
        effects=(deed("sure", what=("Nookie",), amount=3),),
        copies=2,
    ),
    Fact("TV Queen", "person", slack=1, effects=(deed("bonus", what=("TV",), amount=1),)),
    Fact("Gamer Goth", "person", slack=1, effects=RPG_FAN, guest=True),
    Fact("Mr. Gamer", "person", slack=1, effects=RPG_FAN),
    Fact("Some Random Person", "person", slack=1, effects=(deed("stranger"),)),
    Fact(
        "Beckett",
        "person",
        "Pet Dog",
        slack=1,
        effects=(deed("scare", what=("Cat",)), deed("cling")),
    ),
    # Activities
    Fact("Sleep", "activity", "Sleep", slack=1, copies=9),
    Fact("Sloths: Nature's Sedatives", "activity", "TV Sleep", slack=1),
    Fact("Talk Show", "activity", "TV", slack=1),
    Fact("Nookie at Jimmy's", "activity", "Nookie", slack="die-1"),
    Fact("Surf the Net", "activity", "Net", slack=2, copies=4),
    Fact("RPGs", "activity", "RPG", slack=2, copies=3),
    Fact(
        "Hang Out at Café",
        "activity",
        "Cafe",
        cost=1,
        slack=2,
        effects=(deed("discount", what=("Cafe",), amount=1),),
        copies=4,
    ),
    Fact(
        "Tattoo",
        "activity",
        "Body",
        cost=2,
        slack=3,
        effects=(deed("permanent"), deed("income-cap", amount=4)),
    ),
    Fact(
        "Piercing",
        "activity",
        "Body",
        cost=1,
        slack=2,
        effects=(deed("income-limit", amount=3),),
    ),
    # Things
    Fact("Ultra-Slims", "thing", "Cigarettes", cost=1, slack=1),
    Fact("Cigarettes", "thing", "Cigarettes", cost=1, slack=1),
    Fact("Menthol Cloves", "thing", "Cigarettes", cost=2, slack=2, guest=True),
    Fact("NT Server Docco", "thing", "Book", cost=3, slack=3),
    Fact(
        "Nookienomicon",
        "thing",
        "Book",
        cost=3,
        slack=2,
        effects=(deed("bonus", what=("Nookie",), amount=1),),
        guest=True,
    ),
    Fact("Microwave Popcorn", "thing", "Food", cost=1, slack=1),
    Fact("White Russian", "thing", "Booze", cost=2, slack=2),
    Fact("Beer", "thing", "Booze", cost=1, slack=1),
    Fact("Pizza", "thing", "Food", cost=2, slack=2),
    Fact("Hash Brownies", "thing", "Weed Food", cost=3, slack=3),
    Fact("Shrooms", "thing", "Shrooms", cost=3, slack=4),
    # Whenevers
    Fact("Car Alarm", "whenever", "Noise", effects=NO_SLEEP),
    Fact("Moron with a Chainsaw", "whenever", "Noise", effects=NO_SLEEP),
    Fact("Garbage Truck", "whenever", "Noise", effects=NO_SLEEP),
    Fact("Brain Fart", "whenever", effects=(deed("cancel", what=("Activity",)),)),
    Fact("Bum", "whenever", effects=(deed("take", what=("Cigarettes",)),)),
    Fact("Change in Couch", "whenever", "Money", effects=(deed("income", amount=1),)),
    Fact("Narcolepsy", "whenever", effects=(deed("time", amount=1),)),
    Fact("Call in Sick", "whenever", effects=(deed("time", amount=1),)),
    Fact(
        "Extra Shift",
        "whenever",
        "Role",
        effects=(
            deed("income", amount=2, who="target"),
            deed("time", amount=-1, who="target"),
        ),
        misfortune=True,
    ),
    Fact(
        "Raise",
        "whenever",
        "Role",
        effects=(
            deed("lasting", until="end of game", who="you", effects=(deed("earn", amount=1),)),
        ),
        copies=2,
    ),
    Fact("Bad Boss", "whenever", "Role", effects=(deed("goal", amount=2),), misfortune=True),
    Fact("You're Fired!", "whenever", "Role", effects=(deed("new-role"),), misfortune=True),
    Fact("New Job", "whenever", "Role", effects=(deed("new-role", who="you"),)),
    Fact("Tuition Due", "whenever", "Money", effects=(deed("bill", amount=2),)),
    Fact(
        "Get a Life",
        "whenever",
        effects=(
            deed(
                "lasting",
                until="end of next turn",
                effects=(deed("forbid", what=("TV", "Net", "Computer", "RPG")),),
            ),
        ),
    ),
    Fact(
        "Sucks to Be You!",
        "whenever",
        effects=(deed("trash", what=("Person", "Thing", "Activity", "Whenever")),),
    ),
    Fact("No Pets!", "whenever", effects=(deed("trash-all", what=("Pet",)),)),
    Fact("Breakup", "whenever", effects=(deed("trash", what=("S.O.",)),)),
]


# -- given cards -----------------------------------------------------------------------------------


def test_computer_games_come_twice_and_once_with_an_avatar() -> None:
    games = [DECK.catalog.faces[number] for number in DECK.catalog.named("Computer Games")]
    assert [(f.copies, f.guest) for f in games] == [(2, False), (1, True)]
    for face in games:
        assert (face.kind, face.categories, face.cost) == ("activity", ("Computer",), 0)
        assert (face.printed_slack, face.effects) == (2, ())


def test_gamestation_costs_five() -> None:
    face = DECK.named("GameStation")
    assert (face.kind, face.categories, face.cost) == ("thing", ("Electronics",), 5)
    assert face.slack > 0


def test_whom_given_cards_may_be_played_on() -> None:
    others = ("Tuition Due", "Bad Boss", "You're Fired!", "Get a Life")
    assert {DECK.named(name).on for name in others} == {"others"}
    assert {DECK.named(name).on for name in ("Extra Shift", "No Pets!")} == {"anybody"}


# -- counts ----------------------------------------------------------------------------------------


def test_guests_can_be_left_out() -> None:
    guests = {(f.name, f.copies) for f in DECK.faces if f.guest}
    names = ("Gamer Goth", "Menthol Cloves", "Nookienomicon", "Computer Games")
    assert guests == {(name, 1) for name in names}
    assert len(DECK.catalog.life(guests=False)) == 198


def test_only_the_named_cards_come_more_than_once() -> None:
    several = DECK.several()
    assert several == {
        "Sleep": 9,
        "Surf the Net": 4,
        "Hang Out at Café": 4,
        "RPGs": 3,
        "Computer Games": 2,
        "Live-In S.O.": 2,
        "Raise": 2,
    }


def test_four_cats() -> None:
    cats = DECK.within("Cat")
    assert len(cats) == 4
    assert {(f.kind, f.categories, f.slack) for f in cats} == {("person", ("Pet", "Cat"), 1)}


def test_noise_is_what_cancels_sleep() -> None:
    noise = DECK.within("Noise")
    assert len(noise) > 3
    assert all(deeds(f) == NO_SLEEP for f in noise)


def test_role_misfortunes() -> None:
    bad = {f.name for f in DECK.life if f.misfortune}
    assert bad >= {"You're Fired!", "Bad Boss", "Extra Shift"}
