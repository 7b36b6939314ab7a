"""Caches kept between messages are mappings that drop the oldest entry, because a page may stay open for days."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from rules_engine import api
from rules_engine.api.bounded_cache import BoundedCache
from rules_engine.api.messages import _LANGUAGES, handle

MODULES = sorted(Path(api.__file__).parent.rglob("*.py"))


def empty_mappings(code: str) -> Iterator[str]:
    """Yield the module-level names that are bound to an empty dict."""
    for node in ast.parse(code).body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and ast.unparse(node.value) in ("{}", "dict()"):
            yield from map(ast.unparse, node.targets if isinstance(node, ast.Assign) else [node.target])


def test_the_oldest_entry_goes_first() -> None:
    latest = BoundedCache[str, int](2)
    for number, key in enumerate("abac"):
        latest[key] = number
    assert latest == {"b": 1, "c": 3}


def test_no_mapping_of_a_module_grows_with_every_message() -> None:
    assert [*empty_mappings("KEPT: dict[str, int] = {}\nOTHER = dict()\nFIXED = {1: 2}\nNEXT = Latest(4)")] == ["KEPT", "OTHER"]
    assert MODULES
    for path in MODULES:
        assert not [*empty_mappings(path.read_text(encoding="utf-8"))], path


def test_languages_that_pages_bring_make_way_for_others() -> None:
    for number in range(9):
        handle(f'{{"op": "practice", "links": {{"language": "x{number}"}}, "words": {{}}}}')
    assert len(_LANGUAGES) == _LANGUAGES.size
    assert '"needs": "words"' in handle('{"op": "practice", "links": {"language": "x0"}}')
