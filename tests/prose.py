"""The prose of the code (docstrings and comments in Python and JavaScript) and of the pages for contributors and authors,
checked against the style that CONTRIBUTING describes.

    python -m tests.prose [PATH ...]

prints each fault with its place; without paths, of the whole project.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PLACES = ("rules_engine", "tests", "docs/assets", "docs/authors", "docs/design", "README.md", "CONTRIBUTING.md")
SUFFIXES = (".py", ".js", ".mjs", ".md")

OPENINGS = re.compile(
    r"(?:What|Who|Whose|Whom|Which|Where|How|Whether|That|So|Tell|Tells|Give|Gives|Say|Says|The same|As many|As much|As often)\b"
    r"|Return (?:what|who|whose|whom|which|where|how|when|why|that which)\b")
"""First words that don't name the thing."""
BANNED = re.compile(
    r"\b(?:hangs? on|hung on|beside|anew|be it|as far as|once (?:it|they) (?:is|are)|that (?:is|are) to be"
    r"|at (?:one's|its|their) wish"
    r"|in the making|la(?:y|ys|id|ying) away"
    r"|(?:stands?|stood|lies?|lay) in|tells?|told|telling|brings?|brought|(?:is|are|can't be|isn't|be) so)\b",
    re.IGNORECASE)
"""Expressions for which the style has plainer ones."""
_CODE = re.compile(r"``.*?``|`[^`]*`|\"[^\"]*\"|“[^”]*”|https?://\S+|\*[^*\s][^*]*\*", re.DOTALL)
_JS = re.compile(r"(?P<string>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*')"
                 r"|(?P<doc>/\*\*.*?\*/)|(?P<comment>/\*.*?\*/|(?<![:\\])//[^\n]*)", re.DOTALL)
_MARKUP = re.compile(r"\A---\n.*?^---$|^(?P<fence>`{3,}|~{3,}).*?^(?P=fence) *$|<!--.*?-->|\]\([^)]*\)|\{ *#[^}]*\}"
                     r"|^\|[^|\n]*(?:\| *[\d–%, ]*)+\|$", re.DOTALL | re.MULTILINE)
"""Parts of a page that aren't prose: front matter, code, comments, the targets of links, ids, and table rows of numbers."""
_DIRECTIVE = re.compile(r"noqa|type:|eslint|stylelint|ts-|@ts|pragma|prettier|#!|-\*-|mypy:|region|endregion")


class Prose(NamedTuple):
    """A docstring, a comment or a line of a page: its file, its line from 1, its text, and whether it is a docstring."""

    file: Path
    line: int
    text: str
    is_docstring: bool


class Fault(NamedTuple):
    """A fault of a docstring or comment, with the words that are at fault."""

    prose: Prose
    words: str

    def __str__(self) -> str:
        return f"{self.prose.file}:{self.prose.line}: {self.words!r} in {' '.join(self.prose.text.split())[:100]!r}"


def prose_of(file: Path) -> Iterator[Prose]:
    """Yield the docstrings and comments of a Python or JavaScript file, or the lines of a Markdown page."""
    text = file.read_text(encoding="utf-8")
    shown = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file
    yield from {".py": _python, ".md": _markdown}.get(file.suffix, _javascript)(shown, text)


def faults(prose: Prose) -> Iterator[Fault]:
    """Yield the faults of a docstring or comment."""
    text = prose.text.strip()
    if prose.is_docstring and (found := OPENINGS.match(text)):
        yield Fault(prose, found[0])
    for found in BANNED.finditer(_CODE.sub("", text)):
        yield Fault(prose, found[0])


def files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the Python, JavaScript and Markdown files among and below some paths. In folders of code, Markdown files are data."""
    for path in paths:
        below = sorted(each for each in path.rglob("*") if each.suffix in SUFFIXES) if path.is_dir() else [path]
        yield from (each for each in below if "node_modules" not in each.parts and (each.suffix != ".md" or is_page(each)))


def is_page(file: Path) -> bool:
    """Return whether a Markdown file is a page for contributors or authors, not data of the code."""
    return "docs" in file.parts or file.parent == ROOT


def _python(file: Path, text: str) -> Iterator[Prose]:
    tree = ast.parse(text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for each in body if isinstance(body, list) else ():
            if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant) and isinstance(each.value.value, str):
                yield Prose(file, each.lineno, each.value.value, True)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and not _DIRECTIVE.search(token.string):
            yield Prose(file, token.start[0], token.string.lstrip("#: "), False)


def _javascript(file: Path, text: str) -> Iterator[Prose]:
    for found in _JS.finditer(text):
        if (comment := found["doc"] or found["comment"]) and not _DIRECTIVE.search(comment):
            bare = "\n".join(line.strip().lstrip("/*").removesuffix("*/").strip() for line in comment.split("\n"))
            prose = re.split(r"(?:^|\s)@(?:param|returns?|type|typedef|template|callback|property|implements|extends)\b", bare)[0]
            yield Prose(file, text.count("\n", 0, found.start()) + 1, prose.strip(), bool(found["doc"]))


def _markdown(file: Path, text: str) -> Iterator[Prose]:
    # paragraph by paragraph: a quotation mark in HTML may have no partner
    bare = re.sub(r"(?:.+\n?)+", lambda paragraph: _CODE.sub(_blank, paragraph[0]), _MARKUP.sub(_blank, text))
    for line, prose in enumerate(bare.split("\n"), start=1):
        if prose.strip():
            yield Prose(file, line, prose, False)


def _blank(found: re.Match[str]) -> str:
    """Return the line breaks in a match, so that the lines after it keep their numbers."""
    return "\n" * found[0].count("\n")


def main(arguments: Sequence[str]) -> int:
    """Print the faults below the paths, and return 1 if there are any."""
    paths = [Path(each).resolve() for each in arguments] or [ROOT / place for place in PLACES]
    found = [fault for file in files(paths) for prose in prose_of(file) for fault in faults(prose)]
    for fault in found:
        print(fault)
    print(f"{len(found)} faults", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
