"""The fence ``picture``: a picture of a scenario with the command that makes it, as in ``hearts/win-trick.yml --kind trick``.

    figure.fs-picture > img, figcaption > code
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

from rules_engine.authoring.picture_options import read_options
from rules_engine.core.model.errors import Problem, RulesEngineError
from rules_engine.html.elements import Html, el
from rules_engine.pictures.scenario import Shot
from rules_engine.site.model.page_contents import Fence, problem

PICTURE = "picture"
_SIZE, _TITLE = re.compile(r'width="([\d.]+)" height="([\d.]+)"'), re.compile(r"<title>(.*?)</title>")


def picture_html(fence: Fence, path: str, folder: str, draw: Callable[[Fence, Shot], tuple[str, list[Problem]]],
                 store: Callable[[str], str]) -> tuple[Html | None, list[Problem]]:
    """Return the picture of a fence on the page ``path``, or None and the problems.

    ``folder``  the name of the examples folder
    ``draw``    a function that returns the picture of the scenario in a fence, or "" and the problems
    ``store``   a function that stores a picture as a file, and returns its URL
    """
    if fence.words:
        return None, [problem(path, fence.line, f"only the word {PICTURE} may follow the fence's backquotes or tildes")]
    try:
        file, shot = read_options(fence.body.strip())
        svg, problems = draw(fence._replace(body=file), shot)
    except RulesEngineError as error:
        hint = "write a scenario file and options of `followsuit picture`, as in hearts/win-trick.yml --kind trick"
        return None, [problem(path, fence.line, f"this picture can't be drawn: {error}", hint)]
    if problems:
        return None, problems
    (width, height), title = _SIZE.search(svg).groups(), _TITLE.search(svg)[1]      # type: ignore[union-attr, index]
    command = f"followsuit picture {folder}/{fence.body.strip()} -o picture.svg"
    return el("figure", {"class": "fs-picture", "data-search-exclude": True},
              el("img", {"src": store(svg), "alt": unescape(title), "width": width, "height": height, "loading": "lazy"}),
              el("figcaption", None, el("code", None, command))), []
