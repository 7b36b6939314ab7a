"""Setups of Knüffeln: what their values must be among themselves, and where a position then stands."""

from __future__ import annotations

from rules_engine.core.cards import Card, listed
from rules_engine.core.notation import Notation
from rules_engine.core.structure import Given, check_all_hands, check_even, check_order, sizes_of
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.cards import HAND_SIZE, LEFT_AFTER_DEAL, TURNS
from rules_engine.games.knueffeln.position import NOBODY, RUNGS_LEFT, LadderPosition
from rules_engine.games.knueffeln.position import KnueffelnPosition as Position
from rules_engine.games.knueffeln.terms import RUNGS

BEFORE_PLAY = ("solo", "take-ole", "take-turnup")
STOCK_SIZES = (8, 10)


def settle(position: Position, given: Given, notation: Notation) -> None:
    """Put the position at its phase, and in the play at its leader and seat to act; note what can't be so."""
    _check_piles(position, given)
    _check_chosen(position, given)
    _check_soloist(position, given)
    position.phase = phase = _first_phase(position, given)
    if position.five and not position.void and phase != "solo":
        turns = position.turns
        position.make_sides()
        position.turns = turns
    _check_turns(position, given)
    _check_score(position, given, notation)
    if given.problems or position.void:
        return
    if phase in BEFORE_PLAY:
        _settle_before_play(position, given)
    else:
        _settle_in_play(position, given, phase)


# ---- the game's own slots

def _check_piles(position: Position, given: Given) -> None:
    turned, left = len(position.turnups), len(position.stock)
    if turned and not _properly_turned(position.turnups):
        given.fault("two cards of different suits are turned, or two or three of one suit and then another, or four of "
                    f"one suit; not {listed(card.text for card in position.turnups)}", "turnups")
    elif turned and left and left != LEFT_AFTER_DEAL - turned:
        given.fault(f"{LEFT_AFTER_DEAL - turned} cards are left after turning {turned}, not {left}", "stock")
    if left and not STOCK_SIZES[0] <= left <= STOCK_SIZES[1]:
        given.fault(f"the stock has 10, 9 or 8 cards once the suits are turned, not {left}", "stock")


def _properly_turned(cards: list[Card]) -> bool:
    first, last = {card.suits for card in cards[:-1]}, cards[-1].suits
    return 2 <= len(cards) <= 4 and len(first) == 1 and (last not in first or len(cards) == 4)


def _check_chosen(position: Position, given: Given) -> None:
    named, turned = position.chosen, rules.suits_of(position.turnups)
    if named and turned and named != turned:
        given.fault(f"the cards turned up choose {listed(turned)}, in that order, not {listed(named)}", "chosen")
    rules.choose(position, turned or named)
    if len(position.chosen) != 2 and not position.void:
        given.fault("a setup names the two chosen suits, or gives the cards turned up", "chosen")


def _check_soloist(position: Position, given: Given) -> None:
    if position.soloist is None:
        return
    if not position.five:
        given.fault("only among five players does one play alone", "soloist")
    elif position.soloist != position.dealer:
        given.fault(f"only the dealer, {position.name(position.dealer)}, can play alone", "soloist")
    if position.stock:
        given.fault("the soloist has taken the stock as a hand", "stock")


def _first_phase(position: Position, given: Given) -> str:
    """The phase that the setup gives, or the first that it has what it needs for; ``""`` somewhere in the play."""
    if not given.given("phase"):
        return _default_phase(position)
    phase = position.phase
    if position.void:
        given.fault("four turn-ups of one suit void the deal: it has no phase to set", "phase")
    if phase == "take-ole" and position.five:
        given.fault("with five players no Ole is taken from the stock", "phase")
    if phase == "solo" and (not position.five or position.soloist is not None):
        given.fault("only the dealer of five chooses whether to play alone, and only once", "phase")
    if phase in ("solo", "take-ole") and not position.stock:
        given.fault(f"the phase {phase!r} needs stock", "stock")
    if phase == "take-turnup" and not position.turnups:
        given.fault(f"the phase {phase!r} needs turnups", "turnups")
    return phase


def _default_phase(position: Position) -> str:
    if not position.stock or position.trick or any(position.tricks):
        return ""
    return "solo" if position.five else "take-ole"


def _check_turns(position: Position, given: Given) -> None:
    names, after = position.side_names, position.terms.turn_after
    most = HAND_SIZE if after is None else len(after)
    for name, count in position.turns.items():
        if name not in names:
            given.fault(f"{name!r} is no side here: expected {', '.join(names)}", "turns", name)
        elif count > most:
            given.fault(f"{count} is no number of turns here: 0 to {most}", "turns", name)
    position.turns = {name: position.turns.get(name, 0) for name in names}
    if given.given("marching") and position.marching not in names:
        given.fault(f"{position.marching!r} is no side here: expected {', '.join(names)}", "marching")


def _check_score(position: Position, given: Given, notation: Notation) -> None:
    if isinstance(position, LadderPosition):
        _read_rungs(position, given, notation)
    elif sum(position.score):
        given.fault(f"what is won and lost adds up to zero, not to {sum(position.score)}", "score")


def _read_rungs(position: LadderPosition, given: Given, notation: Notation) -> None:
    """Hold the ladder's two facts against each other: rungs left, and the score of rungs taken."""
    if given.given("rungs"):
        taken = [RUNGS - left for left in RUNGS_LEFT.read(given.of("rungs"), notation)]
        if position.number == 1 and not given.given("score"):
            position.score = taken
        elif taken != position.score:
            given.fault(f"each ladder has {RUNGS} rungs: those left and the score don't come to that", "rungs")
    for name, score in zip(position.side_names, position.score, strict=True):
        if not 0 <= score < RUNGS:
            given.fault(f"{score} is no number of rungs taken in a game that goes on: 0 to {RUNGS - 1}", "score", name)


# ---- before the play

def _settle_before_play(position: Position, given: Given) -> None:
    """The exchanges themselves go on from here; in the setup's own words some may be behind."""
    _check_untouched(position, given)
    _check_hands(position, given)
    position.leader = None
    if position.phase == "solo":
        position.to_act = position.dealer
        return
    if position.phase == "take-ole" and given.given("phase"):
        position.given = position.shown = _given_for_olen(position)
    rules.show(position)


def _check_untouched(position: Position, given: Given) -> None:
    phase = position.phase
    if position.trick or any(position.tricks) or any(position.turns.values()) or position.marching:
        given.fault(f"the phase {phase!r} comes before the first lead: no tricks, turns or march yet", "phase")
    may_lead = {None, position.forehand, rules.leader(position)}
    if phase == "solo":
        may_lead.add(rules.lead_against(position))
    if position.leader not in may_lead:
        given.fault(f"in the phase {phase!r} nobody leads yet, and who will follows from the deal", "leader")
    check_all_hands(position, given)


def _given_for_olen(position: Position) -> frozenset[Card]:
    """Queens and Kings at the bottom that must have been given for Olen, as the next Ole is on offer above them."""
    below: list[Card] = []
    for card in [] if position.terms.shows_three else position.stock[:-rules.LOOKED_AT - 1:-1]:
        if card in rules.OLEN:
            return frozenset(below) if rules.entitled(position, card) is not None else frozenset()
        if card.rank not in ("Q", "K") or not _bought_an_ole(position, card):
            return frozenset()
        below.append(card)
    return frozenset()


def _bought_an_ole(position: Position, card: Card) -> bool:
    return any(ole.suits == card.suits and position.holder(ole) is not None for ole in rules.OLEN)


# ---- in the play

def _settle_in_play(position: Position, given: Given, phase: str) -> None:
    if not given.given("leader"):
        position.leader = position.trick[0].seat if position.trick else rules.leader(position)
    if position.side[position.leading] == NOBODY:
        given.fault(f"{position.name(position.leader)} sits out and can't lead", "leader")
    players = [seat for seat in position.table.clockwise_from(position.leading) if position.side[seat] != NOBODY]
    _turn_lead(position, given, phase)
    check_order(position, given, players)
    _check_hands(position, given)
    position.phase = phase or _play_phase(position)
    _check_stage(position, given)
    if given.problems:
        return
    position.to_act = rules.answerer(position) if position.turned else players[len(position.trick)]
    if position.trick and not position.turned:
        position.best = rules.winning(position, position.trick)
    if position.phase == "play" and not position.trick and not position.can_lead:
        position.to_act = None


def _turn_lead(position: Position, given: Given, phase: str) -> None:
    """Only a lead is made face down. The card that waits for an answer was, however it is written."""
    if position.trick and phase == "answer":
        lead = position.trick[0]
        position.trick[0] = TURNS[lead.card].laid[lead.seat]
    for place, laid in enumerate(position.trick):
        if laid.move.verb == "turn" and (place or position.terms.turn_after == ()):
            given.fault("only a lead can be face down" if place else "nobody turns in this variant", "trick", place)


def _check_hands(position: Position, given: Given) -> None:
    """Hands of one size, at most what was dealt; a soloist may have a card more or less than the others."""
    dealer, sizes = position.dealer, sizes_of(position, position.table.seats)
    alone = sizes.pop(dealer) if position.five else 0
    check_even(position, given, [*sizes])
    most, played = max(sizes.values()), sum(position.tricks)
    if played + most > HAND_SIZE:
        given.fault(f"{played} tricks taken and {most} cards in hand are more than the {HAND_SIZE} dealt", "hands")
    if position.phase in BEFORE_PLAY and not most:
        given.fault("no seat holds a card: there is nothing to play", "hands")
    if position.soloist is None:
        if alone or (position.five and position.tricks[dealer]):
            given.fault("the dealer holds no cards and takes no tricks, unless named as soloist", "hands", position.name(dealer))
    elif abs(alone - most) > 1 or alone + played > STOCK_SIZES[1]:
        given.fault(f"a soloist's stock of 8 to 10 cards can't leave {alone} where the others have {most}", "hands",
                    position.name(dealer))


def _play_phase(position: Position) -> str:
    """Where a setup without phase stands in the play: a turned card that nobody accepted, a Jann, or neither."""
    turned = len(position.trick) == 1 and position.trick[0].move.verb == "turn"
    if turned and not position.turns[position.side_of(position.leading)]:
        return "answer"
    return "jann" if _at_jann(position) else "play"


def _at_jann(position: Position) -> bool:
    """Whether a side has just won its first tricks in a row and hasn't led on."""
    return not position.trick and not position.marching and any(rules.jann(position, side) for side in (0, 1))


def _check_stage(position: Position, given: Given) -> None:
    """The tricks taken must fit the phase: undecided in play, all on one side for the Jann and on the march."""
    if position.phase != "jann" and not given.given("marching") and _led_on(position):
        position.marching = position.side_of(position.leading)
    if position.turned:
        _check_turned(position, given)
    elif position.phase == "jann" and not _at_jann(position):
        given.fault("for the Jann one side has just won its first tricks in a row, and nothing is led", "phase")
    if position.phase == "jann" and not position.won(position.side[position.leading]):
        given.fault("the side that won every trick is on lead: name the leader", "leader")
    if position.marching:
        _check_march(position, given)
    elif position.phase != "jann" and any(position.won(side) >= rules.needed(position, side) for side in (0, 1)):
        given.fault("a side has all the tricks it needs: the deal is over, or its leader takes the Jann or leads on "
                    "(phase jann, or marching)", "tricks")


def _check_turned(position: Position, given: Given) -> None:
    if len(position.trick) != 1:
        given.fault("an answer is given to the one card that was led face down", "phase")
    elif not rules.may_turn(position):
        given.fault("that side can't have led face down here", "phase")


def _led_on(position: Position) -> bool:
    """Whether the leader's side has all the tricks so far, more than a Jann or with the next lead made: a march."""
    side = position.side[position.leading]
    won = position.won(side) - bool(not position.trick and position.phase == "play")
    return won >= rules.needed(position, side) and not position.won(1 - side)


def _check_march(position: Position, given: Given) -> None:
    side = position.side_names.index(position.marching)
    won, lost, needed = position.won(side), position.won(1 - side), rules.needed(position, side)
    if lost or not needed <= won < HAND_SIZE:
        given.fault(f"a side on the march has won every trick so far and at least {needed}; here {won} are won and "
                    f"{lost} lost", "marching")
    elif position.side_of(position.leading) != position.marching:
        given.fault("the side on the march has won every trick, so it leads: name the leader", "leader")
