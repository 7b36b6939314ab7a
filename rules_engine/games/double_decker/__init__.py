"""Double Decker, a three-colour trick-taking game for four to seven players.

Source: the game's published rules (file 001_ce742c864d5dbc31 of the project's sources).

Modelling decisions, where the source is silent or unclear:

* A pass needs two colours on the table, so every trick has at least two played cards. A single card can be one colour's share of
  a trick, but never a complete trick.
* Equal winning cards: the two colours are compared card by card from the top, and the colour that runs out of cards first loses.
* If several colours are equally large, the one that scores is chosen automatically, red before blue before green: the
  choice can't change the score.
* When a tie for the next deal is broken in clockwise order, the present dealer comes last.
* Players with equal highest totals share the win.
* A passed card has been shown to all players, so it stays known. The card set aside is shown when the hand is scored.

A setup may leave out earlier captures. Only counts that no deal can produce are refused.
"""

from rules_engine.games.double_decker.game import DoubleDecker
from rules_engine.games.double_decker.position import DoubleDeckerPosition

__all__ = ["DoubleDecker", "DoubleDeckerPosition"]
