"""Where a setup of Double King Pedro starts, and what can't be so in it.

Beside the contract's facts five keys tell what these leave open, so that every position can be written down: ``bids``
(an auction in progress, or the calls before a double), ``kept`` (until the auction is won, who was asked to toss and
kept the hand), ``giver`` (who is giving trumps away now), ``passed_on`` (that giver has got trumps from the partner, so
the excess goes left) and ``opening`` (the declarer's first lead is still to come).
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
"""The phases in which there is a declarer, before the play."""


def settle(position: Position, given: SetupReader) -> bool:
    """Work out what the setup leaves out, noting what can't be so; whether there is a phase to go on from."""
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
    """Note what can't be so where the position stands now."""
    if position.phase == "play" and not position.trump:
        given.add_problem("the declarer names trumps before the play: a setup of the play needs trump", "trump")
    elif position.phase == "play":
        _check_play(position, given)
    else:
        position.opening = None
        _check_begun(position, given, position.phase)


def _check_begun(position: Position, given: SetupReader, phase: str) -> None:
    """Nothing has been led, won or lost before the play."""
    for key, value in (("points", any(position.points)), ("out", position.out), ("leader", position.leader is not None),
                       ("phase", phase == "play")):
        if value:
            given.add_problem(f"the play hasn't begun in this setup: leave out {key}", key)


# ---- before the auction is won

def _settle_auction(position: Position, given: SetupReader) -> bool:
    """First those without a face card are asked, unless the setup says that the bidding begins."""
    problem = _auction_problem(position)
    if problem:
        given.add_problem(problem, "bids")
    _check_begun(position, given, position.phase)
    if position.phase == "bid" or any(position.bids):
        position.kept = frozenset(may_toss(position))
    position.leader = None
    return not problem and position.phase != "play"


def _auction_problem(position: Position) -> str:
    """What can't be so in the calls of an auction that is still going on; empty for nothing."""
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


# ---- with a declarer

def _settle_contract(position: Position, given: SetupReader) -> bool:
    """The declarer has taken the kitty; of the play the setup may leave out how far it has come."""
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
    """A number wins an auction only when the three others have passed; a double leaves their calls open."""
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
    """Who has begun to give goes on, and on to the left what the partner gave."""
    if position.giver is None:
        over = [seat for seat in position.from_declarer if rules.excess(position, seat)]
        position.giver = next((seat for seat in over if _has_given(position, seat)), over[0] if over else None)
    if position.giver is not None and not given.has("passed_on"):
        partner = (position.giver + 2) % position.table.size
        position.passed_on = not rules.excess(position, partner) and _has_given(position, partner)


def _has_given(position: Position, seat: int) -> bool:
    """Whether a seat has given trumps away: with the whole pack in hands it is short of the cards it was dealt."""
    dealt = HAND_SIZE + (KITTY_SIZE if seat == position.declarer else 0)
    whole = HAND_SIZE * position.table.size + KITTY_SIZE
    return sum(map(len, position.hands)) == whole and len(position.hands[seat]) < dealt


# ---- in the play

def _settle_opening(position: Position, given: SetupReader) -> None:
    """Where nothing is said of tricks, the declarer is about to lead for the first time."""
    declares = position.leader in (None, position.declarer) and rules.can_open(position)
    if position.opening and (not declares or position.trick or any(position.tricks)):
        given.add_problem(
            "the first lead is the declarer's, who must hold a trump for it, and no trick comes before it", "opening"
        )
    if position.opening is None:
        position.opening = declares and not given.has("trick") and not given.has("tricks")


def _check_play(position: Position, given: SetupReader) -> None:
    """Who is out has laid down the hand, no more points are left than there can be, and who has some took a trick."""
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
