"""The cover of Spades: a spade with two bags."""

from __future__ import annotations

from rules_engine.core.game.cover import Cover

cover = Cover("#1d3a4a", """\
<path fill="currentColor" d="M60 8C74 30 104 44 104 68c0 14-10 23-22 23-7 0-13-3-17-8 1 12 5 21 13 27H42c8-6 12-15 13-27-4 5-10
 8-17 8-12 0-22-9-22-23C16 44 46 30 60 8z"/>
<path fill="var(--fs-ground)" d="M42 66l8 8 20-22 6 6-26 28-14-14z"/>""", cards=("AS", "KS", "QH"))
