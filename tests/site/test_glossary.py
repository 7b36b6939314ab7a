"""Glossary terms are explained at their first occurrence in a section, on the pages to which the glossary applies."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, fromstring, tostring

from rules_engine.site.fences.markdown.terms import TermExplainer
from rules_engine.site.model.glossary import glossaries, read_glossary
from rules_engine.site.model.site_model import SiteModel

GENERAL = """\
---
explained: {trick: [trick, tricks], lead: [lead, led], kitty: [kitty]}
---
## In all games { #all }

| Word | What it means |
|---|---|
| trick | one card from [each](x.md) player |
| lead, open | to play the *first* card |
| kitty | cards dealt to nobody |

## Whist { #whist }

| kitty | <b>there</b> is none |
"""
GERMAN = "---\nexplained: {Stich: [Stich, Stiche]}\n---\n| Stich | <span lang='en'>trick</span> | von jedem eine Karte |\n"


def explained(html: str, terms: dict[str, str]) -> str:
    """Return the HTML with each explanation in brackets after its term."""
    root: Element = fromstring(f"<div>{html}</div>")
    TermExplainer(terms).explain(root)
    return re.sub(r'<abbr class="fs-term" tabindex="0" title="([^"]*)">([^<]*)</abbr>', r"\2 [\1]",
                  tostring(root, encoding="unicode"))[5:-6]


def terms_on(page: str) -> dict[str, str]:
    own = "---\nexplained: {hand: [hand]}\n---\n| hand | h |\n"
    pages = {"glossary.md": GENERAL, "de/glossary.md": GERMAN, "games/whist/glossary.md": own, "games/whist/rules.md": ""}
    book = SiteModel({"whist": "games/whist/rules.md", "hearts": "games/hearts.md"}, (), {}, languages={"de": None},  # type: ignore[dict-item]
                glossaries=glossaries(pages, pages.get))
    return book.terms(page)


def test_a_word_is_explained_where_it_stands_first_in_a_section() -> None:
    page = ("<h2>Tricks</h2><p>The trick is led. Tricks count.</p><ul><li>Who <em>led</em></li></ul><h3>More</h3>"
            "<p>a <b>Trick</b> led</p>")
    terms = {"trick": "trick: T", "tricks": "trick: T", "led": "lead: L"}
    assert explained(page, terms) == (
        "<h2>Tricks</h2><p>The trick [trick: T] is led [lead: L]. Tricks count.</p><ul><li>Who <em>led</em></li></ul>"
        "<h3>More</h3><p>a <b>Trick [trick: T]</b> led [lead: L]</p>")


def test_nothing_is_explained_in_what_is_pressed_quoted_or_laid_out() -> None:
    page = ("<p><a>trick</a> <code>trick</code> tricky trick-taking</p><table><tr><td>trick</td></tr></table>"
            "<dl><dt>trick?</dt></dl><figure><p>trick</p></figure>")
    assert explained(page, {"trick": "T"}) == page


def test_words_mean_what_the_nearest_glossary_in_the_page_s_language_says() -> None:
    whist, hearts = terms_on("games/whist/rules.md"), terms_on("games/hearts.md")
    assert hearts == {"trick": "trick: one card from each player", "tricks": "trick: one card from each player",
                      "lead": "lead: to play the first card", "led": "lead: to play the first card",
                      "kitty": "kitty: cards dealt to nobody"}
    assert whist == hearts | {"kitty": "kitty: there is none", "hand": "hand: h"}
    assert terms_on("de/games/whist/rules.md") == dict.fromkeys(["stich", "stiche"], "Stich: von jedem eine Karte")


def test_a_word_without_a_row_is_a_fault_of_the_glossary() -> None:
    found = read_glossary("---\nexplained: {void: [void]}\n---\n| trick | one card each |\n")
    assert found.lacking == ["void"]
    book = SiteModel({}, (), {}, glossaries={"glossary.md": found})
    assert ["'void'" in each.message for each in book.problems() if each.file == "docs/glossary.md"] == [True]
