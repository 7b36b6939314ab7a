"""A text in another language: found whole, by its sentences, by its clauses; what no catalogue has stays and is known."""

from __future__ import annotations

import pytest

from rules_engine.core.language import Language, opened, put, read_in, reading

WORDS = {
    "{seat} takes the trick with the {card}.": "{seat} macht den Stich mit {card}.",
    "{seats} take the {n} tricks.": "Die {n} Stiche machen {seats}.",
    "{seat} leads the {card}:": "{seat} spielt {card} aus:",
    "nothing beats it.": "nichts schlägt sie.",
    "Who leads": "Wer ausspielt",
    "{n} of Hearts": "Herz {n}",
    "played by {seat}": "gespielt von {seat}",
    "led": "ausgespielt",
    "You say {quote}.": "Du sagst {quote}.",
    "South": "Süd", "West": "West", " and ": " und ", ".": ",", "“": "„", "”": "“",
}


@pytest.mark.parametrize(("english", "german"), [
    ("West takes the trick with the {7C}.", "West macht den Stich mit {7C}."),
    ("South and West take the 3 tricks.", "Die 3 Stiche machen Süd und West."),
    ("West takes the trick with the {7C}. South takes the trick with the {AD}.",
     "West macht den Stich mit {7C}. Süd macht den Stich mit {AD}."),
    ("South leads the {7C}: nothing beats it.", "Süd spielt {7C} aus: nichts schlägt sie."),
    ("7 of Hearts, played by South, led", "Herz 7, gespielt von Süd, ausgespielt"),
    ("Who leads", "Wer ausspielt"),
    (" Who leads ", " Wer ausspielt "),
    ("Who leads.", "Wer ausspielt."),
    ("You say “Go!”.", "Du sagst „Go!“."),
    ("+8.5", "+8,5"),
    ("7C 10D", "7C 10D"),
])
def test_what_is_known_is_put(english: str, german: str) -> None:
    language = Language("de", WORDS)
    assert language.put(english) == german
    assert language.put(german) == german
    assert language.missing == {}


def test_one_and_several_are_told_apart_and_counted() -> None:
    sentence, found = opened("South and North beat West's {7C}, {8C} or {9C} with {AD}: 3 of 10, in {H}.")
    assert sentence == "{seats} beat {seat2}'s {cards} with {card2}: {n} of {n2}, in {suit}."
    assert found == {"seats": "South and North", "seat2": "West", "cards": "{7C}, {8C} or {9C}", "card2": "{AD}", "n": "3",
                     "n2": "10", "suit": "{H}"}


def test_what_is_not_known_stays_and_is_missing() -> None:
    language = Language("de", WORDS)
    assert language.put("West sneezes 3 times.") == "West sneezes 3 times."
    assert language.put("Who leads: the one who sneezed?") == "Wer ausspielt: the one who sneezed?"
    asked = "the one who sneezed?"
    assert language.missing == {"{seat} sneezes {n} times.": "West sneezes 3 times.", asked: asked}


def test_what_authors_wrote_is_put_as_a_whole() -> None:
    language = Language("de", {"Two *Aces*. And a King.": "Zwei *Asse*. Und ein König."})
    assert language.put_whole("Two *Aces*. And a King.") == "Zwei *Asse*. Und ein König."
    assert language.put("Zwei Asse. Und ein König.") == "Zwei Asse. Und ein König."     # as it is heard
    assert language.put_whole("A Queen of 3.") == "A Queen of 3."
    assert language.missing == {}
    assert language.unwritten == {"A Queen of {n}.": "A Queen of 3."}


def test_only_what_is_read_within_is_put() -> None:
    assert (put("Who leads"), read_in()) == ("Who leads", "")
    with reading(Language("de", WORDS)):
        assert (put("Who leads"), read_in()) == ("Wer ausspielt", "de")
        with reading(None):
            assert put("Who leads") == "Who leads"
    assert put("Who leads") == "Who leads"
