"""Completion and checks of setups for Double King Pedro.

Besides the facts about the contract, five keys resolve ambiguities, so that every position can be written as a setup: ``bids``
(an auction in progress, or the calls before a double), ``kept`` (until the auction is won, the seats that were asked to toss and
kept their hands), ``giver`` (the seat that gives trumps away now), ``passed_on`` (the giver has received trumps from its partner,
so the excess goes left) and ``opening`` (the declarer's first lead is still to come).
"""

from __future__ import annotations

from rules_engine.core.game.setup_checks import SetupReader
from rules_engine.core.model.events import ignore_events
from rules_engine.games.double_king_pedro import rules
from rules_engine.games.double_king_pedro.cards import ALL_POINTS, HAND_SIZE, KITTY_SIZE
from rules_engine.games.double_king_pedro.course import bidder, may_toss
from rules_engine.games.double_king_pedro.position import Call
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition as Position

DECLARING = ("declarer", "contract", "trump")
DECLARED = ("trump", "pass-trumps", "discard")
"""The phases before play in which the declarer is known."""


def settle(position: Position, given: SetupReader) -> bool:
    """Derive the values that the setup leaves out, and report contradictions. Return whether the hand can resume from its
    phase."""
    if rules.end(position):
        given.add_problem(f"with {max(position.score)} points a side has won: the game is over, so no hand is dealt", "score")
    if len(position.kitty) > KITTY_SIZE:
        given.add_problem(f"{len(position.kitty)} cards in the kitty: it has {KITTY_SIZE}", "kitty")
    told = [key for key in DECLARING if given.has(key)]
    if told and not (given.has("declarer") and given.has("contract")):
        given.add_problem("trumps are named by the declarer, who has won the auction with the contract: a setup with declarer, "
                    "contract or trump needs declarer and contract", told[0])
        return False
    if not told and position.phase in DECLARED:
        given.add_problem(f"the auction is won before {position.phase}: a setup of it needs declarer and contract", "phase")
        return False
    return _settle_contract(position, given) if told else _settle_auction(position, given)


def check(position: Position, given: SetupReader) -> None:
    """Report contradictions in the derived position."""
    if position.phase == "play" and not position.trump:
        given.add_problem("the declarer names trumps before the play: a setup of the play needs trump", "trump")
    elif position.phase == "play":
        _check_play(position, given)
    else:
        position.opening = None
        _check_begun(position, given, position.phase)


def _check_begun(position: Position, given: SetupReader, phase: str) -> None:
    """Report setup keys that make sense only during play."""
    for key, value in (("points", any(position.points)), ("out", position.out), ("leader", position.leader is not None),
                       ("phase", phase == "play")):
        if value:
            given.add_problem(f"the play hasn't begun in this setup: leave out {key}", key)


# ---- setups before the auction is won

def _settle_auction(position: Position, given: SetupReader) -> bool:
    """Complete a setup without a declarer. Seats without a face card are asked first, unless the setup says that the
    bidding has begun."""
    problem = _auction_problem(position)
    if problem:
        given.add_problem(problem, "bids")
    _check_begun(position, given, position.phase)
    if position.phase == "bid" or any(position.bids):
        position.kept = frozenset(may_toss(position))
    position.leader = None
    return not problem and position.phase != "play"


def _auction_problem(position: Position) -> str:
    """Return a description of the contradiction in the calls of an unfinished auction; an empty string if there is none."""
    bids, order = position.bids, position.from_dealer
    called = [seat for seat in order if bids[seat] is not None]
    if bids.count("pass") == position.table.size:
        return "the last player left in must bid, so not all four can have passed"
    caller = bidder(position)
    if caller is None:
        return "the auction is over: give declarer and contract"
    if called != order[:len(called)]:
        return f"the calls begin with {position.name(order[0])}, left of the dealer, and go clockwise"
    since = order if None in bids else position.table.clockwise_from(caller)
    numbers = _numbers([bids[seat] for seat in since])
    return "" if numbers == sorted(set(numbers)) else "each bid is higher than the one before it"


def _numbers(calls: list[Call]) -> list[int]:
    return [call for call in calls if isinstance(call, int)]


# ---- setups with a declarer

def _settle_contract(position: Position, given: SetupReader) -> bool:
    """Complete a setup with a declarer, who has taken the kitty. The setup may leave out the tricks and points already taken."""
    _settle_bids(position, given)
    position.kept = frozenset()
    rules.kitty(position, ignore_events)
    if not position.trump:
        return True
    if len(position.playing) < 2:
        given.add_problem("with fewer than two players left the hand is over", "out")
        return False
    _settle_passing(position, given)
    _settle_opening(position, given)
    return True


def _settle_bids(position: Position, given: SetupReader) -> None:
    """Check and complete the calls. A number wins an auction only if the other three players have passed; after a double, their
    calls may be anything."""
    last: list[Call] = [call if rules.double(position.contract) else "pass" for call in position.bids]
    last[position.declaring] = position.contract
    numbers = _numbers(last)
    if (given.has("bids") and last != position.bids) or last.count("double") > 1 or len(set(numbers)) < len(numbers):
        given.add_problem(
            "the declarer's last call is the contract: a number wins only when all others have passed, and each bid is "
            "higher than the one before it",
            "bids",
        )
    position.bids = last


def _settle_passing(position: Position, given: SetupReader) -> None:
    """Set the giver, the seat that gives trumps away. A seat that has begun to give continues, and a partner who received trumps
    passes the excess on to the left."""
    if position.giver is None:
        over = [seat for seat in position.from_declarer if rules.excess(position, seat)]
        position.giver = next((seat for seat in over if _has_given(position, seat)), over[0] if over else None)
    if position.giver is not None and not given.has("passed_on"):
        partner = (position.giver + 2) % position.table.size
        position.passed_on = not rules.excess(position, partner) and _has_given(position, partner)


def _has_given(position: Position, seat: int) -> bool:
    """Return whether a seat has given trumps away: it has fewer cards than it was dealt, although all cards are in the hands."""
    dealt = HAND_SIZE + (KITTY_SIZE if seat == position.declarer else 0)
    whole = HAND_SIZE * position.table.size + KITTY_SIZE
    return sum(map(len, position.hands)) == whole and len(position.hands[seat]) < dealt


# ---- setups in play

def _settle_opening(position: Position, given: SetupReader) -> None:
    """Record whether the declarer's first lead is still to come, which is the default if the setup has no tricks."""
    declares = position.leader in (None, position.declarer) and rules.can_open(position)
    if position.opening and (not declares or position.trick or any(position.tricks)):
        given.add_problem(
            "the first lead is the declarer's, who must hold a trump for it, and no trick comes before it", "opening"
        )
    if position.opening is None:
        position.opening = declares and not given.has("trick") and not given.has("tricks")


def _check_play(position: Position, given: SetupReader) -> None:
    """Report cards held by a seat that is out, more points than the pack has, and points for a side without a trick."""
    for seat in sorted(position.out):
        if given.has("out") and position.hands[seat]:
            who = position.name(seat)
            given.add_problem(f"{who} is out and has laid the hand down: it is empty", "hands", who)
    laid = [one.card for one in position.trick]
    taken, left = sum(position.points), sum(rules.points_of(position, cards) for cards in (laid, *position.hands))
    if taken + left > ALL_POINTS:
        given.add_problem(f"{taken} points taken and {left} still in hand or on the table are more than the {ALL_POINTS} there "
                    "are", "points")
    for side, points in enumerate(position.points):
        if points and given.has("tricks") and not sum(position.tricks[side::2]):
            given.add_problem(f"{points} points for a side that took no trick", "points")
