"""Double King Pedro, a family game from central Vermont for four in partnerships.

Source: Charles Hathaway, "Double King Pedro" (chathaway.codes/double-king-pedro, 2022).

Modelling decisions, where the source is silent or unclear:

* Tossing comes before the auction: each player dealt no King, Queen or Jack is asked, clockwise from the dealer's left, until
  someone tosses the hand. Nobody scores for a tossed hand.
* The last player left in without a bid must bid. "Hundred and double it!" is higher than every bid and ends the auction.
* The declarer can name a suit only if they then hold a trump, because the opening lead must be one.
* Excess trumps are passed clockwise from the declarer, and each holder is followed by their partner before the next holder. A
  partner who has received trumps passes the excess on to the left, which may include trumps of their own.
* Going out is not a move: it happens at the turn of a player who must play a trump and has none. When one player is left,
  the hand ends, and the cards that this player still holds count as taken.
* Throw-offs rank by their printed rank, the Ace high. Cards of equal rank are ordered by suit: first the suit of the trumps'
  colour, then hearts before diamonds and spades before clubs.
* A hand that begins in mid-play and runs out of cards is scored if six tricks or all 100 points are accounted for; otherwise it
  stays undecided.
* If both sides reach 500 in the same hand, the higher total wins; with equal totals another hand is played.
"""

from rules_engine.games.double_king_pedro.game import DoubleKingPedro
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition

__all__ = ["DoubleKingPedro", "DoubleKingPedroPosition"]
