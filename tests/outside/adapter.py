"""The one file of the outside suite that imports ours: what no command line reaches.

`PYTHON adapter.py REQUEST` runs in the interpreter of an installed version, reads JSON from
standard input and answers with JSON on standard output; status 3 says that this version has no
such module. When modules move, this file follows them, and nothing else in the suite.

The simulators of bad networks are tests themselves: they come from the tree that this file lies
in, and drive the `net` of the installed version.
"""

import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

ODD: Final = 80  # in three of this many moments a player shows a hand or leaves


def versions(_: object) -> dict[str, object]:
    """Return what two programs must have in common to play together, and where this one is."""
    import chez_tui
    import core
    import net
    from core import clauses
    from net.wire.messages import VERSION
    from net.wire.versions import cards_hash, rules_hash

    return {
        "protocol": VERSION,
        "rules": [getattr(clauses, "RULES_VERSION", 1), rules_hash().hex()],
        "cards": cards_hash().hex(),
        "folders": [str(Path(str(one.__file__)).parents[1]) for one in (core, net, chez_tui)],
    }


# -- cards -----------------------------------------------------------------------------------------


def themes(about: dict[str, Any]) -> None:
    """Copy the files of this version's editions, but of their cards only those of the box.

    The other packages stand beside the copy: a version takes the ones that lie together.
    """
    from core.catalog import CARD_FILES, EDITIONS, THEMES
    from core.loader import load_source

    box, copy = about["box"], Path(about["folder"]) / "themes"
    shutil.copytree(THEMES, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("chez_tui", "core", "net"):
        copy.with_name(name).symlink_to(Path(THEMES).parent / name)
    for path in (copy / key / f"{name}.toml" for key in EDITIONS for name in CARD_FILES):
        head, *cards = re.split(r"^(?=\[\[)", path.read_text(encoding="utf-8"), flags=re.M)
        faces = load_source(path, path.name, path.parent.name)
        faces.sort(key=lambda face: face.origin[1])  # by line
        for face, card in zip(faces, cards, strict=True):
            if face.id in box:
                head += re.sub(r"^copies = .*\n", "", card, flags=re.M)
                head += f"copies = {box[face.id]}\n"
        path.write_text(head, encoding="utf-8")


# -- goldens ---------------------------------------------------------------------------------------


def goldens(plays: list[dict[str, Any]]) -> list[list[str]]:
    """Play every game; return what was done and told in each, with the digest at its end."""
    return [list(_played(play)) for play in plays]


def _played(play: dict[str, Any]) -> Iterator[str]:
    from core.catalog import load_catalog
    from core.game import Game
    from core.luck import Luck, Stream

    catalog = load_catalog(tuple(play["editions"].split("+")))
    names, winners = tuple(play["names"]), tuple(play["winners"])
    game = Game(catalog, names, play["options"], play["first"], winners)
    choices, luck = Stream(play["seed"]).fork("choices"), Luck(play["seed"])
    step = 0
    while game.waiting() and step < play["limit"]:
        step += 1
        yield from done(step, game, choices, luck)
    yield f"digest {game.digest()}"


def done(step: int, game: Any, choices: Any, luck: Any) -> Iterator[str]:
    """Let chance or a player do something; yield what, and each event in the words that each viewer
    hears, or its kind if it has no words."""
    from core.actions import CHANCE
    from core.telling import describe, tell
    from core.view import view

    viewers = {**{seat: name[0] for seat, name in enumerate(game.names)}, None: "-"}
    action = luck.answer(game) if game.waiting()[0] == CHANCE else _chosen(game, choices)
    who = "Chance" if action.seat == CHANCE else game.names[action.seat]
    yield f"{step}. {who}: {describe(action, game)}"
    for event in game.apply(action):
        about = game.names[event.seat] if event.seat >= 0 else "nobody"
        nameless = " ".join(str(part) for part in (about, event.word, event.n) if part)
        heard: dict[str, str] = {}
        for seat, letter in viewers.items():
            said = tell(event, view(game, seat), seat) or f"({event.kind} {nameless})"
            heard[said] = heard.get(said, "") + letter
        for said, letters in heard.items():
            yield f"    {said}" if len(heard) == 1 else f"    [{letters}] {said}"


def _chosen(game: Any, choices: Any) -> Any:
    """Return what somebody does; now and then a hand is shown, or a player leaves."""
    from core.actions import LEAVE, SHOW, Action

    waiting = game.waiting()
    odd = choices.below(ODD) if game.round > 1 else ODD
    seats = game.seats_from(waiting[0])
    if odd < 2:
        return Action(SHOW, seats[0], to=choices.choice(seats[1:]))
    if odd == 2 and len(seats) > 3:
        return Action(LEAVE, choices.choice(seats))
    seat = choices.choice(waiting)
    if not (game.stack or choices.below(8)) and (moves := game.legal(choices.choice(seats[1:]))):
        return choices.choice(moves)
    return choices.choice(game.legal(seat))


# -- vectors ---------------------------------------------------------------------------------------


def hashing(cases: list[dict[str, Any]]) -> list[str]:
    """Return the hash of each case, whose parts are bytes or numbers."""
    from net.hashing import digest

    found = []
    for case in cases:
        parts = (bytes.fromhex(one) if isinstance(one, str) else one for one in case["parts"])
        found.append(digest(case["domain"], *parts).hex())
    return found


def messages(vectors: dict[str, str]) -> dict[str, str]:
    """Read every message and pack it again; return the bytes by the name of the kind."""
    from net.wire.messages import pack, unpack

    read = [unpack(bytes.fromhex(packed)) for packed in vectors.values()]
    return {type(message).__name__: pack(message).hex() for message in read}


def log(vector: dict[str, Any]) -> dict[str, str]:
    """Sign the act, the entry, the receipt and the vote of the vector again."""
    from net.identity import Identity
    from net.log.entries import Ack, Act, Entry, Place, Vote

    author, host = (Identity(bytes.fromhex(vector[f"{who}_seed"])) for who in ("author", "host"))
    gid, (seq, head) = bytes.fromhex(vector["gid"]), vector["basis"]
    basis = Place(seq, bytes.fromhex(head))
    act = Act.make(author, gid, vector["author_seq"], basis, vector["kind"], vector["payload"])
    entry = Entry.make(host, vector["term"], basis, act)
    ack = Ack.make(author, gid, vector["term"], entry.asked)
    vote = Vote.make(author, gid, vector["vote_term"], host.pid, entry.asked)
    made = {
        "act": act.raw,
        "act_signature": act.signature,
        "entry": entry.raw,
        "head": entry.head,
        "host_signature": entry.signature,
        "ack_signature": ack.signature,
        "vote_signature": vote.signature,
    }
    return {name: raw.hex() for name, raw in made.items()}


# -- simulated networks ----------------------------------------------------------------------------


def traces(lines: list[str]) -> list[str]:
    """Run the seeds of lines `SIMULATOR SEED ...`; return them with the hashes of their courses:
    who did something and when, or which entry became final for whom and when."""
    from tests.net.sim.runs import run
    from tests.net.sim.witness import Witness
    from tests.net.tablesim.short import run_short
    from tests.net.tablesim.table import SimTable

    simulators: dict[str, tuple[Any, ...]] = {
        "election": (run, Witness, "sees", lambda _, peer, node, effect, now: (peer, now)),
        "table": (
            run_short, SimTable, "witness",
            lambda table, program, what: (table.now, program.number, what.entry.head),
        ),
    }  # fmt: skip
    pairs = [line.split()[:2] for line in lines]
    return [f"{name} {seed} {_trace(int(seed), *simulators[name])}" for name, seed in pairs]


def _trace(seed: int, run: Callable[[int], Any], owner: type, method: str, seen: Any) -> str:
    """Return the hash of what is seen at each call of a method."""
    real, found = getattr(owner, method), blake2b(digest_size=16)

    def spy(*args: Any) -> Any:
        found.update(repr(seen(*args)).encode())
        return real(*args)

    with patch.object(owner, method, spy):
        run(seed)
    return found.hexdigest()


REQUESTS: Final = {
    one.__name__: one for one in (versions, themes, goldens, hashing, messages, log, traces)
}


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parents[2]))  # last: ours come from where they are installed
    try:
        print(json.dumps(REQUESTS[sys.argv[1]](json.load(sys.stdin))))
    except ImportError as error:
        print(error, file=sys.stderr)
        sys.exit(3)
