"""Reads a notation file: each line into one statement, or an error that says what was expected."""

import re
from collections.abc import Callable
from typing import Final

from core.catalog import Catalog
from core.loader import CardError
from core.notation.claims import parse_claim
from core.notation.lines import Line, NotationError, fold, items, number, shown, statements
from core.notation.moves import parse_move
from core.notation.names import Names, Target, phase, reserved
from core.notation.script import Laying, Refuse, Script, SeatSheet, Sheet, Step, Supply
from core.rules.setup import OptionError, settled_options

Loader = Callable[[tuple[str, ...]], Catalog]

DEFAULT_EDITION: Final = "geek"
MAX_PLAYERS: Final = 8
SEAT_NUMBERS: Final = ("slack", "income", "free time", "goal", "gloom", "madness")
EXPECTED: Final = "a setup line, a move (NAME: ...), roll, role, pick, shuffle:, expect or refuse"

_CLAUSE: Final = re.compile(r"[A-Z]+(-[A-Z0-9]+)+")


def parse(text: str, load: Loader) -> Script:
    """The script of a file; `load` gives the cards of the editions it names."""
    return _Parser(statements(text), load, text.count("\n") + 1).parse()


class _Parser:
    def __init__(self, lines: list[Line], load: Loader, length: int) -> None:
        self.lines = lines
        self.length = length
        self.once: set[str] = set()  # lines of the setup that may not come again
        self.title = ""
        self.rules: list[str] = []
        self.options: dict[str, str] = {}
        self.steps: list[Step] = []
        self.sheet = Sheet()
        self.setup_line = lines[0] if lines else Line(1, "")
        self.begun = False
        self.names = Names(self.catalog(load))
        self.keywords: dict[str, Callable[[Line, str], None]] = {
            "title": self.on_title,
            "rules": self.on_rules,
            "edition": lambda line, rest: None,  # already read
            "option": self.on_option,
            "players": self.on_players,
            "deck": self.on_deck,
            "roles": self.on_roles,
            "role discard": self.on_role_discard,
            "discard": self.on_discard,
            "table": self.on_table,
            "turn": self.on_turn,
        }

    def parse(self) -> Script:
        for line in self.lines:
            self.statement(line)
        if not self.names.seats:
            end = "the end of the file"
            raise NotationError(self.length, "a line players: with two names or more", end)
        return Script(
            self.title, tuple(self.rules), self.names.catalog, self.options, self.names, self.sheet,
            tuple(self.steps), self.setup_line, self.length,
        )  # fmt: skip

    def catalog(self, load: Loader) -> Catalog:
        """The cards must be known before anything else can be read."""
        editions: tuple[str, ...] = (DEFAULT_EDITION,)
        at = self.setup_line
        for line in self.lines:
            head, colon, rest = line.text.partition(":")
            if colon and fold(head.strip()) == "edition":
                self.only_once(line, "edition")
                editions, at = tuple(fold(e.strip()) for e in rest.split("+")), line
        try:
            return load(editions)
        except CardError as error:
            said = error.message if error.path in ("edition", *editions) else str(error)
            raise at.error("editions and card files that can be used", said) from None

    # -- one line --------------------------------------------------------------------------------

    def statement(self, line: Line) -> None:
        head, colon, rest = line.text.partition(":")
        key = fold(head.strip())
        if colon and key in self.keywords:
            self.before_moves(line)
            self.keywords[key](line, rest.strip())
            return
        if colon and key == "shuffle":
            cards = tuple(self.names.card(line, entry) for entry in items(rest))
            if not cards:
                raise line.error("shuffle: and at least one card")
            self.steps.append(Supply(line, "shuffle", cards=cards))
            return
        word, _, rest = line.text.partition(" ")
        match fold(word):
            case "roll":
                self.on_roll(line, rest)
            case "role":
                self.steps.append(Supply(line, "role", (self.names.role(line, rest),)))
            case "pick":
                self.steps.append(Supply(line, "pick", cards=(self.names.card(line, rest),)))
            case "expect":
                self.need_players(line)
                self.begun = True
                self.steps.append(parse_claim(line, rest.strip(), self.names))
            case "refuse":
                self.need_players(line)
                self.begun = True
                self.steps.append(self.refuse(line, rest.strip()))
            case _:
                self.about_seat(line)

    def about_seat(self, line: Line) -> None:
        self.need_players(line)
        expected = EXPECTED
        for seat, rest in self.names.leading_seats(line.text):
            name = self.names.seats[seat]
            if rest.lstrip().startswith(":"):
                self.begun = True
                text = rest.lstrip()[1:].strip()
                self.steps.append(parse_move(line, seat, text, self.names))
                return
            if rest.startswith(" "):
                if self.seat_setup(line, seat, rest.strip()):
                    return
                expected = f"{name}: and a move, or a setup line such as {name} holds: ..."
        raise line.error(expected)

    def refuse(self, line: Line, text: str) -> Refuse:
        clause = ""
        before, because, after = text.rpartition(" because ")
        if because:
            text, clause = before.strip(), after.strip().upper()
            if not _CLAUSE.fullmatch(clause):
                raise line.error("because and a clause such as R-ROLE-6", shown(clause))
        for seat, rest in self.names.leading_seats(text):
            if rest.lstrip().startswith(":"):
                move = parse_move(line, seat, rest.lstrip()[1:].strip(), self.names)
                return Refuse(line, move, clause)
        raise line.error("refuse and a move (NAME: ...)")

    # -- the setup, the table --------------------------------------------------------------------

    def on_title(self, line: Line, rest: str) -> None:
        self.title = rest

    def on_rules(self, line: Line, rest: str) -> None:
        for clause in map(str.upper, items(rest)):
            if not _CLAUSE.fullmatch(clause):
                raise line.error("clauses such as R-PEST-1", shown(clause))
            self.rules.append(clause)

    def on_option(self, line: Line, rest: str) -> None:
        name, _, value = rest.partition(" ")
        if not name or not value.strip():
            raise line.error("option: NAME VALUE")
        self.only_once(line, "option " + fold(name))
        self.options[fold(name)] = fold(value.strip())
        try:
            settled_options(self.options)
        except OptionError as error:
            raise line.error("a table option", str(error)) from None

    def on_players(self, line: Line, rest: str) -> None:
        self.only_once(line, "players")
        seats = items(rest)
        if not 2 <= len(seats) <= MAX_PLAYERS:
            raise line.error(f"2 to {MAX_PLAYERS} players", str(len(seats)))
        for i, name in enumerate(seats):
            if reserved(name):
                raise line.error("a name that isn't a word of the notation", shown(name))
            if fold(name) in map(fold, seats[:i]):
                raise line.error("each player once", f"{shown(name)} again")
        self.names = Names(self.names.catalog, seats)
        self.sheet.seats = [SeatSheet() for _ in seats]
        self.setup_line = line

    def on_deck(self, line: Line, rest: str) -> None:
        self.sheet.deck += self.layings(line, rest)

    def on_discard(self, line: Line, rest: str) -> None:
        self.sheet.discard += self.layings(line, rest)

    def on_roles(self, line: Line, rest: str) -> None:
        roles = tuple(self.names.role(line, entry) for entry in items(rest))
        self.sheet.roles += roles
        self.steps.append(Supply(line, "role", roles, owed=False))

    def on_role_discard(self, line: Line, rest: str) -> None:
        self.sheet.role_discard += [self.names.role(line, entry) for entry in items(rest)]

    def on_table(self, line: Line, rest: str) -> None:
        for entry in items(rest):
            target = Target(seat=None)
            card = self.names.find_card(entry)
            name, on, owner = entry.rpartition(" on ")
            if card is None and on:
                target = Target(seat=self.names.seat(line, owner))
                entry = name
            self.sheet.table.append(self.laying(line, entry)._replace(seat=target.seat))

    def on_turn(self, line: Line, rest: str) -> None:
        self.need_players(line)
        self.only_once(line, "turn")
        seat = self.names.find_seat(rest)
        if seat is None:
            name, comma, word = rest.rpartition(",")
            seat = self.names.seat(line, name if comma else rest)
            self.sheet.phase = phase(line, word)
        self.sheet.turn = seat

    # -- the setup, a player ---------------------------------------------------------------------

    def seat_setup(self, line: Line, seat: int, text: str) -> bool:
        """Reads what follows a player's name, if it is a setup line."""
        sheet = self.sheet.seats[seat]
        if fold(text[:3]) == "is ":
            self.before_moves(line)
            self.only_once(line, f"is {seat}")
            sheet.lines["is"] = line
            whole = self.names.find_role(text[3:])
            entries = text[3:].split(" + ") if whole is None else [text[3:]]
            sheet.roles = tuple(self.names.role(line, entry) for entry in entries)
            return True
        if fold(text) == "has left":
            self.before_moves(line)
            sheet.left = True
            sheet.lines["left"] = line
            return True
        head, colon, rest = text.partition(":")
        key = fold(head.strip())
        if not colon or key not in ("holds", "has", *SEAT_NUMBERS):
            return False
        self.before_moves(line)
        if key == "holds":
            sheet.hand += self.layings(line, rest)
        elif key == "has":
            sheet.room += [self.marked(line, entry) for entry in items(rest)]
        else:
            self.only_once(line, f"{key} {seat}")
            value = number(rest.strip())
            if value is None or (value < 0 and key != "slack"):
                raise line.error("a number", shown(rest.strip()) if rest.strip() else "nothing")
            sheet.numbers[key], sheet.lines[key] = value, line
        return True

    def layings(self, line: Line, text: str) -> list[Laying]:
        return [self.laying(line, entry) for entry in items(text)]

    def laying(self, line: Line, text: str) -> Laying:
        card = self.names.card(line, text)
        if card.nth != 1:
            raise line.error("a card without a number in the setup", shown(text))
        return Laying(line, card)

    def marked(self, line: Line, text: str) -> Laying:
        """A card of a room, `+N`, `-N` or `=N` behind it."""
        name, _, sign = text.rpartition(" ")
        if self.names.find_card(text) is None and name and sign[0] in "+-=":
            value = number(sign.removeprefix("="))
            if value is None or abs(value) > 99:
                raise line.error("markers such as +1, -1 or =3 after the card", shown(sign))
            laying = self.laying(line, name)
            return laying._replace(worth=value) if sign[0] == "=" else laying._replace(mark=value)
        return self.laying(line, text)

    # -- order and number ------------------------------------------------------------------------

    def on_roll(self, line: Line, rest: str) -> None:
        dice = [number(entry) for entry in items(rest)]
        good = tuple(die for die in dice if die is not None and 1 <= die <= 6)
        if not good or len(good) != len(dice):
            raise line.error("roll and dice from 1 to 6")
        self.steps.append(Supply(line, "roll", good))

    def before_moves(self, line: Line) -> None:
        if self.begun:
            raise line.error("the setup to be complete before the first move")

    def need_players(self, line: Line) -> None:
        if not self.names.seats:
            raise line.error("the line players: before this one")

    def only_once(self, line: Line, what: str) -> None:
        if what in self.once:
            raise line.error("this only once")
        self.once.add(what)
