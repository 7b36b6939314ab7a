"""Text for drafts: descriptions of their keys, and their notes rendered as HTML."""

from __future__ import annotations

import re

from rules_engine.html.elements import escape

MEANS = {
    "format": "always 1", "game": "the game's id", "variant": "which of its variants", "players": "how many play",
    "options": "the game's choices", "kind": "example, quiz, puzzle or practice", "goal": "what a puzzle asks for",
    "puzzle": "a puzzle's idea and rating", "title": "a line above it", "rules": "the rules it is about",
    "intro": "what to look at", "setup": "the position it starts from", "script": "the moves, step by step",
    "note": "your words to the step", "legal": "all that may be done there", "illegal": "what is forbidden, by which rule",
    "expect": "what is so after the step", "ask": "a question before the step", "choices": "how many answers to show",
    "deal": "the next hand", "seats": "other names of the seats", "seed": "a deal by the engine",
}
"""Short descriptions of the keys in the scenario format."""

_MARKS = (("strong", re.compile(r"\*\*(.+?)\*\*")), ("em", re.compile(r"\*(.+?)\*")), ("code", re.compile(r"`(.+?)`")))


def paragraphs(text: str) -> str:
    """Render Markdown as HTML, supporting only paragraphs, emphasis and code. The site's build supports full Markdown."""
    html = str(escape(text.strip()))
    for tag, written in _MARKS:
        html = written.sub(rf"<{tag}>\1</{tag}>", html)
    return "".join(f"<p>{each.strip()}</p>" for each in re.split(r"\n\s*\n", html))
