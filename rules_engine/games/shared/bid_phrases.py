"""Sentences about bids for games in which each player bids once for the tricks of the hand (see ``trick_bids``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rules_engine.core.model.events import Event
from rules_engine.core.model.rules import AnyRule
from rules_engine.core.positions.position import Position
from rules_engine.narration.phrasebook import ContextSentence, Phrasebook
from rules_engine.narration.quantities import TRICKS, counted
from rules_engine.text.message import NOTHING, Text, all_of, as_text, say

P = TypeVar("P", bound=Position)
Bid = Any
"""A bid: a number of tricks, or a word."""


def bid_phrases(words: Phrasebook[P], bid: AnyRule, first: Callable[[P, Event], Text],
                said: Callable[[Bid], Text] = as_text) -> None:
    """Register the sentences about bids, the badge with a seat's bid, and the number of tricks that a seat wants.

    ``first``  (position, event) -> the sentence for the first bidder before the bid
    ``said``   bid -> its text; by default, its number
    """
    @words.happened(bid)
    def _(position: P, event: Event) -> Text:
        if event.kind == "hand":
            return nobody_bid(position)
        return (say("{seat} {seat:bids|bid} {n}.", seat=position.name(event.seat), n=event.numbers[0]) if event.numbers else
                first(position, event))

    @words.wants
    def _(position: Any, seat: int) -> int | None:
        made = position.bids[seat]
        return made if isinstance(made, int) else 0 if made else None

    @words.plate
    def _(position: Any, seat: int) -> list[Text]:
        made = position.bids[seat]
        return [] if made is None else [say("bid {n}", n=said(made))]


def nobody_bid(position: Any) -> Text:
    """Return the sentence about the seats without a bid in a hand whose cards are all played."""
    silent = [seat for seat, made in enumerate(position.bids) if made is None]
    return say("{seats} made no bid, so this hand isn't scored.", seats=position.name(silent))


def total_bid(position: Any, tricks: int) -> Text:
    """Return the total of the numbers bid, out of these tricks, as public information; empty before the first bid."""
    total = sum(made for made in position.bids if isinstance(made, int))
    none_yet = all(made is None for made in position.bids)
    return NOTHING if none_yet else say("{n} of {tricks}", n=total, tricks=counted(tricks, TRICKS))


def bids_made(position: Any, bid: AnyRule, said: Callable[[Bid], Text] = as_text) -> ContextSentence:
    """Return the bids so far as the context for a question."""
    bids = [say("{seat} bid {n}", seat=position.name(seat), n=said(made)) for seat, made in enumerate(position.bids)
            if made is not None]
    return ContextSentence(bid.id, say("{bids}.", bids=all_of(bids)) if bids else say("Nobody has bid yet."))
