"""Functions that complete and check setups for Knüffeln."""

from __future__ import annotations

from rules_engine.core.game.setup_checks import SetupReader, check_all_hands, check_even, check_order, sizes_of
from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import quoted
from rules_engine.core.positions.notation import Notation
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.cards import HAND_SIZE, LARGEST_STOCK, LEFT_AFTER_DEAL, TURNS
from rules_engine.games.knueffeln.position import NOBODY, RUNGS_LEFT, LadderPosition, Result
from rules_engine.games.knueffeln.position import KnueffelnPosition as Position
from rules_engine.games.knueffeln.terms import RUNGS
from rules_engine.text.message import listed

WAYS = ("game", "jann", "march", "failed", "run")
"""The ways to win a deal."""
BEFORE_PLAY = ("solo", "take-ole", "take-turnup")
NEEDS = {
    "solo": "five players, a stock, no soloist yet and nothing played",
    "take-ole": "four players, a stock and nothing played",
    "take-turnup": "the cards turned up and nothing played",
    "play": "a side on the march, or none that has just won its first tricks in a row",
    "answer": "one card on the table, led by a side that may turn now",
    "jann": "a side that has just won its first tricks in a row, on lead and with nothing led",
}
"""The requirements for each phase that a setup may name."""


def settle(position: Position, given: SetupReader, notation: Notation) -> None:
    """Set the position's phase and, in play, its leader and seat to act. Report contradictions."""
    _check_piles(position, given)
    if not given.has("phase"):
        position.phase = _first_phase(position)
    _settle_sides(position, given)
    _check_score(position, given, notation)
    if given.problems or position.void:
        return
    _check_hands(position, given)
    if position.phase in BEFORE_PLAY:
        if position.leader not in (None, position.forehand, rules.leader(position), *_leads_alone(position)):
            given.add_problem(f"in the phase {position.phase} nobody leads yet, and who will follows from the deal", "leader")
        position.leader = None
        check_all_hands(position, given)
        if position.phase == "take-ole" and given.has("phase"):
            position.given = position.shown = _given_for_olen(position)
    else:
        _settle_play(position, given)
    if not _fits(position):
        given.add_problem(f"the phase {position.phase} needs {NEEDS[position.phase]}", "phase")


def settle_over(position: Position, given: SetupReader, notation: Notation) -> None:
    """Set the result of a finished deal. Report contradictions."""
    won, position.result = given.get("won"), None
    _check_piles(position, given)
    _settle_sides(position, given)
    _check_score(position, given, notation)
    if position.void and not won.value:
        return
    won.known_keys(("side", "how"))
    side, how = won.get("side").one_of(["", *position.side_names]), won.get("how").one_of(["", *WAYS])
    if not (side and how):
        given.add_problem(
            "a deal that is over was void, by four cards of one suit turned up, or won: give the side, and how", "won"
        )
    elif not given.problems:
        position.result = Result(position.side_names.index(side), how)


def _check_piles(position: Position, given: SetupReader) -> None:
    """Set the two chosen suits, from the cards turned up if they are given. Report contradictions between these and the
    stock."""
    turned, named = position.turnups, position.chosen
    if turned and not _properly_turned(turned):
        given.add_problem("two cards of different suits are turned, or two or three of one suit and then another, or four of "
                    f"one suit; not {listed(card.text for card in turned)}", "turnups")
    rules.choose(position, rules.suits_of(turned) or named)
    if not position.void and (len(position.chosen) != 2 or (named and named != position.chosen)):
        given.add_problem("a setup names the two chosen suits; those of the cards turned up, in that order, where it gives them",
                    "chosen")
    left = [LEFT_AFTER_DEAL - count for count in ([len(turned)] if turned else (2, 3, 4))]
    if position.stock and len(position.stock) not in left:
        given.add_problem(
            f"the stock has {listed(map(str, left), 'or')} cards once the suits are turned, not {len(position.stock)}", "stock"
        )


def _properly_turned(cards: list[Card]) -> bool:
    first, last = {card.suits for card in cards[:-1]}, cards[-1].suits
    return 2 <= len(cards) <= 4 and len(first) == 1 and (last not in first or len(cards) == 4)


def _first_phase(position: Position) -> str:
    """Return the first phase whose requirements the setup meets. A Jann is detected later, when the leader is known."""
    if position.stock and not position.trick and not any(position.tricks):
        return "solo" if position.five else "take-ole"
    return "play"


def _settle_sides(position: Position, given: SetupReader) -> None:
    """Set the sides in this deal, and give each side an entry in ``turns``. Report unknown sides, and a soloist who isn't the
    dealer of a five-player game."""
    if position.soloist not in (None, position.dealer) or (position.soloist is not None and not position.five):
        given.add_problem("only the dealer of five can play alone", "soloist")
    turns = position.turns
    if position.five and not position.void and position.phase != "solo":
        position.make_sides()
    names = position.side_names
    position.turns = {name: turns.get(name, 0) for name in names}
    named = {name: ("turns", name) for name in turns} | ({position.marching: ("marching",)} if position.marching else {})
    for name, path in named.items():
        if name not in names:
            given.add_problem(f"{quoted(name)} is no side here: expected {', '.join(names)}", *path)


def _check_score(position: Position, given: SetupReader, notation: Notation) -> None:
    """Report money that doesn't add up to zero, or rungs left and taken that don't add up to four."""
    if not isinstance(position, LadderPosition):
        if sum(position.score):
            given.add_problem(f"what is won and lost adds up to zero, not to {sum(position.score)}", "score")
    elif given.has("rungs"):
        taken = [RUNGS - left for left in RUNGS_LEFT.read(given.get("rungs"), notation)]
        if position.number == 1 and not given.has("score"):
            position.score = taken
        elif taken != position.score:
            given.add_problem(f"each ladder has {RUNGS} rungs: those left and the score don't come to that", "rungs")


def _check_hands(position: Position, given: SetupReader) -> None:
    """Report hands of different sizes, or larger than dealt. With five players, the dealer has no cards or, as soloist, at most
    one more or less than the other players."""
    sizes, played, dealer = sizes_of(position, position.table.seats), sum(position.tricks), position.dealer
    alone = sizes.pop(dealer) if position.five else 0
    check_even(position, given, [*sizes])
    most = max(sizes.values())
    if not 0 < played + most <= HAND_SIZE:
        given.add_problem(f"{played} tricks taken and {most} cards in hand can't be: {HAND_SIZE} are dealt", "hands")
    none = not alone and not (position.five and position.tricks[dealer])
    if not (none if position.soloist is None else abs(alone - most) <= 1 and alone + played <= LARGEST_STOCK):
        given.add_problem(
            f"the dealer of five has no cards or tricks; a soloist's stock of 8 to 10 cards can't leave {alone} where "
            f"the others have {most}",
            "hands",
            position.name(dealer),
        )


def _leads_alone(position: Position) -> list[int]:
    """Return the first leader for the case that the dealer will play alone, in the phase ``solo``; otherwise an empty list."""
    return [rules.lead_against(position)] if position.phase == "solo" else []


def _given_for_olen(position: Position) -> frozenset[Card]:
    """Return the Queens and Kings below the Ole on offer, which must have been exchanged for Olen."""
    below: list[Card] = []
    for card in [] if position.terms.shows_three else rules.lowest(position):
        if card in rules.OLEN:
            return frozenset(below)
        if card.rank not in ("Q", "K") or not _bought_an_ole(position, card):
            break
        below.append(card)
    return frozenset()


def _bought_an_ole(position: Position, card: Card) -> bool:
    return any(ole.suits == card.suits and position.holder(ole) is not None for ole in rules.OLEN)


def _settle_play(position: Position, given: SetupReader) -> None:
    """Set the leader, the seat to act, and the side on the march. Report contradictions."""
    if position.leader is None:
        position.leader = position.trick[0].seat if position.trick else rules.leader(position)
    order = [seat for seat in position.table.clockwise_from(position.leader) if position.side[seat] != NOBODY]
    check_order(position, given, order)
    _settle_lead(position, given)
    side = position.side[position.leader]
    if not given.has("phase") and not position.trick and not position.marching and rules.jann(position, side):
        position.phase = "jann"
    if not position.marching and position.won(side) + bool(position.trick) > rules.needed(position, side) and (
            not position.won(1 - side)):
        position.marching = position.side_names[side]
    _check_won(position, given)
    if not given.problems:
        position.to_act = order[len(position.trick)]


def _settle_lead(position: Position, given: SetupReader) -> None:
    """Turn an unanswered lead face down, however the setup writes it. Otherwise, set the best card in the trick."""
    for place, laid in enumerate(position.trick):
        if laid.move.verb == "turn" and (place or position.terms.turn_after == ()):
            given.add_problem("only a lead can be face down, and only where the variant has that", "trick", place)
    if position.trick and position.phase == "answer":
        lead = position.trick[0]
        position.trick[0] = TURNS[lead.card].laid[lead.seat]
    elif len(position.trick) == 1 and position.trick[0].move.verb == "turn" and not given.has("phase") and (
            not position.turns[position.side_of(position.leading)]):
        position.phase = "answer"
    elif position.trick:
        position.best = rules.winning(position, position.trick)


def _check_won(position: Position, given: SetupReader) -> None:
    """Report numbers of tricks with which the deal would be over or the march impossible."""
    side = position.side[position.leading]
    won, lost, needed = position.won(side), position.won(1 - side), rules.needed(position, side)
    if position.marching:
        if position.marching != position.side_names[side] or lost or not needed <= won < HAND_SIZE:
            given.add_problem(f"the side on the march is on lead and has won every trick so far, at least {needed}", "marching")
    elif lost >= rules.needed(position, 1 - side) or (won >= needed and lost):
        given.add_problem(
            "a side has all the tricks it needs: the deal is over, unless they were the first in a row and it leads", "tricks"
        )


def _fits(position: Position) -> bool:
    """Return whether the position meets the requirements of its phase."""
    jann = not position.trick and not position.marching and position.leader is not None and (
        rules.jann(position, position.side[position.leader]))
    if position.phase in BEFORE_PLAY:
        played = position.trick or any(position.tricks) or any(position.turns.values()) or position.marching
        has = {"solo": position.five and position.soloist is None and position.stock,
               "take-ole": not position.five and position.stock, "take-turnup": position.turnups}
        return bool(has[position.phase]) and not played
    return {"play": not jann, "jann": jann, "answer": len(position.trick) == 1 and rules.may_turn(position)}[position.phase]
