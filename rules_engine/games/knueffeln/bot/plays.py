"""The choice of the card to lead or play: the chance that it takes the trick, minus its later value."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.bots import BotMove, open_choice
from rules_engine.core.model.cards import Card
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.bot.sight import KEEP, KnueffelnKnowledge, Meaning
from rules_engine.games.knueffeln.bot.worth import BY_RANK
from rules_engine.games.knueffeln.cards import PLAYS
from rules_engine.narration.move_phrases import with_article
from rules_engine.text.message import NumberText, QuotedText, Sentence, Text, all_of, say

KEEP_TO_WIN = 1.0
KEEP_NEAR_JANN = 0.5
KEEP_AT_BAY = 0.2
"""Weights of a card's later value that replace ``KEEP``: lower if this trick wins the deal or either side is close to a Jann, and
lowest if the trick must be won to save the deal, or on a march."""
DUD = 0.2
"""Maximum value of a card that can be thrown away without loss."""
SURE_LEAD = 0.5
"""Minimum chance of winning for a lead that counts as likely to win."""
LOST = 0.15
"""Maximum chance of winning for a trick that counts as lost."""
CASHED = 5
"""Maximum number of cards in the hand of a leader who cashes a Seven. Over holding it back: +0.8 cents a hand in 1000 deals."""
LAST_TWO = 2
NEAR = 3
"""Maximum number of tricks that a side may still need to count as close to a Jann."""


def pick(sight: KnueffelnKnowledge, cards: Sequence[Card] | None = None) -> Card:
    """Return the card with the highest chance minus the price of playing it; ties go to the cheapest. ``cards`` is the hand by
    default."""
    price, cards = _price(sight), sight.hand if cards is None else cards

    def merit(card: Card) -> tuple[float, float, int]:
        worth = _later(sight, card)
        return round(sight.chance(card, spared=True) - price * worth, 9), -worth, -card.index
    return max(sevens_to_cash(sight, cards) or cards, key=merit)


def sevens_to_cash(sight: KnueffelnKnowledge, cards: Sequence[Card]) -> list[Card]:
    """Return the chosen Sevens among the cards of a leader who has few cards left. They win only when they are led."""
    if sight.position.trick or len(sight.hand) > CASHED:
        return []
    return [card for card in cards if sight.order.role[card] is rules.seven]


def _later(sight: KnueffelnKnowledge, card: Card) -> float:
    """Return the later value of a card. If the seat won't lead the last trick, a card that is only good to lead is worth almost
    nothing."""
    last_but_one = len(sight.hand) == LAST_TWO and bool(sight.position.trick)
    if last_but_one and not sight.beats(card) and sight.order.role[card] not in (rules.ole, rules.beater, rules.unchosen_ace):
        return BY_RANK * card.value
    return sight.worth[card]


def _price(sight: KnueffelnKnowledge) -> float:
    if sight.they_need == 1 or sight.position.marching:
        return KEEP_AT_BAY
    if _jann_near(sight):
        return KEEP_NEAR_JANN
    return KEEP_TO_WIN if sight.needs == 1 else KEEP


def _jann_near(sight: KnueffelnKnowledge) -> bool:
    won, lost = sight.position.won(sight.own), sight.position.won(1 - sight.own)
    return (not lost and won > 0 and sight.needs <= NEAR) or (not won and lost > 0 and sight.they_need <= NEAR)


def towards_jann(sight: KnueffelnKnowledge) -> bool:
    """Return whether the hand's likely winners should make a Jann, with at most one more trick. They are then led first."""
    position = sight.position
    if position.trick or position.marching or position.won(1 - sight.own):
        return False
    sure = sum(sight.chance(card) >= SURE_LEAD for card in sight.hand)
    return 0 < sight.needs <= sure + 1 and sure > 1


def lead(sight: KnueffelnKnowledge, card: Card) -> BotMove:
    """Return the choice of a card to lead, and its reason."""
    out = len(sight.threats(card))
    if towards_jann(sight) and sight.chance(card) >= SURE_LEAD:
        others = [one for one in sight.hand if one is not card and sight.chance(one) >= SURE_LEAD]
        return BotMove(
            PLAYS[card],
            whole(
                say("{card} should win its trick, and so should {others}: led one after the other they may bring the Jann",
                    card=with_article(card), others=all_of(map(with_article, others)))
            ),
        )
    if sight.order.role[card] is rules.seven:
        sure = say("A chosen Seven that is led can't be beaten, so {card} is a sure trick", card=with_article(card))
        return open_choice(PLAYS[card], whole(sure))
    if not out:
        told = say("No card I can't see beats {card}, so leading it wins the trick", card=with_article(card))
        return BotMove(PLAYS[card], whole(told))
    told = say("{card} loses to {threats}: I put our chances of the trick at {hope}%", card=with_article(card),
               threats=_unseen(out), hope=_hope(sight, card))
    if len(sight.hand) == 1:
        return BotMove(PLAYS[card], whole(told))
    if sight.worth[card] < DUD:
        return BotMove(PLAYS[card], whole(say("{told}, but it costs nothing that I need", told=told)))
    kept = max((one for one in sight.hand if one is not card), key=sight.worth.__getitem__, default=card)
    if sight.worth[kept] > sight.worth[card]:
        return BotMove(PLAYS[card], whole(say("{told}, and {kept} stays for later", told=told, kept=with_article(kept))))
    return BotMove(PLAYS[card], whole(say("{told}, and it is the best I have", told=told)))


def follow(sight: KnueffelnKnowledge, card: Card) -> BotMove:
    """Return the choice of a card to play to the trick, and its reason."""
    beats = sight.beats(card)
    settled = (beats or sight.ours) and not any(seat in sight.foes for seat in sight.after)
    return (open_choice if settled else BotMove)(PLAYS[card], whole((_why_beat if beats else _why_throw)(sight, card)))


def _why_beat(sight: KnueffelnKnowledge, card: Card) -> Text:
    assert sight.best is not None
    best, own, hope = with_article(sight.best.move.played), with_article(card), _hope(sight, card)
    if _partner_sure(sight):
        return say("{card} beats {best}, and my partner is sure of this trick as well", card=own, best=best)
    if not any(seat in sight.foes for seat in sight.after):
        return say("No opponent plays after me, so {card}, which beats {best}, wins the trick", card=own, best=best)
    if any(word.ole for word in _said_after(sight)) and sight.order.role[card] is not rules.ole:
        return say("{card} beats {best}, and my partner can still improve on it: I put our chances of the trick at {hope}%",
                   card=own, best=best, hope=hope)
    if not sight.threats(card):
        return say("{card} beats {best}, and no card I can't see beats {card}", card=own, best=best)
    if sight.chance(card) < LOST:
        return say("{card} beats {best}; somebody will most likely beat it in turn, but that takes a better card than {best} "
                   "would", card=own, best=best)
    if sight.ours:
        return say("Our own {best} is winning but could still be beaten: with {card} on it I put our chances at {hope}%",
                   best=sight.best.move.played, card=own, hope=hope)
    return say("{card} beats {best}; {threats} could beat it in turn, and I put our chances of the trick at {hope}%", card=own,
               best=best, threats=_unseen(len(sight.threats(card))), hope=hope)


def _partner_sure(sight: KnueffelnKnowledge) -> bool:
    """Return whether a partner still to play has announced that they take this trick."""
    return any(word.sure for word in _said_after(sight))


def _said_after(sight: KnueffelnKnowledge) -> list[Meaning]:
    """Return the meanings of remarks from partners who are still to play."""
    return [word for seat, word in sight.words.items() if seat in sight.after]


def _why_throw(sight: KnueffelnKnowledge, card: Card) -> Text:
    assert sight.best is not None
    best, own = with_article(sight.best.move.played), with_article(card)
    if _partner_sure(sight):
        return say("My partner is sure of this trick, so I throw {card}, which I can spare", card=own)
    if sight.ours:
        return _why_spare(sight, card)
    if not any(sight.beats(one) for one in sight.hand):
        return say("Nothing in my hand beats {best}, so I throw {card}, which I can spare", best=best, card=own)
    if any(sight.words.get(seat, Meaning()).help for seat in sight.after if seat in sight.mates):
        return say("I throw {card} and keep for later what would beat {best}; my partner {can:can|may still} beat it", card=own,
                   best=best, can=any(word.ole or word.lying for word in _said_after(sight)))
    return say("I throw {card} and keep for later what would beat {best}", card=own, best=best)


def _why_spare(sight: KnueffelnKnowledge, card: Card) -> Text:
    """Return the reason for a card discarded on a trick that the side is winning so far."""
    assert sight.best is not None
    lying, own, hope = sight.best.move.played, with_article(card), _hope(sight, card)
    if not any(seat in sight.foes for seat in sight.after):
        return say("Our own {best} wins the trick, as no opponent plays after me, so I throw {card}, which I can spare",
                   best=lying, card=own)
    if sight.chance(card) < LOST:
        return say("Our own {best} is winning, but somebody will most likely beat it; {card} wouldn't save it, and I can spare "
                   "it", best=lying, card=own)
    if hope == "100":
        return say("Our own {best} is sure to win, so I throw {card}, which I can spare", best=lying, card=own)
    return say("Our own {best} is winning, with a chance of {hope}%, so I throw {card}, which I can spare", best=lying, hope=hope,
               card=own)


def whole(why: Text) -> Sentence:
    """Return a reason as a sentence. ``why`` has no full stop, because ``because_of`` may extend it."""
    return say("{why}.", why=why)


def because_of(choice: BotMove, phrase: str) -> BotMove:
    """Return the choice with the partner's remark added to its reason. The reason doesn't reveal the card that would have been
    chosen without it."""
    assert isinstance(choice.reason, Sentence)
    return choice._replace(reason=say("{why}; without my partner's {phrase} I would have chosen another card.",
                                      why=choice.reason.fields["why"], phrase=QuotedText(phrase)))


def _unseen(cards: int) -> Text:
    return say("one card I can't see") if cards == 1 else say("{n} {n:card|cards} I can't see", n=cards)


def _hope(sight: KnueffelnKnowledge, card: Card) -> NumberText:
    return hundredths(sight.chance(card))


def hundredths(chance: float) -> NumberText:
    """Return a probability as a whole percentage without the sign: ``67``."""
    return NumberText(f"{chance:.0%}".removesuffix("%"))
