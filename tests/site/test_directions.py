"""In a page in another language, our content declares its own language and writing direction."""

from __future__ import annotations

import pytest

from rules_engine.site.pages.directions import direction, marks, with_languages
from rules_engine.text.message import Seats, isolated, say

PAGE = ('<p>a</p><fs-table class="fs-table"><fs-figure></fs-figure></fs-table><ul class="fs-games" data-few>'
        '<details class="fs-stats">')


def test_a_page_in_the_language_of_our_sentences_stays_as_it_is() -> None:
    assert with_languages(PAGE, "en", "en-GB") == PAGE
    assert with_languages(PAGE, "de", "de") == PAGE


@pytest.mark.parametrize(("text", "page", "told"), [
    ("en", "he", 'lang="en" dir="ltr"'), ("en", "de", 'lang="en" dir="ltr"'), ("ar", "en", 'lang="ar" dir="rtl"')])
def test_in_another_each_part_of_ours_says_which_it_is_in(text: str, page: str, told: str) -> None:
    html = with_languages(PAGE, text, page)
    assert html.count(told) == 4
    assert f'<fs-table {told} class="fs-table">' in html
    assert html.startswith("<p>a</p>")


def test_scripts_that_run_from_right_to_left_are_known() -> None:
    assert {direction(code) for code in ("he", "ar-EG", "fa_IR", "ur")} == {"rtl"}
    assert {direction(code) for code in ("en", "de", "ja", "az")} == {"ltr"}
    assert marks("en", "en") == {}


@pytest.mark.parametrize("name", ["\u05d3\u05e0\u05d4", "\u0645\u062d\u0645\u062f 12", "\u062f\u0627\u0646\u0627-2"])
def test_a_name_in_other_letters_stands_in_an_isolate(name: str) -> None:
    kept = f"\u2068{name}\u2069"
    assert str(say("{seat} {seat:has|have} {n}.", seat=Seats([name]), n=-4)) == f"{kept} has \u22124."
    assert say("{seat's} card", seat=Seats([name])).render(None) == f"{kept}'s card"
    assert say("It is {what}.", what=name).render(None) == f"It is {kept}."
    assert isolated(kept) == kept
    assert Seats([name]).names == (name,)
