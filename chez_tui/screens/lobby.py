"""The lobby for those who play: chairs, bots, settings, ready marks, and the start."""

from typing import TYPE_CHECKING

from chez_tui.commands import Command
from chez_tui.kit.chatbox import ChatBox
from chez_tui.play import words as lobbying
from chez_tui.play.identity import addresses_at, own_addresses
from chez_tui.screens.lobbyview import LobbyView
from core.telling import clean, listing
from net.identity import Trust, fingerprint
from net.sessions.session import Session
from net.table.lobby import LobbyError
from net.wire.messages import Chair

if TYPE_CHECKING:
    from chez_tui.play.online import JoinedTable
    from net.table.playing import Playing

HOSTING = ("add_bot", "bot_level", "send_away", "agree")
LATER = ("chat", "help", "back", "about", "rules")  # in the footer, as far as there is room
PARTING = "The table keeps your seat for {} s."
OF_TWO = "The table waits for you: two can only go on together."


class LobbyScreen(LobbyView):
    """A lobby with a chair in it."""

    HELP = (
        "Everybody who hears the code or the address can join. When all are ready the host "
        "starts. The host adds bots and changes settings; after a change the others say again "
        "that they are ready. The words of a key are there to be read aloud: if both hear the "
        "same, nobody sits between them."
    )

    def __init__(
        self, place: "JoinedTable", addresses: tuple[str, ...] = (), start: bool = False
    ) -> None:
        super().__init__(place, place.table, addresses)
        self._table = place.table
        self._publisher = place.publisher
        self._start = start  # by itself, when all seats are taken
        known = bool(addresses) and place.table.lobby is not None
        self._keeper = place.table.foyer.keeper if known else b""  # whose addresses are shown
        self._kept = False  # whether this program keeps the lobby, as far as that was noticed
        self._placed = False  # whether the cursor was put on the own chair
        self._seen = place.table.lobby  # the message is about this one
        self.message = ""
        self._find_chair()

    # -- what the page reads -----------------------------------------------------------------------

    @property
    def me(self) -> bytes:
        return self._table.me.pid

    @property
    def hosting(self) -> bool:
        return self._table.desk is not None

    @property
    def unheard(self) -> str:
        return self._publisher.trouble if self._publisher is not None and self.hosting else ""

    @property
    def playing(self) -> Session | None:
        table = self._table
        return table.session if table.playing and not table.over and not table.closed else None

    def waiting(self) -> str:
        """A game that is taken up goes on when most of its players are back."""
        return lobbying.going_on(self._table) or super().waiting()

    def went_away(self) -> bool:
        return self._shown is self._table.session and not self._table.over

    @property
    def chair(self) -> Chair | None:
        """The chair that the cursor is on."""
        lobby = self.lobby
        return lobby.chairs[self.cursor] if lobby and self.cursor < len(lobby.chairs) else None

    @property
    def _seated(self) -> bool:
        """Whether this person has a chair: who comes back late to a table may find none."""
        return bool(self._own)

    @property
    def _own(self) -> list[int]:
        """The chairs of this program, that of its person first."""
        chairs = () if self.lobby is None else self.lobby.chairs
        own = [seat for seat, chair in enumerate(chairs) if chair.pid == self.me]
        return sorted(own, key=lambda seat: bool(chairs[seat].bot))

    def _find_chair(self) -> None:
        """Puts the cursor on this person's chair as soon as he has one, and lets it follow him."""
        before = self._seen.chairs[self.cursor :][:1] if self._seen is not None else ()
        follows = any(chair.pid == self.me for chair in before)
        if self._own and (follows or not self._placed) and self.cursor not in self._own:
            self.cursor = self._own[0]
        self._placed = self._seated

    @property
    def ready(self) -> bool:
        return self.lobby is not None and lobbying.is_ready(self.lobby, self.me)

    def trust(self, chair: Chair) -> str:
        return lobbying.trust(self._table.met.get(chair.pid)) if not chair.bot else ""

    def key_words(self) -> tuple[str, str] | None:
        chair = self.chair
        if chair is None or not chair.pid or chair.pid == self.me:
            return "your key in words", fingerprint(self.me)
        trust = self.trust(chair._replace(bot=""))
        note = f" ({trust})" if trust else ""
        return f"key of {clean(self._owner(chair))}{note}", fingerprint(chair.pid)

    def _owner(self, chair: Chair) -> str:
        """The person whose program plays a chair."""
        chairs = self.lobby.chairs if self.lobby is not None else ()
        return next((c.name for c in chairs if c.pid == chair.pid and not c.bot), chair.name)

    def next_step(self) -> tuple[str, bool]:
        table, lobby = self._table, self.lobby
        if table.closed:
            return f"{clean(table.closed, 400)}. Esc goes back", True
        if self.message:
            return self.message, True
        if lobby is None:
            missing = listing(lobbying.missing(self._table))
            return f"waiting for {missing or 'the others to agree'}", False
        if self.hosting:
            why = lobbying.obstacle(lobby, self.me)
            return (why, False) if why else ("everybody is ready: enter starts the game", True)
        if not self._seated:
            return "all chairs are taken: you get one when somebody goes", False
        if not self.ready:
            return "enter says that you are ready", True
        waiting = lobbying.not_ready(lobby, self.me)
        if waiting:
            return f"you are ready; waiting for {listing(waiting)}", False
        host = next((chair.name for chair in lobby.chairs if chair.pid == lobby.host), "the host")
        return f"everybody is ready: {clean(host)} can start the game", False

    def footer_commands(self) -> list[Command]:
        """What is of use at this table now comes first."""
        words = {"begin": "start" if self.hosting else "not ready" if self.ready else "ready"}
        if self.lobby is not None and self.lobby.willing == self.me:
            words["open_hand"] = "hide hand"
        commands = [
            command._replace(footer=words.get(command.id, command.footer))
            for command in super().footer_commands()
        ]
        return sorted(commands, key=lambda c: LATER.index(c.id) if c.id in LATER else -1)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What only the host of the table can do is not offered to others."""
        if self._table.closed and action in (*HOSTING, "begin", "ready", "chat", "open_hand"):
            return False
        if action in HOSTING and not self.hosting:
            return False
        if action in ("begin", "ready") and not self._seated:
            return False
        if action == "open_hand":
            lobby = self.lobby
            return lobby is not None and lobby.hands == "one" and lobby.willing in (b"", self.me)
        chair = self.chair
        if action == "bot_level":
            return chair is not None and bool(chair.bot) and chair.pid == self.me
        if action == "trust_key":
            met = self._table.met.get(chair.pid) if chair is not None else None
            return met is not None and met.trust is Trust.CHANGED
        return True

    # -- what happens ------------------------------------------------------------------------------

    def noticed(self) -> None:
        """Whoever keeps the lobby is ready, since it is him who starts, and others come to him."""
        if self.hosting and not self._kept:
            self._kept = True
            self._table.set_ready(True)
        self._kept = self.hosting
        self._say_where()
        self._find_chair()
        lobby = self.lobby
        if lobby is not self._seen:
            self._seen, self.message = lobby, ""
        full = lobby is not None and all(chair.pid and chair.ready for chair in lobby.chairs)
        if self._start and full and self.hosting and self.playing is None:
            self._start = False
            self._begin()

    def _say_where(self) -> None:
        """Others join at the program that keeps the list, whoever's that is by now."""
        table, keeper = self._table, self._table.foyer.keeper
        if self.lobby is None or keeper == self._keeper:
            return
        self._keeper = keeper
        place = table.mesh.place(keeper)
        if self.hosting:
            self.addresses = own_addresses(table.port)
        else:
            self.addresses = addresses_at(place) if place is not None else ()

    def show_game(self, game: Session) -> None:
        play = self._table.play
        wait = play.terms.manners.wait if play is not None else 0
        two = play is not None and len(play.terms.pids) == 2
        self.chez.sit_down([game], lambda winners: None, OF_TWO if two else PARTING.format(wait))

    # -- what can be done --------------------------------------------------------------------------

    def _try(self, what: object, *parameters: object) -> None:
        """Does something at the table, or says why that can't be."""
        self.message = ""
        try:
            if callable(what):
                what(*parameters)
        except LobbyError as error:
            self.message = str(error)
        self.repaint()

    def action_begin(self) -> None:
        if self.hosting:
            self._begin()
        else:
            self.action_ready()

    def _begin(self) -> None:
        lobby = self.lobby
        why = lobbying.obstacle(lobby, self.me) if lobby is not None else "there is no table"
        if why:
            self.message = why
            self.repaint()
        else:
            self._try(self._table.start)

    def action_ready(self) -> None:
        self._try(self._table.set_ready, not self.ready)

    def action_open_hand(self) -> None:
        """The only hand that spectators see is that of somebody who says so himself."""
        willing = self.lobby is not None and self.lobby.willing == self.me
        self._try(self._table.set_willing, not willing)

    def action_add_bot(self) -> None:
        self._try(self._table.change, lambda desk: desk.add_bot("normal"))

    def action_bot_level(self) -> None:
        from core.bots import LEVELS

        chair, seat = self.chair, self.cursor
        if chair is not None and chair.bot:
            levels = list(LEVELS)
            at = levels.index(chair.bot) if chair.bot in levels else -1
            level = levels[(at + 1) % len(levels)]
            self._try(self._table.change, lambda desk: desk.set_level(seat, level))

    def action_send_away(self) -> None:
        chair, seat = self.chair, self.cursor
        if chair is None or not chair.pid or chair.bot or chair.pid == self.me:
            self._try(self._table.send_away, seat)
            return
        from chez_tui.kit.confirm import ConfirmScreen

        def answered(yes: bool | None) -> None:
            if yes and self.chair == chair:
                self._try(self._table.send_away, seat)

        self.app.push_screen(ConfirmScreen(f"Send {clean(chair.name)} away?"), answered)

    def action_agree(self) -> None:
        from chez_tui.screens.agreeing import AgreeingScreen

        self.app.push_screen(AgreeingScreen(self._table))

    def action_trust_key(self) -> None:
        """The user has compared the words and believes the new key from now on."""
        chair, table = self.chair, self._table
        link = table.mesh.links.get(chair.pid) if chair is not None else None
        known = table.settings.known
        if link is not None and known is not None:
            name = link.hello.name
            known.accept(name, link.pid)
            table.met[link.pid] = known.meet(name, link.pid)
            self.repaint()

    # -- going -------------------------------------------------------------------------------------

    def action_back(self) -> None:
        play = self._table.play
        if self.lobby is not None or play is None or play.over or self._table.closed:
            super().action_back()
        elif not self.query_one(ChatBox).close():
            self._ask_how(play)

    def _ask_how(self, play: "Playing") -> None:
        """A game that was taken up, and the others are not back: away for a while, or for good."""
        from chez_tui.kit.choice import ChoiceScreen
        from chez_tui.screens.table.manners import FOR_NOW

        def answered(choice: int | None) -> None:
            if choice == 2:
                play.abandon()
            if choice:
                self._leave()

        options = ["wait for the others", FOR_NOW, "give the game up"]
        self.app.push_screen(ChoiceScreen("The others are not back yet.", options), answered)

    def parting(self) -> str:
        if self._table.closed:
            return ""
        chairs = () if self.lobby is None else self.lobby.chairs
        others = {chair.pid for chair in chairs} - {b"", self.me}
        play = self._table.play
        if self.hosting and play is not None and others.intersection(play.terms.pids):
            return "Leave the table? Somebody else keeps the lobby then."
        if self.hosting and others:
            return "Leave? The table closes for everybody."
        return "Leave the table?" if others or self.hosting else ""
