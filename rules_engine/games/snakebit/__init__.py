"""Snakebit, a Decktet game for three or four by Isaac Bickerstaff.

Source: wiki.decktet.com/game:snakebit; called Poison Nonesuch in The Decktet Book. Points are whole numbers.

Modelling decisions, where the source is silent or unclear:

* The dealer's left *leads* the first trick (the source says "deals").
* What may not be led is the *naming* of an unbroken trump or cursed suit. A card with the trump suit may be led
  under its other suit, and is a trump all the same.
* A leader whom that leaves nothing may lead any card under any of its suits.
* The piles of Aces and Crowns are shuffled for every six hands, so the turn-ups of a hand follow from the seed
  and the hand's number alone.
"""

from rules_engine.games.snakebit.game import Snakebit
from rules_engine.games.snakebit.position import SnakebitPosition

__all__ = ["Snakebit", "SnakebitPosition"]
