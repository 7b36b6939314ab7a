"""The rules that judge moves, each a small function, and the table of all rules."""

from __future__ import annotations

from rules_engine.core.cards import marks
from rules_engine.core.moves import Move
from rules_engine.core.rules import Finding, Rule, permits, refuses
from rules_engine.games.knueffeln.position import KnueffelnPosition


def take_ole(position: KnueffelnPosition, seat: int, move: Move) -> Finding | None:
    """The Ole at the bottom of the stock goes for the Queen of its suit, or for the King that inherits."""
    if position.phase != "take-ole":
        return None
    ole, who = position.ole_on_offer, position.seat_name(seat)
    price = position.price_of(ole, seat)
    if move.verb == "pass":
        rest = "the other Olen shown stay on offer" if position.terms.shows_three else "no further card is looked at"
        return permits("take-ole", f"{who} may leave the {{{ole.text}}} in the stock; {rest}.", [ole])
    if move.card is not ole:
        return refuses("take-ole", f"Only the {{{ole.text}}} is on offer now, not the {{{move.played.text}}}.", [ole])
    if move.other is not price:
        return refuses("take-ole", f"The {{{ole.text}}} goes for the {{{price.text}}} and for nothing else.", [price])
    why = "" if price.rank == "Q" else f"; no player has the {{Q{ole.suits}}}, so the King inherits her right"
    return permits("take-ole", f"{who} holds the {{{price.text}}} and may take the {{{ole.text}}} for it{why}.", [price])


def take_turnup(position: KnueffelnPosition, seat: int, move: Move) -> Finding | None:
    """The Ten of a chosen suit goes for a turned-up card of that suit."""
    ten = position.to_trade(seat) if position.phase == "take-turnup" else None
    if ten is None:
        return None
    who, there = position.seat_name(seat), position.turned_up(ten.suits)
    if move.verb == "pass":
        return permits("take-turnup", f"{who} may keep the {{{ten.text}}}.", [ten])
    card, given = move.played, move.other
    if given is not ten:
        return refuses("take-turnup", f"{who} decides on the {{{ten.text}}} now: only that card may be exchanged.", [ten])
    if card not in there:
        return refuses("take-turnup", f"The {{{ten.text}}} goes for {marks(there, 'or')}, turned up in its suit; "
                                      f"the {{{card.text}}} isn't there for it.", there)
    return permits("take-turnup", f"{{{card.text}}} was turned up and the {{{ten.text}}} is of its suit: "
                                  "they may change places.", [ten, card])


def no_double_exchange(position: KnueffelnPosition, seat: int, move: Move) -> Finding | None:
    """A Queen or King that came for a Ten buys no Ole: the time for Olen is past."""
    if position.phase != "take-turnup" or move.card is None or move.card.rank not in ("Q", "K"):
        return None
    return permits("no-double-exchange", f"The {{{move.card.text}}} got for a {{{position.terms.trade_rank}"
                                         f"{move.card.suits}}} buys no Ole: the stock is closed.", [move.card])


def free_play(position: KnueffelnPosition, seat: int, move: Move) -> Finding | None:
    """Nothing binds a player to any card."""
    if move.verb not in ("play", "turn"):
        return None
    doing = "play" if position.trick else "lead"
    return permits("free-play", f"{position.seat_name(seat)} may {doing} any card, the {{{move.played.text}}} too: "
                                "nobody has to follow suit or to beat anything.")


def jann(position: KnueffelnPosition, seat: int, move: Move) -> Finding | None:
    """Who leads after winning every trick needed may take the Jann."""
    if move.verb != "claim":
        return None
    side = position.side_name(position.side[seat])
    return permits("jann", f"{side} have won every trick so far, so {position.seat_name(seat)} may take the Jann.")


def march(position: KnueffelnPosition, seat: int, move: Move) -> Finding | None:
    """Who leads on after a Jann is bound to win every trick; in a short deal there may be none to lead to."""
    if position.phase != "jann" or move.verb == "claim":
        return None
    if not position.can_lead:
        return refuses("march", f"{position.seat_name(seat)} can't lead on: not everybody has a card left for another trick.")
    return permits("march", f"Leading on gives up the Jann: {position.side_name(position.side[seat])} must then win "
                            f"all {position.march_length} tricks.")


def turn(position: KnueffelnPosition, seat: int, move: Move) -> Finding | None:
    """A card may be led face down, where the variant has it and the side may still do so; the others see or run."""
    if move.verb == "turn":
        return _may_turn(position, seat, move)
    if move.verb not in ("see", "run"):
        return None
    who, terms = position.seat_name(seat), position.terms
    if move.verb == "see":
        return permits("turn", f"{who} may see the card, which raises the deal from {position.value} to "
                               f"{position.value + terms.turn} {terms.unit}.")
    if position.marching is not None:
        return permits("turn", f"{who} may run: then the march isn't won, and fails.")
    return permits("turn", f"{who} may run, at the price of {position.value} {terms.unit}.")


def _may_turn(position: KnueffelnPosition, seat: int, move: Move) -> Finding:
    who = position.seat_name(seat)
    if position.trick:
        return refuses("turn", f"Only a lead can be turned, and {position.seat_name(position.leader)} has led.",
                       [position.trick[0].card])
    if position.turn_limit:
        return refuses("turn", f"{who} can't lead face down: {position.turn_limit}.")
    after = position.value + position.terms.turn
    return permits("turn", f"{who} may lead the {{{move.played.text}}} face down: seen, it raises the deal to {after} "
                           f"{position.terms.unit}.", [move.played])


def solo(position: KnueffelnPosition, seat: int, move: Move) -> Finding | None:
    """The dealer of five chooses."""
    who = position.seat_name(seat)
    if move.verb == "solo":
        return permits("solo", f"{who}, the dealer, may take the {len(position.stock)} cards of the stock and play "
                               "against the four others.")
    if move.verb == "sit out":
        return permits("solo", f"{who}, the dealer, may sit out while the four others play as partners.")
    return None


MONEY = frozenset({"bohmstedt", "hattstedt", "gruenberg-1938"})

ALL_RULES = (
    Rule("deal", "The deal"),
    Rule("turn-up", "Two suits are chosen"),
    Rule("take-ole", "An Ole from the bottom of the stock", take_ole),
    Rule("take-turnup", "A Ten for a turn-up", take_turnup),
    Rule("no-double-exchange", "What a Ten brought buys no Ole", no_double_exchange, can_refuse=False),
    Rule("free-play", "Any card at any time", free_play, can_refuse=False),
    Rule("beat-led-card", "Who takes the trick"),
    Rule("ole", "The five Olen"),
    Rule("beater", "What a beater beats"),
    Rule("seven", "A chosen Seven"),
    Rule("free-card", "A chosen Eight or Nine"),
    Rule("unchosen-ace", "An unchosen Ace"),
    Rule("no-power", "Cards that beat nothing"),
    Rule("suit-order", "The order within an unchosen suit",
         variants=frozenset({"hattstedt", "bernhard-1924", "gruenberg-1938"})),
    Rule("first-lead", "Who leads"),
    Rule("five-tricks", "Five tricks win the deal"),
    Rule("jann", "Five in a row", jann, can_refuse=False),
    Rule("march", "On to all nine", march, can_refuse=False),
    Rule("turn", "A lead face down", turn),
    Rule("pay", "What the losers pay", variants=MONEY),
    Rule("solo", "The fifth player", solo, variants=frozenset({"bohmstedt"}), can_refuse=False),
    Rule("solo-win", "Alone against four", variants=frozenset({"bohmstedt"})),
    Rule("ladder", "Rungs off the ladder", variants=frozenset({"bernhard-1924"})),
)
"""Every rule, in the order of the contract's table."""
