"""Letters as outlines: their widths, lines of words, and letters without an outline."""

from __future__ import annotations

import pytest

from rules_engine.core.model.packs import DECKTET, FRENCH
from rules_engine.games import game_class
from rules_engine.pictures.drawing import Drawing
from rules_engine.pictures.lettering import has_outlines, lines, outlines, text_width, words
from rules_engine.pictures.themes import LIGHT
from tests.pictures.seen import parsed, texts


@pytest.mark.parametrize("bold", [False, True])
def test_every_letter_of_europe_has_an_outline(bold: bool) -> None:
    for text in ("The quick brown fox", "Zażółć gęślą jaźń", "Příliš žluťoučký kůň", "Größe, Ärger, ẞ", "Où? “Çà!” – l’été…",
                 "İğneada"):
        assert has_outlines(text, bold)
    assert outlines(bold)["é"].parts
    for outline in outlines(bold).values():
        assert outline.width >= 0
        assert all(name in outlines(bold) for name, _, _ in outline.parts)


def test_widths_add_up_and_bold_is_wider() -> None:
    assert text_width("ab", 10) == pytest.approx(text_width("a", 10) + text_width("b", 10))
    assert text_width("Hamburg", 10, bold=True) > text_width("Hamburg", 10) > text_width("Hambur", 10)


def test_lines_keep_their_width_and_marks_keep_their_punctuation() -> None:
    parts = words(FRENCH, "West takes the trick with the {2S}, the only trump in {H}. " * 4)
    found = lines(FRENCH, parts, 15, 240)
    assert len(found) > 4
    assert all(line.width <= 240 for line in found)
    assert [each for line in found for _, each in line.words] == parts
    assert not [line for line in found if line.words[0][1].text in (",", ".")]
    assert lines(FRENCH, [], 15) == []


def test_a_word_wider_than_the_line_stands_alone() -> None:
    found = lines(FRENCH, words(FRENCH, "a Donaudampfschifffahrtsgesellschaft b"), 15, 100)
    assert [[each.text for _, each in line.words] for line in found] == [["a"], ["Donaudampfschifffahrtsgesellschaft"], ["b"]]


def test_other_scripts_are_written_as_text() -> None:
    drawing = Drawing(game_class("snakebit"), LIGHT)
    drawing.text(0, 20, 15, "Дурак <1>", "#000")
    drawing.text(0, 40, 15, "Durak <1>", "#000")
    svg = drawing.svg(200, 50, "A & B")
    (text,) = [each for each in parsed(svg).iter() if each.tag.endswith("}text")]
    assert (text.text, text.get("textLength")) == ("Дурак <1>", f"{text_width('Дурак <1>', 15):.4g}")
    assert texts(svg) == ["Durak <1>"]


def test_a_suit_in_a_line_has_the_shape_that_it_has_on_cards() -> None:
    """A circle is an arc that nearly closes: scaled down with rounded numbers, it would vanish."""
    drawing = Drawing(game_class("double-decker"), LIGHT)
    (line,) = lines(drawing.deck, words(drawing.deck, "{B4} and {B}"), 12)
    drawing.words(0, 20, 12, line, "#000")
    circles = [each.get("d", "") for each in parsed(drawing.svg(200, 30, "")).iter() if "a9.5" in each.get("d", "")]
    assert circles == ["M12 2.5a9.5 9.5 0 1 0 0.01 0z"] * 2


def test_wild_cards_and_several_suits_stand_in_a_line() -> None:
    narrow, wide = words(DECKTET, "{AM} {5ML}")
    assert narrow.width(DECKTET, 10) < wide.width(DECKTET, 10)
    drawing = Drawing(game_class("snakebit"), LIGHT)
    (line,) = lines(DECKTET, words(DECKTET, "{Excuse} beats {5ML}"), 15)
    drawing.words(0, 20, 15, line, "#000")
    assert texts(drawing.svg(200, 30, "")) == ["beats", "5"]
