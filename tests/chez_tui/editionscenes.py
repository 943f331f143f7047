"""Tables of the other editions and of a mix, each at a moment that only they know."""

from collections.abc import AsyncIterator
from typing import Final

from core.catalog import EDITIONS
from tests.chez_tui.driver import Player, SetTable

GREEK: Final = """
players: Pam; Ada; Bix; Cleo; Dov
Pam is Chemistry
Pam holds: Schpitz; Hometown S.O.; Sleep; Spring Break; Days of Our Midterms; Band Practice
Pam has: The Legacy; Social Chair; Dean Fluffington; Kegstand; Jello Shots; Surf the Net
Pam slack: 9
Ada is Football
Ada has: Drinking-Game Referee; Padlocked Cooler; Lab Rats; Beer Pong League
Bix is Babes
Bix has: Hall Closet Nookie =4; Sleep
Bix slack: 6
Cleo is Botany
Cleo has: Dorm Shower Fungus; Suspiciously Tall Ficus; Eager R.A.
Dov is Undeclared
table: Homecoming
turn: Pam, call
"""
GOTH: Final = """
players: Pam; Ada; Bix; Cleo; Dov
Pam is Barista
Pam holds: Void; Moping; Sleep; Absinthe; Basket of Kittens; Mr. Sunbeam
Pam has: Coffin; Ankh; Blog
Pam gloom: 4
Ada is Poet
Ada has: The Undying Crush; Velvet Cape; Paint Windows Black
Ada gloom: 2
Bix is Video Clerk
Bix has: Cousin Sunny; Torn Fishnets
Cleo is Artiste
Cleo gloom: 6
Cleo has: Professional Mourner
Dov is Morgue Attendant
turn: Pam, call
"""
GRUNT: Final = """
players: Pam; Ada; Bix; Cleo; Dov
Pam is Special Forces
Pam holds: Canteen Moonshine; Sleep; MRE; Firing Range; Reveille; Hole in the Fence
Pam has: The Colonel; Soju; Night Vision Goggles; Cigars of Unclear Origin
Ada is Infantry
Ada has: Battle Buddy; Sleep; MRE =-2
Bix is Cook
Bix has: Beef Jerky; Souvenir Mortar Round
Cleo is MP
Cleo has: Good Conduct Medal; Dress Uniform
Dov is Supply
turn: Pam, free time
"""
CTHULHU: Final = """
players: Pam; Ada; Bix; Cleo; Dov
Pam is Gravedigger
Pam holds: Bean Sprouts; Elder Sign; Canned Worms; Ironic T-Shirt; Sleep; Mutation
Pam has: Hastur; Arne the Omnivore; Tentacle in a Jar; Idol Nobody Dusts
Pam madness: 4
Ada is Lackey
Ada holds: Deep Westley; Sleep
Ada madness: 8
Ada has: Inky; Read Aloud from the Book
Bix is Dog Walker
Bix madness: 9
Bix slack: 4
Bix has: Tiny; The Gibberer on the Futon
Cleo is Sushi Chef
Dov is Temple Intern
Dov slack: 2
turn: Ada, call
"""
MIX: Final = """
players: Pam; Ada; Bix; Cleo; Dov; Emi; Fitz; Gus
Pam is Barista + Infantry
Pam holds: Shrooms; Sleep; Moping; Sloths: Nature's Sedatives; Bean Sprouts; Firing Range
Pam has: TV Queen; Ankh; MRE =2; Tentacle in a Jar
Pam gloom: 3
Pam madness: 6
Pam slack: 7
Ada is Tech Support + Cook
Ada madness: 2
Ada has: Surf the Net; Beer; Beef Jerky
Bix is Botany + MP
Bix has: The Legacy; Jello Shots
Cleo is Lackey + Supply
Cleo madness: 9
Cleo slack: 4
Cleo has: Hastur; Manga Girl; Canned Worms
Dov is Poet + Tanker
Dov gloom: 5
Dov madness: 1
Dov has: Void; Paint Windows Black
Emi is Chemistry + EOD
Fitz is Waitstaff + Special Forces
Fitz has: Choad Warrior
Gus is Gravedigger + Army Band
Gus has: Dress Uniform
table: Alumni Week
turn: Pam, free time
"""


def table(edition: str, text: str, dice: tuple[int, ...] = ()) -> SetTable:
    return SetTable(text, dice=dice, editions=(edition,))


def mixed() -> SetTable:
    return SetTable(MIX, editions=EDITIONS)


async def passed(pam: Player, table: SetTable) -> None:
    """Everybody else lets the announcement happen."""
    while table.game.stack and (others := [s for s in table.game.waiting() if s > 0]):
        table.move(f"{table.names.seats[others[0]]}: pass")
    await pam.rest()


async def editions(pam: Player) -> AsyncIterator[str]:
    app = pam.app
    app.open_table(table("greek", GREEK), (0,))
    await pam.rest()
    yield "greek"
    await pam.press("tab")
    yield "greek-standing"
    app.pop_screen()
    await pam.rest()
    app.open_table(table("goth", GOTH), (0,))
    await pam.rest()
    yield "goth"
    app.pop_screen()
    await pam.rest()
    caught = table("grunt", GRUNT, dice=(5, 1))
    app.open_table(caught, (0,))
    await pam.rest()
    await pam.hand("Hole in the Fence")
    await passed(pam, caught)
    yield "grunt"
    await pam.hand("Canteen Moonshine")
    await pam.press("b")
    await passed(pam, caught)
    yield "grunt-caught"
    app.pop_screen()
    await pam.rest()
    treated = table("cthulhu", CTHULHU, dice=(4,))
    app.open_table(treated, (0,))
    await pam.rest()
    treated.move("Ada: call Deep Westley to Pam")
    await pam.rest()
    await pam.press("space")
    await passed(pam, treated)
    yield "cthulhu"
    app.pop_screen()
    await pam.rest()
    app.open_table(mixed(), (0,))
    await pam.rest()
    yield "mix"
    await pam.press("tab")
    yield "mix-standing"
    app.pop_screen()
    await pam.rest()
