"""Double Knot, a Decktet bidding game for three to five by Daniël Muilwijk.

Source: wiki.decktet.com/game:double-knot.

Modelling decisions, where the source is silent or unclear:

* The deal passes to the left.
* Partners score like two soloists who both have the side's contract and the side's tricks. The two opponents miss together
  or not at all, so each partner on a side with an exact bid scores 1 + 2 or 1 + 0 points. "All" means every trick in the hand,
  and each partner of a side that made zero or all scores 4 points.
* A trick opened by the Excuse is decided as if its second card had been led. The winner takes the Excuse with it.
* Among trump suits the lowest wins, in any order of play. "The first of equals" refers to two Pawns or two Courts of one
  suit.
* If the lead is shared at or above the target, more hands are played until it isn't.
* In a hand that begins with fewer cards, "every trick" and the highest bid are the tricks already taken plus those still to
  come. If a hand is played with a bid missing, it ends without a score: no seat is to act, but the hand isn't over.
* Trumps aren't shown separately in a hand, because they change with every trick and cards shouldn't move.
"""

from rules_engine.games.double_knot.game import DoubleKnot
from rules_engine.games.double_knot.position import DoubleKnotPosition

__all__ = ["DoubleKnot", "DoubleKnotPosition"]
