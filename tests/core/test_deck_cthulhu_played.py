"""The texts of the Cthulhu deck come true: Madness, Sacrifices, Tentacles and Pets, played."""

from functools import cache

from core.catalog import Catalog, load_catalog
from core.game import Game
from core.notation import check


@cache
def cards(editions: tuple[str, ...]) -> Catalog:
    return load_catalog(editions)


def played(*lines: str, players: str = "Ann; Bo; Cy") -> Game:
    return check("\n".join(("edition: cthulhu", f"players: {players}", *lines)), cards)


def test_the_idol_makes_mad_and_pays_the_utterly_mad() -> None:
    played(
        "Ann is Lackey",
        "Ann has: Idol Nobody Dusts; Pop-Up Book of the Damned",
        "Ann madness: 8",
        "turn: Ann, draw",
        "expect Ann slack 4",
        "Ann: next",
        "Ann: next",
        "expect Ann madness 9",
        "expect Ann tokens 1",
        "expect Ann slack 6",
    )


def test_the_gibberer_maddens_as_he_enters_and_when_he_stays() -> None:
    played(
        "Ann holds: The Gibberer on the Futon",
        "Bo is Lackey",
        "turn: Ann, call",
        "Ann: call The Gibberer on the Futon to Bo",
        "expect Bo madness 1",
        "Ann: end",
        "roll 3",
        "Bo: evict The Gibberer on the Futon to Ann",
        "expect Bo madness 2",
        "Bo: end",
        "Cy: end",
        "Ann: end",
        "roll 4",
        "Bo: evict The Gibberer on the Futon to Ann",
        "expect Bo madness 2",
        "expect Ann madness 1",
    )


def test_the_therapist_is_paid_for_taking_madness_away() -> None:
    played(
        "Ann is Lackey",  # Income 2
        "Ann has: Well-Meaning Therapist",
        "Ann madness: 2",
        "turn: Ann, roll",
        "Ann: keep Well-Meaning Therapist",
        "expect Ann madness 1",
        "expect Ann income 1",
        "expect Ann slack -2",
    )


def test_the_tinfoil_hat_keeps_them_out() -> None:
    played(
        "Ann holds: Great Old Aunt; Well-Meaning Therapist; The Gibberer on the Futon",
        "Bo has: Tinfoil Hat",
        "turn: Ann, call",
        "refuse Ann: call Great Old Aunt to Bo because RUL-24",
        "refuse Ann: call Well-Meaning Therapist to Bo because RUL-24",
        "refuse Ann: call The Gibberer on the Futon to Bo because RUL-24",
        "Ann: call Great Old Aunt to Cy",
        "expect Cy slack -1",
    )


def test_a_volunteer_is_worth_more_than_his_slack() -> None:
    played(
        "Ann has: Willing Volunteer; Ceremonial Cheese Knife",
        "Ann holds: Sacrifice Somebody Sweet",
        "Bo is Temple Intern",
        "Cy has: Choir Practice in the Cellar",
        "turn: Ann, free time",
        "Ann: play Sacrifice Somebody Sweet on Ann's Willing Volunteer",
        "expect discard: Willing Volunteer",
        "expect Ann tokens 5",  # 3, and 1 each for the Volunteer and the Knife
        "expect Bo tokens 1",
        "expect Cy tokens 1",
    )


def test_each_sacrifice_wants_its_own_victim() -> None:
    played(
        "Ann has: Great Old Aunt; Tiny; Something Followed You Home",
        "Ann holds: Sacrifice the Freeloader; Sacrifice the Goldfish",
        "Bo has: Robed Recruiter",
        "Bo holds: Sacrifice Somebody Else's Guest",
        "turn: Ann, free time",
        "refuse Ann: play Sacrifice the Freeloader on Ann's Tiny",
        "refuse Ann: play Sacrifice the Goldfish on Ann's Great Old Aunt",
        "Ann: play Sacrifice the Freeloader on Ann's Great Old Aunt",
        "expect Ann tokens 2",
        "Ann: play Sacrifice the Goldfish on Ann's Something Followed You Home",
        "expect Ann tokens 4",
        "expect Ann hand 1",
        "refuse Bo: play Sacrifice Somebody Else's Guest on Bo's Robed Recruiter",
        "Bo: play Sacrifice Somebody Else's Guest on Ann's Tiny",
        "expect Ann has not: Tiny",
        "expect Bo tokens 1",
    )


def test_a_full_moon_takes_welcome_and_unwelcome() -> None:
    played(
        "Ann free time: 1",
        "Ann has: Great Old Aunt",
        "Ann holds: Sacrifice Under a Full Moon",
        "turn: Ann, free time",
        "Ann: do Sacrifice Under a Full Moon on Ann's Great Old Aunt",
        "expect discard: Great Old Aunt",
        "expect Ann slack 2",
    )


def test_inky_helps_every_other_tentacle() -> None:
    played(
        "Ann has: Inky; Canned Worms; Tentacle in a Jar",
        "expect Ann slack 6",
        "expect Ann's Inky worth 1",
        "expect Ann's Canned Worms worth 3",
    )


def test_the_cat_sees_things_on_a_low_roll() -> None:
    played(
        "Ann is Lackey",
        "Ann has: The Cat Who Stares at Corners",
        "turn: Ann, roll",
        "roll 3",
        "Ann: keep The Cat Who Stares at Corners",
        "expect Ann madness 1",
    )


def test_greens_make_hungry_and_calamari_defend_themselves() -> None:
    played(
        "Ann income: 3",
        "Ann free time: 1",
        "Ann holds: Graveyard Greens; Calamari That Fights Back; Arne the Omnivore",
        "turn: Ann, call",
        "Ann: call Arne the Omnivore to Ann",
        "Ann: shop Graveyard Greens",
        "expect waiting Ann",
        "Ann: shop Calamari That Fights Back",
        "expect Ann income 0",
        "expect Ann slack 5",
        "Ann: end",
        "Bo: end",
        "Cy: end",
        "Ann: next",
        "Ann: keep Arne the Omnivore",
        "expect Ann has: Calamari That Fights Back",
    )


def test_bathtub_ichor_is_for_the_neighbors_and_hallucinations_for_all_others() -> None:
    played(
        "Ann income: 3",
        "Ann free time: 1",
        "Ann holds: Bathtub Ichor; Group Hallucination",
        "turn: Ann, free time",
        "Ann: shop Bathtub Ichor",
        "expect Bo madness 1",
        "expect Cy madness 0",
        "expect Di madness 1",
        "Ann: play Group Hallucination",
        "expect Cy madness 1",
        "expect Di madness 2",
        "expect Ann madness 0",
        players="Ann; Bo; Cy; Di",
    )


def test_whispers_and_nightmares_and_the_sign_against_them() -> None:
    played(
        "Ann holds: Whispers in the Drain; Share Your Nightmares; Elder Sign",
        "Ann madness: 2",
        "turn: Ann, free time",
        "Ann: play Whispers in the Drain on Bo",
        "expect Bo madness 3",
        "refuse Ann: play Share Your Nightmares on Ann",
        "Ann: play Share Your Nightmares on Bo",
        "expect Bo madness 5",
        "expect Ann madness 1",
        "Ann: play Elder Sign on Ann",
        "expect Ann madness 0",
    )


def test_the_test_pattern_maddens_whoever_watches() -> None:
    played(
        "Ann free time: 1",
        "Ann holds: Sleep",
        "Bo holds: Test Pattern That Whispers",
        "turn: Ann, free time",
        "Ann: do Sleep",
        "Bo: throw Test Pattern That Whispers",
        "expect Ann has: Test Pattern That Whispers",
        "expect Ann madness 2",
        "expect Bo madness 0",
    )


def test_the_abyss_is_never_a_failure() -> None:
    played(
        "Ann income: 3",
        "Ann free time: 1",
        "Ann holds: Stare into the Abyss",
        "turn: Ann, free time",
        "roll 1",
        "Ann: do Stare into the Abyss",
        "expect Ann's Stare into the Abyss worth 1",
        "expect Ann madness 3",
    )


def test_non_euclidean_nookie_maddens_only_if_it_succeeds() -> None:
    for die, madness in (("1", 0), ("2", 1)):
        played(
            "Ann income: 2",
            "Ann free time: 1",
            "Ann holds: Non-Euclidean Nookie",
            "turn: Ann, free time",
            f"roll {die}",
            "Ann: do Non-Euclidean Nookie",
            f"expect Ann madness {madness}",
            f"expect Ann tokens {madness}",
        )


def test_a_prophecy_maddens_or_finds_a_new_job() -> None:
    for die, role, madness in (("3", "Lackey", 2), ("4", "Dog Walker", 0)):
        played(
            "Ann holds: Mistranslated Prophecy",
            "Bo is Lackey",
            "roles: Dog Walker",
            "turn: Ann, free time",
            f"roll {die}",
            "Ann: play Mistranslated Prophecy on Bo",
            f"expect Bo role {role}",
            f"expect Bo madness {madness}",
        )


def test_a_crawling_tattoo_stays_for_good() -> None:
    played(
        "Ann has: Tattoo That Crawls",
        "Bo holds: The Corner Ate It",
        "turn: Bo, free time",
        "refuse Bo: play The Corner Ate It on Ann's Tattoo That Crawls",
    )


def test_something_that_followed_you_home_is_a_pet() -> None:
    played(
        "Ann is Dog Walker",
        "Ann holds: Something Followed You Home; Walk Whatever Is on the Leash",
        "Ann free time: 1",
        "Bo holds: Possessed",
        "turn: Ann, free time",
        "Ann: play Something Followed You Home",
        "expect Ann slack 2",
        "Ann: do Walk Whatever Is on the Leash",
        "expect Ann slack 4",
        "Bo: play Possessed on Ann's Something Followed You Home",
        "expect Ann's Something Followed You Home worth -1",
    )


def test_the_dead_come_back() -> None:
    played(
        "Ann income: 2",
        "Ann free time: 1",
        "Ann holds: Exhumation; Family Reunion by the Sea",
        "discard: Tiny; Sleep; Ironic T-Shirt; Group Therapy",
        "turn: Ann, free time",
        "Ann: play Exhumation",
        "Ann: choose Ironic T-Shirt",
        "expect Ann holds: Ironic T-Shirt",
        "Ann: do Family Reunion by the Sea",
        "expect Ann holds: Tiny",
    )


def test_therapy_is_for_everybody() -> None:
    played(
        "Ann free time: 1",
        "Ann holds: Group Therapy",
        "Ann madness: 2",
        "Bo madness: 8",
        "Cy madness: 9",
        "turn: Ann, free time",
        "Ann: do Group Therapy",
        "expect Ann madness 1",
        "expect Bo madness 7",
        "expect Cy madness 9",
    )
