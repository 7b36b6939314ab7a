"""The playground's modules, which its page sends in a message so that no other page downloads them. The message contains their
text, because a worker may be replaced at any time; its replacement requests them again."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module

from rules_engine.api.lazy_modules import lay_out
from rules_engine.api.protocol import DraftMessage, MissingPartAnswer
from rules_engine.api.request import links_of, named
from rules_engine.html.links import Links

Deeds = Mapping[str, Callable[[DraftMessage, Links], Mapping[str, object]]]
FOLDER = "/brought"
"""Folder in the browser's Python that contains only these modules."""
PLACE = "rules_engine.playground.handlers"


def draft_answer(message: DraftMessage) -> Mapping[str, object]:
    """Return the response to a draft, or a response asking the page for the playground's modules. Raises ``InvalidMessage``."""
    deeds = _drafting(message.get("modules"))
    return MissingPartAnswer(needs="modules") if deeds is None else named(deeds, message["do"])(message, links_of(message))


def _drafting(modules: Mapping[str, str] | None) -> Deeds | None:
    """Return the playground's handlers by action, installing its modules if they were sent. Return None if they are missing."""
    if modules is not None and FOLDER not in sys.path:
        lay_out({path: text.encode() for path, text in modules.items()}, FOLDER)
    try:
        deeds: Deeds = import_module(PLACE).DEEDS
    except ModuleNotFoundError as error:
        if error.name is not None and PLACE.startswith(error.name):
            return None
        raise
    return deeds
