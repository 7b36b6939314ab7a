"""The cover of Knüffeln: the Olen, five old men with caps and beards."""

from __future__ import annotations

from rules_engine.core.game.cover import Cover

_OLD_ONE = """\
<g transform="translate({x} {y}) scale({scale})">
<path fill="var(--fs-ground)" d="M-23-6c-3 34 6 56 23 56S26 28 23-6C21-34-21-34-23-6z"/>
<path fill="#eecba0" d="M-15-8h30v18h-30z"/>
<path fill="currentColor" d="M-19-4c-2 30 5 50 19 50S21 26 19-4l-5 1c0 6-5 9-14 9s-14-3-14-9z"/>
<path fill="#eecba0" d="M-4 0h8v7h-8z"/>
<path fill="currentColor" d="M0 8c-3-5-13-5-16 1 5 4 12 4 16 0 4 4 11 4 16 0-3-6-13-6-16-1z"/>
<path fill="none" stroke="var(--fs-ground)" stroke-width="1.6" stroke-linecap="round"
 d="M-5 14c3 2 7 2 10 0M-6 24c1 6 2 9 4 12M6 24c-1 6-2 9-4 12"/>
<path fill="#20313c" d="M-9-4a2 2 0 1 0 .01 0zM9-4a2 2 0 1 0 .01 0z"/>
<path fill="{cap}" d="M-21-11c-1-15 9-19 21-19s22 4 21 19z"/>
<path fill="#16232b" d="M-21-13h42l3 6c-8-3-40-3-48 0z"/>
<circle cx="0" cy="-19" r="2.6" fill="var(--fs-now)"/>
</g>"""

cover = Cover("#24485a", "".join(_OLD_ONE.format(x=x, y=y, scale=scale, cap=cap) for x, y, scale, cap in (
    (23, 42, 0.78, "#3f6f86"), (97, 42, 0.78, "#3f6f86"), (60, 31, 0.84, "#b3453a"), (38, 78, 0.88, "#2d5568"),
    (82, 78, 0.88, "#2d5568"))), cards=("8S", "KH", "JC"))
