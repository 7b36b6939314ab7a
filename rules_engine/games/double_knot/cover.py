"""The cover of Double Knot: two loops of rope that pass over and under each other."""

from __future__ import annotations

from rules_engine.core.game.cover import Cover

_LOOP = '<rect x="8" y="45" width="104" height="30" rx="15"/>'
_OVER = '<path d="{path}"/>'
_FIRST, _SECOND = "rotate(45 60 60)", "rotate(-45 60 60)"


def _rope(outline: str, turned: str, colour: str, edges: str = "") -> str:
    """Return a piece of rope with its dark edges and its lay."""
    return (f'<g transform="{turned}" fill="none"><g stroke="var(--fs-ground)" stroke-width="21">{edges or outline}</g>'
            f'<g stroke="{colour}" stroke-width="14">{outline}</g>'
            f'<g stroke="var(--fs-ground)" stroke-width="14" stroke-dasharray="1.4 7" opacity=".45">{outline}</g></g>')


cover = Cover("#6b4a12", "\n".join([
    _rope(_LOOP, _FIRST, "currentColor"),
    _rope(_LOOP, _SECOND, "var(--fs-now)"),
    _rope(_OVER.format(path="M34 45h24M62 75h24"), _FIRST, "currentColor", _OVER.format(path="M37 45h16M67 75h16"))]),
    cards=("XK", "4MS", "AM"))
