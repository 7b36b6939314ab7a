"""The course of a deal of Knüffeln: the seats to act, the moves to try, and the effects of moves."""

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

# ---- five players: the dealer's choice

def may_choose(position: Position) -> int | None:
    """Return the dealer in a game for five while there are no sides, otherwise None."""
    return position.dealer if position.five and not position.side_names else None


def answer_solo(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Move the stock to the dealer's hand, or let the dealer sit out. This determines the sides."""
    if move is SOLO:
        position.soloist, position.hands[seat], position.stock = seat, position.stock, []
    position.make_sides()
    note(rules.solo, "called", seat)


# ---- exchanges before the play

def may_take_ole(position: Position) -> int | None:
    """Return the seat that may take the Ole on offer. Return None if there is none, or with five players."""
    if position.five or not rules.no_double_exchange(position):
        return None
    ole = rules.next_ole(position)
    return None if ole is None else rules.entitled(position, ole)


def offer_ole(position: Position, note: EventSink) -> None:
    """Show the Ole on offer to all players."""
    ole = rules.next_ole(position)
    assert ole is not None, "somebody may take it"
    position.offer = ole
    position.shown |= {ole}
    note(rules.take_ole, "called", position.to_act, (ole,), "offer")


def ole_to_try(position: Position, hand: list[Card]) -> list[Move]:
    """Return the exchanges of the Ole for each Queen and King in hand, and a pass."""
    return [*(make_move("take", position.ole_on_offer, other=card) for card in hand if card.rank in ("Q", "K")), PASS]


def answer_ole(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Exchange a card for the Ole, or leave the Ole in the stock."""
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
    """Return the exchanges of each Ten of a chosen suit in hand for each turned-up card, and a pass."""
    tens = [card for card in hand if card.rank == position.terms.trade_rank and card.suits in position.chosen]
    return [*(make_move("take", up, other=ten) for ten in tens for up in position.turnups), PASS]


def answer_turnup(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Exchange a Ten for a turned-up card, or keep it."""
    if move is PASS:
        ten = rules.trading(position)
        position.declined.append(ten)
        note(rules.take_turnup, "called", seat, (), ten.text)
    else:
        swap(position.hands[seat], position.turnups, move)
        note(rules.take_turnup, "called", seat, (move.played, given_for(move)), "take")


def swap(hand: list[Card], pile: list[Card], move: Move) -> None:
    """Swap a card in a hand with a card in a pile."""
    got, given = move.played, given_for(move)
    hand[hand.index(given)] = got
    pile[pile.index(got)] = given


def forget_declined(position: Position, note: EventSink) -> None:
    """Clear the declined cards after the exchanges are over."""
    position.declined = []


# ---- play

def to_try(position: Position, hand: list[Card]) -> list[Move]:
    """Return the plays of the cards in hand; if the seat leads, also the face-down leads."""
    return rules.free_play(position, hand) if position.trick else leads_to_try(position, hand)


def leads_to_try(position: Position, hand: list[Card]) -> list[Move]:
    """Return the leads of the cards in hand, also face down if the variant permits that."""
    moves = rules.free_play(position, hand)
    return moves if position.terms.turn_after == () else [*moves, *moves_with(hand, TURNS)]


def lay(position: Position, laid: PlayedCard, note: EventSink) -> None:
    """Lay a card on the table, face up, or face down for the other side to answer."""
    if laid.move.verb == "turn":
        position.phase = "answer"
        note(rules.turn, "played", laid.seat)
    else:
        show(position, laid, note)


def show(position: Position, laid: PlayedCard, note: EventSink) -> None:
    """Compare a face-up card with the best card in the trick so far, and report the result. The card may become the best."""
    best, card, order = position.best, laid.card, position.order
    if best is None:
        note(order.role[card], "played", laid.seat, (card,))
    else:
        note(order.against[best.card][card], "played", laid.seat, (card, best.card))
    if best is None or rules.beats(position, card, best.card):
        position.best = laid


def next_player(position: Position, seat: int, note: EventSink) -> int:
    """Return the next player after a seat, skipping a dealer who sits out."""
    return position.next_player(seat)


def take(position: Position, seat: int, laid: Sequence[PlayedCard], note: EventSink) -> None:
    """Set the result if a trick wins the deal or ends a march. If it makes a Jann, set the phase."""
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
    """Return whether some player has no card for another trick."""
    return not position.can_lead


# ---- a turned card

def answers_to_try(position: Position, hand: list[Card]) -> list[Move]:
    """Return the two answers: see the card, or run."""
    return [SEE, RUN]


def answer_turn(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Turn a card that is seen face up, which raises the stake. Running gives up the deal at the present stake, or makes a march
    fail."""
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
    """Return the seat to lead next."""
    return position.leader if position.last_trick is None else rules.leader(position)


def offer_jann(position: Position, note: EventSink) -> None:
    """Report that the seat on lead may claim the Jann."""
    position.leader = position.to_act
    note(rules.jann, "called", position.to_act)


def jann_to_try(position: Position, hand: list[Card]) -> list[Move]:
    """Return the claim; if every player has a card for another trick, also return the leads."""
    return [CLAIM, *leads_to_try(position, hand)] if position.can_lead else [CLAIM]


def answer_jann(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Set the result to a Jann, or begin a march."""
    if move is CLAIM:
        position.result = Result(position.side[seat], "jann")
    else:
        position.phase, position.marching = "play", position.side_of(seat)
        note(rules.march, "called", seat)


# ---- end of the deal

def decided(position: Position) -> bool:
    """Return whether the deal is won or void."""
    return position.result is not None or position.void


def close(position: Position, note: EventSink) -> None:
    """Report the rule by which the deal was won. If the losers ran from a face-down lead, it is removed unseen."""
    position.trick = []
    if position.result is not None:
        note(won_by(position, position.result.how), "hand")


def won_by(position: Position, how: str) -> AnyRule:
    """Return the rule by which a deal was won."""
    if how in ("game", "jann") and position.soloist is not None:
        return rules.solo_win
    by: dict[str, AnyRule] = {"game": rules.five_tricks, "jann": rules.jann, "run": rules.turn}
    return by.get(how, rules.march)


COURSE = HandFlow(
    before=(
        Stage(phase="solo", next_to_act=may_choose, apply=answer_solo),
        Stage(phase="take-ole", next_to_act=may_take_ole, on_enter=offer_ole, candidates=ole_to_try, apply=answer_ole),
        Stage(phase="take-turnup", next_to_act=rules.next_trader, candidates=turnup_to_try, apply=answer_turnup,
              on_end=forget_declined),
    ),
    leader=rules.leader,
    tries=to_try,
    played=lay,
    next_player=next_player,
    trick_winner=rules.winning,
    on_trick_taken=take,
    mid_hand_stages=(Stage(phase="answer", next_to_act=rules.answerer, candidates=answers_to_try, apply=answer_turn),
                     Stage(phase="jann", next_to_act=may_claim, on_enter=offer_jann, candidates=jann_to_try, apply=answer_jann)),
    over=decided,
    is_stuck=nobody_can_lead,
    before_scoring=close,
    scores=[rules.score],
    next_dealer=rules.next_dealer,
    match_end=[rules.ladder],
    settles=settle_over,
)
