"""The stage, on which everything happens: a card and what it would do, an announcement, the die."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from chez_tui.commands import keyed
from chez_tui.kit.bigtext import letters
from chez_tui.kit.canvas import (
    ACTIVE,
    ALARM,
    CALM,
    DIE_SIZES,
    LARGE,
    MIDDLE,
    SMALL,
    THROW,
    Canvas,
    Part,
    length,
    pill,
    wrapped,
)
from chez_tui.kit.lines import cut
from chez_tui.play import stage as facts
from chez_tui.play.attention import Announced, Jump, Stopped
from chez_tui.play.choices import GUESTS, HAND
from chez_tui.play.prompts import Keymap
from chez_tui.play.stage import Coming, Preview, called, is_you
from chez_tui.play.story import Deed
from chez_tui.play.table import Moment, Rolled
from chez_tui.play.words import signs
from chez_tui.screens.card_art import PLAIN, card, kind_line, rules_of, slack_of
from chez_tui.screens.signs import SHAPES
from chez_tui.screens.table.board import Board
from chez_tui.screens.table.card import numbers_line
from chez_tui.screens.table.rooms import ink_of, laid, shelf, tracks
from core.actions import CALL, CANCEL, DO, PLAY, SHOP
from core.actions import THROW as THROW_TV
from core.cards import ROLE, Face
from core.state import Window
from core.telling import PHASE_NAMES, listing, player
from core.telling.odds import NUMBERS, Odds
from core.telling.standing import means, reckoned

BIG_ROWS: Final = 8  # rows inside the frame from which on scores are large
BIG_COLUMNS: Final = 30  # cells that a large score takes
CARD: Final = (36, 52)  # cells of an announced card: what it likes, what it may take
RIGHT: Final = 30  # ... that figures need beside it
TO: Final = "─▸"
STAMP: Final = "STOPPED"
VERBS: Final = {
    CALL: ("calls", "call"), SHOP: ("goes shopping", "go shopping"),
    DO: ("announces", "announce"), PLAY: ("plays", "play"), CANCEL: ("responds", "respond"),
    THROW_TV: ("throws TV", "throw TV"),
}  # fmt: skip


class Stage:
    """Draws what is on the stage into a canvas that is the whole zone."""

    large = False  # whether it is read across a room

    def __init__(
        self, canvas: Canvas, now: Moment, keys: Keymap, paper: bool = True, cuts: bool = False
    ) -> None:
        self.canvas = canvas
        self.now = now
        self.keys = keys
        self.facts = PLAIN._replace(paper=paper)
        self.cuts = cuts  # whether the hand has no room for all that the card under the cursor says
        self.width, self.height = canvas.width, canvas.height
        self.inner = canvas.height - 2
        self.view = now.view

    # -- frames ----------------------------------------------------------------------------------

    def frame(
        self, title: Sequence[Part], right: str = "", ink: str = "line",
        lines: Sequence[str] = ACTIVE,
        hot: bool = False,
    ) -> None:  # fmt: skip
        """Draw the frame of a scene."""
        ends: list[Part] = [(f" {right} ", "accent" if hot else "muted", "felt", "bold" * hot)]
        self.canvas.box(
            0, 0, self.width, self.height, lines, ink, "felt", title, ends if right else []
        )

    def name(self, seat: int) -> Part:
        """Return a player as the title of a scene."""
        return pill(called(self.now, seat).upper(), ink_of(self.view, seat))

    # -- figures ---------------------------------------------------------------------------------

    def jump(self, x: int, y: int, width: int, jump: Jump, big: bool) -> int:
        """Draw `12 -> 14-18 of 20` with its bar; return how many rows it takes."""
        ink = ink_of(self.view, jump.seat) if not jump.wins else "alarm"
        canvas, rows = self.canvas, 1
        now, after, goal = str(jump.now), jump.after, f"of {jump.goal}"
        size = [len(line[0]) if (line := letters(text)) else 99 for text in (now, after)]
        if big and not canvas.ascii and sum(size) + 6 <= width:
            rows = 3
            at = x + canvas.big(x, y, now, "muted") + 1
            canvas.put(at, y + 1, TO, "muted")
            at += 3 + canvas.big(at + 3, y, after, ink)
            if at + 3 + len(goal) <= x + width:
                canvas.put(at + 3, y + 1, goal, "muted")
        else:
            canvas.parts(
                x, y,
                [(now, "muted"), (" → ", "muted"), (after, ink, "", "bold"), (f" {goal}", "muted")],
            )  # fmt: skip
        low, high = sorted((jump.now, jump.high))
        more = high - low
        canvas.bar(x, y + rows, width - 2, low, jump.goal, ink, more)
        return rows + 1

    def odds(self, x: int, y: int, width: int, odds: Odds, rows: int = 2) -> int:
        """Draw what each number brings; return how many rows that takes."""
        each = max(5, min(15 if width >= 90 else 7, width // 6))
        gap = 1 if each > 6 else 0
        for number, brings in zip(NUMBERS, odds.brings, strict=True):
            at = x + (number - 1) * each
            good = odds.good(number)
            ink, fill = ("good", "odds-good") if good else ("alarm", "odds-alarm")
            if number == odds.number:
                ink, fill = ("over", "good") if good else ("alarm-ink", "alarm-fill")
            wide = each - gap
            self.canvas.fill(at, y, wide, 2, fill)
            self.canvas.put(at + (wide - 1) // 2, y, str(number), ink, fill, "bold")
            word = cut(brings, wide)
            self.canvas.put(at + (wide - cell_len(word)) // 2, y + 1, word, ink, fill)
            if number == odds.number and rows > 2:
                self.canvas.put(at + (wide - 1) // 2, y + 2, "▲", "accent")
        return rows

    def hits(self, x: int, y: int, width: int, rows: int, hits: Sequence[Jump]) -> int:
        """Draw what it does to others, a line each; return how many rows that takes."""
        for number, jump in enumerate(hits[:rows]):
            ink = ink_of(self.view, jump.seat)
            name, _, rest = jump.text.partition(f"{jump.name} ")
            name = called(self.now, jump.seat)
            parts: list[Part] = [(f"{name} ", ink, "", "bold"), (rest, "text")]
            if number == rows - 1 and len(hits) > rows:
                parts.append((f" +{len(hits) - rows}", "muted"))
            over = length(parts) - width
            if over > 0:
                parts[1] = (cut(rest, cell_len(rest) - over), "text")
            self.canvas.parts(x, y + number, parts)
        return min(rows, len(hits))

    def figures(self, x: int, y: int, width: int, rows: int, coming: Coming) -> int:
        """Draw the results of a play in at most `rows` rows; return how many it took."""
        start, end, jump = y, y + rows, coming.jump
        if jump is not None and rows >= 2:
            room = rows - 2 * (coming.odds is not None)
            if not is_you(self.now, jump.seat) and (room >= 5 or room == 3):
                self.canvas.put(x, y, f"{jump.name} would have", "muted")
                y += 1
            large = end - y >= (6 if coming.odds is not None else 4) and width >= BIG_COLUMNS
            y += self.jump(x, y, width, jump, large)
            if jump.lost and end > y:
                said = facts.losing(self.now, jump)
                said = f"You {said}" if is_you(self.now, jump.seat) else said
                self.canvas.put(x, y, cut(said, width), "alarm")
                y += 1
        if coming.odds is not None and end - y >= 2:
            y += end - y >= 3 + min(1, len(coming.hits)) or (end - y > 4)
            y += self.odds(x, y, width, coming.odds)
        y += self.hits(x, y, width, max(0, end - y), coming.hits)
        return y - start

    # -- my turn, and whatever I look at ---------------------------------------------------------

    def preview(self) -> None:
        """Draw the card under the cursor and what it would do."""
        now, shown = self.now, facts.preview(self.now)
        mine = now.my_turn or (now.asked and now.mode != HAND)
        title: list[Part] = [pill("YOUR TURN" if now.my_turn else "YOU")]
        phase = PHASE_NAMES[self.view.phase] if now.my_turn else ""
        if now.mode == GUESTS:
            phase = "evict"
        if not mine:
            title = [(" Your hand ", "text", "felt", "bold")]
        title.append((f" {phase} " if phase else "", "text", "felt"))
        does = ""
        if shown.does:
            does = keyed("{do_it} ", self.keys).lower() + shown.does
        elif shown.why:
            does = facts.unlit(now, now.option) if now.option else ""
        if not shown.face >= 0:
            self.frame(title, does, "accent" if mine else "line", ACTIVE if mine else CALM, True)
            self.words()
            return
        self.frame(
            title, does, "accent" if mine else "line", ACTIVE if mine else CALM, bool(shown.does)
        )
        face = self.view.faces[shown.face]
        self.both(face, shown)

    def words(self) -> None:
        """Draw the question if no card shows it."""
        self.canvas.words(3, 1 + (self.inner > 4), self.now.prompt.line, self.width - 6,
                          self.inner, "text", "", "bold")  # fmt: skip

    def both(self, face: Face, shown: Preview) -> None:
        """Draw a card at the left, what it would do at the right."""
        canvas, inner = self.canvas, self.inner
        air = 1 if inner > 9 else 0
        empty = shown.coming == Coming() and not shown.why
        left = self.width - 6 if empty else self.left(face, shown.note, inner - air)
        self.text(2, 1 + air, left - 2, inner - air, face, shown)
        if empty:
            return
        x = left + 4
        for row in range(1, self.height - 1):
            canvas.put(left + 2, row, "│", "line")
        width = self.width - x - 2
        if shown.why and shown.coming == Coming():
            said = f"Not now: {shown.why} ({shown.clause})" if shown.clause else shown.why
            canvas.words(x, 1 + air, said, width, inner, "muted")
            return
        self.figures(x, 1 + air, width, inner - air, shown.coming)

    def left(self, face: Face, note: str, rows: int) -> int:
        """Return how wide a card must be to be read in full beside what it would do."""
        wide = self.width * 2 // 5 if self.width < 120 else self.width - 52
        most = max(wide, self.width - RIGHT - 8)
        for width in range(max(38, wide), most):
            text = len(wrapped(rules_of(face), width - 4)) + len(wrapped(note, width - 4))
            if text + 2 <= rows:
                return width
        return most

    def text(self, x: int, y: int, width: int, rows: int, face: Face, shown: Preview) -> None:
        """Write a card in full: name, type, cost, what it says, and its flavor if there is room."""
        canvas, inner = self.canvas, width - 2
        canvas.put(x, y, SHAPES[face.kind], face.kind)
        name = f"{face.name} {shown.target and '→ ' + shown.target}".rstrip()
        end = canvas.put(x + 2, y, cut(name, inner), "text", "", "bold")
        canvas.put(end + 1, y, Board(self.view).signs(face.number), "accent")
        rules = rules_of(face)
        need, flavor = len(wrapped(rules, inner)), len(wrapped(face.flavor, inner))
        need += len(wrapped(shown.note, inner))
        kind, more = kind_line(face, inner), numbers(face)
        head = [kind, more] if more else [kind]
        if len(head) + need + 1 > rows and more:
            head = [cut(f"{kind} · {more}", inner)]
        if len(head) + need + 1 > rows:
            canvas.flush(x + width, y, [(f" {more}", "muted")])
            head = []
        for number, line in enumerate(head, 1):
            canvas.put(x + 2, y + number, line, "muted")
        y += 1 + len(head)
        left = rows - 1 - len(head)
        if left > need:
            y, left = y + 1, left - 1
        used = canvas.words(x + 2, y, rules, inner, left)
        used += canvas.words(x + 2, y + used, shown.note, inner, left - used, "accent")
        if left - used > flavor:
            canvas.words(
                x + 2, y + left - flavor, face.flavor, inner, flavor, "muted", "", "italic"
            )

    # -- others play -----------------------------------------------------------------------------

    def playing(self, seat: int, deeds: Sequence[Deed], note: str) -> None:
        """Draw a turn of somebody else, a line for each deed, the newest marked."""
        canvas, width = self.canvas, self.width
        ink = ink_of(self.view, seat)
        title: list[Part] = [self.name(seat), (" plays ", "text", "felt")]
        if found := means(self.view, seat):
            left = " · ".join(f"{part.what} {part.left}" for part in found)
            title.append((f"· {left} ", "muted", "felt"))
        self.frame(title, note, f"{ink} 60%", CALM)
        last = deeds[-1] if deeds else None
        flavor = self.view.faces[last.face].flavor if last is not None and last.face >= 0 else ""
        room = self.inner - (2 if flavor and self.inner > 3 else 0)
        how = 30 if width >= 76 else width // 2
        step = max(1, room // 2)  # they move up by this many at once, and stay until then
        above = -(-max(0, len(deeds) - room) // step) * step
        for row, deed in enumerate(deeds[above:], 1):
            newest = deed is last
            if newest:
                canvas.put(1, row, "▌", "accent")
            if deed.face >= 0:
                kind = self.view.faces[deed.face].kind
                canvas.put(3, row, SHAPES[kind], "alarm" if deed.bad else kind)
            marks = "bold" if newest else ""
            name = cut(deed.name, how - 6 if deed.how else width - 12)
            canvas.put(5, row, name, "text" if newest else "muted", "", marks)
            canvas.put(how, row, cut(deed.how, width - how - 9), "text" if newest else "muted")
            gain = f"{deed.gain:+d}" if deed.gain else "!" if deed.bad else ""
            hot = "alarm" if deed.bad or deed.gain < 0 else "good"
            canvas.flush(width - 3, row, [(gain, hot, "", "bold")])
        if flavor and self.inner > 3:
            canvas.put(5, self.inner, cut(flavor, width - 8), "muted", "", "italic")

    # -- an announcement -------------------------------------------------------------------------

    def announced(self, found: Announced, clock: str) -> None:
        """Draw what is announced, what it would make of the scores, and what responds to it."""
        window, wins = found.window, bool(found.winners)
        canvas, seat = self.canvas, window.seat
        if wins:
            self._alarm(found)
        else:
            verb = VERBS.get(window.kind, ("plays", "play"))[is_you(self.now, seat)]
            title: list[Part] = [self.name(seat), (f" {verb} ", "text", "felt")]
            if whom := self._whom(window):
                title.append((f"{whom} ", "text", "felt", "bold"))
            lines = ACTIVE if found.prompt or found.hits else CALM
            ink = ink_of(self.view, seat) if not found.hits else "alarm"
            self.frame(title, clock, ink, lines, True)
        face = self.view.printed(window.cards[0])
        answer = self._cut_answer() if found.prompt else None
        width = self.card_width(face)
        y, rows = 1, self.inner
        card(canvas, 2, y, width, rows, face, self.facts, titled=True)
        x = width + 4
        room = self.width - x - 2
        comes = facts.coming(self.view, found.outcomes)
        answers = facts.answers(self.now) if found.prompt else ()
        tail = self.waits()
        foot = len(answers) + bool(tail)
        if self.large and (form := letters(face.name)) and rows >= 10 and not canvas.ascii:
            size = 5 if rows >= 14 and len(letters(face.name, 5)[0]) <= room else 3
            if len(form[0]) <= room:
                canvas.big(x, y + 1, face.name, "text", size, room)
                y, rows = y + size + 2, rows - size - 2
        shown = None if answer is None else (answer, len(wrapped(rules_of(answer), room - 2)))
        if len(window.cards) > 1:
            more = listing([self.view.printed(one).name for one in window.cards[1:]])
            canvas.put(x, y, cut(f"with {more}", room), "text")
            y, rows = y + 1, rows - 1
        if wins and rows >= 6 + foot - (len(answers) > 0 and rows < 8) and not shown:
            y += self._goal(x, y, room, rows - foot, found)
        else:
            space = rows - foot - (shown[1] if shown else 0)
            y += self.figures(x, y, room, max(2, space), comes)
        if answers:
            for number, each in enumerate(answers):
                at = y + number
                if at >= self.height - 1:
                    break
                canvas.fill(x, at, room, 1, "answer")
                you = "You" if not number else "   "
                canvas.parts(x + 1, at, [
                    (f"{you} ", "accent", "answer", "bold"),
                    (f"{each.key} {each.does}: ", "text", "answer", "bold"),
                    (cut(each.name, room - 10 - len(each.does)), "text", "answer", "bold"),
                ])  # fmt: skip
            y += len(answers)
        if shown is not None:
            canvas.words(x + 1, y, rules_of(shown[0]), room - 2,
                         self.height - 1 - y - bool(tail), "muted")  # fmt: skip
        if tail and not wins:
            canvas.put(x + 1, self.height - 2, cut(tail, room), "muted")

    def card_width(self, face: Face) -> int:
        """Return how wide an announced card must be to be read in full."""
        least, most = CARD
        most = max(least, min(most, self.width - RIGHT - 6))
        for width in range(least, most):
            if len(wrapped(rules_of(face), width - 4)) <= self.inner - 2:
                return width
        return most

    def _cut_answer(self) -> Face | None:
        """Return the card at the cursor if the hand has no room for its whole text."""
        option = self.now.option
        if option is None or not option.answers or option.face < 0:
            return None
        return self.view.faces[option.face] if self.cuts else None

    def _goal(self, x: int, y: int, width: int, room: int, found: Announced) -> int:
        """Draw the score that would win, in letters of five rows, or of ten; return how many."""
        seat = found.winners[0]
        comes = facts.coming(self.view, found.outcomes)
        jumps = [j for j in (comes.jump, *comes.hits) if j is not None and j.seat == seat]
        jump = jumps[0] if jumps else None
        text = f"{jump.high}/{jump.goal}" if jump else f"{self.view.goal(seat)}"
        rows = 10 if room >= 10 and len(letters(text, 10)[0]) < width else 5
        self.canvas.big(x + 1, y, text, "text", rows=rows, width=width)
        return rows

    def _alarm(self, found: Announced) -> None:
        """Draw the tapes above and below a card that would win."""
        who = called(self.now, found.seat).upper()
        card = self.view.printed(found.window.cards[0]).name.upper()
        verb = "ANNOUNCE" if is_you(self.now, found.seat) else "ANNOUNCES"
        wins = "THIS WINS" if not found.needs else f"WINS ON {found.needs}+"
        self.canvas.fill(0, 0, self.width, self.height, "alarm-tint")
        self.canvas.tape(0, 0, self.width, f"{who} {verb} {card}   ·   {wins}")
        self.canvas.tape(0, self.height - 1, self.width, self.waits())

    def _whom(self, window: Window) -> str:
        """Return the target of an announcement."""
        view = self.view
        if window.kind in (CANCEL, THROW_TV):
            below = next((f for f in reversed(view.stack[:-1]) if isinstance(f, Window)), None)
            if below is None:
                return ""
            names = listing([view.printed(one).name for one in below.cards])
            return f"→ {_whose(self.now, below.seat)} {names}"
        if window.on >= 0:
            return f"→ {_whose(self.now, view.owner(window.on))} {view.printed(window.on).name}"
        if window.to >= 0 and (window.kind != CALL or window.to != window.seat):
            return f"→ {self._you(window.to)}"
        return ""

    def waits(self) -> str:
        """Return who passed and who wants more time, if there's a timer."""
        return "" if self.now.deadline is None else signs(self.now.standing, self.view)

    def _you(self, seat: int) -> str:
        return "you" if is_you(self.now, seat) else player(self.view, seat)

    # -- scenes ----------------------------------------------------------------------------------

    def stopped(self, stop: Stopped, frame: int = 1) -> None:
        """Stamp what's on the stage, with who canceled it, the card, and its joke."""
        canvas, face = self.canvas, self.view.faces[stop.faces[0]]
        title: list[Part] = [self.name(stop.seat), (" announced ", "text", "felt")]
        self.frame(title, "stopped", ink_of(self.view, stop.seat))
        card(canvas, 2, 1, self.card_width(face), self.inner, face, self.facts, titled=True)
        canvas.veil(1, 1, self.width - 2, self.inner)
        rows = 5 if self.inner >= 8 and self.width >= 80 else 3 if self.inner >= 5 else 1
        form = [] if canvas.ascii or rows == 1 else letters(STAMP, rows)
        wide, rows = (len(form[0]), rows) if form else (2 * len(STAMP) - 1, 1)
        width, top = min(self.width - 4, wide + 8), min(1, frame)  # it comes down by a row
        x = (self.width - width) // 2
        canvas.box(x, top, width, rows + 2, ALARM, "alarm", "alarm-tint")
        if form:
            canvas.big(x + (width - wide) // 2, top + 1, STAMP, "alarm", rows)
        else:
            canvas.middle(x, top + 1, width, " ".join(STAMP), "alarm", "bold")
        response = self.view.faces[stop.response] if stop.response >= 0 else None
        by = f"by {self._you(stop.by)}" + (f": {response.name}" if response else "")
        by = f" {cut(by, width - 6)} "
        canvas.middle(x, top + rows + 1, width, by, "text", "bold", fill="alarm-tint")
        if response is not None and self.inner > rows + 2:
            canvas.middle(2, self.height - 2, self.width - 4, response.flavor, "text", "italic")

    def die(self, roll: Rolled, odds: Odds, frame: int) -> None:
        """Draw a die as it rolls, and what it means once it lies still."""
        canvas = self.canvas
        big = self.inner >= 10 and self.width > 130
        size = LARGE if big else MIDDLE if self.inner >= 7 else SMALL
        wide, tall = DIE_SIZES[size]
        name = self.view.faces[odds.face].name if odds.face >= 0 else ""
        does = _DOES_ROLL.get(odds.word, "rolls for {}").format(name or odds.word.title())
        verb, _, rest = does.partition(" ")
        if is_you(self.now, roll.seat):
            verb = verb.removesuffix("s")
        target = f"needs {odds.needs}+" if odds.needs > 1 else ""
        self.frame(
            [self.name(roll.seat), (f" {verb} {rest} ", "text", "felt")], target,
            ink_of(self.view, roll.seat), ACTIVE, True,
        )  # fmt: skip
        end = 5 if size == SMALL else 24
        number = roll.number
        if tall <= self.inner:
            canvas.throw(2, 1, self.inner, end, number, size, min(frame, THROW))
        x = end + wide + 4
        room, y = self.width - x - 2, 1
        deep = self.inner >= BIG_ROWS
        if frame <= THROW:
            odds = odds._replace(number=0)
            if odds.needs > 1:
                self._headline(x, y, room, f"{odds.needs}+", "accent", deep)
        else:
            said, ink = verdict(odds)
            self._headline(x, y, room, said, ink, deep)
            canvas.words(x, y + (3 if deep else 1), roll.sentence, room, 2, "text")
        self.odds(x, y + (5 if deep else 3), room, odds, 3 if self.inner > 5 else 2)

    def _headline(self, x: int, y: int, width: int, text: str, ink: str, big: bool) -> None:
        if big:
            self.canvas.big(x, y, text, ink, width=width)
        else:
            self.canvas.put(x, y, text, ink, "", "bold")

    # -- looking around --------------------------------------------------------------------------

    def looked(self, seat: int) -> None:
        """Draw the room of a player that the cursor is on, each card with what it does."""
        view = self.view
        name = player(view, seat)
        roles = listing([view.faces[role].name for role in view.roles[seat]])
        title: list[Part] = [
            (f" {name} ", "over", ink_of(view, seat), "bold"),
            (f" {roles} ", "text", "felt"),
        ]
        held = len(view.hands[seat])
        self.frame(title, f"{held} cards in hand", "accent", ACTIVE, False)
        from_what = reckoned(view, seat)
        said = f"{Board(view).number(seat)} Slack{': ' if from_what else ''}{from_what}"
        y = 1 + self.canvas.words(3, 1, said, self.width - 6, 2, "text", "", "bold")
        for role in view.roles[seat]:
            y += self.canvas.words(3, y, rules_of(view.faces[role]), self.width - 6, 3, "muted")
        rows = self.height - 1 - y
        shelf(self.canvas, 3, y, self.width - 6, rows, laid(self.now, seat), tracks(view, seat))

    def person(self, lines: Sequence[str]) -> None:
        """Draw what the own numbers come from."""
        self.frame([(" You ", "over", ink_of(self.view, self.now.seat), "bold")], "", "accent")
        y = 1
        for line in lines:
            y += self.canvas.words(3, y, line, self.width - 6, self.height - 1 - y)


_DOES_ROLL: Final = {
    "call": "calls {}",
    "evict": "rolls to evict {}",
    "slack": "rolls for {}",
    "effect": "rolls for {}",
    "illicit": "rolls to get away with {}",
    "income": "rolls for Income",
    "free time": "rolls for Free Time",
    "first pick": "rolls for the first pick",
}


def verdict(odds: Odds) -> tuple[str, str]:
    """Return the result of a roll in a word or two, and its color."""
    if odds.missed_by == 1:
        return "ONE SHORT", "alarm"
    said = odds.brings[odds.number - 1]
    said = said.replace(" $", " Income").replace(" FT", " Free Time").upper()
    return said, "good" if odds.good(odds.number) else "alarm"


def numbers(face: Face) -> str:
    """Return what a card costs and is worth, or the numbers of a role."""
    if face.kind == ROLE:
        return numbers_line(face).plain
    slack = slack_of(face) if face.slack or face.die is not None else ""
    cost = f"costs {face.cost}" if face.cost else ""
    return " · ".join(filter(None, [cost, f"Slack {slack}" if slack else ""]))


def _whose(now: Moment, seat: int) -> str:
    if is_you(now, seat):
        return "your"
    return f"{player(now.view, seat)}'s" if seat >= 0 else ""
