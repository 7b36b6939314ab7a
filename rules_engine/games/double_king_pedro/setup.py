"""Where a setup of Double King Pedro starts, and what can't be so in it.

Beside the contract's facts five keys tell what these leave open, so that every position can be written down: ``bids``
(an auction in progress, or the calls before a double), ``kept`` (until the auction is won, who was asked to toss and
kept the hand), ``giver`` (who is giving trumps away now), ``passed_on`` (that giver has got trumps from the partner, so
the excess goes left) and ``opening`` (the declarer's first lead is still to come).
"""

from __future__ import annotations

from rules_engine.core.happened import unnoted
from rules_engine.core.structure import Given, begin_play, check_all_hands, check_even
from rules_engine.games.double_king_pedro import rules
from rules_engine.games.double_king_pedro.cards import ALL_POINTS, HAND_SIZE, KITTY_SIZE, PLAY_SIZE
from rules_engine.games.double_king_pedro.position import Call
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition as Position


def resume(position: Position, given: Given) -> None:
    """Put a position at the phase that its facts lead to, noting everything that can't be so."""
    wanted, told = position.phase, [key for key in ("declarer", "contract", "trump") if given.given(key)]
    _check_counts(position, given)
    if not told:
        _resume_auction(position, given)
    elif "declarer" in told and "contract" in told:
        _resume_contract(position, given)
    else:
        given.fault("trumps are named by the declarer, who has won the auction with the contract: a setup with declarer, "
                    "contract or trump needs declarer and contract", told[0])
        return
    if given.given("phase") and position.phase != wanted:
        given.fault(f"this setup is in the phase {position.phase}, not {wanted}", "phase")


def _check_counts(position: Position, given: Given) -> None:
    most, *rest = sorted(position.score, reverse=True)
    if most >= rules.WINNING_TOTAL and most not in rest:
        given.fault(f"with {most} points a side has won: the game is over, so no hand is dealt", "score")
    if len(position.kitty) > KITTY_SIZE:
        given.fault(f"{len(position.kitty)} cards in the kitty: it has {KITTY_SIZE}", "kitty")


# ---- before the auction is won

def _resume_auction(position: Position, given: Given) -> None:
    _before_play(position, given)
    check_even(position, given, position.table.seats)
    if not 0 < max(map(len, position.hands)) <= HAND_SIZE:
        given.fault(f"each player is dealt up to {HAND_SIZE} cards to bid on", "hands")
    if position.bids.count(None) < position.table.size:
        _check_auction(position, given)
    else:
        _check_kept(position, given)


def _check_kept(position: Position, given: Given) -> None:
    """First those without a face card are asked, unless the setup says that the bidding begins."""
    order, kept = _may_toss(position), len(position.kept)
    if position.kept != frozenset(order[:kept]):
        given.fault("those without a King, Queen or Jack are asked clockwise from the dealer's left: "
                    f"{', '.join(map(position.name, order)) or 'nobody here'}", "kept")
    if position.phase == "bid" or kept >= len(order):
        position.kept = frozenset(order)
        position.phase, position.to_act = "bid", position.from_dealer[0]
    else:
        position.phase, position.to_act = "toss", order[kept]


def _may_toss(position: Position) -> list[int]:
    """Those without a face card, in the order in which they are asked."""
    return [seat for seat in position.from_dealer if rules.toss(position, position.hands[seat])]


def _check_auction(position: Position, given: Given) -> None:
    """An auction in progress: the turn is the next player's who hasn't passed."""
    problem = _auction_problem(position)
    if problem:
        given.fault(problem, "bids")
        return
    asked = frozenset(_may_toss(position))
    if given.given("kept") and position.kept != asked:
        given.fault("the bidding has begun: all those without a King, Queen or Jack were asked, and kept their hand", "kept")
    position.kept = asked
    position.phase, position.to_act = "bid", _caller(position)


def _caller(position: Position) -> int:
    """Whoever called after the highest bidder has passed."""
    high = position.high_number
    return rules.next_caller(position, position.bids.index(high) if high else position.dealer)


def _auction_problem(position: Position) -> str:
    """What can't be so in the calls of an auction that is still going on; empty for nothing."""
    bids, order = position.bids, position.from_dealer
    called, left = [seat for seat in order if bids[seat] is not None], position.table.size - bids.count("pass")
    if not left:
        return "the last player left in must bid, so not all four can have passed"
    if position.high_bid == "double" or (position.high_bid and left == 1):
        return "the auction is over: give declarer and contract"
    if called != order[:len(called)]:
        return f"the calls begin with {position.name(order[0])}, left of the dealer, and go clockwise"
    since = order if None in bids else position.table.clockwise_from(_caller(position))
    numbers = _numbers([bids[seat] for seat in since])
    return "" if numbers == sorted(set(numbers)) else "each bid is higher than the one before it"


def _numbers(calls: list[Call]) -> list[int]:
    return [call for call in calls if isinstance(call, int)]


# ---- with a declarer

def _resume_contract(position: Position, given: Given) -> None:
    _check_bids(position, given)
    if position.kept:
        given.fault("the auction is over: nobody is asked to toss any more", "kept")
    if position.kitty and position.trump and given.given("kitty"):
        given.fault("trumps are named, so the declarer holds the kitty: give its cards in that hand", "kitty")
    rules.kitty(position, unnoted)
    if position.trump and max(map(len, position.hands)) <= PLAY_SIZE:
        _resume_play(position, given)
        return
    _before_play(position, given)
    if not position.hands[position.declaring]:
        given.fault(f"{position.name(position.declaring)} is the declarer and holds no card", "hands")
    if position.trump:
        _resume_passing(position, given)
    else:
        _resume_naming(position, given)


def _check_bids(position: Position, given: Given) -> None:
    """A number wins an auction only when the three others have passed; a double leaves their calls open."""
    last: list[Call] = [call if rules.double(position.contract) else "pass" for call in position.bids]
    last[position.declaring] = position.contract
    if given.given("bids") and last != position.bids:
        given.fault("the declarer's last call is the contract, and a number wins only when all others have passed", "bids")
    numbers, position.bids = _numbers(last), last
    if last.count("double") > 1 or len(set(numbers)) < len(numbers):
        given.fault("each bid is higher than the one before it, and nothing tops a double", "bids")


def _resume_naming(position: Position, given: Given) -> None:
    position.phase, position.to_act = "trump", position.declarer
    declarer, *others = position.from_declarer
    check_even(position, given, others)
    own, most = len(position.hands[declarer]), max(len(position.hands[seat]) for seat in others)
    if most > HAND_SIZE or not most <= own <= HAND_SIZE + KITTY_SIZE:
        given.fault(f"each player is dealt up to {HAND_SIZE} cards, and the kitty brings the declarer up to {KITTY_SIZE} "
                    "more", "hands")


def _resume_passing(position: Position, given: Given) -> None:
    """Somebody holds more than six cards: trumps are still passed, or cards discarded."""
    over = [seat for seat in position.from_declarer if rules.excess(position, seat)]
    if over:
        _resume_giving(position, given, over)
    else:
        position.phase, position.to_act = "discard", rules.next_discarder(position)


def _resume_giving(position: Position, given: Given, over: list[int]) -> None:
    """Who has begun to give goes on; else the first who is over six gives, clockwise from the declarer."""
    if position.giver is None:
        position.giver = next((seat for seat in over if _has_given(position, seat)), over[0])
    if position.giver not in over:
        given.fault(f"{position.name(position.giver)} holds no more than {PLAY_SIZE} trumps, so gives none away", "giver")
    position.phase, position.to_act = "pass-trumps", position.giver
    partner = (position.giver + 2) % position.table.size
    if not given.given("passed_on"):
        position.passed_on = partner not in over and _has_given(position, partner)
    elif position.passed_on and len(rules.trumps_of(position, position.hands[partner])) != PLAY_SIZE:
        given.fault(f"{position.name(partner)} would have kept {PLAY_SIZE} trumps in giving the others to "
                    f"{position.name(position.giver)}", "passed_on")


def _has_given(position: Position, seat: int) -> bool:
    """Whether a seat has given trumps away: with the whole pack in hands it is short of the cards it was dealt."""
    dealt = HAND_SIZE + KITTY_SIZE * (seat == position.declarer)
    whole = HAND_SIZE * position.table.size + KITTY_SIZE
    return sum(map(len, position.hands)) == whole and len(position.hands[seat]) < dealt


def _before_play(position: Position, given: Given) -> None:
    """Nothing has been led, won or lost yet, and every hand that there is must be told."""
    found = {"trick": position.trick, "tricks": sum(position.tricks), "points": sum(position.points), "out": position.out}
    for key, value in found.items():
        if value:
            given.fault(f"the play hasn't begun in this setup, so there is no {key}", key)
    if position.opening is False:
        given.fault("before the play the declarer's first lead is still to come", "opening")
    if position.leader not in (None, position.declarer):
        given.fault("the declarer will lead first", "leader")
    position.leader = position.opening = None
    check_all_hands(position, given)
    if not position.trump or not any(rules.excess(position, seat) for seat in position.table.seats):
        _nobody_gives(position, given)


def _nobody_gives(position: Position, given: Given) -> None:
    for key, value in (("giver", position.giver is not None), ("passed_on", position.passed_on)):
        if value:
            given.fault(f"nobody holds more than {PLAY_SIZE} trumps, so none are given away", key)


# ---- in the play

def _resume_play(position: Position, given: Given) -> None:
    if len(position.playing) < 2:
        given.fault("with fewer than two players left the hand is over", "out")
    begin_play(position, given, position.declaring, PLAY_SIZE, position.playing)
    if position.leader in position.out:
        given.fault(f"{position.name(position.leader)} is out: say who leads", "leader")
    _read_opening(position, given)
    _check_cards(position, given)
    _nobody_gives(position, given)


def _read_opening(position: Position, given: Given) -> None:
    """Where nothing is said of tricks, the declarer is about to lead for the first time."""
    declares = position.leader == position.declarer and rules.can_open(position)
    if position.opening is None:
        position.opening = declares and not given.given("trick") and not given.given("tricks")
    elif position.opening and (position.trick or any(position.tricks)):
        given.fault("the first lead has been made: there is a trick already", "opening")
    elif position.opening and not declares:
        given.fault("the first lead is the declarer's, who must hold a trump for it", "opening")


def _check_cards(position: Position, given: Given) -> None:
    """Who is out has laid down the hand, a trump led draws trumps, and no more points are left than there can be."""
    for seat in sorted(position.out):
        if position.hands[seat]:
            who = position.name(seat)
            given.fault(f"{who} is out and has laid the hand down: it is empty", "hands", who)
    laid = [one.card for one in position.trick]
    for place, card in enumerate(laid):
        if not rules.throw_off(position, laid[0]) and rules.throw_off(position, card):
            given.fault(f"a trump was led, so {card.text} can't have been played to it", "trick", place)
    taken, left = sum(position.points), sum(rules.points_of(position, cards) for cards in (laid, *position.hands))
    if taken + left > ALL_POINTS:
        given.fault(f"{taken} points taken and {left} still in hand or on the table are more than the {ALL_POINTS} there "
                    "are", "points")
