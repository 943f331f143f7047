"""The rules as people look them up: by what they call a thing, whatever the rules call it."""

from chez_tui.play.rulebook import found, read_out, synonyms

# The words of the glossary that are about the game and not about this program.
GLOSSARY = """
opponent, player, evict, eviction roll, response window, respond, cancel, Person, People,
shopping trip, trip, Cost, Slack Goal, goal, Slack token, marker, role, Job, Major, MOS,
misfortune, edition, mix, house rule, custom cards, apartment, redeal, roll, throw, left,
rival, get rid of, rolled away, send away, guests, stop, price, discard"""


def ids(search: str) -> set[str]:
    return {clause.id for some in found(search).values() for clause in some}


def test_every_name_of_a_thing_finds_its_rules() -> None:
    assert [word for word in (*GLOSSARY.split(","), *synonyms()) if not ids(word)] == []


def test_names_find_whole_words_and_other_letters_parts_of_words() -> None:
    assert "R-GONE-2" in ids("evict")
    assert "R-DOUBLE-1" in ids("categ") - ids("cat")
    assert {"R-CANCEL-4"} < ids("undo") == ids("take  BACK")
    assert ids("cat evict") == ids("pet") & ids("get rid of") != set()
    assert not ids("cat xyzzy") | ids("[")


def test_they_are_read_out_by_id_topic_and_word() -> None:
    assert read_out("r-call-1")[0].startswith("R-CALL-1, When to call People: You call")
    assert read_out("R-CALL-2", ("grunt",))[0].endswith("any other soldier's.")
    assert [line[:8] for line in read_out("Pests ")] == ["R-PEST-1", "R-PEST-2", "R-PEST-3"]
    assert "GREEK-2: PAR-TAAAY" in read_out("party")
    assert "Goth" in read_out("")[0]
    assert "Goth" not in read_out("", ("geek", "cthulhu"))[0]
    assert read_out("xyzzy") == []
