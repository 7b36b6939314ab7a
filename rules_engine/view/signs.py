"""Our own suit signs, drawn as SVG paths in a square of 24, told apart by shape."""

from __future__ import annotations

SIGNS = {
    "decktet": {"M": "M15 3a9 9 0 1 0 6 15A8 8 0 0 1 15 3z", "S": "M12 6a6 6 0 1 0 .1 0z", "W": "M2 9q5-6 10 0t10 0v5q-5 6-10 0t-10 0z",
                "L": "M12 2q9 8 0 20Q3 10 12 2z", "Y": "M5 4l7 8 7-8-4 16H9z", "K": "M4 12a4 4 0 1 1 8 0 4 4 0 1 1 8 0"},
    "french": {"S": "M12 2q8 8 8 12a4 4 0 0 1-7 2l2 6H9l2-6a4 4 0 0 1-7-2q0-4 8-12z", "H": "M12 21L3 11a5 5 0 1 1 9-5 5 5 0 1 1 9 5z",
               "D": "M12 2l8 10-8 10L4 12z", "C": "M12 2a5 5 0 0 1 4 8 5 5 0 1 1-3 7l2 5H9l2-5a5 5 0 1 1-3-7 5 5 0 0 1 4-8z"},
    "double-decker": {"R": "M12 2l10 10-10 10L2 12z", "B": "M12 3a9 9 0 1 0 .1 0z", "G": "M12 3l10 18H2z"},
}
"""Pack id and suit letter to the path that draws the sign."""


def signs_css() -> str:
    """The style rules that give each suit its shape."""
    return "\n".join(f'[data-suit="{pack}-{letter}"] {{ --fs-sign: url("data:image/svg+xml,{_svg(path)}"); }}'
                     for pack, signs in SIGNS.items() for letter, path in signs.items()) + "\n"


def _svg(path: str) -> str:
    return f"%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath d='{path}'/%3E%3C/svg%3E"
