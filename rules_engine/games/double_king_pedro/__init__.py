"""Double King Pedro, a family game from central Vermont for four in partnerships.

Source: Charles Hathaway, "Double King Pedro" (chathaway.codes/double-king-pedro, 2022).

Modelling decisions, where the source is silent or unclear:

* Tossing comes before the auction: each player dealt no King, Queen or Jack is asked, clockwise from the dealer's
  left, until someone tosses. Nobody scores for a tossed hand.
* The last player left in without a bid must bid. "Hundred and double it!" goes over every bid and ends the auction.
* A suit can be named only by a declarer who then holds a trump, for the opening lead must be one.
* Excess trumps are settled clockwise from the declarer, each holder's with their partner's before the next holder's;
  a partner who has got trumps passes their excess on to the left, their own part of it included.
* Going out is no move: it happens at the turn of a player who must play a trump and has none. With one player left
  the hand ends, and what that player still holds counts as taken.
* Throw-offs rank by their printed rank, the Ace high; equal ones by suit: first the suit of the trumps' colour, then
  hearts before diamonds and spades before clubs.
* A short hand that begins in mid-play and runs out of cards is scored if six tricks are told of, or all 100 points;
  otherwise it stays undecided.
* A hand in which both sides reach 500 is won by the higher total; equal totals play on.
"""

from rules_engine.games.double_king_pedro.game import DoubleKingPedro
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition

__all__ = ["DoubleKingPedro", "DoubleKingPedroPosition"]
