"""The fence ``playground``: an editor for scenarios that shows the table and the problems of a draft.

The Python modules that it needs in addition to the engine are in one file that only its page loads: those that parse, check and
complete a text, and the parser of PyYAML. A draft therefore gets the same messages as from `followsuit check`.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import yaml

import rules_engine
from rules_engine.games import SKETCHES, make_game
from rules_engine.html.elements import el
from rules_engine.html.figure import FIGURES, Figure, Frame
from rules_engine.html.links import Links
from rules_engine.playground.draft_html import paragraphs
from rules_engine.playground.handlers import FIGURE, looked_at
from rules_engine.playground.starter_examples import start_of
from rules_engine.site.fences.style_links import link_styles
from rules_engine.text.message import say

PACKAGE = Path(rules_engine.__file__).resolve().parent
ASKED = ("rules_engine.playground.handlers", *(place.partition(":")[0] for place in SKETCHES.values()))
THERE = ("rules_engine.api", "rules_engine.api.handlers.puzzle", "rules_engine.core.game.trick_game",
         "rules_engine.core.model.packs")
"""The modules with the playground's handlers and the games without pages, and the modules that the engine has in the browser. The
page must send all others."""
THEIRS = ("error", "tokens", "events", "nodes", "reader", "scanner", "parser", "composer", "resolver")
"""The PyYAML modules that parse a text into events and nodes. The other modules construct Python objects or write YAML."""

READER = '''\
"""Of PyYAML {version} the part that reads a text into events and nodes; the modules beside this one are as they were published.

Copyright (c) 2017-2021 Ingy döt Net
Copyright (c) 2006-2016 Kirill Simonov

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software
is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT
HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
"""

from yaml.composer import Composer
from yaml.error import YAMLError
from yaml.events import (AliasEvent, CollectionStartEvent, DocumentStartEvent, Event, MappingEndEvent, MappingStartEvent,
                         ScalarEvent, SequenceEndEvent, SequenceStartEvent, StreamEndEvent)
from yaml.nodes import CollectionNode, MappingNode, Node, ScalarNode, SequenceNode
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.resolver import BaseResolver
from yaml.scanner import Scanner


class BaseLoader(Reader, Scanner, Parser, Composer, BaseResolver):
    """Reads every plain value as text."""

    def __init__(self, stream):
        Reader.__init__(self, stream)
        for part in (Scanner, Parser, Composer, BaseResolver):
            part.__init__(self)


def parse(stream, Loader):
    """What a text consists of, one part after another."""
    loader = Loader(stream)
    while loader.check_event():
        yield loader.get_event()


def compose(stream, Loader):
    """The one document of a text, as nodes."""
    return Loader(stream).get_single_node()
'''


def brought() -> bytes:
    """Return the sources of the playground's additional modules by path, as JSON."""
    theirs = Path(yaml.__file__).parent
    texts = {f"yaml/{name}.py": (theirs / f"{name}.py").read_text(encoding="utf-8") for name in THEIRS}
    texts["yaml/__init__.py"] = READER.format(version=yaml.__version__)
    for file in _needed(ASKED) - _needed(THERE):
        texts[file.relative_to(PACKAGE.parent).as_posix()] = file.read_text(encoding="utf-8")
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def _needed(modules: Iterable[str]) -> set[Path]:
    """Return the engine's files that contain some modules, their parent packages and everything they import."""
    found, todo = set[Path](), [*modules]
    while todo:
        name = todo.pop()
        place = PACKAGE.parent.joinpath(*name.split("."))
        file = next((each for each in (place / "__init__.py", place.with_suffix(".py")) if each.is_file()), None)
        if file is None or file in found:
            continue
        found.add(file)
        todo.append(name.rpartition(".")[0])
        for node in _run(ast.parse(file.read_bytes())):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(PACKAGE.name):
                todo += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return found


def _run(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a module outside ``if TYPE_CHECKING`` blocks."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            yield node
            yield from _run(node)


def playground(games: list[str], links: Callable[[str], Links], modules: str, styles: str) -> Figure:
    """Return the playground for these games as a figure.

    ``links`` returns a game's links, ``modules`` is the URL of the additional modules, and ``styles`` the URL of the style sheet.
    Without JavaScript, the figure shows the first draft and a note about the command line tool.
    """
    texts = {game: start_of(make_game(game)) for game in games}
    begins = {game: {"name": make_game(game).name, "text": text, "links": links(game)._asdict()} for game, text in texts.items()}
    run = looked_at(texts[games[0]]).run
    assert run is not None, f"the first draft of {games[0]} can't be played"
    figure = FIGURES["example"](run, Frame(FIGURE, links(games[0]), paragraphs, lambda content: ""))
    offer = json.dumps({"games": begins, "modules": modules}, ensure_ascii=False, separators=(",", ":"))
    needs = el("p", "fs-needs", say("Writing here needs JavaScript. Without it, write the file in any editor; this tells you "
                                    "what doesn't hold:"), " ", el("code", None, "followsuit check --watch"))
    html = el("fs-figure", {"class": "fs-figure", "id": FIGURE, "data-kind": "example", "data-game": games[0],
                            "data-suit-colours": figure.colours, "data-search-exclude": True, "role": "group",
                            "aria-label": say("Playground")},
              el("noscript", None, needs), link_styles(styles, "playground"),
              el("fs-playground", {"class": "fs-playground"}, el("div", {"class": "fs-source", "hidden": True}, offer),
                 el("pre", "fs-draft", texts[games[0]])))
    return figure._replace(html=html)
