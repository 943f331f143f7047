"""Sentences about what only some editions know: Gloom, Madness, parties, Illicit cards."""

from __future__ import annotations

from core.telling.scene import Scene, change


def gloom(s: Scene) -> str | None:
    if s.word == "alone":
        return f"{s.who} has no company and loses 1 Gloom"
    if s.word == "left":
        return f"{s.who} is no Goth any more and loses all Gloom"
    if s.word == "joined":
        return f"{s.who} is a Goth now and gets 1 Gloom"
    return change(s, "Gloom")


def madness(s: Scene) -> str | None:
    return change(s, "Madness")


def utterly_mad(s: Scene) -> str:
    return f"{s.who} is Utterly Mad from now on"


def party(s: Scene) -> str:
    return f"{s.who} has {s.n} People in the {s.room}: PAR-TAAAY"


def caught(s: Scene) -> str:
    time = ", what it cost, and Free Time now and next turn" if s.n else " and what it cost"
    return f"{s.who} is caught with {s.card()}: loses it{time}"
