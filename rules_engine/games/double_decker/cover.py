"""The cover of Double Decker: two cards, one on top of the other, as a bus."""

from __future__ import annotations

from rules_engine.core.game.cover import Cover

_DIAMOND = "M{x} 30l9 10-9 10-9-10z"
_DECK = '<rect x="12" y="{y}" width="96" height="42" rx="9" fill="{colour}"/>' \
        '<rect x="19" y="{inner}" width="82" height="28" rx="5" fill="currentColor"/>'

cover = Cover("#1d3f72", f"""\
{_DECK.format(y=19, inner=26, colour="#c0392b")}
{_DECK.format(y=57, inner=64, colour="#3a86dd")}
<path fill="none" stroke="var(--fs-ground)" stroke-width="3" d="M12 59.5h96"/>
<path fill="#c0392b" d="{"".join(_DIAMOND.format(x=x) for x in (36, 60, 84))}"/>
<path fill="#1d63b8" d="M27.5 78a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M51.5 78a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0\
M75.5 78a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0"/>
<path fill="var(--fs-ground)" d="M20 99a15 15 0 0 1 30 0zM70 99a15 15 0 0 1 30 0z"/>
<circle cx="35" cy="99" r="10.5" fill="currentColor"/><circle cx="85" cy="99" r="10.5" fill="currentColor"/>
<circle cx="35" cy="99" r="4" fill="var(--fs-ground)"/><circle cx="85" cy="99" r="4" fill="var(--fs-ground)"/>
<circle cx="106" cy="88" r="3.5" fill="var(--fs-now)"/>""", cards=("R17", "B20", "G3"))
