"""Docstrings of public functions begin with a verb in the imperative."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules_engine
from tests import prose

PACKAGE = Path(rules_engine.__file__).parent
NO_VERB = {
    "A", "All", "An", "Any", "As", "At", "By", "Each", "Every", "Everything", "For", "From", "How", "In", "It", "Its", "No",
    "Nobody", "Nothing", "Of", "One", "Some", "Somebody", "That", "The", "These", "This", "Those", "To", "Two", "What",
    "When", "Where",
    "Whether", "Which", "Who", "Whose", "Why", "With"}
THIRD_PERSON = re.compile(r"[A-Z][a-z]*[^s]s")
"""Pattern that matches ``Raises`` and ``Returns``, but not ``Pass``."""
NOUNS = {"property", "cached_property", "setter"}
"""Decorators that turn a function into an attribute, whose docstring is a noun phrase."""


def functions() -> Iterator[tuple[str, str]]:
    """Yield the file and line of each public function in the engine, with the first word of its docstring. Games and
    contracts are left out: there, the docstring of a rule function is the rule.
    """
    for path in PACKAGE.rglob("*.py"):
        file = path.relative_to(PACKAGE)
        if (len(file.parts) > 2 and file.parts[0] == "games") or file.parts[0] in ("testing", "sketches"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                marked = {part.id if isinstance(part, ast.Name) else getattr(part, "attr", "") for part in node.decorator_list}
                told = ast.get_docstring(node)
                if told and marked.isdisjoint(NOUNS):
                    yield f"{file}:{node.lineno}", told.split()[0]


def test_docstrings_of_functions_begin_with_a_verb() -> None:
    found = dict(functions())
    assert len(found) > 900
    assert [place for place, word in found.items() if word in NO_VERB or not word[0].isalpha()] == []


def test_the_verb_is_an_imperative() -> None:
    assert [place for place, word in functions() if THIRD_PERSON.fullmatch(word)] == []


def conditions() -> Iterator[tuple[str, str]]:
    """Yield the file and line of each public function that returns a bool, with its docstring. Functions registered by a
    decorator call, such as rules, are left out: their docstring describes the registered object.
    """
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and node.returns is not None
                    and ast.unparse(node.returns) == "bool" and (told := ast.get_docstring(node))
                    and not any(isinstance(part, ast.Call) or getattr(part, "id", "") in NOUNS for part in node.decorator_list)):
                yield f"{path.relative_to(PACKAGE)}:{node.lineno}", told


def test_docstrings_of_conditions_say_whether() -> None:
    found = dict(conditions())
    assert len(found) > 100
    assert [place for place, told in found.items() if not re.search(r"\b[Ww]hether\b", told)] == []


def test_only_conditions_say_whether() -> None:
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (ast.get_docstring(node) or "").startswith("Return whether"):
                returns = ast.unparse(node.returns) if node.returns else ""
                assert returns in {"bool", "bool | None"}, f"{path}:{node.lineno}"


def test_docstrings_comments_and_pages_are_plain_english() -> None:
    found = [fault for file in prose.files(prose.ROOT / place for place in prose.PLACES)
             for each in prose.prose_of(file) for fault in prose.faults(each)]
    assert [*map(str, found)] == []


@pytest.mark.parametrize(("text", "words"), [("What a side has in this hand.", ["What"]),
                                             ("Say whether it may be played.", ["Say"]), ("Return who leads.", ["Return who"]),
                                             ("The value that hangs on a card beside it.", ["hangs on", "beside"]),
                                             ("Return the leader.", []), ("The options of `told` and ``beside``.", [])])
def test_odd_english_is_found(text: str, words: list[str]) -> None:
    docstring = prose.Prose(Path("module.py"), 1, text, True)
    assert [fault.words for fault in prose.faults(docstring)] == words


def test_comments_are_read_in_python_and_javascript(tmp_path: Path) -> None:
    python, script = tmp_path / "module.py", tmp_path / "script.js"
    python.write_text('"""A module."""\nA = "# no comment"  # beside it\n', encoding="utf-8")
    script.write_text('/** A script. @param {string} told */\nconst a = "// none"; // beside it\n', encoding="utf-8")
    for file in (python, script):
        assert [(each.line, each.text.strip("/ ")) for each in prose.prose_of(file)][1:] == [(2, "beside it")]


def test_pages_are_read_without_their_code_links_ids_and_figures(tmp_path: Path) -> None:
    page = tmp_path / "docs" / "page.md"
    page.parent.mkdir()
    page.write_text("---\ndescription: told\n---\n# A page { #beside }\n\n```py\ntold\n```\n\n[It](beside.md) is `told`.\n"
                    "\n| Bring it down | 3 |\n| a | it lies in here |\n", encoding="utf-8")
    found = [fault for file in prose.files([tmp_path]) for each in prose.prose_of(file) for fault in prose.faults(each)]
    assert [(fault.prose.line, fault.words) for fault in found] == [(13, "lies in")]
