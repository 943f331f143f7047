"""Tables of the other editions and of a mix, each at a moment that only they know."""

from collections.abc import AsyncIterator
from typing import Final

from tests.chez_tui.driver import Player, SetTable

GREEK: Final = """
edition: greek
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
edition: goth
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
edition: grunt
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
edition: cthulhu
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
edition: geek + greek + goth + grunt + cthulhu
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


async def editions(pam: Player) -> AsyncIterator[str]:
    await pam.sit(SetTable(GREEK))
    yield "greek"
    await pam.press("tab")
    yield "greek-standing"
    await pam.close()
    await pam.sit(SetTable(GOTH))
    yield "goth"
    await pam.close()
    await pam.sit(SetTable(GRUNT, dice=(5, 1)))
    await pam.hand("Hole in the Fence")
    await pam.others_pass()
    yield "grunt"
    await pam.hand("Canteen Moonshine")
    await pam.press("b")
    await pam.others_pass()
    yield "grunt-caught"
    await pam.close()
    treated = SetTable(CTHULHU, dice=(4,))
    await pam.sit(treated)
    treated.move("Ada: call Deep Westley to Pam")
    await pam.press("space")
    await pam.others_pass()
    yield "cthulhu"
    await pam.close()
    await pam.sit(SetTable(MIX))
    yield "mix"
    await pam.press("tab")
    yield "mix-standing"
