"""Hearts, for three to five players with a French pack, everyone alone; the lowest total wins.

Sources: pagat.com/reverse/hearts.html, Bicycle's rules, Wikipedia, and the help of Microsoft Hearts.

Modelling decisions, where the sources are silent or differ:

* With three or five players, three cards are passed left, then right, then none.
* The holder of the lowest club leads it, whatever the number of players.
* Only a heart breaks hearts; by the option ``breaks``, the Queen of Spades does so too.
* A player with nothing but hearts and the Queen of Spades may play any of them to the first trick.
* The table chooses before the match whether a moon adds 26 points to the others or takes 26 off (option ``moon``).
* A moon doesn't need the Jack of Diamonds.
* The hand is played to its last card, and equal lowest totals share the win.
"""

from rules_engine.games.hearts.game import Hearts
from rules_engine.games.hearts.position import HeartsPosition

__all__ = ["Hearts", "HeartsPosition"]
