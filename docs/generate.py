"""Writes the generated pages, and what shells and `man` know of the command line.

With `--check` it only says which of them are not current.

`rules.md` is made from the clauses the engine cites, the verb reference within `cards.md` from the
vocabulary that card files are checked against, `effects.md` from the card files themselves.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from textwrap import fill

from core import loader
from core import vocabulary as v
from core.cards import Face
from core.catalog import EDITIONS, load_catalog
from core.clauses import Clause, clauses
from core.telling.effects import effects_of
from docs import shells

DOCS = Path(__file__).parent
BEGIN = "<!-- generated from core/vocabulary.py by docs/generate.py: begin -->"
END = "<!-- generated: end -->"
WIDTH = 100

RULES_INTRO = """\
# The rules, clause by clause

<!-- generated from themes/rules.toml by docs/generate.py: change it there -->

Every rule has an id. A refusal names the clause it rests on, a scenario names the clauses it shows
(`rules:` in a `.chez` file), and the code cites them, so each rule can be found by searching for
its id. The words are those of the Geek edition where editions differ. *Rulings* decide what a
table with cards of paper would settle by talking.
"""

EFFECTS_INTRO = """\
# Every card: its text beside its effect

<!-- generated from themes/ by docs/generate.py: change the card files -->

The text is what a player reads; the effect is put into words from the card's data, which is all the
engine looks at. Where the two disagree, one of them is wrong.

*You* is who played the card or, for a card in a room, the owner of that room; after *beside* it is
the player the card lies beside. *Now or next turn* is this turn if it's that player's, otherwise
their next one. Cost, Slack and categories work by the rules and aren't repeated: a Nookie is rolled
for, TV can be thrown, a Pet needs no roll, an Illicit card is rolled for and excludes Sleep and TV.
[How to write a card](cards.md) has the verbs behind the words.
"""
KINDS = {
    "role": "",  # each edition has its word for them
    "person": "People",
    "thing": "Things",
    "activity": "Activities",
    "whenever": "Whenevers",
}

SECTIONS = (
    (
        "play",
        "### Once, as the card is played",
        "A Whenever does this when it is settled, any other card when it enters a room.",
    ),
    (
        "turn",
        "### Turn by turn",
        "These happen in the Roll phases of the player in whose room the card lies.",
    ),
    (
        "stand",
        "### While it lies there",
        "These hold while the card lies in the room, the role is held, or the Whenever lies on "
        "the table.",
    ),
)
TYPES = {
    "filter": "a list of categories, filter words or exact card names",
    "number": f"a number from -{loader.MAX_NUMBER} to {loader.MAX_NUMBER}",
    "who": " ".join(f"`{word}`" for word in v.WHO),
    "whose": " ".join(f"`{word}`" for word in v.WHOSE),
    "until": " ".join(f"`{word}`" for word in v.UNTIL),
    "by": " ".join(f"`{word}`" for word in v.BY),
    "effects": "a list of effects",
    "flag": "`true` or `false`",
}


def rules_page() -> str:
    """docs/rules.md: the clauses under their topics."""
    topics: dict[str, list[Clause]] = {}
    for clause in clauses().values():
        topics.setdefault(clause.topic, []).append(clause)
    parts = [RULES_INTRO]
    for topic, members in topics.items():
        parts.append(f"## {topic}\n")
        parts.extend(
            _wrap(f"- **{clause.id}** *{clause.title}.* {clause.text}", "  ") for clause in members
        )
    return "\n".join(parts)


def cards_page(page: str) -> str:
    """docs/cards.md with its verb reference written anew between the markers."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError("cards.md has lost the markers around its verb reference")
    return f"{before}{BEGIN}\n\n{verb_reference()}\n{END}{after}"


def effects_page() -> str:
    """docs/effects.md: all cards of all editions, text beside effect."""
    parts = [EFFECTS_INTRO]
    for key in EDITIONS:
        catalog = load_catalog((key,))
        parts.append(f"## {catalog.edition.name}\n")
        for kind, title in KINDS.items():
            faces = [f for f in catalog.faces if f.kind == kind and f.copies]
            parts += [f"### {title or catalog.words['roles']}\n", "| card | is | text | effect |"]
            parts += ["|---|---|---|---|", *map(_effects_row, faces), ""]
    return "\n".join(parts)


def _effects_row(face: Face) -> str:
    if face.kind == "role":
        stats = {"Income": face.income, "Free Time": face.free_time, "Goal": (face.goal,)}
        facts = [f"{name} {'/'.join(map(str, sorted(set(s))))}" for name, s in stats.items()]
    else:
        facts = [*face.categories]
        if face.kind in ("thing", "activity"):
            facts.append(f"Cost {face.cost}")
        if face.kind != "whenever" or face.slack:
            facts.append(f"Slack {face.printed_slack}")
        facts += [f"{face.copies} copies"] * (face.copies > 1) + ["guest"] * face.guest
    return f"| {face.name} | {', '.join(facts)} | {face.text} | {effects_of(face)} |"


def verb_reference() -> str:
    """Categories, filter words, kinds of values and all verbs, from the vocabulary."""
    parts = [
        "### Categories\n",
        _categories("Things", v.THING_CATEGORIES),
        _categories("Activities", v.ACTIVITY_CATEGORIES),
        _categories("Persons", v.PERSON_CATEGORIES),
        _categories("Whenevers", v.WHENEVER_CATEGORIES),
        _categories("Any kind", v.CROSS_CATEGORIES),
        "",
        _wrap(f"A filter may also use the words {_quoted(v.FILTER_WORDS)}."),
        "### Values\n",
        "| type | what may be written |",
        "|---|---|",
        *(f"| {name} | {words} |" for name, words in TYPES.items()),
        "",
    ]
    for when, heading, intro in SECTIONS:
        parts += [heading, "", _wrap(intro)]
        parts += [_verb(name, verb) for name, verb in v.VERBS.items() if verb.when == when]
    return "\n".join(parts)


def _verb(name: str, verb: v.Verb) -> str:
    lines = [_wrap(f"**`{name}`** {verb.doc} *On: {', '.join(verb.kinds)}.*")]
    for param, spec in verb.params.items():
        default = "required" if spec.required else f"default {_shown(spec.default)}"
        lines.append(f"- `{param}`: {spec.type}, {default}; {spec.doc}")
    if verb.params:
        lines.append("")
    return "\n".join(lines)


def _shown(default: object) -> str:
    if isinstance(default, bool):
        return f"`{str(default).lower()}`"
    return "none" if default in (None, ()) else f"`{default}`"


def _categories(label: str, words: Iterable[str]) -> str:
    return _wrap(f"- {label}: {_quoted(words)}", "  ").rstrip("\n")


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _wrap(text: str, indent: str = "") -> str:
    return (
        fill(
            text,
            WIDTH,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
        + "\n"
    )


def pages() -> dict[Path, str]:
    """Every generated page and what it should say now."""
    cards = DOCS / "cards.md"
    return {
        DOCS / "rules.md": rules_page(),
        DOCS / "effects.md": effects_page(),
        cards: cards_page(cards.read_text(encoding="utf-8")),
        **shells.pages(),
    }


def stale() -> list[Path]:
    """The generated pages that do not say what they should."""
    return [
        path
        for path, text in pages().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]


def main(arguments: list[str]) -> int:
    old = stale()
    if "--check" in arguments:
        for path in old:
            print(f"{path.name} is not current: run python docs/generate.py")
        return 1 if old else 0
    new = pages()
    for path in old:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(new[path], encoding="utf-8")
        print(f"wrote {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
