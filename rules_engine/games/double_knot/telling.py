"""What happens in Double Knot, put into sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_engine.core.cards import Card, listed
from rules_engine.core.game import signed
from rules_engine.core.position import Event, Laid
from rules_engine.core.rules import Finding, permits
from rules_engine.games.double_knot.judges import compared, name, suits_told, tricks_told, trumps_told
from rules_engine.games.double_knot.position import DoubleKnotPosition
from rules_engine.games.double_knot.score import Result
from rules_engine.games.double_knot.trick import EXCUSE, TOP, TRUMPS, setter, strength, winning


def tell_deal(position: DoubleKnotPosition) -> Event:
    """The deal of a whole pack."""
    size, players = position.size, position.game.table.size
    told = f"{name(position, position.dealer)} deals all {size * players} cards, {size} to each of {players} players."
    return Event("dealt", "deal", told)


def tell_first_bidder(position: DoubleKnotPosition, seat: int) -> Event:
    """Who opens the bidding."""
    told = f"{name(position, seat)}, left of the dealer, bids first: a number from 0 to {position.size}."
    return Event("called", "bid-once", told, seat)


def tell_first_lead(position: DoubleKnotPosition, seat: int) -> Event:
    """Who leads to the first trick."""
    return Event("lead", "first-lead", f"{name(position, seat)}, left of the dealer, leads to the first trick.", seat)


def tell_next_lead(position: DoubleKnotPosition, seat: int) -> Event:
    """Who leads after a trick."""
    return Event("lead", "first-lead", f"{name(position, seat)} won the trick and leads to the next.", seat)


def tell_bid(position: DoubleKnotPosition, seat: int, number: int) -> Event:
    """A bid."""
    return Event("called", "bid-once", f"{name(position, seat)} bids {number} of {tricks_told(position.size)}.", seat)


def tell_contracts(position: DoubleKnotPosition) -> Iterator[Event]:
    """What the partners' bids come to."""
    game = position.game
    for side, label in zip(game.score_sides(), game.score_names, strict=True):
        bids = [position.bids[seat] or 0 for seat in side]
        told = f"{label} together need {listed(map(str, bids), '+')} = {tricks_told(sum(bids))}."
        yield Event("called", "teams", told)


def tell_opening(position: DoubleKnotPosition, seat: int, card: Card) -> Event | None:
    """What a card that opens a trick brings; None for any other card."""
    who = name(position, seat)
    if card is EXCUSE:
        if len(position.trick) > 1:
            return None
        following = name(position, position.game.table.left_of[seat])
        told = f"{who} leads the {{Excuse}}: {following} may play anything, and that card sets suit and trumps."
        return Event("played", "excuse-led", told, seat, (card,))
    if setter(position.trick[:-1]) is not None:
        return None
    instead = ", after the Excuse," if len(position.trick) > 1 else ""
    told = f"{who}{instead} sets {{{TOP[card]}}} as the suit led. {trumps_told(card)}"
    return Event("played", "trump-suits", told, seat, (card,))


def tell_trick(position: DoubleKnotPosition, laid: Sequence[Laid], best: Laid) -> Event:
    """Who takes a trick and by what."""
    card, opened = best.card, setter(laid)
    assert opened is not None
    trumps = [one.card for one in laid if TOP[one.card] in TRUMPS[opened]]
    if not trumps:
        how = f"the highest card of {{{TOP[opened]}}}; no trump fell"
    elif len(trumps) == 1:
        how = "the only trump"
    elif len({TOP[trump] for trump in trumps}) == 1:
        how = "the highest trump"
    else:
        how = f"the highest trump of {{{TOP[card]}}}, the lowest of the trump suits played"
    told = f"{name(position, best.seat)} takes the trick with the {{{card.text}}}, {how}."
    if laid[0].card is EXCUSE:
        told += " The {Excuse}, which was led, goes with it."
    return Event("trick", "win-trick", told, best.seat, (card,))


def tell_unscored(position: DoubleKnotPosition) -> Event:
    """Why a hand that has no more cards isn't scored."""
    silent = listed([name(position, seat) for seat, bid in enumerate(position.bids) if bid is None])
    return Event("hand", "bid-once", f"The cards are played, but without a bid from {silent} there is nothing to score.")


def tell_result(position: DoubleKnotPosition, one: Result) -> Event:
    """How a side's points came about."""
    label = position.game.table.side_name(one.side)
    told = f"{label} bid {one.bid} and took {one.taken}: {_reckoned(one)}"
    if len(one.side) == 1:
        told += f"{one.each} point{'s' * (one.each != 1)}."
    else:
        told += f"{one.each} for each partner."
    return Event("hand", one.rule, told, one.side[0] if len(one.side) == 1 else None)


def _reckoned(one: Result) -> str:
    if one.rule == "zero-or-all":
        which = "zero" if one.bid == 0 else "every trick"
        return f"{which} bid and {'made' if one.each else 'missed'}, "
    if one.rule == "score-exact":
        return f"exact, and {one.missed or 'none'} of the others {'was' if one.missed == 1 else 'were'} not, "
    return f"{abs(one.bid - one.taken)} off, "


def tell_partners(position: DoubleKnotPosition, found: list[Result]) -> Event:
    """What the partners' points come to."""
    label = position.game.table.side_name
    told = listed([f"{label(one.side)} {one.each} + {one.each} = {one.points}" for one in found])
    return Event("hand", "teams", f"Partners add their points: {told}.")


def tell_end(position: DoubleKnotPosition, totals: list[int], target: int) -> Iterator[Event]:
    """How the match goes on, or who won it."""
    game, best = position.game, max(totals)
    leaders = [label for label, total in zip(game.score_names, totals, strict=True) if total == best]
    if position.game_over:
        told = f"{leaders[0]} {'win' if '+' in leaders[0] else 'wins'} with {signed(best)}; the target was {target}."
        yield Event("game", "game-end", told)
        return
    if best >= target:
        told = f"{listed(leaders)} share the lead with {best}, so another hand is played."
        yield Event("hand", "game-end", told)
    dealer = game.next_dealer(position)
    assert dealer is not None
    told = f"{name(position, dealer)}, left of {name(position, position.dealer)}, deals next."
    yield Event("hand", "next-dealer", told, dealer)


def tell_chain(position: DoubleKnotPosition, laid: Sequence[Laid]) -> list[Finding]:
    """What beat what in a trick, one finding for each card."""
    return [_tell_laid(position, laid[:place], laid[place]) for place in range(len(laid))]


def _tell_laid(position: DoubleKnotPosition, before: Sequence[Laid], one: Laid) -> Finding:
    card, who = one.card, name(position, one.seat)
    if card is EXCUSE:
        return permits("excuse", f"{who} {'throws' if before else 'leads'} the {{Excuse}}, which never wins.", [card])
    best = winning(before)
    if best is None:
        sets = f"{who} leads the {{{card.text}}}." if not before else f"{who}'s {{{card.text}}} counts as the card led."
        return permits("trump-suits" if not before else "excuse-led", f"{sets} {trumps_told(card)}", [card])
    return _tell_against(before, one, best, who)


def _tell_against(before: Sequence[Laid], one: Laid, best: Laid, who: str) -> Finding:
    card, other, opened = one.card, best.card, setter(before)
    assert opened is not None
    led, trumps = TOP[opened], TRUMPS[opened]
    ahead = strength(card, led, trumps) > strength(other, led, trumps)
    if TOP[card] == TOP[other]:
        told = f"{compared(best, card)}, so {who if ahead else 'the {' + other.text + '}'} is ahead."
        return permits("rank", told, [card, other])
    return permits("win-trick", _unlike(card, other, led, trumps, who), [card, other])


def _unlike(card: Card, other: Card, led: str, trumps: tuple[str, ...], who: str) -> str:
    """How a card fares against the winning one of another suit."""
    mine, theirs = TOP[card], TOP[other]
    if mine in trumps and theirs in trumps:
        lower, higher = (mine, theirs) if strength(card, led, trumps) > strength(other, led, trumps) else (theirs, mine)
        best = card if lower == mine else other
        return f"{{{lower}}} lie below {{{higher}}}, so as a trump {who}'s {{{card.text}}} " + (
            f"beats the {{{other.text}}}." if best is card else f"doesn't beat the {{{other.text}}}."
        )
    if mine in trumps:
        return f"{{{mine}}} are trump: {who}'s {{{card.text}}} beats the {{{other.text}}}."
    if mine == led:
        return f"{who}'s {{{card.text}}} follows, but the {{{other.text}}} is a trump and stays ahead."
    neither = f"neither {{{led}}} nor trump ({suits_told(trumps, 'or')})" if trumps else f"not {{{led}}}"
    return f"{who}'s {{{card.text}}} is {neither}: it can't win, and the {{{other.text}}} stays ahead."
