"""Before the play: the dealer's choice among five, Olen from the stock, and turn-ups for Tens."""

from __future__ import annotations

from rules_engine.core.cards import Card, listed
from rules_engine.core.moves import Move
from rules_engine.core.position import Event
from rules_engine.games.knueffeln.cards import OLE_PLACE
from rules_engine.games.knueffeln.position import KnueffelnPosition

Log = list[Event] | None
LOOKED_AT = 3
"""The cards at the bottom of the stock that are looked at, at most."""


def open_deal(position: KnueffelnPosition, log: Log) -> None:
    """The first decision of a fresh deal."""
    if position.game.table.size == 5:
        position.phase, position.to_act = "solo", position.dealer
        return
    seek_ole(position, log)


def choose(position: KnueffelnPosition, move: Move, log: Log) -> None:
    """The dealer of five takes the stock and plays alone, or sits out."""
    dealer = position.dealer
    if move.verb == "solo":
        position.soloist, position.hands[dealer], position.stock = dealer, position.stock, []
    position.make_sides()
    if log is not None:
        told = (f"{position.seat_name(dealer)} takes the stock, {len(position.hands[dealer])} cards, and plays alone"
                if move.verb == "solo" else f"{position.seat_name(dealer)} sits out")
        partners = listed([position.side_name(place) for place in (0, 1)], "against")
        log.append(Event("called", "solo", f"{told}: {partners}.", dealer))
    seek_turnup(position, log)


def seek_ole(position: KnueffelnPosition, log: Log) -> None:
    """Go to the next Ole that someone may take from the stock, or on to the turn-ups."""
    show(position)
    place = next_ole(position)
    if not place:
        seek_turnup(position, log)
        return
    position.phase, position.place = "take-ole", place
    position.to_act = position.entitled(position.ole_on_offer)
    position.shown |= {position.ole_on_offer}
    if log is not None:
        log.append(tell_ole(position))


def show(position: KnueffelnPosition) -> None:
    """Where the bottom three are turned over at once, everyone has seen them."""
    if position.terms.shows_three:
        position.shown |= frozenset(position.stock[-LOOKED_AT:])


def tell_ole(position: KnueffelnPosition) -> Event:
    """Which Ole may be taken now, and by whom."""
    ole, who = position.ole_on_offer, position.seat_name(position.to_act)
    return Event("called", "take-ole", f"The {{{ole.text}}} lies at the bottom of the stock; {who} may exchange for it.",
                 position.to_act, (ole,))


def next_ole(position: KnueffelnPosition) -> int:
    """The place from the bottom, 1 to 3, of the next Ole that may be taken; 0 where there is none."""
    stock, all_shown = position.stock, position.terms.shows_three
    for place in range(1, min(LOOKED_AT, len(stock)) + 1):
        card = stock[-place]
        if card in OLE_PLACE and card not in position.declined and position.entitled(card) is not None:
            return place
        if not all_shown and card not in position.given:
            return 0                    # the next card up is looked at only when this one was taken
    return 0


def take(position: KnueffelnPosition, move: Move, log: Log) -> None:
    """A card of the hand and one of the stock or the turn-ups change places."""
    seat, got, given = position.to_act, move.played, move.other
    assert seat is not None
    assert given is not None
    hand = position.hands[seat]
    hand[hand.index(given)] = got
    pile = position.stock if position.phase == "take-ole" else position.turnups
    pile[pile.index(got)] = given
    if log is not None:
        log.append(Event("called", position.phase, f"{position.seat_name(seat)} takes the {{{got.text}}} for the "
                                                   f"{{{given.text}}}.", seat, (got, given)))
    if position.phase == "take-turnup":
        seek_turnup(position, log)
        return
    position.given |= {given}
    position.shown |= {given}
    seek_ole(position, log)


def decline(position: KnueffelnPosition, log: Log) -> None:
    """The seat to act leaves the Ole, or keeps its Ten."""
    seat, olen = position.to_act, position.phase == "take-ole"
    assert seat is not None
    left = position.ole_on_offer if olen else position.to_trade(seat)
    assert left is not None
    position.declined |= {left}
    if log is not None:
        told = f"leaves the {{{left.text}}} in the stock" if olen else "keeps what could be exchanged"
        log.append(Event("called", position.phase, f"{position.seat_name(seat)} {told}.", seat))
    if olen and position.terms.shows_three:
        seek_ole(position, log)
    else:
        seek_turnup(position, log)


def seek_turnup(position: KnueffelnPosition, log: Log) -> None:
    """Go to the next player, clockwise from forehand, with a Ten to exchange, or on to the play."""
    position.place = 0
    tens = frozenset(position.on_trade)
    if tens:
        for seat in position.game.table.clockwise_from(position.forehand):
            if not tens.isdisjoint(position.hands[seat]):
                position.phase, position.to_act = "take-turnup", seat
                return
    position.declined = frozenset()
    position.phase = "play"
    position.leader = position.to_act = position.first_leader
    if log is not None:
        log.append(tell_first_lead(position))


def tell_first_lead(position: KnueffelnPosition) -> Event:
    """Who leads the first trick, and why."""
    where = "left of the dealer" if position.soloist is None else "second to the dealer's right"
    return Event("lead", "first-lead", f"{position.seat_name(position.leader)}, {where}, leads first.", position.leader)


def looked_at(position: KnueffelnPosition) -> frozenset[Card]:
    """The cards of the stock that the dealer has looked at."""
    if position.game.table.size == 5:
        return frozenset(position.stock)
    seen = []
    for card in reversed(position.stock[-LOOKED_AT:]):
        seen.append(card)
        if card not in position.given:
            break
    return frozenset(seen)
