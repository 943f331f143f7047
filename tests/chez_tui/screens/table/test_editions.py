"""The other editions and a mix at the table screen: games by keys, and what is to be seen there."""

from chez_tui.kit.lines import cells_in_ascii
from chez_tui.kit.reader import ReaderScreen
from chez_tui.play.choices import TARGETS, TREAT
from chez_tui.settings import Settings
from core.actions import DO, EVICT, PASS, SHOP
from core.catalog import EDITIONS
from core.events import CAUGHT, MADNESS, PARTY
from core.state import CALL_PHASE
from net.sessions.highlights import highlights, told
from net.sessions.replay import Replay
from tests.chez_tui.brains import Clever
from tests.chez_tui.driver import LARGE, SMALL, Player, SetTable, dealt, sitting, unseen
from tests.chez_tui.scenes import CTHULHU, GOTH, GREEK, GRUNT, MIX
from tests.chez_tui.screens.table.test_screen import whole


async def test_the_end_tells_of_parties_and_of_whom_they_caught() -> None:
    seen = [0, 0, 0]
    for seed in range(20):
        table = dealt(("Pam", "Ada", "Bix"), ("", "easy", "easy"), seed, EDITIONS)
        await unseen(table, Clever(seed))
        replay = Replay(table.session(0).record())
        found = highlights(replay)
        events = [event for step in replay.steps for event in step.events]
        counts = [sum(found.parties), sum(found.caught), sum(found.madness)]
        assert counts == [
            sum(event.kind == PARTY for event in events),
            sum(event.kind == CAUGHT for event in events),
            sum(max(0, event.n) for event in events if event.kind == MADNESS),
        ]
        seen = [one + other for one, other in zip(seen, counts, strict=True)]
        if all(seen):
            break
    assert all(seen)
    titles = dict(told(found._replace(parties=(1, 0, 2), caught=(0, 3, 0)), replay.final))
    assert (titles["Parties thrown"], titles["Caught"]) == ("Bix 2, Pam 1", "Ada 3")


PEOPLE = "players: Pam; Ada; Bix\nPam is Botany\nAda is Tech Support\nBix is T.A.\n"

# -- a Thing for nothing ---------------------------------------------------------------------------


async def treated(pam: Player) -> None:
    """Ada has just brought Deep Westley into Pam's room."""
    await pam.moved("Ada: call Deep Westley to Pam")
    await pam.press("space")
    await pam.others_pass()
    assert pam.desk.mode == TREAT


async def test_a_treat_is_played_for_free_or_passed() -> None:
    async with sitting(SetTable(CTHULHU, dice=(4,))) as pam:
        await treated(pam)
        assert "space pass" in pam.text.splitlines()[-1]
        await pam.press("b")
        assert pam.prompt.startswith("No trip here: Enter on a Thing plays it. space ")
        await pam.hand("Sleep")
        assert pam.prompt == "Not for Deep Westley (CTH-5). space plays nothing"
        await pam.hand("Canned Worms")
        assert pam.done(SHOP)
        await pam.others_pass()
        assert "Canned Worms" in [pam.game.printed(c).name for c in pam.game.rooms[0]]
        assert "Pam plays Canned Worms for free" in pam.log
        assert pam.game.phase == CALL_PHASE
        whole(pam.game)
    text = CTHULHU.replace("Bean Sprouts; ", "").replace("Canned Worms; ", "")
    async with sitting(SetTable(text, dice=(4,)), LARGE) as pam:
        await treated(pam)
        assert pam.prompt == "Deep Westley treats you, but nothing fits. space plays nothing"
        held = list(pam.game.hands[0])
        await pam.press("d")  # about windows, and this is none
        assert pam.desk.mode == TREAT
        await pam.press("space")
        assert pam.done(PASS)[-1].ref
        assert pam.game.hands[0] == held
        assert pam.game.waiting() == (1,)


# -- getting rid of People where the place comes first ---------------------------------------------


async def test_the_place_is_said_before_the_roll() -> None:
    text = CTHULHU.replace("turn: Ada, call", "turn: Pam, roll\nroll 1; 1")
    async with sitting(SetTable(text, dice=(6,)), config=Settings(auto_next=False)) as pam:
        await pam.press("e")
        await pam.choose(lambda item: item.actions[0].kind == EVICT)
        assert pam.desk.mode == TARGETS
        assert (
            pam.prompt == "Choose where Arne the Omnivore goes, then roll. Enter chooses Bix's room"
        )
        assert pam.items[0].text == "Bix's room", "the leader first"
        assert len(pam.items) == 5
        assert pam.items[-1].text == "the discard pile"
        await pam.press("escape")
        assert "Evict which guest?" in pam.prompt
        await pam.choose(lambda item: item.actions[0].kind == EVICT)
        await pam.choose(lambda item: item.text.startswith("Bix's"))
        assert pam.done(EVICT)[-1].to == 2


# -- tracks ----------------------------------------------------------------------------------------


async def test_tracks_and_roles_are_explained_to_who_looks_at_them() -> None:
    """How they stand in a line for each player, pictures show."""
    async with sitting(SetTable(GOTH)) as pam:
        await pam.press("tab")
        assert "Slack from: Things 3, Activities 1, Gloom 4, Paint Windows Black 1" in pam.text
        assert "GOTH-3" in pam.text
        await pam.press("escape", "n")
        assert "Pam has no company and loses 1 Gloom" in pam.log
        assert "Gloom 3" in pam.text
    async with sitting(SetTable(CTHULHU)) as pam:
        await pam.press("tab")
        assert "Madness 4 counts -3" in pam.text
        assert "Gravedigger: You get -1" in pam.text
        await pam.press("tab", "down")
        assert "Bix  Dog Walker" in pam.text
        assert f"4/{pam.game.goal(2)} Slack: People 1, tokens 3" in pam.text
        await pam.press("z")
        assert isinstance(pam.app.screen, ReaderScreen)
        assert "Utterly Mad: Madness costs nothing" in pam.text
    async with sitting(SetTable(MIX)) as pam:
        await pam.press("tab", "z")
        assert "Two roles, Barista and Infantry: the numbers of Barista" in pam.text
        assert "MOS" in pam.text
        assert "◆R Job" in pam.text


# -- Weeks and parties -----------------------------------------------------------------------------


async def test_the_week_is_seen_by_everybody() -> None:
    async with sitting(SetTable(GREEK)) as pam:
        await pam.hand("Spring Break")
        await pam.others_pass()
        assert "Homecoming holds" not in pam.text
        assert "Spring Break holds for everyone: +1 Free Time" in pam.text
        assert "Homecoming is over" in pam.log
        assert "Pam starts Spring Break for everyone" in pam.log
        await pam.press("tab", "z")
        while "On the table for everyone:" not in pam.text:
            await pam.press("pagedown")
        for week, whom in (("Spring Break", "Pam and Bix"), ("Hell Week", "Pam")):
            await pam.close(1)
            text = f"edition: geek + greek\n{PEOPLE}table: {week}\nturn: Pam, call\n"
            await pam.sit(SetTable(text))
            assert f"{week} holds for {whom}: " in pam.text
        await pam.open(lambda app: app.look_on(SetTable(MIX).session(None)))
        for size in (SMALL, LARGE):
            await pam.resize(size)
            for words in ("Alumni Week holds for everyone: +1 Income", "Utterly Mad", "Gloom 5"):
                assert words in pam.text
            assert "Bari" in pam.text


async def helped(pam: Player) -> str:
    """All pages of the help."""
    await pam.press("question_mark")
    pages = []
    while not pam.at_table:
        pages.append(pam.text)
        await pam.press("x")
    return "\n".join(pages)


# -- Illicit and Military --------------------------------------------------------------------------


async def test_being_caught_is_seen_with_its_die() -> None:
    async with sitting(SetTable(GRUNT, dice=(5, 1))) as pam:
        assert "no Sleep" not in pam.text.splitlines()[0]
        await pam.hand("Hole in the Fence")
        await pam.others_pass()
        assert "no Sleep" in pam.text.splitlines()[0]
        await pam.hand("Sleep")
        assert "No Sleep or TV after something Illicit (GRUNT-1)" in pam.text
        await pam.hand("Canteen Moonshine")
        await pam.hand("MRE")
        await pam.press("b")
        assert "Illicit: buy Canteen Moonshine alone (GRUNT-1)" in pam.prompt
        await pam.hand("MRE")
        await pam.press("b")
        await pam.others_pass()
        assert pam.log[-2:] == [
            "Pam rolls 1 (needs 2+) to get away with Canteen Moonshine",
            "Pam is caught with Canteen Moonshine and loses it, its Cost, and Free Time now and "
            "next turn",
        ]
        assert "Free Time 0" in pam.text
        await pam.press("tab")
        assert "Next turn: -1 Free Time." in pam.text
        assert "After something Illicit: no Sleep this turn (GRUNT-1)." in pam.text
        whole(pam.game)


async def test_what_is_illicit_needs_no_free_time_and_weed_is_beside_soldiers() -> None:
    text = GRUNT.replace("turn: Pam, free time", "Pam free time: 0\nturn: Pam, free time")
    async with sitting(SetTable(text)) as pam:
        assert pam.prompt == "No Free Time left. Enter marks Canteen Moonshine to buy, n continues"
        assert {a.kind for item in pam.items for a in item.actions} >= {DO, SHOP}
        await pam.close(1)
        await pam.sit(SetTable(MIX))
        assert "■ Shrooms §" in pam.text
        await pam.resize(LARGE)
        assert "Illicit with soldiers around: no" in pam.text
        await pam.close(1)
        await pam.sit(SetTable("players: Pam; Ada\nPam holds: Shrooms\nturn: Pam, free time\n"))
        assert "Illicit" not in pam.text


async def test_stars_and_marks_have_plain_letters_too() -> None:
    for star, mark in ("★§", "*&"):
        config = Settings(pace="instant", ascii=star == "*")
        async with sitting(SetTable(GRUNT), config=config) as pam:
            assert f"The Colonel {star} eats Food, Booze" in pam.text
            await pam.hand("Canteen Moonshine", enter=False)
            assert f"Canteen Moonshine {mark} " in pam.text
            await pam.hand("MRE", enter=False)
            assert f"Food {'-' if star == '*' else '·'} {star} Military" in pam.text
            said = await helped(pam)
            assert " 0 cards" in pam.text, "no cards in hand"
            person = cells_in_ascii("☻") if config.ascii else "☻"
            for sign in (f"Signs: {person} Person", "+4 more ", "2+ is", "pest"):
                assert sign in said
            assert f"{star} is Military" in said
            assert f"{mark} is Illicit." in said
            assert " * " not in said or star == "*", "no sign that isn't on the table"


# -- words -----------------------------------------------------------------------------------------


async def test_soldiers_have_quarters() -> None:
    text = """
    edition: grunt
    players: Pam; Ada
    Pam holds: The Colonel; Barracks Guitarist
    Ada has: Off Limits Sign
    turn: Pam, call
    """
    async with sitting(SetTable(text), config=Settings(auto_next=False)) as pam:
        assert "your quarters are empty" in pam.text
        await pam.hand("Barracks Guitarist")
        assert (
            pam.prompt == "Barracks Guitarist: into which quarters? Enter chooses your own quarters"
        )
        assert [item.text.partition("  (")[0] for item in pam.items] == [
            "your own quarters", "Ada's quarters",
        ]  # fmt: skip
        await pam.choose(lambda item: item.text.startswith("Ada's"))
        assert "into Ada's quarters" in pam.log[-1]
        await pam.press("tab", "z")
        assert "PAM'S QUARTERS" in pam.text
        assert "the quarters are empty" in pam.text
        await pam.press("escape")
        said = await helped(pam)
        assert "soldier" in said
        assert "Illicit cards are worth more" in said
        assert "room" not in said
