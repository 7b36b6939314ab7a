"""The cover of Hearts: a broken heart, and the spade of the Black Lady."""

from __future__ import annotations

from rules_engine.core.game.cover import Cover

cover = Cover("#5a2036", """\
<path fill="currentColor" d="M60 104C30 82 14 62 14 42a24 24 0 0 1 46-10l-8 16 14 12-10 16z"/>
<path fill="currentColor" d="M66 102c26-20 42-40 42-60a24 24 0 0 0-42-15l-5 20 14 13-9 18z"/>
<path fill="#1d1d24" d="M88 74c9 9 15 15 15 22a8 8 0 0 1-13 6c0 4 2 7 5 9H81c3-2 5-5 5-9a8 8 0 0 1-13-6c0-7 6-13 15-22z"/>""",
              cards=("QS", "AH", "2C"))
