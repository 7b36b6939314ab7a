"""Double Knot, a Decktet bidding game for three to five by Daniël Muilwijk.

Source: wiki.decktet.com/game:double-knot.

Modelling decisions, where the source is silent or unclear:

* The deal passes to the left.
* Partners score like two soloists who both have the side's contract and the side's tricks; the two opponents
  miss together or not at all, so an exact side has 1 + 2 or 1 + 0 points twice. All of the contract means every
  trick of the hand, and a side that made zero or all has 4 points twice.
* The trick that a led Excuse opens is decided as if its second card had been led. The Excuse goes with it.
* Between trump suits the lower one wins in any order of play. "The first of equals" is about two Pawns or two
  Courts of one suit.
* An equal lead at or above the target means another hand, as often as needed.
* In a hand that begins with fewer cards, "every trick" and the highest bid are the tricks already taken and
  those still to come. A hand played with a bid missing ends without a score: nobody acts, and it isn't over.
* Hands aren't shown with trumps apart: trumps change with every trick, and cards should stay where they are.
"""

from rules_engine.games.double_knot.game import DoubleKnot
from rules_engine.games.double_knot.position import DoubleKnotPosition

__all__ = ["DoubleKnot", "DoubleKnotPosition"]
