"""What Double King Pedro says of what happens: the log's sentences, and the chain of what beat what."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.cards import Card, listed, marks
from rules_engine.core.game import Line, Standing, signed
from rules_engine.core.position import Event, Laid
from rules_engine.core.rules import Finding, permits
from rules_engine.games.double_king_pedro.cards import (
    ALL_POINTS,
    DOUBLED,
    HAND_SIZE,
    OFF_SUIT,
    PLAY_SIZE,
    POINTS,
    RANKED,
    STRENGTH,
    TRUMPS,
    role,
)
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition

# ---- the deal and the auction


def deal_events(position: DoubleKingPedroPosition) -> list[Event]:
    """What a deal or a setup brings: the cards, the auction's outcome so far, and who moves first."""
    if position.phase in ("toss", "bid"):
        return [*_dealt(position), first_event(position)]
    events = [Event("called", "bid" if position.contract != "double" else "double",
                    f"{position.name(position.declarer or 0)} has won the auction and plays for {contract(position)}.",
                    position.declarer)]
    if position.trump:
        events.append(trumps_event(position))
    events += [out_event(position, seat, ()) for seat in sorted(position.out)]
    return events if position.to_act is None else [*events, first_event(position)]


def _dealt(position: DoubleKingPedroPosition) -> list[Event]:
    size, kitty = len(position.hands[0]), len(position.kitty)
    told = f"{position.name(position.dealer)} deals: {size} card{'s' * (size != 1)} to each of four players"
    short = "" if (size, kitty) == (HAND_SIZE, 5) else " The hands are short here."
    return [Event("dealt", "deal", f"{told}, {kitty} to the kitty.{short}", position.dealer)]


def first_event(position: DoubleKingPedroPosition) -> Event:
    """Who is to move in a phase that begins, and what for."""
    seat = position.to_act or 0
    who = position.name(seat)
    if position.phase == "toss":
        return Event("called", "toss", f"{who} was dealt no face card and is asked: toss or keep?", seat)
    if position.phase == "bid":
        return Event("called", "bid", f"It is for {who} to bid or pass.", seat)
    if position.phase == "trump":
        return Event("called", "kitty", f"{who}, the declarer, holds the kitty and is to name trumps.", seat)
    if position.phase == "pass-trumps":
        to = position.name(position.receiver(seat))
        return Event("called", "pass-trumps", f"{who} holds {len(position.trumps_of(seat))} trumps and gives "
                                              f"{position.excess(seat)} of them to {to}.", seat)
    if position.phase == "discard":
        return Event("called", "discard", f"{who} holds {len(position.hands[seat])} cards and discards "
                                          f"{len(position.hands[seat]) - PLAY_SIZE}.", seat)
    return lead_event(position, seat)


def lead_event(position: DoubleKingPedroPosition, seat: int) -> Event:
    """Who leads, or is to follow in a trick that lies already."""
    if position.opening:
        return Event("lead", "opening-lead", f"{position.name(seat)}, the declarer, leads first: a trump.", seat)
    return Event("lead", "next-lead", f"{position.name(position.leader or 0)} leads this trick.", position.leader)


def contract(position: DoubleKingPedroPosition) -> str:
    """The contract in words."""
    return f"all {ALL_POINTS}, doubled" if position.contract == "double" else str(position.contract)


def auction_event(position: DoubleKingPedroPosition) -> Event:
    """The auction is won."""
    seat = position.declarer or 0
    if position.contract == "double":
        return Event("called", "double", f"{position.name(seat)} calls “Hundred and double it!”, which ends "
                                         "the auction.", seat)
    return Event("called", "bid", f"The others have passed: {position.name(seat)} wins the auction with "
                                  f"{position.contract}.", seat)


def kitty_event(position: DoubleKingPedroPosition, count: int) -> Event:
    """The declarer takes the kitty, which only they see."""
    seat = position.declarer or 0
    return Event("called", "kitty", f"{position.name(seat)} takes the kitty, {count} card{'s' * (count != 1)}, and "
                                    "is to name trumps.", seat)


def trumps_event(position: DoubleKingPedroPosition) -> Event:
    """Which cards are trumps now."""
    suit = position.trump
    off = [card for card in RANKED[suit] if card.suits == OFF_SUIT[suit]]
    return Event("called", "trumps", f"Trumps are {{{suit}}}, the {{Joker}} and, of the same colour, {marks(off)}: "
                                     "17 cards.", position.declarer)


def out_event(position: DoubleKingPedroPosition, seat: int, laid_down: Sequence[Card]) -> Event:
    """A seat that has to play a trump and has none."""
    if not laid_down:
        return Event("played", "out", f"{position.name(seat)} is out until the next deal.", seat)
    return Event("played", "out", f"{position.name(seat)} has no trump to play, lays down {marks(laid_down)} and "
                                  "is out until the next deal.", seat, tuple(laid_down))


# ---- tricks


def trick_events(position: DoubleKingPedroPosition, laid: Sequence[Laid], best: Laid) -> list[Event]:
    """Who took a trick, why, and what it brought."""
    trump, who, card = position.trump, position.name(best.seat), best.card
    cards = [one.card for one in laid]
    fell = sorted((one for one in cards if one in TRUMPS[trump]), key=STRENGTH[trump].__getitem__, reverse=True)
    events = []
    if len(fell) > 1:
        told = f"The trumps of this trick from the top: {marks(fell, 'then')}."
        events.append(Event("trick", "rank", told, None, tuple(fell)))
    tied = [one for one in cards if one is not card and one.rank == card.rank] if not fell else []
    if tied:
        events.append(Event("trick", "win-tie", tie_sentence(trump, card, tied), best.seat, (card, *tied)))
    how = "the highest trump" if fell else "the highest card, for no trump fell"
    if len(cards) == 1:
        how = "which nobody followed"
    told = f"{who} takes the trick with the {{{card.text}}}, {how}."
    events.append(Event("trick", "win-trick", told, best.seat, (card,)))
    worth = [one for one in fell if POINTS[trump][one]]
    if worth:
        told = f"It brings {who}'s side {worth_told(worth, trump)}."
        events.append(Event("trick", "points", told, best.seat, tuple(worth)))
    return events


def worth_told(cards: Sequence[Card], trump: str) -> str:
    """The points of cards, card by card."""
    worth = POINTS[trump]
    total = sum(worth[card] for card in cards)
    each = listed([f"{{{card.text}}} {worth[card]}" for card in cards])
    return f"{total} point{'s' * (total != 1)}: {each}"


def tie_sentence(trump: str, card: Card, tied: Sequence[Card]) -> str:
    """Why one of several equal throw-offs wins."""
    why = (f"{{{card.suits}}} has the colour of {{{trump}}}, the trumps" if card.suits == OFF_SUIT[trump] else
           f"neither suit has the trumps' colour, and {{{card.suits}}} goes before {{{tied[0].suits}}}")
    return f"The {{{card.text}}} is ahead of {marks(tied)}: {why}."


def winning(laid: Sequence[Laid], trump: str) -> Laid:
    """The contribution that takes a trick as it lies: no two cards are equally strong."""
    strengths, best, most = STRENGTH[trump], laid[0], 0
    for one in laid:
        strength = strengths[one.card]
        if strength > most:
            best, most = one, strength
    return best


def standing(position: DoubleKingPedroPosition, laid: Sequence[Laid]) -> Standing:
    """Who takes a trick as it lies, card by card."""
    if not laid:
        return Standing({}, [])
    card, who = laid[0].card, position.name(laid[0].seat)
    kind = "a trump" if card in TRUMPS[position.trump] else "a throw-off, for it is no trump"
    chain = [permits("win-trick", f"{who} leads the {role(card, position.trump)}: {kind}.", [card])]
    chain += [_tell_card(position, laid[:place + 1]) for place in range(1, len(laid))]
    return Standing({"": winning(laid, position.trump).seat}, chain)


def _tell_card(position: DoubleKingPedroPosition, laid: Sequence[Laid]) -> Finding:
    """What one more card does to the trick."""
    *before, last = laid
    trump = position.trump
    card, best = last.card, winning(before, trump).card
    ahead = STRENGTH[trump][card] > STRENGTH[trump][best]
    who = f"{position.name(last.seat)}'s {role(card, trump)}"
    both = (card in TRUMPS[trump]) + (best in TRUMPS[trump])
    if both == 2:
        told = "ranks above" if ahead else "ranks below"
        return permits("rank", f"{who} {told} the {role(best, trump)}.", [card, best])
    if both == 1:
        told = "is a trump and beats" if ahead else "is no trump and can't beat"
    elif card.rank == best.rank:
        return permits("win-tie", tie_sentence(trump, *((card, [best]) if ahead else (best, [card]))), [card, best])
    else:
        told = "is higher than" if ahead else "is lower than"
    return permits("win-trick", f"{who} {told} the {{{best.text}}}.", [card, best])


# ---- the score


def working(position: DoubleKingPedroPosition) -> list[Line]:
    """The lines of a hand's score, in the order of the sides."""
    if position.hand_score is None:
        return []
    if position.declarer is None:
        return [Line("toss", "The hand was tossed", (0, 0))]
    own = position.declarer % 2
    points = position.hand_score[own]
    rule, label = _outcome(position, own)
    return [Line(rule, label, _only(own, points)),
            Line("score-defenders", "Points taken by the other side", _only(1 - own, position.hand_score[1 - own]))]


def _outcome(position: DoubleKingPedroPosition, own: int) -> tuple[str, str]:
    """The rule by which the declarer's side scores, and the line's label."""
    taken = position.points[own]
    if position.contract == "double":
        made = "made" if taken >= ALL_POINTS else f"missed with {taken} points"
        return "score-double", f"Hundred and double it, {made}"
    if taken >= int(position.contract or 0):
        return "score-made", f"Bid of {position.contract} made: the points taken"
    return "score-set", f"Bid of {position.contract} missed with {taken}: back by the bid"


def hand_points(position: DoubleKingPedroPosition) -> list[int]:
    """What each side scores for the hand."""
    scored = list(position.points)
    own = (position.declarer or 0) % 2
    if position.contract == "double":
        scored[own] = DOUBLED if scored[own] >= ALL_POINTS else -DOUBLED
    elif scored[own] < int(position.contract or 0):
        scored[own] = -int(position.contract or 0)
    return scored


def _only(side: int, points: int) -> tuple[int, ...]:
    return (points, 0) if side == 0 else (0, points)


def score_events(position: DoubleKingPedroPosition, totals: list[int]) -> list[Event]:
    """The hand's score line by line, and the game's end if it has come."""
    names = position.game.score_names
    events = [Event("hand", line.rule, f"{line.label}: " + listed([
        f"{name} {signed(points)}" for name, points in zip(names, line.points, strict=True)]) + ".")
        for line in working(position)]
    if position.game_over:
        events.append(Event("game", "game-end", f"{position.winners[0]} win with {signed(max(totals))} points against "
                                                f"{signed(min(totals))}."))
    elif totals[0] == totals[1] and totals[0] >= 500:
        events.append(Event("hand", "game-end", f"Both sides have {totals[0]}: another hand decides."))
    return events
