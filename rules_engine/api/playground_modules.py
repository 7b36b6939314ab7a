"""What a page brings along: modules that only the playground needs, so that no other page has to fetch them.

They come as texts in a message, since a worker may be lost at any time: the next one asks for them again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module

from rules_engine.api.lazy_modules import lay_out
from rules_engine.api.message_fields import links_of, named
from rules_engine.api.protocol import DraftMessage, MissingPartAnswer
from rules_engine.html.links import Links

Deeds = Mapping[str, Callable[[DraftMessage, Links], Mapping[str, object]]]
FOLDER = "/brought"
"""Where they lie in the browser's Python, which has this folder to itself."""
PLACE = "rules_engine.playground.handlers"


def draft_answer(message: DraftMessage) -> Mapping[str, object]:
    """Return what a draft comes to, or that the page must bring what tells it."""
    deeds = _drafting(message.get("modules"))
    return MissingPartAnswer(lacks="modules") if deeds is None else named(deeds, message["do"])(message, links_of(message))


def _drafting(modules: Mapping[str, str] | None) -> Deeds | None:
    """The answers to drafts by what is asked; None where their modules aren't there, and none are brought."""
    if modules is not None and FOLDER not in sys.path:
        lay_out({path: text.encode() for path, text in modules.items()}, FOLDER)
    try:
        deeds: Deeds = import_module(PLACE).DEEDS
    except ModuleNotFoundError as error:
        if error.name is not None and PLACE.startswith(error.name):
            return None
        raise
    return deeds
