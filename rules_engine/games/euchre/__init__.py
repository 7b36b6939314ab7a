"""Euchre, the partnership game with five cards each and the Jacks of the trump colour on top.

Sources: pagat.com (John McLeod, "Euchre"), Bicycle ("Euchre"), Wikipedia ("Euchre"), euchrelinks.com, and, for the British game,
pub rules from Devon.

Modelling decisions, where sources are silent or differ:

* The dealer may discard the card just taken up. If the dealer sits out, the turned-up card stays out of the hands.
* Making trumps needs no trump in hand.
* Going alone is declared after trumps are made, before the discard; then the opponents may be asked, from the dealer's left,
  whether one of them defends alone.
* The player on the dealer's left leads first, whoever made trumps; if this player sits out, the next one.
* A lone maker scores 1 for three or four tricks, and is euchred for 2 points; an opponent who defended alone scores 4.
* In the British game, the deal in which the Benny is turned up has no bidding: the dealer names trumps without looking at a card.
"""

from rules_engine.games.euchre.game import Euchre
from rules_engine.games.euchre.position import EuchrePosition

__all__ = ["Euchre", "EuchrePosition"]
