"""The game in words: sentences for the log, phrases for choices, questions with their options."""

from core.telling.names import (
    clean,
    listing,
    player,
    possessive,
    refused,
    role_word,
    room_is,
    word,
)
from core.telling.questions import PHASE_NAMES, PICK_ROLE, Question, ask_text, describe, waiting_for
from core.telling.sentences import tell, tell_all

__all__ = [
    "PHASE_NAMES", "PICK_ROLE", "Question", "ask_text", "clean", "describe", "listing", "player",
    "possessive", "refused", "role_word", "room_is", "tell", "tell_all", "waiting_for", "word",
]  # fmt: skip
