"""The cover of Euchre: the two bowers."""

from __future__ import annotations

from rules_engine.core.game.cover import Cover

_HEART = "M0 8C-8 1-12-2-12-7a6 6 0 0 1 12-2 6 6 0 0 1 12 2c0 5-4 8-12 15z"

cover = Cover("#1f5a3c", f"""\
<path fill="currentColor" d="M22 24a8 8 0 0 1 8-8h36a8 8 0 0 1 8 8v52a8 8 0 0 1-8 8H30a8 8 0 0 1-8-8z" opacity=".55"/>
<path fill="currentColor" d="M46 44a8 8 0 0 1 8-8h36a8 8 0 0 1 8 8v52a8 8 0 0 1-8 8H54a8 8 0 0 1-8-8z"/>
<path fill="#c2222b" d="{_HEART}" transform="translate(72 72) scale(1.5)"/>
<path fill="#c2222b" d="M34 24l6 9-6 9-6-9z"/>""", cards=("JH", "JD", "AH"))
