"""Fenced code blocks in Markdown: each is rendered as a figure, or reported as an error with its line in the author's file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules_engine.html.figure import FIGURES
from rules_engine.site.fences.fences import FenceExtension
from rules_engine.site.model.site_model import SiteModel
from tests.dom import Node, read
from tests.site.tiny import rendered

EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
SCENARIO = "format: 1\ngame: snakebit\nkind: practice\nsetup: {seed: 7}\n"
NO_FENCE = "opens no fence here"


def site() -> SiteModel:
    return SiteModel({"snakebit": "games/snakebit.md"}, [], {})


def html_of(text: str) -> str:
    return rendered(text, site())


def page_of(text: str) -> tuple[Node, FenceExtension]:
    """Return a page as the plugin outputs it, including its table, and the Markdown extension that rendered it."""
    fences = FenceExtension()
    return read(fences.book_page(rendered(text, site(), fences=fences))), fences


def figure(title: str) -> str:
    """Return a worked example written inline in its fence."""
    return f"```example\n{SCENARIO.replace('practice', 'example')}title: {title}\n```\n"


def told(text: str) -> list[tuple[int | None, str]]:
    """Return the line and message of each error in a page's fenced code blocks."""
    book = site()
    rendered(text, book)
    return [(each.line, each.message) for each in book.pages["index.md"].problems]


def lines(text: str) -> list[int | None]:
    return [line for line, _ in told(text)]


def rules(text: str) -> list[tuple[str, int | None]]:
    book = site()
    rendered(text, book)
    return [(each.rule, each.line) for each in book.pages["index.md"].headings]


def indented(text: str, by: str = "    ") -> str:
    return "".join(f"{by}{line}\n" for line in text.rstrip("\n").split("\n"))


# ---- output for readers


def test_a_fence_becomes_its_figure() -> None:
    text = f"Before\n\n{figure('One')}\nAfter\n"
    html = html_of(text)
    assert html.startswith("<p>Before</p>\n<fs-figure ")
    assert html.endswith("</fs-figure>\n<p>After</p>")
    assert read(html).one("fs-figure")["id"] == "example-one"
    assert told(text) == []


def test_a_page_with_figures_has_one_table_beside_its_text() -> None:
    page, _ = page_of(f"# Title {{ #rule-x }}\n\n{figure('One')}\n{figure('Two')}\nText\n")
    text, table = page.one(".fs-book").inside
    assert isinstance(text, Node)
    assert isinstance(table, Node)
    assert [each["id"] for each in text.all("fs-figure")] == ["example-one", "example-two"]
    assert (table.tag, table["data-place"], table["data-figure"]) == ("fs-table", "side", "example-one")
    assert (table["data-game-page"], table["data-general-page"], table["data-faces"]) == ("games/snakebit/", "games/", "faces")
    table.one(".fs-stage .fs-felt")
    text.one("fs-variant")


def test_what_figures_bring_to_the_table_are_files_named_for_what_they_hold() -> None:
    page, fences = page_of(f"{figure('One')}\n{figure('Two')}\n{figure('One')}")
    sources = [each["data-src"] for each in page.all("fs-figure")]
    assert len(set(sources)) == 2
    assert {f"assets/{path}" for path in fences.files} == set(sources)
    again = page_of(figure("One"))[1]
    assert again.files.items() <= fences.files.items()
    assert json.loads(fences.files[sources[1].removeprefix("assets/")])["title"] == "Two"


def test_a_page_without_figures_stays_as_it_is() -> None:
    fences = FenceExtension()
    html = rendered("# Title\n\nText\n", site(), fences=fences)
    assert fences.book_page(html) == html


def test_a_practice_hand_has_the_table_where_it_stands_and_others_come_to_it() -> None:
    text = f"```practice\n{SCENARIO}title: One\n```\n\nAnd\n\n```practice\n{SCENARIO}title: Two\n```\n\n{figure('Three')}"
    page, _ = page_of(text)
    table = page.one("fs-table")
    assert (table["data-place"], table["data-figure"]) == ("page", "practice-one")
    figures = page.all("fs-figure")
    assert [each["id"] for each in figures] == ["practice-one", "practice-two", "example-three"]
    assert all(each.all(".fs-strip .fs-caption") for each in figures), "each has a place for the button that puts it there"


def test_a_practice_hand_shown_as_code_takes_no_table_from_the_one_that_is_played() -> None:
    shown = f"```practice\n{SCENARIO}title: Shown\n```\n"
    page, _ = page_of(f"Write\n\n{indented(shown)}\nand see\n\n```practice\n{SCENARIO}title: Played\n```\n")
    assert page.one("fs-table")["data-figure"] == "practice-played"


def test_a_page_may_render_twice() -> None:
    book, text = site(), f"```practice\n{SCENARIO}```\n"
    assert rendered(text, book) == rendered(text, book)


def test_a_fence_within_a_list_stands_in_no_paragraph() -> None:
    html = html_of("- one\n\n" + indented(f"```practice\n{SCENARIO}```"))
    read(html).one("li fs-figure")


def test_a_fence_that_is_wrong_is_seen_in_its_place() -> None:
    html = html_of("Before\n\n```quiz\n<x>.yml\n```\n")
    assert '<div class="fs-fault"><p>docs/index.md:4: there is no scenario &lt;x&gt;.yml in the examples folder' in html


def test_texts_of_a_scenario_are_escaped() -> None:
    names = "seats: ['<b>x', '<i>y', '\"z']"
    scenario = (
        f"format: 1\ngame: snakebit\nsetup: {{seed: 7, {names}}}\n"
        f"title: '{EVIL}'\nintro: |\n  {EVIL} [x](javascript:alert(1))\nscript:\n  - note: |\n      {EVIL}\n"
    )
    page, fences = page_of(f"```example\n{scenario}```\n")
    page.one("fs-figure")
    brought = [step["html"] for content in fences.files.values() for step in json.loads(content)["steps"]]
    assert len(brought) == 2
    for html in (html_of(f"```example\n{scenario}```\n"), *brought):
        for harm in ("<script>alert", "<img src=x", 'href="javascript', "<b>x", "<i>y", 'id=""z'):
            assert harm not in html


@pytest.mark.parametrize("kind", ["example", "practice"])
def test_figures_contain_no_scripts(kind: str) -> None:
    """Material's instant navigation recreates every script without its attributes, so JSON would be executed."""
    assert "<script" not in html_of(f"```{kind}\n{SCENARIO.replace('practice', kind)}```\n")


# ---- errors reported to authors


@pytest.mark.parametrize("opener", ["- item", "1. item", '!!! note "Title"', '=== "Tab"', "Text[^1]\n\n[^1]: foot"])
def test_a_fence_within_another_block_is_looked_at(opener: str) -> None:
    text = f"{opener}\n\n    text\n\n    ```example\n    no.yml\n    ```\n"
    assert lines(text) == [6 + opener.count("\n")]


def test_a_fence_within_a_quote_is_looked_at() -> None:
    assert lines("> Text\n>\n> ```example\n> no.yml\n> ```\n") == [4]


def test_a_fence_of_tildes_holds_shorter_ones() -> None:
    text = f"~~~~ practice\n{SCENARIO}x: |\n  ~~~\n~~~~\n"
    assert [(line, message.split(":")[0]) for line, message in told(text)] == [(6, "x")]


def test_a_fence_may_name_its_kind_in_braces() -> None:
    read(html_of(f"```{{ .practice }}\n{SCENARIO}```\n")).one("fs-figure")


def test_the_same_fault_twice_is_told_for_each_line() -> None:
    fence = "```example\nno.yml\n```\n"
    assert lines(f"{fence}\n{fence}\n- x\n\n{indented(fence)}") == [2, 6, 12]


@pytest.mark.parametrize("text", ["Write\n\n    ```quiz\n    no.yml\n    ```\n", "````md\n```quiz\nno.yml\n```\n````\n"])
def test_a_fence_that_is_shown_as_text_is_left_alone(text: str) -> None:
    assert told(text) == []
    assert "```quiz" in html_of(text)


@pytest.mark.parametrize(("word", "meant"), [("exmaple", "example"), ("examples", "example"), ("{ .practise }", "practice"),
                                             ("quizz", "quiz"), ("puzle", "puzzle")])
def test_a_fence_whose_word_is_misspelt_is_told(word: str, meant: str) -> None:
    book = site()
    rendered(f"# T\n\n- x\n\n    ```{word}\n    {SCENARIO.splitlines()[0]}\n    ```\n", book)
    (problem,) = book.pages["index.md"].problems
    assert (problem.line, problem.hint) == (5, f"did you mean {meant}?")
    assert problem.message.endswith("is shown as code")


@pytest.mark.parametrize("text", [
    "```python\nx\n```\n", "```\nno.yml\n```\n", "```sample-of-mine\nx\n```\n", "~~~markdown\n```exmaple\nx\n```\n~~~\n",
    "`exmaple`\n", "```games\n```\n\n```puzzles\nsnakebit\n```\n"])
def test_other_code_is_left_alone(text: str) -> None:
    assert told(text) == []


def test_a_fence_below_its_own_text_in_a_code_block_has_its_own_line() -> None:
    fence = "```quiz\nno.yml\n```\n"
    assert lines(f"Write\n\n{indented(fence)}\nand see\n\n{fence}") == [10]


def test_a_fence_below_another_one_in_a_code_block_has_its_own_line() -> None:
    assert lines("````md\n```quiz\nother.yml\n```\n````\n\n```quiz\nno.yml\n```\n") == [8]


def test_lines_count_from_the_top_of_the_file_with_its_metadata() -> None:
    text = f"---\ntitle: x\nhide: [toc]\n---\n\n# T {{ #rule-a }}\n\n```practice\n{SCENARIO}x: y\n```\n"
    assert rules(text) == [("a", 6)]
    assert lines(text) == [13]


def test_windows_line_ends_and_tabs() -> None:
    assert lines("- x\r\n\r\n\t```example\r\n\tno.yml\r\n\t```\r\n") == [4]


def test_a_slip_in_yaml_is_told_with_its_line() -> None:
    assert told(f"- x\n\n{indented(f'```practice{chr(10)}{SCENARIO}x: [1{chr(10)}```')}")[0][0] == 8


def test_what_a_plugin_put_into_the_page_has_no_line() -> None:
    book = site()
    rendered(f"```practice\n{SCENARIO}x: 1\n```\n\n# B {{ #rule-b }}\n", book, source="{{ include('x') }}\n")
    page = book.pages["index.md"]
    assert [each.told().split(" unknown ")[0] for each in page.problems] == ["docs/index.md: x:"]
    assert page.headings == [("b", None)]


@pytest.mark.parametrize("opening", ["``` quiz title=x", "```{.quiz #a}", "```quiz { #a }", "~~~ quiz a b", "```quiz !!"])
def test_a_fence_with_more_words_is_a_fault(opening: str) -> None:
    text = f"Text\n\n{opening}\na.yml\n{opening[:3]}\n"
    assert told(text) == [(3, "only the word quiz may follow the fence's backquotes or tildes")]


@pytest.mark.parametrize("opening", ["```quiz", "~~~quiz", "- ```quiz", "```{.quiz}"])
def test_what_was_meant_for_a_fence_and_is_none_is_a_fault(opening: str) -> None:
    (place, message), *_ = told(f"Text\n\n{opening}\na.yml\n\nText\n")
    assert place == 3
    assert NO_FENCE in message


def test_a_fence_that_another_one_swallows_is_a_fault() -> None:
    assert lines("```yaml\na: 1\n\nText\n\n```quiz\na.yml\n```text\n") == [6]


def test_a_fence_that_is_closed_at_another_column_is_a_fault() -> None:
    assert lines("- x\n\n    ```quiz\n    a.yml\nText\n```\n") == [3]


def test_words_in_a_line_are_no_fence() -> None:
    assert told("```quiz``` is the word, as in\n`~~~quiz`.\n") == []


def test_an_error_in_a_view_is_told_and_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> str:
        raise ValueError("no such thing")

    monkeypatch.setitem(FIGURES, "practice", broken)
    ((line, message),) = told(f"```practice\n{SCENARIO}```\n")
    assert line == 1
    assert message.startswith("this practice can't be shown: ValueError: no such thing, in tests/site/test_fences.py:")
    assert message.endswith(" broken")


# ---- headings


def test_headings_with_the_id_of_a_rule() -> None:
    text = """\
# One { #rule-one }
## Two {#rule-two .x}
### Three {: #rule-three }
#### Four { #rule-four }
Under { #rule-under }
---------------------
## Closed { #rule-closed } ##
## None
## Other { #other }
Text with { #rule-not-a-heading }

    # Code { #rule-code }

```text
# Fenced { #rule-fenced }
```
"""
    wanted = {"one": 1, "two": 2, "three": 3, "four": 4, "under": 5, "closed": 7}
    assert rules(text) == list(wanted.items())


def test_a_heading_is_no_rule_for_its_words() -> None:
    assert 'id="rule-books"' in html_of("## Rule books\n")
    assert rules("## Rule books\n") == []


def test_each_of_two_headings_has_its_line() -> None:
    assert rules("# A { #rule-a }\n\n[link](#rule-a)\n\n# A { #rule-a }\n") == [("a", 1), ("a", 5)]


def test_the_tools_for_a_real_table_are_complete_without_scripts() -> None:
    """The pad shows each card once. The fields for each variant and number of players are embedded as data."""
    page = read(html_of("```table\nsnakebit\n```\n"))
    keys = [key["data-card"] for key in page.all(".fs-key")]
    assert (len(keys), len({*keys})) == (24, 24)
    source = json.loads(page.one(".fs-source").text)
    assert [(each["variant"], each["players"]) for each in source["choices"]] == [
        ("standard", 3), ("standard", 4), ("poison-nonesuch", 3), ("poison-nonesuch", 4)]
    rows = {row["key"]: row for row in source["choices"][1]["rows"]}
    assert rows["trump"]["label"] == "Trumps"
    assert (rows["trump"]["uses"], rows["broken"]["uses"]) == (["winner", "lead"], ["lead"])
    assert told("```table\nwhist\n```\n") == [(1, "a table of 'whist', which is no game of this site")]
