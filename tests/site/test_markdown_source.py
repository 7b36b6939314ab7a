"""Our own reading of Markdown: which fences and headings a page has, and on which line."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import Any

import markdown
import pytest

from rules_engine.site.markdown_source import KINDS, read_markdown


def fences(text: str) -> list[tuple[str, str, int, bool]]:
    return [(each.kind, each.body, each.line, each.shown) for each in read_markdown(dedent(text), "a.md").fences]


def faults(text: str) -> list[tuple[int, str]]:
    return [(each.line, each.fault) for each in read_markdown(dedent(text), "a.md").fences if each.fault]


def ids(text: str) -> list[tuple[str, int]]:
    return [(each.id, each.line) for each in read_markdown(dedent(text), "a.md").headings]


def test_a_fence_has_its_kind_body_and_line() -> None:
    assert fences("# Title\n\n```example\na/b.yml\n```\n\n~~~~ quiz\nc.yml\n~~~~\n") == [
        ("example", "a/b.yml", 3, True),
        ("quiz", "c.yml", 7, True),
    ]


def test_other_fences_are_not_ours() -> None:
    assert fences('```yaml\nformat: 1\n```\n\n``` py title="a"\nx\n```\n\n```\nexample\n```\n') == []


def test_a_fence_inside_a_fence_is_text() -> None:
    assert fences("````markdown\n```example\na.yml\n```\n````\n\n~~~\n```quiz\nb.yml\n```\n~~~\n") == []


def test_a_longer_fence_holds_shorter_ones() -> None:
    assert fences("````example\n```\n````\n") == [("example", "```", 1, True)]


def test_a_fence_in_a_code_block_is_not_shown() -> None:
    assert fences("Write:\n\n    ```example\n    a.yml\n    ```\n") == [("example", "a.yml", 3, False)]


@pytest.mark.parametrize("opener", ["- item", "1. item", '!!! note "Title"', "??? tip", '=== "Tab"', "[^1]: foot"])
def test_a_fence_in_an_indented_block_is_shown(opener: str) -> None:
    text = f"{opener}\n\n    text\n\n    ```example\n    a.yml\n    ```\n\nText.\n\n    ```quiz\n    b.yml\n    ```\n"
    assert fences(text) == [("example", "a.yml", 5, True), ("quiz", "b.yml", 11, False)]


def test_the_body_of_an_indented_fence_keeps_its_own_indentation() -> None:
    assert fences("- x\n\n    ```quiz\n    setup:\n      seed: 1\n\n    a: b\n    ```\n")[0][1] == "setup:\n  seed: 1\n\na: b"


def test_lines_count_from_the_top_of_the_file_with_its_metadata() -> None:
    text = "---\ntitle: x\nhide: [toc]\n---\n\n# T { #rule-a }\n\n```example\na.yml\n```\n"
    assert ids(text) == [("rule-a", 6)]
    assert fences(text)[0][2] == 8


def test_windows_line_ends_and_tabs() -> None:
    assert fences("- x\r\n\r\n\t```example\r\n\ta.yml\r\n\t```\r\n") == [("example", "a.yml", 3, True)]


def test_headings_with_ids() -> None:
    text = """\
        # One { #rule-one }
        ## Two {#rule-two .x}
        ### Three {: #rule-three }
        #### None
        Under { #rule-under }
        ---------------------
        ## Closed { #rule-closed } ##
        Text with { #rule-not-a-heading }

            # Code { #rule-code }

        ```text
        # Fenced { #rule-fenced }
        ```
        """
    assert ids(text) == [("rule-one", 1), ("rule-two", 2), ("rule-three", 3), ("rule-under", 5), ("rule-closed", 7)]


@pytest.mark.parametrize("opening", ["```example title=x", "```{.example}", "```example { #a }", "``` quiz more words"])
def test_a_fence_with_more_words_is_a_fault(opening: str) -> None:
    found = faults(f"Text\n\n{opening}\na.yml\n```\n")
    assert [line for line, _ in found] == [3]
    assert "may stand after the fence's signs" in found[0][1]


def test_a_fence_that_is_never_closed_is_a_fault() -> None:
    assert faults("```quiz\na.yml\n\nText\n")[0][0] == 1
    assert "never closed" in faults("- x\n\n    ```quiz\n    a.yml\nText\n```\n")[0][1]


PAGES = (
    "Text\n```example\na\n```\nmore\n",
    "- a\n  ```example\n  b\n  ```\n- c\n\n    ```quiz\n    d\n    ```\n",
    "> ```example\n> a\n> ```\n",
    "    ```example\n    a\n    ```\n\n```example\na\n```\n",
    "1. x\n\n    - y\n\n        ```practice\n        z\n        ```\n",
    "!!! note\n    ```example\n    a\n    ```\n\n        ```quiz\n        b\n        ```\n",
    "```text\n```example\na\n```\n\n```quiz\nb\n```\n",
    "~~~example\n```\n~~~\n\n``` example\nq\n```   \n",
)


@pytest.mark.parametrize("text", PAGES)
def test_superfences_reads_the_same(text: str) -> None:
    met: list[tuple[str, str]] = []

    def formatter(source: str, language: str, *_: Any, **__: Any) -> str:
        met.append((language, source.strip()))
        return f"<b>widget {len(met) - 1}</b>"

    custom = [{"name": kind, "class": kind, "format": formatter} for kind in KINDS]
    html = markdown.markdown(
        text,
        extensions=["pymdownx.superfences", "admonition"],
        extension_configs={"pymdownx.superfences": {"custom_fences": custom}},
    )
    ours = read_markdown(text, "a.md").fences
    assert [(each.kind, each.body.strip()) for each in ours] == met
    shown = {int(place) for place in re.findall(r"<b>widget (\d+)</b>", html)}
    assert {place for place, each in enumerate(ours) if each.shown} == shown
