"""What beat what in a trick of Double King Pedro, card by card, and how players call the cards."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.cards import Card, marks
from rules_engine.core.telling import Finding
from rules_engine.core.tricks import Laid
from rules_engine.games.double_king_pedro import rules
from rules_engine.games.double_king_pedro.cards import OFF_SUIT
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition as Position

COLOUR = {"H": "red", "D": "red", "S": "black", "C": "black"}
RANK_NAMES = {"K": "King", "9": "Nine", "5": "Five"}
"""The ranks of off-cards."""


def laid_last(position: Position, laid: Sequence[Laid]) -> Finding:
    """What the last of these cards does."""
    *before, last = laid
    if before:
        return _followed(position, last, rules.winning(position, before).card)
    thrown = rules.throw_off(position, last.card)
    told = f"{position.does(last.seat, 'leads')} the {role(last.card, position.trump)}, a {'throw-off' if thrown else 'trump'}."
    return Finding((rules.throw_off if thrown else rules.follow_trump).id, True, told, (last.card,))


def _followed(position: Position, last: Laid, best: Card) -> Finding:
    card, trump = last.card, position.trump
    ahead = rules.STRENGTH[trump][card] > rules.STRENGTH[trump][best]
    which, trumps = f"{position.whose(last.seat)} {role(card, trump)}", len(rules.trumps_of(position, (card, best)))
    if trumps == 2:
        told = f"{which} ranks {'above' if ahead else 'below'} the {role(best, trump)}."
        return Finding(rules.rank.id, True, told, (card, best))
    if not trumps and card.rank == best.rank:
        return Finding(rules.tie_order.id, True, tie(trump, *((card, best) if ahead else (best, card))), (card, best))
    higher, lower = ("is a trump and beats", "is no trump and can't beat") if trumps else ("is higher than", "is lower than")
    return Finding(rules.winning.id, True, f"{which} {higher if ahead else lower} the {role(best, trump)}.", (card, best))


def tie(trump: str, card: Card, *tied: Card) -> str:
    """Why one of several equal throw-offs wins."""
    colour = COLOUR[trump]
    why = (f"it is {colour}, as the trumps are" if card.suits == OFF_SUIT[trump] else
           f"neither is {colour}, as the trumps are, and {{{card.suits}}} goes before {{{tied[0].suits}}}")
    return f"The {{{card.text}}} beats the {marks(tied, 'and the')}: {why}."


def role(card: Card, trump: str) -> str:
    """A card as players call it: a trump of the other suit of the trumps' colour is an off-card."""
    if card.suits == OFF_SUIT[trump] and card in rules.TRUMPS[trump]:
        return f"off-{RANK_NAMES[card.rank]} ({{{card.text}}})"
    return f"{{{card.text}}}"
