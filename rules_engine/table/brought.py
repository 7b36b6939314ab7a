"""What a page brings along: modules that only the playground needs, so that no other page has to fetch them.

They come as texts in a message, since a worker may be lost at any time: the next one asks for them again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from importlib import import_module

from rules_engine.table.protocol import DraftMessage
from rules_engine.view.links import Links

Answering = Callable[[DraftMessage, Links], Mapping[str, object]]
FOLDER = "/brought"
"""Where they lie in the browser's Python, which has this folder to itself."""
PLACE = "rules_engine.drafting.answer"


def drafting(modules: Mapping[str, str] | None = None) -> Answering | None:
    """Return what answers an author's draft; None where its modules aren't there, and none are brought."""
    if modules is not None and FOLDER not in sys.path:
        _lay_out(modules)
    try:
        answering: Answering = import_module(PLACE).draft_answer
    except ModuleNotFoundError as error:
        if error.name is not None and PLACE.startswith(error.name):
            return None
        raise
    return answering


def _lay_out(modules: Mapping[str, str]) -> None:
    """Put modules, by their paths, where Python imports from."""
    for path, text in modules.items():
        place = f"{FOLDER}/{path}"
        os.makedirs(place.rpartition("/")[0], exist_ok=True)  # noqa: PTH103  (a snapshot has no pathlib)
        with open(place, "w", encoding="utf-8") as file:  # noqa: PTH123
            file.write(text)
    sys.dont_write_bytecode = True  # nobody would read it again
    sys.path.append(FOLDER)
    for package in {path.rpartition("/")[0] for path in modules} | {"rules_engine"}:
        known = sys.modules.get(package.replace("/", "."))
        if known is not None:
            known.__path__.append(f"{FOLDER}/{package}")
