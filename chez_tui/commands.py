"""Every command of the full-screen app, defined once: footer, help, palette and keys use this
list."""

import re
import string
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

KeyNames = tuple[str, ...]


class Typed(NamedTuple):
    """How to type a command in plain mode."""

    words: tuple[str, ...]  # the first is also the name of the method: do_<word>
    usage: str = ""  # by default the first word
    help: str = ""  # by default the command's own help
    anytime: bool = True  # works while others decide, too


class Command(NamedTuple):
    """Something a key or a word does. `where` names the screens it works on, `footer` a short word.

    Commands for plain mode only have no keys.
    """

    id: str  # also the name of the action method: action_<id>
    keys: tuple[str, ...]
    name: str
    help: str
    where: tuple[str, ...] = ()
    footer: str = ""
    typed: Typed = Typed(())


ANYWHERE: Final = "anywhere"
TABLE: Final = "table"
LISTS: Final = "lists"
BROWSE: Final = "browse"
CARDS: Final = "cards"
REPLAY: Final = "replay"
GAMES: Final = "games"
END: Final = "end"
LOBBY: Final = "lobby"
FINDING: Final = "finding"
WATCH: Final = "watch"

COMMANDS: Final[tuple[Command, ...]] = (
    Command("help", ("question_mark",), "Help", "what the keys do here", (ANYWHERE,), "help",
            typed=Typed(("help", "?"), "?", "show this list")),
    Command("rules", ("f1",), "Rules", "read the rules", (ANYWHERE,), "rules",
            typed=Typed(("rules",), "rules [WORD or CLAUSE]", "read the rules: R-CALL-1, party")),
    Command("back", ("escape",), "Back", "go back", (ANYWHERE,), "back"),
    Command("quit_game", ("ctrl+q", "ctrl+c"), "Quit", "quit; your game is saved",
            (ANYWHERE,),
            typed=Typed(("quit", "q", "exit"), help="leave now; your game is saved")),
    Command("redraw", ("ctrl+l",), "Redraw", "paint the whole screen again", (ANYWHERE,)),
    Command("suspend", ("ctrl+z",), "Suspend", "go to the shell until you type fg", (ANYWHERE,)),
    # The table.
    Command("do_it", ("enter",), "Do", "play, pick or mark the selected card", (TABLE, LISTS),
            "do"),
    Command("pass_window", ("space",), "Pass", "don't respond", (TABLE,), "pass",
            typed=Typed(("pass", "p"), help="don't respond; an empty line does the same",
                        anytime=False)),
    Command("next_phase", ("n",), "Next phase", "end this phase of your turn", (TABLE,), "next",
            typed=Typed(("next", "n"), anytime=False)),
    Command("evict", ("e",), "Evict", "evict People in your Roll phase", (TABLE,), "evict"),
    Command("go_shopping", ("b",), "Buy", "buy the marked Things", (TABLE,), "buy",
            typed=Typed(("shop", "buy"), "shop BEER; PIZZA", "buy several Things in one trip",
                        anytime=False)),
    Command("more_time", ("m",), "More time", "ask for more time to respond", (TABLE,), "more time",
            typed=Typed(("more",), help="ask for more time, if the table has a timer")),
    Command("hush", ("d",), "Don't ask", "stop or resume prompts this turn",
            (TABLE,), "don't ask", typed=Typed(("auto",))),
    Command("ask_me", ("a",), "Ask me", "change when you get prompts", (TABLE,),
            typed=Typed(("ask",), "ask able|always|concerned", "choose when you get prompts")),
    Command("undo", ("u",), "Undo", "undo your last step", (TABLE,), "undo",
            typed=Typed(("undo", "u"), help="undo the end of a phase")),
    Command("show_hand", ("s",), "Show hand", "show your hand to another player", (TABLE,),
            typed=Typed(("show",), "show NAME", "show another player your whole hand")),
    Command("chat", ("slash",), "Chat", "talk to the table", (TABLE, LOBBY, WATCH), "chat",
            typed=Typed(("say",), "say TEXT", "talk to the table")),
    Command("log", ("l",), "Log", "read the whole log", (TABLE, REPLAY, WATCH), "log",
            typed=Typed(("log", "l"), "log [NUMBER]",
                        "read the last ten sentences of the log, or more")),
    Command("next_pane", ("tab",), "Next pane", "go to the next part of the table", (TABLE,),
            "look"),
    Command("last_pane", ("shift+tab",), "Last pane", "go to the part before", (TABLE,)),
    Command("zoom", ("z",), "Zoom", "show this part with full card texts", (TABLE,), "zoom"),
    Command("all_cards", ("c",), "Cards", "browse and search all cards", (TABLE,)),
    Command("absent", ("w",), "Absent", "vote on a disconnected player", (TABLE,), "absent",
            typed=Typed(("vote",), "vote NAME bot|gone",
                        "vote on a disconnected player's seat")),
    # Both lists and the table.
    Command("up", ("up", "k"), "Up", "go up", (TABLE, LISTS, REPLAY, LOBBY)),
    Command("down", ("down", "j"), "Down", "go down", (TABLE, LISTS, REPLAY, LOBBY)),
    Command("left", ("left", "h"), "Left", "go left", (TABLE, LISTS, REPLAY)),
    Command("right", ("right",), "Right", "go right", (TABLE, LISTS, REPLAY)),
    # Rules and cards: a list with a text beside it.
    Command("search", ("slash",), "Search", "show only what matches", (BROWSE,), "search"),
    Command("switch_pane", ("tab",), "Other pane", "switch between list and text", (BROWSE,)),
    Command("page_up", ("pageup",), "Page up", "go up a page", (BROWSE,)),
    Command("page_down", ("pagedown",), "Page down", "go down a page", (BROWSE,)),
    Command("first", ("home",), "First", "go to the beginning", (BROWSE,)),
    Command("last", ("end",), "Last", "go to the end", (BROWSE,)),
    Command("filter_type", ("t",), "Type", "show only one type of card", (CARDS,), "type"),
    Command("filter_category", ("c",), "Category", "show only one category", (CARDS,), "category"),
    Command("category_back", ("C",), "Category back", "show the category before", (CARDS,)),
    Command("filter_edition", ("o",), "Edition", "show only one edition", (BROWSE,), "edition"),
    Command("card_rules", ("r",), "Card's rules", "read the rules for this card", (CARDS,)),
    # Replays.
    Command("step", ("full_stop", "space"), "Step", "go forward one action", (REPLAY,), "step"),
    Command("step_back", ("comma",), "Step back", "go back one action", (REPLAY,), "step back"),
    Command("turn_on", ("n",), "Next turn", "go to the next turn", (REPLAY,), "turn"),
    Command("turn_back", ("p",), "Last turn", "go to the start of this turn", (REPLAY,)),
    Command("round_jump", ("g",), "Go to round", "go to a round", (REPLAY,), "round"),
    Command("eyes", ("v",), "Eyes", "choose whose view you see", (REPLAY,), "eyes"),
    Command("to_start", ("home",), "Start", "go to before the first action", (REPLAY,)),
    Command("to_end", ("end",), "End", "go to after the last action", (REPLAY,)),
    Command("go_on", ("c",), "Continue", "continue this unfinished game", (GAMES,), "continue"),
    Command("filter_opponent", ("a",), "Opponent", "show only games against one player", (GAMES,)),
    Command("filter_result", ("w",), "Won or lost", "show won, lost or unfinished games", (GAMES,)),
    Command("delete_game", ("x",), "Delete", "delete this saved game", (GAMES,), "delete"),
    # Tables on the network.
    Command("begin", ("enter",), "Begin", "get ready, or start the game", (LOBBY,),
            "ready"),
    Command("ready", ("r",), "Ready", "say that you're ready, or not yet", (LOBBY,)),
    Command("add_bot", ("b",), "Add a bot", "add a bot to a free seat", (LOBBY,), "bot"),
    Command("bot_level", ("v",), "Bot's level", "change the bot's level", (LOBBY,), "level"),
    Command("send_away", ("x",), "Remove", "remove a player or a bot", (LOBBY,),
            "remove"),
    Command("agree", ("s",), "Settings", "change the table's settings", (LOBBY,), "settings"),
    Command("about", ("i",), "What you play", "explain what you play", (LOBBY,), "about"),
    Command("open_hand", ("o",), "Show hand", "show or hide your hand to spectators", (LOBBY,),
            "show hand"),
    Command("trust_key", ("t",), "Trust", "trust a changed key", (LOBBY,), "trust"),
    Command("wall", ("w",), "Big screen", "show it large, for a projector", (WATCH,), "big screen"),
    Command("hands", ("h",), "Hands", "show the hands you may see", (WATCH,), "hands"),
    Command("go_there", ("enter",), "Go there", "go to this table", (FINDING,), "go there"),
    # The end of a game.
    Command("rematch", ("enter", "r"), "Rematch",
            "same players; the winner picks a role", (END,), "rematch"),
    Command("same_deal", ("s",), "Same deal", "same cards and dice, from the start",
            (END,), "same deal"),
    Command("watch_again", ("v",), "Replay", "step through this game", (END,), "replay"),
    Command("final_table", ("tab", "t"), "Final table", "show every room at the end", (END,),
            "final table"),
    # Plain mode only.
    Command("discard", (), "Discard", "discard several cards",
            typed=Typed(("discard",), "discard BEER; PIZZA", anytime=False)),
    Command("play", (), "Play", "play a card; a Whenever at any time",
            typed=Typed(("play", "use"), "play NAME")),
    Command("phases", (), "Phases", "stop in every phase, or only in busy ones",
            typed=Typed(("phases",), "phases all|busy")),
    Command("hand", (), "Hand", "list your hand, or a player's",
            typed=Typed(("hand", "h"), "hand [NAME]")),
    Command("card", (), "Card", "read a card, and why you can't play it",
            typed=Typed(("card", "c"), "card NUMBER or NAME")),
    Command("room", (), "Room", "list your room, or a player's",
            typed=Typed(("room", "r"), "room [NAME]")),
    Command("table", (), "Table", "list players, piles and who's up",
            typed=Typed(("table", "t"))),
    Command("new", (), "New", "read what's new in these editions",
            typed=Typed(("new",))),
    Command("leave", (), "Leave", "leave for good; the others continue",
            typed=Typed(("leave",))),
)  # fmt: skip
BY_ID: Final[dict[str, Command]] = {command.id: command for command in COMMANDS}


def keys_of(command: Command, keymap: Mapping[str, KeyNames]) -> tuple[str, ...]:
    """Return a command's keys, as the user's settings have them."""
    return keymap.get(command.id, command.keys)


def commands_for(*places: str) -> Iterable[Command]:
    """Return the commands that work at one of these places, in the order of the list."""
    return (c for c in COMMANDS if any(place in c.where for place in places))


_NAMES: Final = {
    "question_mark": "?",
    "slash": "/",
    "escape": "esc",
    "enter": "enter",
    "space": "space",
    "full_stop": ".",
    "minus": "-",
    "plus": "+",
    "comma": ",",
}


def key_name(key: str) -> str:
    """Return what people call a key."""
    return _NAMES.get(key, key.replace("ctrl+", "^").replace("shift+", "shift "))


def key_typed(key: str) -> str:
    """Return the shortest way to write a key that `key_called` reads."""
    name = key_name(key)
    return name if key_called(name) == key else key


# Places that meet on one screen, where a key can do only one thing.
MEETING: Final = (
    {TABLE}, {LISTS, BROWSE, CARDS}, {LISTS, BROWSE, GAMES}, {REPLAY}, {END}, {LOBBY}, {FINDING},
    {WATCH},
)  # fmt: skip
RESERVED: Final = {
    **dict.fromkeys(string.digits, "numbers pick cards and entries"),
    "ctrl+p": "^p opens the palette of commands",
    "ctrl+c": "^c is the terminal's own",
    "ctrl+q": "^q quits",
}
WAYS_OUT: Final = ("back", "quit_game")
_NAMED: Final = re.compile(
    "f([1-9]|1[0-9]|2[0-4])|up|down|left|right|home|end|page(up|down)|insert|delete|backspace|"
    "enter|tab|escape"
)
_OTHERWISE: Final = {
    "solidus": "slash", "reverse_solidus": "backslash", "commercial_at": "at",
    "hyphen_minus": "minus", "plus_sign": "plus", "low_line": "underscore",
}  # fmt: skip


def key_called(text: str) -> str:
    """Return the full name of a key that people type as `?` or `ctrl+k`; empty if it doesn't
    exist."""
    text = {shown: key for key, shown in _NAMES.items()}.get(text, text)
    key = text.split("+")[-1]
    before = text.removesuffix(key)
    if not re.fullmatch(r"((ctrl|alt|shift)\+)*", before):
        return ""
    if len(key) == 1 and key.isprintable():
        key = key if key.isalnum() else _character(key)
    elif not _NAMED.fullmatch(key) and not _letter(key):
        return ""
    return before + key


def _character(letter: str) -> str:
    """Return the name of the key that types a sign."""
    name = unicodedata.name(letter, "").lower().replace("-", "_").replace(" ", "_")
    return _OTHERWISE.get(name, name)


def _letter(key: str) -> str:
    """Return what a key types; empty if it types nothing or doesn't exist."""
    if len(key) == 1 or _NAMED.fullmatch(key):
        return key if len(key) == 1 else ""
    names = {_character(sign): sign for sign in f"{string.punctuation} "}
    try:
        return names.get(key) or unicodedata.lookup(key.replace("_", " "))
    except KeyError:
        return ""


def keys_problem(command: Command, keys: Iterable[str], keymap: Mapping[str, KeyNames]) -> str:
    """Return in a sentence why a command can't have these keys; empty if it can."""
    for key in keys:
        if key in RESERVED and key not in command.keys:
            return f"{RESERVED[key]}, so {command.name} can't have it"
        for other in COMMANDS:
            if other is not command and key in keys_of(other, keymap) and _meet(command, other):
                return f"{key_name(key)} is taken: {other.name}, {other.help}"
    if command.id in WAYS_OUT and all(map(_letter, keys)):
        return f"{command.name} needs a key that types nothing, or you can't leave a text box"
    return ""


def _meet(one: Command, other: Command) -> bool:
    """Return whether both work on the same screen."""
    if ANYWHERE in (*one.where, *other.where):
        return True
    return any(places & {*one.where} and places & {*other.where} for places in MEETING)


_MARK: Final = re.compile(r"\{(\w+)\}")


def keyed(text: str, keymap: Mapping[str, KeyNames], **words: str) -> str:
    """Return a text with the key for each `{command}` in it, and `words` for other names.

    Enter is spelled as on the keyboard; write a command with a capital where a sentence begins.
    """

    def put(mark: re.Match[str]) -> str:
        name = mark[1]
        command = BY_ID.get(name.lower())
        if name in words or command is None:
            return words.get(name, mark[0])
        key = key_name(keys_of(command, keymap)[0])
        large = key == "enter" or (name[0].isupper() and len(key) > 1)
        return key[:1].upper() + key[1:] if large else key

    return _MARK.sub(put, text)
