"""The rules of Double Decker that speak of a move."""

from __future__ import annotations

from rules_engine.core.cards import Card, listed, marks
from rules_engine.core.moves import Move
from rules_engine.core.rules import Finding, permits, refuses
from rules_engine.games.double_decker.position import PASS, THIRD, DoubleDeckerPosition


def two_colours(position: DoubleDeckerPosition, seat: int, move: Move) -> Finding | None:
    """A card may bring in a second colour, never a third."""
    if move.verb == PASS:
        return None
    who, colours, card = _name(position, seat), position.colours, move.played
    if not colours:
        return permits("two-colours", f"{who} leads and may choose any card.")
    if len(colours) == 1:
        return permits("two-colours", _tell_one(position, seat, card), [card])
    if card.suits in colours:
        told = f"The {{{card.text}}} is of {{{card.suits}}}, one of the trick's two colours."
        return permits("two-colours", told, [card])
    told = (f"{_both(position)} are on the table, so no {{{card.suits}}} can be played; {who} may pass "
            f"the {{{card.text}}}{_or_play(_playable(position, seat))}.")
    return refuses("two-colours", told, _entering(position))


def may_pass(position: DoubleDeckerPosition, seat: int, move: Move) -> Finding | None:
    """Whoever doesn't lead may pass once two colours are on the table, even if able to play."""
    if move.verb != PASS:
        return None
    who, colours = _name(position, seat), position.colours
    if not colours:
        return refuses("pass", f"{who} leads and so can't pass: that takes two colours on the table, "
                               "and nothing lies there yet.")
    if len(colours) == 1:
        return refuses("pass", f"Only {{{colours}}} is on the table, and a pass takes two colours; {who} may "
                               "play any card instead.", _entering(position))
    able = _playable(position, seat)
    though = f", though {who} could play {marks(able, 'or')}" if able else f"; {who} has nothing else to do"
    return permits("pass", f"{_both(position)} are on the table, so {who} may pass{though}.", able)


def pass_third_colour(position: DoubleDeckerPosition, seat: int, move: Move) -> Finding | None:
    """The card passed is of the colour that the trick lacks."""
    if move.verb != PASS or len(position.colours) < 2:
        return None
    card, third = move.played, THIRD[position.colours]
    if card.suits == third:
        told = f"The {{{card.text}}} is of {{{third}}}, the colour that the trick lacks."
        return permits("pass-third-colour", told, [card])
    held = [other for other in position.hands[seat] if other.suits == third]
    who = _name(position, seat)
    choice = f"{who} could pass {marks(held, 'or')}" if held else f"{who} has no {{{third}}} and must play"
    told = f"A pass shows the third colour, {{{third}}}; the {{{card.text}}} isn't of it. {choice}."
    return refuses("pass-third-colour", told, held or [card])


def _tell_one(position: DoubleDeckerPosition, seat: int, card: Card) -> str:
    colours, who = position.colours, _name(position, seat)
    if card.suits == colours:
        return f"Only {{{colours}}} is on the table, and {who} stays with it."
    return f"Only {{{colours}}} is on the table, so {who} may bring in {{{card.suits}}} as the second colour."


def _both(position: DoubleDeckerPosition) -> str:
    return f"Both {listed(f'{{{colour}}}' for colour in position.colours)}"


def _or_play(able: list[Card]) -> str:
    return f", or play {marks(able, 'or')}" if able else ""


def _playable(position: DoubleDeckerPosition, seat: int) -> list[Card]:
    return [card for card in position.hands[seat] if card.suits in position.colours]


def _entering(position: DoubleDeckerPosition) -> list[Card]:
    """The cards that brought the colours in: they bind everybody after them."""
    first: dict[str, Card] = {}
    for laid in position.trick:
        if laid.move.verb != PASS:
            first.setdefault(laid.card.suits, laid.card)
    return list(first.values())


def _name(position: DoubleDeckerPosition, seat: int) -> str:
    return position.game.table.names[seat]
