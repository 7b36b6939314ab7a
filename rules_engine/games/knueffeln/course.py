"""How a deal of Knüffeln runs: whom it asks, what can be tried, and what a move does."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.game.trick_game import HandFlow, Stage
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink
from rules_engine.core.model.moves import Move, make_move, moves_with
from rules_engine.core.model.rules import AnyRule
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.cards import CLAIM, PASS, RUN, SEE, SOLO, TURNS, given_for
from rules_engine.games.knueffeln.position import KnueffelnPosition as Position
from rules_engine.games.knueffeln.position import Result
from rules_engine.games.knueffeln.setup import settle_over

# ---- five players: alone or not

def may_choose(position: Position) -> int | None:
    """Ask the dealer of five, before there are sides."""
    return position.dealer if position.five and not position.side_names else None


def answer_solo(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Give the dealer the stock as a hand, or let them sit out: that makes the sides."""
    if move is SOLO:
        position.soloist, position.hands[seat], position.stock = seat, position.stock, []
    position.make_sides()
    note(rules.solo, "called", seat)


# ---- exchanges before the play

def may_take_ole(position: Position) -> int | None:
    """Ask who may take the Ole on offer, if there is one. Five players are not asked."""
    if position.five or not rules.no_double_exchange(position):
        return None
    ole = rules.next_ole(position)
    return None if ole is None else rules.entitled(position, ole)


def offer_ole(position: Position, note: EventSink) -> None:
    """Show the Ole on offer to everybody."""
    ole = rules.next_ole(position)
    assert ole is not None, "somebody may take it"
    position.offer = ole
    position.shown |= {ole}
    note(rules.take_ole, "called", position.to_act, (ole,), "offer")


def ole_to_try(position: Position, hand: list[Card]) -> list[Move]:
    """Offer the Ole for each Queen and King, or a pass."""
    return [*(make_move("take", position.ole_on_offer, other=card) for card in hand if card.rank in ("Q", "K")), PASS]


def answer_ole(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Exchange the Ole for the card given for it, or leave it."""
    if move is PASS:
        ole = position.ole_on_offer
        position.declined.append(ole)
        note(rules.take_ole, "called", seat, (), ole.text)
    else:
        swap(position.hands[seat], position.stock, move)
        position.given |= {given_for(move)}
        position.shown |= {given_for(move)}
        note(rules.take_ole, "called", seat, (move.played, given_for(move)), "take")


def turnup_to_try(position: Position, hand: list[Card]) -> list[Move]:
    """Offer each turned-up card for each Ten of a chosen suit, or a pass."""
    tens = [card for card in hand if card.rank == position.terms.trade_rank and card.suits in position.chosen]
    return [*(make_move("take", up, other=ten) for ten in tens for up in position.turnups), PASS]


def answer_turnup(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Exchange the Ten for the turned-up card, or keep it."""
    if move is PASS:
        ten = rules.trading(position)
        position.declined.append(ten)
        note(rules.take_turnup, "called", seat, (), ten.text)
    else:
        swap(position.hands[seat], position.turnups, move)
        note(rules.take_turnup, "called", seat, (move.played, given_for(move)), "take")


def swap(hand: list[Card], pile: list[Card], move: Move) -> None:
    """Let a card of a hand and one of a pile change places."""
    got, given = move.played, given_for(move)
    hand[hand.index(given)] = got
    pile[pile.index(got)] = given


def forget_declined(position: Position, note: EventSink) -> None:
    """Forget what was left or kept: it matters no more once the exchanges are over."""
    position.declined = []


# ---- the play

def to_try(position: Position, hand: list[Card]) -> list[Move]:
    """Offer any card; a lead face down, too."""
    return rules.free_play(position, hand) if position.trick else leads_to_try(position, hand)


def leads_to_try(position: Position, hand: list[Card]) -> list[Move]:
    """Offer any card, and each face down where the variant has that."""
    moves = rules.free_play(position, hand)
    return moves if position.terms.turn_after == () else [*moves, *moves_with(hand, TURNS)]


def lay(position: Position, laid: PlayedCard, note: EventSink) -> None:
    """Lay a card on the table, open, or face down for the other side to answer."""
    if laid.move.verb == "turn":
        position.phase = "answer"
        note(rules.turn, "played", laid.seat)
    else:
        show(position, laid, note)


def show(position: Position, laid: PlayedCard, note: EventSink) -> None:
    """Hold a card that lies open against the best of the trick so far; it may be the best itself."""
    best, card, order = position.best, laid.card, position.order
    if best is None:
        note(order.role[card], "played", laid.seat, (card,))
    else:
        note(order.against[best.card][card], "played", laid.seat, (card, best.card))
    if best is None or rules.beats(position, card, best.card):
        position.best = laid


def next_player(position: Position, seat: int, note: EventSink) -> int:
    """Find who plays after a seat: whoever sits out is left out."""
    return position.next_player(seat)


def take(position: Position, seat: int, laid: Sequence[PlayedCard], note: EventSink) -> None:
    """Settle what a trick decides: it may win the deal, make a Jann, or end a march."""
    side, position.best = position.side[seat], None
    if position.marching:
        if position.side_names[side] != position.marching:
            position.result = Result(side, "failed")
        elif position.won(side) >= rules.march_length(position):
            position.result = Result(side, "march")
    elif rules.jann(position, side):
        position.phase = "jann"
    elif position.won(side) >= rules.needed(position, side):
        position.result = Result(side, "game")


def nobody_can_lead(position: Position, note: EventSink) -> bool:
    """Tell whether some player has no card for another trick."""
    return not position.can_lead


# ---- a turned card

def answers_to_try(position: Position, hand: list[Card]) -> list[Move]:
    """Offer to see the card, or run."""
    return [SEE, RUN]


def answer_turn(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Open the card that is seen: the deal is worth more. Run from, it wins the deal as it stood; but then a march fails."""
    note(rules.turn, "called", seat, (), move.verb)
    side = position.side[position.leading]
    if move is SEE:
        position.turns = position.turns | {position.side_names[side]: position.turns[position.side_names[side]] + 1}
        position.phase = "play"
        show(position, position.trick[0], note)
    else:
        position.result = Result(1 - side, "failed") if position.marching else Result(side, "run")


# ---- a Jann

def may_claim(position: Position) -> int | None:
    """Ask who is to lead next."""
    return position.leader if position.last_trick is None else rules.leader(position)


def offer_jann(position: Position, note: EventSink) -> None:
    """Tell who is to lead that the Jann may be claimed."""
    position.leader = position.to_act
    note(rules.jann, "called", position.to_act)


def jann_to_try(position: Position, hand: list[Card]) -> list[Move]:
    """Offer the Jann, or a lead where everybody has a card for it."""
    return [CLAIM, *leads_to_try(position, hand)] if position.can_lead else [CLAIM]


def answer_jann(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Take the Jann, or send the side on the march with a lead."""
    if move is CLAIM:
        position.result = Result(position.side[seat], "jann")
    else:
        position.phase, position.marching = "play", position.side_of(seat)
        note(rules.march, "called", seat)


# ---- the end

def decided(position: Position) -> bool:
    """Tell whether the deal is won, or void."""
    return position.result is not None or position.void


def close(position: Position, note: EventSink) -> None:
    """Tell how the deal was won. A card that was run from is taken up unseen."""
    position.trick = []
    if position.result is not None:
        note(won_by(position, position.result.how), "hand")


def won_by(position: Position, how: str) -> AnyRule:
    """Find the rule by which a deal was won."""
    if how in ("game", "jann") and position.soloist is not None:
        return rules.solo_win
    by: dict[str, AnyRule] = {"game": rules.five_tricks, "jann": rules.jann, "run": rules.turn}
    return by.get(how, rules.march)


COURSE = HandFlow(
    before=(
        Stage(phase="solo", next_to_act=may_choose, apply=answer_solo),
        Stage(phase="take-ole", next_to_act=may_take_ole, on_enter=offer_ole, candidates=ole_to_try, apply=answer_ole),
        Stage(
            phase="take-turnup",
            next_to_act=rules.next_trader,
            candidates=turnup_to_try,
            apply=answer_turnup,
            on_end=forget_declined,
        ),
    ),
    leader=rules.leader,
    tries=to_try,
    played=lay,
    next_player=next_player,
    trick_winner=rules.winning,
    on_trick_taken=take,
    mid_hand_stages=(
        Stage(phase="answer", next_to_act=rules.answerer, candidates=answers_to_try, apply=answer_turn),
        Stage(phase="jann", next_to_act=may_claim, on_enter=offer_jann, candidates=jann_to_try, apply=answer_jann),
    ),
    over=decided,
    is_stuck=nobody_can_lead,
    before_scoring=close,
    scores=[rules.score],
    next_dealer=rules.next_dealer,
    match_end=[rules.ladder],
    settles=settle_over,
)
