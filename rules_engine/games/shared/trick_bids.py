"""Steps shared by games in which each player bids once, clockwise from the dealer's left, for the tricks of the hand.

Their positions have a field ``bids``: the bid of each seat, or None for a seat that hasn't bid.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from rules_engine.core.game.setup_checks import SetupReader
from rules_engine.core.model.events import EventSink, HasId
from rules_engine.core.positions.notation import Notation


def next_bidder(position: Any) -> int | None:
    """Return the next seat to bid; None after all have bid."""
    order = position.table.clockwise_from(position.dealer + 1)
    return next((seat for seat in order if position.bids[seat] is None), None)


def is_bid_out(position: Any) -> bool:
    """Return whether all cards are played and no bid is missing. A hand with a missing bid can't be scored, so it isn't over."""
    return not any(position.hands) and None not in position.bids


def stuck_without_bid(bid: HasId) -> Callable[[Any, EventSink], bool]:
    """Return the callback ``is_stuck`` of a ``HandFlow``: all cards are played although a bid is missing. It records an event for
    the rule about bids."""
    def is_stuck(position: Any, note: EventSink) -> bool:
        if any(position.hands):
            return False
        note(bid, "hand")
        return True
    return is_stuck


def check_bid_order(position: Any, given: SetupReader) -> None:
    """Report bids in a setup that are out of order."""
    names, bids = position.table.names, position.bids
    for before, seat in pairwise(position.table.clockwise_from(position.dealer + 1)):
        given.check(bids[before] is not None or bids[seat] is None, f"{names[before]} bids before {names[seat]}", "bids",
                    names[seat])


def check_all_bid(position: Any, given: SetupReader, notation: Notation) -> None:
    """Report a missing bid in the setup of a finished hand: the callback ``settles`` of a ``HandFlow``."""
    given.check(None not in position.bids, "a hand that is over has a bid for every seat", "bids")
