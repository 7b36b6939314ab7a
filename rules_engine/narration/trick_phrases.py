"""Sentences about following suit and taking tricks, if the highest trump or else the highest card of the suit led wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import Event
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import AnyRule, Ground, Rule
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.position import Position
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.phrasebook import Phrasebook, RuleFinding, WithCards
from rules_engine.text.message import NOTHING, Text, all_of, joined, say, suit_mark

P = TypeVar("P", bound=Position)


def trick_phrases(words: Phrasebook[P], follow: AnyRule, winning: Rule[[P, Sequence[PlayedCard]], PlayedCard],
                  suit: Callable[[P, Card], str] = lambda position, card: card.suits,
                  trump: Callable[[P], str] = lambda position: "",
                  remark: Callable[[P, Card], Text] = lambda position, card: NOTHING,
                  ranks: Callable[[P, Card], AnyRule | None] = lambda position, card: None,
                  ranked: Sequence[AnyRule] = (), trumps: AnyRule | None = None,
                  contents: Callable[[P], Text] = lambda position: NOTHING) -> None:
    """Register the sentences about following suit and about winning tricks, and show trumps first in a hand.

    ``suit``      (position, card) -> the letter of the suit that the card belongs to; by default, the printed suit
    ``trump``     position -> the letter of the trump suit, or ``""``
    ``remark``    (position, card) -> a sentence about a card that doesn't belong to its printed suit; empty for other cards
    ``ranks``     (position, card) -> the rule that says how high a card is, if it isn't obvious; one of ``ranked``
    ``trumps``    the rule by which trumps beat other suits, if it isn't ``winning``
    ``contents``  position -> sentences about the cards of the last trick, such as their points; empty if they don't matter
    """
    suits = _Suits(suit, trump, remark)
    _follow(words, follow, suits)

    @words.happened(winning, "trick")
    def _(position: P, event: Event) -> Text:
        told = say("{seat} {seat:takes|take} the trick with {card}, {how}.", seat=position.name(event.seat),
                   card=with_article(event.cards[0]), how=suits.victory(position, event.cards[0]))
        return joined([told, contents(position)])

    @words.laid(winning, follow, *ranked, *([trumps] if trumps else []))
    def _(position: P, laid: Sequence[PlayedCard]) -> RuleFinding:
        *before, last = laid
        best = winning(position, before).card if before else last.card
        wins, level = winning(position, laid) is last, suit(position, best) == suit(position, last.card)
        trumped = suits.is_trump(position, best) != suits.is_trump(position, last.card)
        by = (ranks(position, last.card if wins else best) if level else trumps if trumped else None) or winning
        both = tuple(dict.fromkeys((last.card, best)))
        told = joined([suits.compared(position, laid, best, wins), *(remark(position, card) for card in both)])
        return RuleFinding((by if before else follow).id, True, told, both)

    words.shown_apart(suits.is_trump)


class _Suits(NamedTuple, Generic[P]):
    """The suits and trumps of a game, as arguments of ``trick_phrases``."""

    suit: Callable[[P, Card], str]
    trump: Callable[[P], str]
    remark: Callable[[P, Card], Text]

    def is_trump(self, position: P, card: Card) -> bool:
        """Return whether a card is a trump."""
        return self.suit(position, card) == self.trump(position) != ""

    def mark(self, position: P, card: Card) -> Text:
        """Return the mark of a card's suit."""
        return suit_mark(self.suit(position, card))

    def victory(self, position: P, card: Card) -> Text:
        """Return the reason why a card has won the last trick."""
        assert position.last_trick is not None, "no trick has been taken"
        count = sum(self.is_trump(position, one.card) for one in position.last_trick.laid)
        if count:
            return say("the highest trump") if count > 1 else say("the only trump")
        return (say("the highest of {suit}; no trump was played", suit=self.mark(position, card)) if self.trump(position) else
                say("the highest card of the suit led"))

    def compared(self, position: P, laid: Sequence[PlayedCard], best: Card, wins: bool) -> Text:
        """Return a sentence that compares the last card with the best one before it."""
        (first, *before), last = laid, laid[-1]
        if not before:
            return say("{seat} {seat:leads|lead} {card}.", seat=position.name(last.seat), card=with_article(last.card))
        which, beaten = say("{seat's} {card}", seat=position.name(last.seat), card=last.card), with_article(best)
        own, led = self.suit(position, last.card), self.mark(position, first.card)
        if own == self.suit(position, best):
            return say("{which} {which:is|are} {wins:higher|lower} than {beaten}.", which=which, wins=wins, beaten=beaten)
        if wins:
            return say("{which} {which:is a trump and beats|are trumps and beat} {beaten}.", which=which, beaten=beaten)
        if own == self.suit(position, first.card):
            return say("{which} {which:follows|follow}, but can't beat a trump, {beaten}.", which=which, beaten=beaten)
        if self.trump(position):
            return say("{which} {which:is|are} neither {suit} nor a trump, so {which:it|they} can't win.", which=which, suit=led)
        return say("{which} {which:isn't|aren't} {suit}, so {which:it|they} can't win.", which=which, suit=led)


def _follow(words: Phrasebook[P], follow: AnyRule, suits: _Suits[P]) -> None:
    """Register the sentences about following suit."""
    @words.permits(follow, Ground.COMPLIES)
    def _(position: P, seat: int, move: Move) -> WithCards | None:
        if move.card is None:
            return None
        led = suits.mark(position, position.trick[0].card)
        return say("{card} {card:follows|follow} {suit}, the suit led.", card=with_article(move.card), suit=led), [move.card]

    @words.permits(follow, Ground.CANNOT_COMPLY)
    def _(position: P, seat: int, move: Move) -> WithCards:
        return say("{seat} {seat:has|have} no {suit} and can't follow suit.", seat=position.name(seat),
                   suit=suits.mark(position, position.trick[0].card)), ()

    @words.refuses(follow)
    def _(position: P, seat: int, move: Move, binds: Sequence[Card]) -> Text:
        told = [say("{suit} were led, and {seat} {seat:holds|hold} {cards}.", seat=position.name(seat), cards=all_of(binds),
                    suit=suits.mark(position, position.trick[0].card)),
                *(suits.remark(position, card) for card in (move.played, *binds))]
        return joined([*told, say("A trump is no exception.")] if suits.is_trump(position, move.played) else told)
