"""Word forms (such as plurals): every sentence has a form for each possible value of its placeholders."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import rules_engine
from rules_engine.core.model.seats import DEFAULT_SEATS, MAX_SEATS, Table
from rules_engine.text.locale import Catalogue
from rules_engine.text.message import FormIndex, Seats, Text, all_of, as_text, say
from rules_engine.text.template import places

PACKAGE = Path(rules_engine.__file__).parent
OF_ENGLISH = 2
"""Number of forms of an English word: singular and plural."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        yield name, ast.parse(path.read_text(encoding="utf-8"))


def named(node: ast.AST, *names: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def written() -> Iterator[Any]:
    """Yield every template in the code that has word forms, with its arguments as expressions."""
    for module, tree in modules():
        for node in ast.walk(tree):
            if not (named(node, "say", "template") and isinstance(node, ast.Call) and node.args):
                continue
            first = node.args[0]
            text = first.value if isinstance(first, ast.Constant) else ""
            if isinstance(text, str) and any(place.forms for place in places(text)):
                fields = {each.arg: each.value for each in node.keywords if each.arg}
                yield pytest.param(module, text, fields, id=f"{module.removeprefix('rules_engine.')}:{node.lineno}")


@pytest.mark.parametrize(("module", "template", "fields"), [*written()])
def test_a_sentence_has_as_many_forms_as_its_value_tells_apart(
        module: str, template: str, fields: Mapping[str, ast.expr]) -> None:
    """A word has two forms, for singular and plural or for true and false. For others, the code states the number of forms:
    ``FormIndex(place, of)``.
    """
    for place in places(template):
        value = fields.get(place.name)
        if not place.forms:
            continue
        if isinstance(value, ast.Call) and named(value, "FormIndex"):
            assert len(value.args) == 2, f"say of how many: {ast.unparse(value)}"
            of = eval(ast.unparse(value.args[1]), vars(import_module(module)))  # a number, or a constant in the module
            assert of == len(place.forms)
        else:
            assert len(place.forms) == OF_ENGLISH, f"{{{place.name}:…}} of {template!r}"


def test_every_choice_among_several_stands_where_its_forms_are_read() -> None:
    """A ``FormIndex`` that is stored in a variable would escape the check for the number of forms."""
    for module, tree in modules():
        inside = {id(each.value) for node in ast.walk(tree) if named(node, "say") and isinstance(node, ast.Call)
                  for each in node.keywords}
        outside = [ast.unparse(node) for node in ast.walk(tree) if named(node, "FormIndex") and id(node) not in inside]
        assert not outside, module


SIDES = [Table(DEFAULT_SEATS[MAX_SEATS], reader).called([*range(first, first + count)])
         for reader in (None, 0) for first in (0, 1) for count in range(1, MAX_SEATS)]
NUMBERS = [0, 1, 2, 3, 5, 7, 8, 21, 100, -1, -2]
VALUES: list[Any] = [*SIDES, Seats([]), Seats([], you=True), *NUMBERS, True, False, all_of(["a"]), all_of("abcdefgh")]


@pytest.mark.parametrize("language", [None, Catalogue("xx", {})], ids=["english", "other"])
@pytest.mark.parametrize("count", range(1, 6))
def test_whatever_stands_in_a_place_finds_one_of_its_forms(count: int, language: Catalogue | None) -> None:
    forms = [f"form {place}" for place in range(count)]
    for value in VALUES:
        assert as_text(value).form(forms, language) in forms, value


@pytest.mark.parametrize("count", range(1, 5))
def test_two_seats_are_told_as_several(count: int) -> None:
    """With a single form there is no choice; with more, one seat and two seats have different forms."""
    template = f"{{seat:{'|'.join('abcd'[:count])}}}"
    told = {name: say(template, seat=seat) for name, seat in {
        "one": Seats(["A"]), "two": Seats(["A", "B"]), "you": Seats([], you=True), "you and one": Seats(["A"], you=True)}.items()}
    assert "".join(told.values()) == ["aaaa", "abbb", "acbc", "acbd"][count - 1]


@pytest.mark.parametrize(("place", "of"), [*product(range(-3, 4), range(1, 4))])
def test_one_of_several_has_a_form_or_is_refused(place: int, of: int) -> None:
    forms = "abc"[:of]
    if -of <= place < of:
        assert say(f"{{place:{'|'.join(forms)}}}", place=FormIndex(place, of)) == forms[place]
    else:
        with pytest.raises(ValueError, match=f"no form {place} of {of}"):
            FormIndex(place, of)


def test_a_sentence_with_other_forms_than_its_value_counts_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match=r"no form 0 of 8 in first\|second\|last"):
        say("{place:first|second|last}", place=FormIndex(0, MAX_SEATS))
    with pytest.raises(ValueError, match="no form 3 of 3"):
        say("{place:first|second|last}", place=FormIndex(3))


def test_a_text_without_forms_of_its_own_takes_the_first() -> None:
    assert Text("West").form(["a", "b"], None) == "a"
