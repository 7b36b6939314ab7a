"""Which card to lead or play: the chance that it brings the trick, less what it would be worth later."""

from __future__ import annotations

from rules_engine.bots import Choice
from rules_engine.bots.knueffeln.sight import Sight
from rules_engine.core.cards import Card
from rules_engine.games.knueffeln.game import PLAYS

KEEP = 0.8
KEEP_TO_WIN = 0.3
KEEP_AT_BAY = 0.05
"""How much of a card's later worth counts now; less where this trick wins the deal, hardly any where it saves it."""


def pick(sight: Sight) -> Card:
    """The card with the best chance for its price; the cheaper of equals."""
    price = _price(sight)

    def merit(card: Card) -> tuple[float, float, int]:
        worth = sight.worth[card]
        return round(sight.chance(card) - price * worth, 9), -worth, -card.index
    return max(sight.hand, key=merit)


def _price(sight: Sight) -> float:
    marching = sight.position.marching
    if sight.they_need == 1 or marching is not None:
        return KEEP_AT_BAY
    return KEEP_TO_WIN if sight.needs == 1 else KEEP


def lead(sight: Sight, card: Card) -> Choice:
    """A card led, and why."""
    name, out = _name(card), sight.threats(card)
    if sight.order.role[card] == "seven":
        why = f"Led, a chosen Seven can't be beaten, so the {name} is a sure trick."
    elif not out:
        why = f"No card that is hidden from me beats the {name}, so leading it takes the trick."
    else:
        why = (f"{_count(len(out))} hidden from me {_verb(len(out), 'beat')} the {name}; I give us "
               f"{_percent(sight.chance(card))} for the trick, and for what they would cost none of my leads is better.")
    return _told(sight, card, why)


def follow(sight: Sight, card: Card) -> Choice:
    """A card played to the trick, and why."""
    if sight.beats(card):
        return _told(sight, card, _why_beat(sight, card))
    return _told(sight, card, _why_throw(sight, card))


def _why_beat(sight: Sight, card: Card) -> str:
    assert sight.best is not None
    best, out = _name(sight.best.move.played), sight.threats(card)
    if not any(seat in sight.foes for seat in sight.after):
        return f"No opponent plays after me, so the {_name(card)}, which beats the {best}, takes the trick."
    if not out:
        return f"The {_name(card)} beats the {best}, and no card hidden from me beats it in turn."
    over = "Though my own side leads with" if sight.ours else "It beats"
    return (f"{over} the {best}, I play the {_name(card)}: it raises our chance of the trick to "
            f"{_percent(sight.chance(card))}." if sight.ours else
            f"The {_name(card)} beats the {best} and falls only to {_count(len(out)).lower()} hidden from me: I give us "
            f"{_percent(sight.chance(card))} for the trick.")


def _why_throw(sight: Sight, card: Card) -> str:
    assert sight.best is not None
    best, name = _name(sight.best.move.played), _name(card)
    foes_after = any(seat in sight.foes for seat in sight.after)
    thrown = f"I throw the {name}, the least of my cards that don't beat it"
    if sight.ours:
        safe = "and no opponent plays after me" if not foes_after else f"and I give it {_percent(sight.chance(card))}"
        return f"Our own {best} leads the trick, {safe}: {thrown}."
    if not any(sight.beats(one) for one in sight.hand):
        return f"Nothing in my hand beats the {best}: {thrown}."
    hope = " and my side may still take it" if sight.after and sight.mates else ""
    return f"What could beat the {best} is worth more to me later{hope}: {thrown}."


def _told(sight: Sight, card: Card, why: str) -> Choice:
    return Choice(PLAYS[card], why)


def _name(card: Card) -> str:
    return f"{{{card.text}}}"


def _count(cards: int) -> str:
    return "One card" if cards == 1 else f"{cards} cards"


def _verb(count: int, verb: str) -> str:
    return f"{verb}s" if count == 1 else verb


def _percent(chance: float) -> str:
    return f"{chance:.0%}"
