"""The cover of Double King Pedro: two crowns, as on the two halves of a court card."""

from __future__ import annotations

from rules_engine.core.game.cover import Cover

_CROWN = """\
<path fill="currentColor" d="M22 45 15 18.5l20.5 12L60 8l24.5 22.5L105 18.5 98 45z"/>
<circle cx="13.5" cy="15" r="5" fill="currentColor"/><circle cx="60" cy="6.5" r="5" fill="currentColor"/>
<circle cx="106.5" cy="15" r="5" fill="currentColor"/>
<path fill="currentColor" d="M22 48.5h76V56H22z"/>
<path fill="{jewel}" d="M60 21l7.5 9.5-7.5 9.5-7.5-9.5zM36 35.5a3.5 3.5 0 1 0 .01 0zM84 35.5a3.5 3.5 0 1 0 .01 0z"/>"""

cover = Cover("#7a1f2b", f"""\
{_CROWN.format(jewel="#c2222b")}
<g transform="rotate(180 60 60)">{_CROWN.format(jewel="#1b5fc1")}</g>""", cards=("KH", "KD", "Joker"))
