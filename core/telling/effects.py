"""What a card does, in words made from its data, to compare with what its text says."""

from typing import Final

from core.cards import Effect, Face, words_of

# One phrase for each verb; `_words` has what replaces the names in it.
PHRASES: Final[dict[str, str]] = {
    "cancel": "cancels any {what} being played",
    "income": "{who} get{s} {sum} Income, now or next turn",
    "time": "{who} get{s} {sum} Free Time, now or next turn",
    "bill": "{who} pay{s} {amount} Income (or all of it, if less), now or next turn",
    "goal": "{whose} Slack Goal changes by {sum}",
    "tokens": "{who} get{s} {sum} Slack in tokens",
    "new-role": "{who} lose{s} the role and draw{s} another",
    "take": "take one {what} from another room; it doesn't enter",
    "trash": "discard one {what} {place}",
    "trash-all": "discard every {what} in {whose} room",
    "lose": "{who} discard{s} one {what} of {their} choice from the room",
    "mark": "{sum} Slack on one {what} {place}",
    "mark-all": "{sum} Slack on each {what} in {whose} room",
    "send": "move one {what} {place} to another room, where it enters",
    "draw": "{who} draw{s} {cards}",
    "drop": "{who} discard{s} {cards} of {their} choice from the hand",
    "pilfer": "take a card at random from the target's hand",
    "salvage": "take one {what} from the discard pile into your hand",
    "stay": "comes into your room and stays",
    "lasting": "beside {who} until {until}: {effects}",
    "roll": "roll a die: 1-3 ({low}), 4-6 ({high})",
    "scare": "discard every other {what} in the room",
    "stranger": "draw a role: the remainder of its Slack Goal / 3 is the Slack, 0 is uninvited",
    "worth": "one {what} {place} is worth {amount}, before other cards add to it",
    "gloom": "{who} get{s} {sum} Gloom, plus {audience} if a Person is in the room",
    "madness": "{who} get{s} {sum} Madness",
    "treat": "you may play one {what} Thing from your hand for free",
    "week": "until the next Week, for everyone{bad}{students}: {effects}",
    "pest": "on entry and in each of your turns discard one {what} from the room, {best}",
    "each-turn": "in each of your Roll phases: {effects}",
    "upkeep": "in each of your Roll phases pay {amount} Income or discard this",
    "bonus": "{sum} Slack on each {what} played into the room",
    "aura": "{sum} Slack on each other {what} in the room while this is here",
    "forbid": "you can't play any {what}",
    "earn": "{sum} Income each turn",
    "leisure": "{sum} Free Time each turn",
    "hand": "draw limit {sum}",
    "discount": "each {what} costs you {amount} Income less",
    "no-time": "no Free Time needed for any {what}",
    "immune": "others can't play role misfortunes on you",
    "permanent": "can't be discarded or taken",
    "income-cap": "standing Income can't go above {amount}",
    "income-limit": "only with standing Income {amount} or less, otherwise discarded",
    "sure": "you may take {amount} instead of rolling for {what}",
    "reward": "when {by} {what}: {sum} Slack in tokens",
    "bar": "no {what} can enter the room",
    "guard": "others can't take any {what} from the room, and pests can't eat it",
    "charm": "{sum} on call rolls",
    "nerve": "{sum} on eviction rolls",
    "cling": "can't be evicted",
    "seeks": "only enters a room with a {what}",
    "endure": "stays at 0 Slack or less",
    "alibi": "if caught, you lose no Free Time",
    "cunning": "{sum} on Illicit rolls",
    "hoard": "no hand limit",
    "mood": "{sum} Slack for everyone with a role of this edition, {others} for everyone else",
}
# Who it happens to: as a subject, the ending of the verb, as an owner, and once more.
_WHO: Final = {
    "you": ("you", "", "your", "your"),
    "target": ("the target", "s", "the target's", "their"),
    "others": ("each other player", "s", "each other player's", "their"),
    "everybody": ("everyone", "s", "everyone's", "their"),
    "neighbors": ("each neighbor", "s", "each neighbor's", "their"),
}
_PLACE: Final = {"any": "in play", "others": "in another room", "own": "in your room"}
_BY: Final = {"you": "you play", "others": "another player plays", "anybody": "anyone plays"}
_FILTER: Final = {
    "invited": "invited Person", "uninvited": "uninvited Person", "Shopping": "shopping trip",
}  # fmt: skip
_FLAGS: Final = {
    "best": ("your choice", "the one worth most"),
    "bad": ("", " (in a mix for Majors)"),
    "students": ("", " (in a mix for Majors and Jobs that go with studying)"),
}
NOTHING: Final = "nothing"


def effects_of(face: Face) -> str:
    """Return all that a card's data says it does, apart from its numbers and categories."""
    marks = ["misfortune"] if face.misfortune else []
    if face.on == "others":
        marks.append("on another player only")
    return "; ".join([*marks, *map(phrase, face.effects)]) or NOTHING


def phrase(effect: Effect) -> str:
    """Put one effect into a few words."""
    told = PHRASES[effect.verb].format_map(_words(effect))
    return told.removesuffix(", plus 0 if a Person is in the room")


def _words(effect: Effect) -> dict[str, str]:
    """Return what replaces each name in a phrase."""
    who, ending, whose, their = _WHO[str(effect.params.get("who", "you"))]
    words = {"who": who, "s": ending, "whose": whose, "their": their}
    for name, value in effect.params.items():
        if name == "what":
            words[name] = _listed([_FILTER.get(word, word) for word in words_of(effect)])
        elif name in _FLAGS:
            words[name] = _FLAGS[name][bool(value)]
        elif isinstance(value, tuple):
            inner = [phrase(item) for item in value if isinstance(item, Effect)]
            words[name] = ", then ".join(inner) or NOTHING
        elif name == "whose":
            words["place"] = _PLACE[str(value)]
        elif name == "by":
            words[name] = _BY[str(value)]
        elif name != "who":
            words[name] = f"{value:+d}" if name == "others" else str(value)
            if name == "amount":
                words["sum"] = f"{value:+d}"
                words["cards"] = "1 card" if value == 1 else f"{value} cards"
    return words


def _listed(items: list[str]) -> str:
    *most, last = items
    return f"{', '.join(most)} or {last}" if most else last
