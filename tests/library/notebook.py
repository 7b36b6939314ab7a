"""The notebook of the page *In Python*: its prose, and its samples as cells. ``python -m tests.library.notebook`` writes it.

It contains no outputs, which running it produces.
"""

from __future__ import annotations

import ast
import doctest
import json
import re
from collections.abc import Iterator
from typing import Any

from tests.site.tiny import ROOT

PAGE = ROOT / "docs" / "in-python.md"
NOTEBOOK = PAGE.with_suffix(".ipynb")
PART = re.compile(r"^```(pycon|stats)\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
IN_PAGE = re.compile(r"\AThis page is also .*? run as\ntests\.\n|\]\((?!http)(.*?)\.md(#[\w-]+)?\)", re.DOTALL | re.MULTILINE)


def samples(text: str) -> list[doctest.Example]:
    """Return the statements in a code sample with their expected output."""
    return doctest.DocTestParser().get_examples(text)


def cells(page: str) -> Iterator[tuple[str, str]]:
    """Yield the type and the text of each cell. Statements up to one with output share a cell.

    The type ``raises`` is for code that raises an error on purpose.
    """
    _, _, text = page.removeprefix("---\n").partition("---\n")
    text = text.partition("## All names")[0]
    place = 0
    for found in PART.finditer(text):
        yield "markdown", text[place:found.start()]
        place = found.end()
        if found[1] == "pycon":
            yield from _together(samples(found[2]))
    yield "markdown", text[place:]


def _together(tried: list[doctest.Example]) -> Iterator[tuple[str, str]]:
    lines: list[str] = []
    for example in tried:
        lines.append(_shown(example.source))
        if example.want or example is tried[-1]:
            yield "raises" if example.exc_msg else "code", "".join(lines)
            lines = []


def _shown(source: str) -> str:
    """Return a statement without its ``print``, because a notebook shows the value; strings are still printed."""
    match ast.parse(source).body[0]:
        case ast.Expr(ast.Call(ast.Name("print"), [ast.Name() | ast.Call() | ast.Attribute() | ast.Subscript()], [])):
            return f"{source.strip().removeprefix('print(').removesuffix(')')}\n"
    return source


def notebook(page: str) -> str:
    """Return the notebook as text."""
    found: list[dict[str, Any]] = []
    for kind, text in cells(page):
        told = IN_PAGE.sub(lambda link: f"]({link[1]}/{link[2] or ''})" if link[1] else "", text) if kind == "markdown" else text
        if not told.strip():
            continue
        text_alone = kind == "markdown"
        found.append({"cell_type": kind if text_alone else "code", "id": f"cell-{len(found)}",
                      "metadata": {"tags": ["raises-exception"]} if kind == "raises" else {},
                      "source": told.strip("\n").splitlines(keepends=True),
                      **({} if text_alone else {"execution_count": None, "outputs": []})})
    about = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
             "language_info": {"name": "python"}}
    whole = {"cells": found, "metadata": about, "nbformat": 4, "nbformat_minor": 5}
    return f"{json.dumps(whole, ensure_ascii=False, indent=1)}\n"


if __name__ == "__main__":
    NOTEBOOK.write_text(notebook(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
