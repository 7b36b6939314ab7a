"""Which card to lead or play: the chance that it brings the trick, less what it would be worth later."""

from __future__ import annotations

from rules_engine.bots import Choice, open_choice
from rules_engine.core.cards import Card
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.bot.sight import Sight
from rules_engine.games.knueffeln.cards import PLAYS

KEEP = 1.2
KEEP_TO_WIN = 1.0
KEEP_NEAR_JANN = 0.5
KEEP_AT_BAY = 0.2
"""How much of a card's later worth counts now: less where this trick wins the deal, or where a Jann is near for
either side, and little where the trick must be won to save the deal or a march."""
NEAR = 3
"""The tricks that a Jann may still lack to be near."""


def pick(sight: Sight) -> Card:
    """The card with the best chance for its price; the cheaper of equals."""
    price = _price(sight)

    def merit(card: Card) -> tuple[float, float, int]:
        worth = sight.worth[card]
        return round(sight.chance(card) - price * worth, 9), -worth, -card.index
    return max(sight.hand, key=merit)


def _price(sight: Sight) -> float:
    if sight.they_need == 1 or sight.position.marching:
        return KEEP_AT_BAY
    if _jann_near(sight):
        return KEEP_NEAR_JANN
    return KEEP_TO_WIN if sight.needs == 1 else KEEP


def _jann_near(sight: Sight) -> bool:
    won, lost = sight.position.won(sight.own), sight.position.won(1 - sight.own)
    return (not lost and won > 0 and sight.needs <= NEAR) or (not won and lost > 0 and sight.they_need <= NEAR)


def lead(sight: Sight, card: Card) -> Choice:
    """A card led, and why."""
    name, out = _name(card), len(sight.threats(card))
    if sight.order.role[card] is rules.seven:
        return open_choice(PLAYS[card], f"A chosen Seven that is led can't be beaten, so the {name} is a sure trick.")
    if not out:
        why = f"No card I can't see beats the {name}, so leading it wins the trick."
    else:
        why = (f"The {name} loses to {_unseen(out)}: I give us {sight.chance(card):.0%} for the trick, and no other lead of "
               "mine promises more for what it gives away.")
    return Choice(PLAYS[card], why)


def follow(sight: Sight, card: Card) -> Choice:
    """A card played to the trick, and why."""
    beats = sight.beats(card)
    settled = (beats or sight.ours) and not any(seat in sight.foes for seat in sight.after)
    return (open_choice if settled else Choice)(PLAYS[card], (_why_beat if beats else _why_throw)(sight, card))


def _why_beat(sight: Sight, card: Card) -> str:
    assert sight.best is not None
    best, name, hope = _name(sight.best.move.played), _name(card), f"{sight.chance(card):.0%}"
    if not any(seat in sight.foes for seat in sight.after):
        return f"No opponent plays after me, so the {name}, which beats the {best}, wins the trick."
    if not sight.threats(card):
        return f"The {name} beats the {best}, and no card I can't see beats the {name}."
    if sight.ours:
        return f"Our own {best} is winning but could still be beaten: with the {name} on it I give us {hope}."
    out = len(sight.threats(card))
    return f"The {name} beats the {best}; {_unseen(out)} could beat it in turn, and I give us {hope} for the trick."


def _why_throw(sight: Sight, card: Card) -> str:
    assert sight.best is not None
    best, name = _name(sight.best.move.played), _name(card)
    foes_after = any(seat in sight.foes for seat in sight.after)
    thrown = f"I throw the {name}, which I can spare"
    if sight.ours and foes_after:
        chance = f"{sight.chance(card):.0%}"
        told = "is sure to win" if chance == "100%" else f"is winning, and I give it {chance}"
        return f"Our own {best} {told}, so {thrown}."
    if sight.ours:
        return f"Our own {best} wins the trick, as no opponent plays after me, so {thrown}."
    if not any(sight.beats(one) for one in sight.hand):
        return f"Nothing in my hand beats the {best}, so {thrown}."
    hope = "; my partner may still beat it" if any(seat in sight.mates for seat in sight.after) else ""
    return f"I throw the {name} and keep for later what would beat the {best}{hope}."


def because_of(choice: Choice, phrase: str) -> Choice:
    """The choice with what a partner's remark changed about it; which card it would have been stays hidden."""
    return choice._replace(reason=f"{choice.reason[:-1]}; without my partner's “{phrase}” I would have chosen another card.")


def _unseen(cards: int) -> str:
    return f"{'one card' if cards == 1 else f'{cards} cards'} I can't see"


def _name(card: Card) -> str:
    return f"{{{card.text}}}"
