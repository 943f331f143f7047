"""Every command of the full-screen app, once: footer, help, palette and keys come from here."""

import re
import string
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

KeyNames = tuple[str, ...]


class Typed(NamedTuple):
    """How a command is given in plain mode."""

    words: tuple[str, ...]  # the first is also the name of the method: do_<word>
    usage: str = ""  # the word, unless more is said
    help: str = ""  # that of the command, unless it is other there
    anytime: bool = True  # also while others are thinking


class Command(NamedTuple):
    """Something a key or a word does; `where` names the screens it works on, `footer` a short word.

    What exists in plain mode only has no keys and works nowhere else.
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
            typed=Typed(("help", "?"), "?", "this list")),
    Command("rules", ("f1",), "Rules", "the rules by topic and clause", (ANYWHERE,), "rules",
            typed=Typed(("rules",), "rules [WORD or CLAUSE]", "the rules, as R-CALL-1 or party")),
    Command("back", ("escape",), "Back", "back out of what you are doing", (ANYWHERE,), "back"),
    Command("quit_game", ("ctrl+q", "ctrl+c"), "Quit", "leave the program; a game is kept",
            (ANYWHERE,),
            typed=Typed(("quit", "q", "exit"), help="end the program; the game is kept")),
    Command("redraw", ("ctrl+l",), "Redraw", "paint the whole screen again", (ANYWHERE,)),
    Command("suspend", ("ctrl+z",), "Suspend", "back to the shell until you type fg", (ANYWHERE,)),
    # The table.
    Command("do_it", ("enter",), "Do", "play, choose or mark what the cursor is on", (TABLE, LISTS),
            "do"),
    Command("pass_window", ("space",), "Pass", "pass in the open window", (TABLE,), "pass",
            typed=Typed(("pass", "p"), help="let an announcement happen; Enter does the same",
                        anytime=False)),
    Command("next_phase", ("n",), "Next phase", "end this phase of your turn", (TABLE,), "next",
            typed=Typed(("next", "n"), anytime=False)),
    Command("evict", ("e",), "Evict", "get rid of People in your Roll phase", (TABLE,), "evict"),
    Command("go_shopping", ("b",), "Buy", "go shopping with the marked Things", (TABLE,), "buy",
            typed=Typed(("shop", "buy"), "shop BEER; PIZZA", "buy several Things on one trip",
                        anytime=False)),
    Command("more_time", ("m",), "More time", "ask for a longer window", (TABLE,), "more time",
            typed=Typed(("more",), help="ask for more time, if there is a clock")),
    Command("hush", ("d",), "Don't ask", "let this turn go by, or no longer",
            (TABLE,), "don't ask", typed=Typed(("auto",))),
    Command("ask_me", ("a",), "Ask me", "change when you are asked", (TABLE,),
            typed=Typed(("ask",), "ask able|always|concerned", "when you are asked to respond")),
    Command("undo", ("u",), "Undo", "take back a slip", (TABLE,), "undo",
            typed=Typed(("undo", "u"), help="take back that you ended a phase by a slip")),
    Command("show_hand", ("s",), "Show hand", "show your hand to another player", (TABLE,),
            typed=Typed(("show",), "show NAME", "show another player your whole hand")),
    Command("chat", ("slash",), "Chat", "say something to the table", (TABLE, LOBBY, WATCH), "chat",
            typed=Typed(("say",), "say TEXT", "talk to the table")),
    Command("log", ("l",), "Log", "the whole log, full screen", (TABLE, REPLAY, WATCH), "log",
            typed=Typed(("log", "l"), "log [NUMBER]",
                        "what has happened, the last ten sentences or more")),
    Command("next_pane", ("tab",), "Next pane", "look at another part of the table", (TABLE,),
            "look"),
    Command("last_pane", ("shift+tab",), "Last pane", "the other way round", (TABLE,)),
    Command("zoom", ("z",), "Zoom", "what you look at, every card in full", (TABLE,), "zoom"),
    Command("all_cards", ("c",), "Cards", "all cards of the game, with search", (TABLE,)),
    Command("absent", ("w",), "Absent", "decide about players who are away", (TABLE,), "absent",
            typed=Typed(("vote",), "vote NAME bot|gone",
                        "what becomes of the seat of somebody who is away")),
    # Lists and the table alike.
    Command("up", ("up", "k"), "Up", "one up", (TABLE, LISTS, REPLAY, LOBBY)),
    Command("down", ("down", "j"), "Down", "one down", (TABLE, LISTS, REPLAY, LOBBY)),
    Command("left", ("left", "h"), "Left", "one to the left", (TABLE, LISTS, REPLAY)),
    Command("right", ("right",), "Right", "one to the right", (TABLE, LISTS, REPLAY)),
    # Rules and cards: a list and a text beside it.
    Command("search", ("slash",), "Search", "show only what has these words", (BROWSE,), "search"),
    Command("switch_pane", ("tab",), "Other pane", "between the list and the text", (BROWSE,)),
    Command("page_up", ("pageup",), "Page up", "a page back", (BROWSE,)),
    Command("page_down", ("pagedown",), "Page down", "a page on", (BROWSE,)),
    Command("first", ("home",), "First", "the beginning of the list or text", (BROWSE,)),
    Command("last", ("end",), "Last", "the end of the list or text", (BROWSE,)),
    Command("filter_type", ("t",), "Type", "one type of card only", (CARDS,), "type"),
    Command("filter_category", ("c",), "Category", "one category only", (CARDS,), "category"),
    Command("category_back", ("C",), "Category back", "the category before", (CARDS,)),
    Command("filter_edition", ("o",), "Edition", "one edition only", (BROWSE,), "edition"),
    Command("card_rules", ("r",), "Card's rules", "the rules for this card", (CARDS,)),
    # Replays.
    Command("step", ("full_stop", "space"), "Step", "one action on", (REPLAY,), "step"),
    Command("step_back", ("comma",), "Step back", "one action back", (REPLAY,), "step back"),
    Command("turn_on", ("n",), "Next turn", "on to the next turn", (REPLAY,), "turn"),
    Command("turn_back", ("p",), "Last turn", "back to the beginning of the turn", (REPLAY,)),
    Command("round_jump", ("g",), "Go to round", "jump to a round", (REPLAY,), "round"),
    Command("eyes", ("v",), "Eyes", "choose through whose eyes you look", (REPLAY,), "eyes"),
    Command("to_start", ("home",), "Start", "before the first action", (REPLAY,)),
    Command("to_end", ("end",), "End", "after the last action", (REPLAY,)),
    Command("go_on", ("c",), "Continue", "go on with this unfinished game", (GAMES,), "continue"),
    Command("filter_opponent", ("a",), "Opponent", "games against one player only", (GAMES,)),
    Command("filter_result", ("w",), "Won or lost", "won, lost or unfinished games only", (GAMES,)),
    Command("delete_game", ("x",), "Delete", "delete this recorded game", (GAMES,), "delete"),
    # Tables on the network.
    Command("begin", ("enter",), "Begin", "be ready; with all others ready, start", (LOBBY,),
            "ready"),
    Command("ready", ("r",), "Ready", "you are ready, or you are not", (LOBBY,)),
    Command("add_bot", ("b",), "Add a bot", "a bot takes a free chair", (LOBBY,), "bot"),
    Command("bot_level", ("v",), "Bot's level", "how well this bot plays", (LOBBY,), "level"),
    Command("send_away", ("x",), "Send away", "takes a bot or a person off a chair", (LOBBY,),
            "remove"),
    Command("agree", ("s",), "Settings", "settings of the table", (LOBBY,), "settings"),
    Command("about", ("i",), "What is played", "editions and options", (LOBBY,), "about"),
    Command("open_hand", ("o",), "Show hand", "let spectators see your hand, or not", (LOBBY,),
            "show hand"),
    Command("trust_key", ("t",), "Trust", "believe a key that has changed", (LOBBY,), "trust"),
    Command("wall", ("w",), "Big screen", "large names, for a projector", (WATCH,), "big screen"),
    Command("hands", ("h",), "Hands", "hands that spectators may see", (WATCH,), "hands"),
    Command("go_there", ("enter",), "Go there", "to the table you mean", (FINDING,), "go there"),
    # The end of a game.
    Command("rematch", ("enter", "r"), "Rematch",
            "the same players again; whoever won picks a role first", (END,), "rematch"),
    Command("same_deal", ("s",), "Same deal", "the same cards and dice again, from the beginning",
            (END,), "same deal"),
    Command("watch_again", ("v",), "Replay", "step through this game", (END,), "replay"),
    Command("final_table", ("tab", "t"), "Final table", "what lay in every room", (END,),
            "final table"),
    # Plain mode only.
    Command("discard", (), "Discard", "discard several cards",
            typed=Typed(("discard",), "discard BEER; PIZZA", anytime=False)),
    Command("play", (), "Play", "use a card of your hand; a Whenever at any time",
            typed=Typed(("play", "use"), "play NAME")),
    Command("phases", (), "Phases", "stop in each phase, or only if there is something to do",
            typed=Typed(("phases",), "phases all|busy")),
    Command("hand", (), "Hand", "your cards, or what you know of others'",
            typed=Typed(("hand", "h"), "hand [NAME]")),
    Command("card", (), "Card", "a card in full, and why not",
            typed=Typed(("card", "c"), "card NUMBER or NAME")),
    Command("room", (), "Room", "your room, or another player's",
            typed=Typed(("room", "r"), "room [NAME]")),
    Command("table", (), "Table", "all players, the piles, and who is awaited",
            typed=Typed(("table", "t"))),
    Command("new", (), "New", "what is special in the editions at this table",
            typed=Typed(("new",))),
    Command("leave", (), "Leave", "leave the game for good; the others play on",
            typed=Typed(("leave",))),
)  # fmt: skip
BY_ID: Final[dict[str, Command]] = {command.id: command for command in COMMANDS}


def keys_of(command: Command, keymap: Mapping[str, KeyNames]) -> tuple[str, ...]:
    """The keys of a command, as the user's settings have them."""
    return keymap.get(command.id, command.keys)


def commands_for(*places: str) -> Iterable[Command]:
    """The commands that work at one of these places, in the order of the list."""
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
    """A key as people call it."""
    return _NAMES.get(key, key.replace("ctrl+", "^").replace("shift+", "shift "))


def key_typed(key: str) -> str:
    """Return the shortest way to write a key that `key_called` reads."""
    name = key_name(key)
    return name if key_called(name) == key else key


# Places that meet on one screen: there a key can do only one thing.
MEETING: Final = (
    {TABLE}, {LISTS, BROWSE, CARDS}, {LISTS, BROWSE, GAMES}, {REPLAY}, {END}, {LOBBY}, {FINDING},
    {WATCH},
)  # fmt: skip
RESERVED: Final = {
    **dict.fromkeys(string.digits, "numbers pick cards and entries"),
    "ctrl+p": "^p opens the palette of commands",
    "ctrl+c": "^c is the terminal's own",
    "ctrl+q": "^q leaves the program",
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
    """Return the full name of a key that people write `?` or `ctrl+k`; empty if there is none."""
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
    """Return what a key is called that writes a sign."""
    name = unicodedata.name(letter, "").lower().replace("-", "_").replace(" ", "_")
    return _OTHERWISE.get(name, name)


def _letter(key: str) -> str:
    """Return what a key writes; nothing if it writes nothing, or is none."""
    if len(key) == 1 or _NAMED.fullmatch(key):
        return key if len(key) == 1 else ""
    names = {_character(sign): sign for sign in f"{string.punctuation} "}
    try:
        return names.get(key) or unicodedata.lookup(key.replace("_", " "))
    except KeyError:
        return ""


def keys_problem(command: Command, keys: Iterable[str], keymap: Mapping[str, KeyNames]) -> str:
    """Why the command can't have those keys, in a sentence; empty if it can."""
    for key in keys:
        if key in RESERVED and key not in command.keys:
            return f"{RESERVED[key]}, so {command.name} can't have it"
        for other in COMMANDS:
            if other is not command and key in keys_of(other, keymap) and _meet(command, other):
                return f"{key_name(key)} is taken: {other.name}, {other.help}"
    if command.id in WAYS_OUT and all(map(_letter, keys)):
        return f"{command.name} needs a key that writes nothing, or text boxes have no way out"
    return ""


def _meet(one: Command, other: Command) -> bool:
    """Whether there is a screen on which both work."""
    if ANYWHERE in (*one.where, *other.where):
        return True
    return any(places & {*one.where} and places & {*other.where} for places in MEETING)


_MARK: Final = re.compile(r"\{(\w+)\}")


def keyed(text: str, keymap: Mapping[str, KeyNames], **words: str) -> str:
    """Return a text with the key for each `{command}` in it, and `words` for other names.

    Enter is written like on the keyboard; a command with a capital stands where a sentence begins.
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
