"""Docstrings of public functions say what they do: they begin with a verb, as those of other libraries."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import rules_engine

PACKAGE = Path(rules_engine.__file__).parent
NO_VERB = {
    "A", "All", "An", "Any", "As", "At", "By", "Each", "Every", "Everything", "For", "From", "How", "In", "It", "Its", "No",
    "Nobody", "Nothing", "Of", "One", "Some", "Somebody", "That", "The", "These", "This", "Those", "To", "Two", "What",
    "When", "Where",
    "Whether", "Which", "Who", "Whose", "Why", "With"}
THIRD_PERSON = re.compile(r"[A-Z][a-z]*[^s]s")
"""``Raises``, ``Returns``; not ``Pass``."""
NOUNS = {"property", "cached_property", "setter"}
"""Decorators that make a value of a function; such a docstring says what the value is."""


def functions() -> Iterator[tuple[str, str]]:
    """Yield public functions of the engine's own layers by their place, with the first word of their docstring.

    In a game's folder, and in a contract, a function that is a rule has the rule for its docstring.
    """
    for path in PACKAGE.rglob("*.py"):
        file = path.relative_to(PACKAGE)
        if (len(file.parts) > 2 and file.parts[0] == "games") or file.parts[0] == "testing":
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
    """Yield public functions that return a bool by their place, with their docstring; but those that a decorator registers under
    a name of their own, such as rules: their docstring is that of what is registered.
    """
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and node.returns is not None
                    and ast.unparse(node.returns) == "bool" and (told := ast.get_docstring(node))
                    and not any(isinstance(part, ast.Call) for part in node.decorator_list)):
                yield f"{path.relative_to(PACKAGE)}:{node.lineno}", told


def test_docstrings_of_conditions_say_whether() -> None:
    """``Return the last trick ends every hand.`` was made of a sentence by a rule on first words."""
    found = dict(conditions())
    assert len(found) > 100
    assert [place for place, told in found.items() if not re.search(r"\b[Ww]hether\b", told)] == []
