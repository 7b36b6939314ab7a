"""Spades, in which every hand has spades as trumps and each player bids the number of tricks to win.

Sources: the rules at pagat.com, in Bicycle's rule book and on Wikipedia, and those of large apps.

Modelling decisions, where the sources are silent or differ:

* The player on the dealer's left leads any card but an unbroken spade. Spades may be broken in the first trick, and a spade led
  by a player who holds nothing else breaks them too.
* The partners' bids may add up to more than thirteen. ``bid 0`` isn't a bid: nil is a bid of its own.
* A side that misses its bid has no bags from its own tricks, but with ``failed-nil: apart`` those of a broken nil remain bags.
  If both partners bid nil, all their tricks are bags.
* Blind nil depends on the totals before the hand. In the exchange the cards given back may be those received; there is no
  exchange if the partner bid nil too.
* If the lead is shared at 500 or more, another hand is played. There is no lower limit.
* A hand that is played with a bid missing ends without a score: no seat is to act, but the hand isn't over.
"""

from rules_engine.games.spades.game import Spades
from rules_engine.games.spades.position import SpadesPosition

__all__ = ["Spades", "SpadesPosition"]
