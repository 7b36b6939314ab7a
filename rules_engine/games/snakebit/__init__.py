"""Snakebit, a Decktet game for three or four by Isaac Bickerstaff.

Source: wiki.decktet.com/game:snakebit; called Poison Nonesuch in The Decktet Book. Points are whole numbers.

Modelling decisions, where the source is silent or unclear:

* The player on the dealer's left *leads* the first trick (the source says "deals").
* The leader may not *name* an unbroken trump or cursed suit. A card with the trump suit may be led as its other suit, and is
  still a trump.
* A leader who would otherwise have no legal lead may lead any card as either of its suits.
* The piles of Aces and Crowns are shuffled every six hands, so the cards turned up for a hand depend only on the seed and the
  hand's number.
"""

from rules_engine.games.snakebit.game import Snakebit
from rules_engine.games.snakebit.position import SnakebitPosition

__all__ = ["Snakebit", "SnakebitPosition"]
