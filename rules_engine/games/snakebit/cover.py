"""The cover of Snakebit: a card with a piece bitten off, and the snake."""

from __future__ import annotations

from rules_engine.core.game.cover import Cover

_CARD = "M33 9h34a9.5 9.5 0 0 0 7 15a9.5 9.5 0 0 0 9 13a9.5 9.5 0 0 0 13 9v56a9 9 0 0 1-9 9H33a9 9 0 0 1-9-9V18a9 9 0 0 1 9-9z"
_SNAKE = "M36 93c13 11 41 6 38-9s-34-9-33-25c.6-9 8-13.5 17-12.5"

cover = Cover("#3b2f63", f"""\
<g transform="rotate(-9 60 60)">
<path fill="currentColor" d="{_CARD}"/>
<path fill="none" stroke="#0b6f4e" stroke-width="11" stroke-linecap="round" d="{_SNAKE}"/>
<path fill="none" stroke="#2fa67c" stroke-width="3" stroke-linecap="round" stroke-dasharray="1 9" d="{_SNAKE}"/>
<path fill="none" stroke="#b3261e" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"
 d="M70 44.5l10-1.5 4.5-4.5M80 43l5.5 2.5"/>
<path fill="#0b6f4e" d="M54 40c8-4 18-1.5 18.5 4s-9 10-18 7.5z"/>
<circle cx="62" cy="43" r="2.2" fill="currentColor"/>
</g>
<path fill="currentColor" d="M93 17l5-9 3 10zM103 30l10-5-4 10zM86 8l1-7 4 6z"/>""", cards=("7SK", "9WY", "5ML"))
