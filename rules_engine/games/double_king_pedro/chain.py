"""Explanations of a trick in Double King Pedro, card by card, and the names that players use for the cards."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.model.cards import Card
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.games.double_king_pedro import rules
from rules_engine.games.double_king_pedro.cards import OFF_SUIT
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition as Position
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.phrasebook import RuleFinding
from rules_engine.text.message import Text, all_of, as_text, say, suit_mark

RED, BLACK = say("red"), say("black")
COLOUR = {"H": RED, "D": RED, "S": BLACK, "C": BLACK}
RANK_NAMES = {"K": say("King"), "9": say("Nine"), "5": say("Five")}
"""Names of off-cards (trumps of the other suit of the same colour), by rank."""


def laid_last(position: Position, laid: Sequence[PlayedCard]) -> RuleFinding:
    """Return the finding about the last of the given cards."""
    *before, last = laid
    if before:
        return _followed(position, last, rules.winning(position, before).card)
    seat, card = position.name(last.seat), role(last.card, position.trump)
    if rules.throw_off(position, last.card):
        told = say("{seat} {seat:leads|lead} the {card}, a throw-off.", seat=seat, card=card)
        return RuleFinding(rules.throw_off.id, True, told, (last.card,))
    told = say("{seat} {seat:leads|lead} the {card}, a trump.", seat=seat, card=card)
    return RuleFinding(rules.follow_trump.id, True, told, (last.card,))


def _followed(position: Position, last: PlayedCard, best: Card) -> RuleFinding:
    card, trump = last.card, position.trump
    ahead = rules.STRENGTH[trump][card] > rules.STRENGTH[trump][best]
    which, other = say("{seat's} {card}", seat=position.name(last.seat), card=role(card, trump)), role(best, trump)
    trumps = len(rules.trumps_of(position, (card, best)))
    if trumps == 2:
        told = (say("{card} {card:ranks|rank} above the {best}.", card=which, best=other) if ahead else
                say("{card} {card:ranks|rank} below the {best}.", card=which, best=other))
        return RuleFinding(rules.rank.id, True, told, (card, best))
    if not trumps and card.rank == best.rank:
        return RuleFinding(rules.tie_order.id, True, tie(trump, *((card, best) if ahead else (best, card))), (card, best))
    if trumps:
        told = (say("{card} {card:is a trump and beats|are trumps and beat} the {best}.", card=which, best=other) if ahead else
                say("{card} {card:isn't a trump|aren't trumps} and can't beat the {best}.", card=which, best=other))
    else:
        told = (say("{card} {card:is|are} higher than the {best}.", card=which, best=other) if ahead else
                say("{card} {card:is|are} lower than the {best}.", card=which, best=other))
    return RuleFinding(rules.winning.id, True, told, (card, best))


def tie(trump: str, card: Card, *tied: Card) -> Text:
    """Explain why one of several equal throw-offs wins."""
    others = all_of(map(with_article, tied))
    if card.suits == OFF_SUIT[trump]:
        return say("{card} beats {others}: it is {colour}, like the trumps.", card=with_article(card), others=others,
                   colour=COLOUR[trump])
    return say("{card} beats {others}: neither is {colour}, like the trumps, and {suit} go before {other}.",
               card=with_article(card), others=others, colour=COLOUR[trump], suit=suit_mark(card.suits),
               other=suit_mark(tied[0].suits))


def role(card: Card, trump: str) -> Text:
    """Return the name that players use for a card: a trump of the other suit of the trumps' colour is an off-card."""
    if card.suits == OFF_SUIT[trump] and card in rules.TRUMPS[trump]:
        return say("off-{rank} ({card})", rank=RANK_NAMES[card.rank], card=card)
    return as_text(card)
