"""Double Decker, a three-colour trick-taking game for four to seven players.

Source: the game's published rules (file 001_ce742c864d5dbc31 of the project's sources).

Modelling decisions, where the source is silent or unclear:

* A pass needs two colours on the table, so every trick holds two cards or more. What can be a single card
  is one colour's share of a trick.
* Equal winning cards: the two colours are compared card by card downwards; a colour that runs out loses.
* Which of several equally large colours scores is settled at once, red before blue before green: it can't
  change the score.
* The dealer is the last in clockwise order when a tie for the next deal is broken that way.
* Equal highest totals share the win.
* A passed card has been shown to all, so it stays known; the card set aside is shown as the hand is scored.

A position read from a setup may leave out what was captured before; only counts that no deal can give are
refused.
"""

from rules_engine.games.double_decker.game import DoubleDecker
from rules_engine.games.double_decker.position import DoubleDeckerPosition

__all__ = ["DoubleDecker", "DoubleDeckerPosition"]
