"""Sentences about what only some editions have: Gloom, Madness, parties, Illicit cards."""

from __future__ import annotations

from core.telling.scene import Scene, change


def gloom(s: Scene) -> str | None:
    if s.word == "alone":
        return f"{s.who} has no company and loses 1 Gloom"
    if s.word == "left":
        return f"{s.who} isn't a Goth anymore and loses all Gloom"
    if s.word == "joined":
        return f"{s.who} is a Goth now and gets 1 Gloom"
    return change(s, "Gloom")


def madness(s: Scene) -> str | None:
    return change(s, "Madness")


def utterly_mad(s: Scene) -> str:
    return f"{s.who} goes Utterly Mad"


def party(s: Scene) -> str:
    return f"{s.who} has {s.n} People in the {s.room}: PAR-TAAAY"


def caught(s: Scene) -> str:
    time = ", its Cost, and Free Time now and next turn" if s.n else " and its Cost"
    return f"{s.who} is caught with {s.card()} and loses it{time}"
