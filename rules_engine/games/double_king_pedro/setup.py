"""Setups of Double King Pedro: what a scenario may give, where it then starts, and what can't occur.

Beside the contract's facts four keys tell what the facts of a position leave open, so that every position can be
written down: ``bids`` (an auction in progress, or the calls before a double), ``kept`` (who was asked to toss and
kept the hand), ``giver`` (who is giving trumps away now) and ``passed_on`` (that giver has got trumps from the
partner, so the excess goes left).
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rules_engine.core.errors import TextError
from rules_engine.core.facts import Plain
from rules_engine.core.setup import SetupReader
from rules_engine.games.double_king_pedro.cards import (
    ALL_POINTS,
    HAND_SIZE,
    KITTY_SIZE,
    PLAY_SIZE,
    TRUMPS,
    WINNING_TOTAL,
    points_of,
)
from rules_engine.games.double_king_pedro.position import Call, DoubleKingPedroPosition

if TYPE_CHECKING:
    from rules_engine.core.game import Game

SETUP_KEYS = ("opening", "bids", "kept", "giver", "passed_on")


def read_call(value: Any) -> Call:
    """A call of the auction. Raises ``TextError``."""
    if value in ("pass", "double") or value is None:
        return None if value is None else str(value)
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= ALL_POINTS:
        return value
    raise TextError(value, f"a bid from 1 to {ALL_POINTS}, double or pass")


def read_contract(value: Any) -> Call:
    """What an auction was won with. Raises ``TextError``."""
    if value == "pass":
        raise TextError(value, f"a bid from 1 to {ALL_POINTS}, or double")
    return read_call(value)


def read_facts(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    """Read the game's own keys, each on its own."""
    _read_kitty(reader, position)
    position.declarer = reader.maybe_seat("declarer")
    position.contract = reader.take("contract", None, read_contract)
    position.trump = reader.suit("trump")
    position.out = frozenset(_seats(reader, "out"))
    position.kept = frozenset(_seats(reader, "kept"))
    position.points = reader.by_side("points", least=0, most=ALL_POINTS)
    position.passed_on = reader.flag("passed_on", False)
    position.opening = reader.flag("opening", False)
    _read_bids(reader, position)
    best, *rest = sorted(position.score, reverse=True)
    if best >= WINNING_TOTAL and best not in rest:
        reader.fault("score", f"with {best} points a side has won: the game is over, so no hand is dealt")


def _seats(reader: SetupReader, key: str) -> list[int]:
    seats = reader.seats_where(key)
    if len(set(seats)) != len(seats):
        reader.fault(key, "each seat once")
    return seats


def _read_kitty(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    if position.kitty and reader.given("kitty"):
        reader.fault("kitty", "with a seed and no hands the engine deals the kitty too")
    elif reader.given("kitty"):
        position.kitty = reader.cards("kitty")
    else:
        for card in position.kitty:
            reader.claim_one(("seed",), card, "the kitty")


def _read_bids(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    names = reader.game.table.names
    for name, value in reader.mapping("bids", list(names)).items():
        try:
            position.bids[names.index(name)] = read_call(value)
        except TextError as error:
            reader.fault("bids", name, str(error))


def begin(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    """Put a position at the phase that its facts lead to, noting everything that can't be so."""
    given = [key for key in ("declarer", "contract", "trump") if reader.given(key)]
    if not given:
        _begin_deal(reader, position)
    elif given in (["declarer", "contract"], ["declarer", "contract", "trump"]):
        _begin_hand(reader, position)
    else:
        missing = [key for key in ("declarer", "contract") if key not in given]
        reader.fault(given[0], f"a setup with {' and '.join(given)} needs {' and '.join(missing)} too: "
                               "trumps are named by the declarer, who has won the auction with the contract")


# ---- before the auction is won


def _begin_deal(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    names = reader.game.table.names
    _not_before_play(reader, position)
    reader.even({name: len(position.hands[seat]) for seat, name in enumerate(names)})
    _check_deal(reader, position)
    if reader.given("bids") and any(call is not None for call in position.bids):
        _begin_auction(reader, position)
    else:
        _begin_toss(reader, position)
    _check_phase(reader, position)


def _check_deal(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    size = max(map(len, position.hands))
    if not size:
        reader.fault("hands", "no seat holds a card: there is nothing to bid on")
    if size > HAND_SIZE:
        reader.fault("hands", f"{size} cards in hand before the bidding: each player is dealt {HAND_SIZE}")
    if len(position.kitty) > KITTY_SIZE:
        reader.fault("kitty", f"{len(position.kitty)} cards in the kitty: it has {KITTY_SIZE}")


def _begin_toss(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    """First those without a face card are asked, unless the setup says that the bidding begins."""
    order = position.may_toss
    if position.kept != frozenset(order[:len(position.kept)]):
        reader.fault("kept", "those without a King, Queen or Jack are asked clockwise from the dealer's left: "
                             f"{', '.join(map(position.name, order)) or 'nobody here'}")
    if reader.setup.get("phase") == "bid" or len(position.kept) >= len(order):
        position.kept = frozenset()
        position.phase, position.to_act = "bid", position.from_dealer[0]
    else:
        position.phase, position.to_act = "toss", order[len(position.kept)]


def _begin_auction(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    """An auction in progress: the turn is the next player's who hasn't passed."""
    problem = auction_problem(position)
    if problem:
        reader.fault("bids", problem)
        return
    if position.kept:
        reader.fault("kept", "the bidding has begun: nobody is asked to toss any more")
    position.phase, position.to_act = "bid", next_bidder(position)


def next_bidder(position: DoubleKingPedroPosition) -> int:
    """Who calls next: clockwise after the highest bidder, or after those who have passed."""
    numbers = position.numbers
    if not numbers:
        return position.still_bidding[0]
    after = position.game.table.clockwise_from(position.bids.index(max(numbers)))[1:]
    return next(seat for seat in after if position.bids[seat] != "pass")


def auction_problem(position: DoubleKingPedroPosition) -> str:
    """What can't be so in the calls of an auction that is still going on; empty for nothing."""
    order, numbers, left = position.from_dealer, position.numbers, len(position.still_bidding)
    called = [seat for seat in order if position.bids[seat] is not None]
    if "double" in position.bids or (numbers and left == 1):
        return "the auction is over: give declarer and contract"
    if not left:
        return "the last player left in must bid, so not all four can have passed"
    if called != order[:len(called)]:
        return f"the calls begin with {position.name(order[0])}, left of the dealer, and go clockwise"
    if numbers and not _rising(position, order if len(called) < len(order)
                               else position.game.table.clockwise_from(next_bidder(position))):
        return "each bid is higher than the one before it"
    return ""


def _rising(position: DoubleKingPedroPosition, seats: list[int]) -> bool:
    calls = [call for call in map(position.bids.__getitem__, seats) if isinstance(call, int)]
    return all(low < high for low, high in pairwise(calls))


# ---- with a declarer


def _begin_hand(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    _settle_bids(reader, position)
    if position.kept:
        reader.fault("kept", "the auction is over: nobody is asked to toss any more")
    _take_kitty(reader, position)
    if not position.trump:
        _begin_naming(reader, position)
    elif max(map(len, position.hands)) > PLAY_SIZE:
        _begin_passing(reader, position)
    else:
        _begin_play(reader, position)
    _check_phase(reader, position)


def _settle_bids(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    """A number wins an auction only when the three others have passed; a double leaves their calls open."""
    assert position.declarer is not None
    last: list[Call] = ["pass" if position.contract != "double" else call for call in position.bids]
    last[position.declarer] = position.contract
    if reader.given("bids") and last != position.bids:
        reader.fault("bids", "the declarer's last call is the contract, and a number wins only when all others "
                             "have passed")
    position.bids = last
    if last.count("double") > 1 or len(set(position.numbers)) < len(position.numbers):
        reader.fault("bids", "each bid is higher than the one before it, and nothing tops a double")


def _take_kitty(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    """A kitty given beside a declarer is theirs already."""
    if position.kitty and reader.given("kitty") and position.trump:
        reader.fault("kitty", "trumps are named, so the declarer holds the kitty: give its cards in that hand")
    if len(position.kitty) > KITTY_SIZE:
        reader.fault("kitty", f"{len(position.kitty)} cards in the kitty: it has {KITTY_SIZE}")
    position.hands[position.declarer or 0].extend(position.kitty)
    position.kitty = []


def _begin_naming(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    position.phase, position.to_act = "trump", position.declarer
    _not_before_play(reader, position)
    _declarer_holds(reader, position)
    sizes = {position.name(seat): len(position.hands[seat]) for seat in position.from_declarer}
    own, *others = sizes.values()
    reader.even(dict(list(sizes.items())[1:]))
    if max(others) > HAND_SIZE or own > HAND_SIZE + KITTY_SIZE:
        reader.fault("hands", f"each player is dealt {HAND_SIZE} cards, and the kitty brings the declarer "
                              f"{KITTY_SIZE} more")
    elif own < max(others):
        reader.fault("hands", "the declarer, with the kitty, holds no fewer cards than the others")


def _begin_passing(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    """Somebody holds more than six cards: trumps are still passed, or cards discarded."""
    _not_before_play(reader, position)
    _declarer_holds(reader, position)
    over = [seat for seat in position.from_declarer if position.excess(seat)]
    if not over:
        position.phase = "discard"
        position.to_act = next(seat for seat in position.from_declarer if len(position.hands[seat]) > PLAY_SIZE)
    else:
        _begin_giving(reader, position, over)


def _begin_giving(reader: SetupReader, position: DoubleKingPedroPosition, over: list[int]) -> None:
    """Who has begun to give goes on; else the first who is over six gives, clockwise from the declarer."""
    giver = reader.seat("giver", next((seat for seat in over if has_given(position, seat)), over[0]))
    if giver not in over:
        reader.fault("giver", f"{position.name(giver)} holds no more than {PLAY_SIZE} trumps, so gives none away")
    position.phase, position.to_act = "pass-trumps", giver
    partner = (giver + 2) % len(position.hands)
    if not reader.given("passed_on"):
        position.passed_on = partner not in over and has_given(position, partner)
    elif position.passed_on and len(position.trumps_of(partner)) != PLAY_SIZE:
        reader.fault("passed_on", f"{position.name(partner)} would have kept {PLAY_SIZE} trumps in giving the others "
                                  f"to {position.name(giver)}")


def has_given(position: DoubleKingPedroPosition, seat: int) -> bool:
    """Whether a seat has given trumps away: with the whole pack in hands it is short of the cards it was dealt."""
    if sum(map(len, position.hands)) < len(position.game.cards):
        return False
    return len(position.hands[seat]) < HAND_SIZE + KITTY_SIZE * (seat == position.declarer)


def _nobody_gives(reader: SetupReader) -> None:
    for key in ("giver", "passed_on"):
        if reader.setup.get(key):
            reader.fault(key, f"nobody holds more than {PLAY_SIZE} trumps, so none are given away")


def _declarer_holds(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    if not position.hands[position.declarer or 0]:
        reader.fault("hands", f"{position.name(position.declarer or 0)} is the declarer and holds no card")


def _not_before_play(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    """Nothing has been led, won or lost yet, and every hand that there is must be told."""
    if not (position.trump and any(map(position.excess, position.from_declarer))):
        _nobody_gives(reader)
    for key in ("tricks", "points", "trick", "out"):
        found = getattr(position, key)
        if any(found) if key in ("tricks", "points") else found:
            reader.fault(key, f"the play hasn't begun in this setup, so there is no {key}")
    if reader.given("opening") and not position.opening:
        reader.fault("opening", "before the play the declarer's first lead is still to come")
    if reader.given("leader") and reader.seat("leader", 0) != position.declarer:
        reader.fault("leader", "the declarer will lead first")
    given = reader.setup.get("hands")
    for seat, hand in enumerate(position.hands):
        if given is not None and hand and position.name(seat) not in given:
            reader.fault("hands", f"{position.name(seat)} is left out: in a hand that starts before the play, every "
                                  "seat's cards are given")


# ---- in the play


def _begin_play(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    position.phase = "play"
    _read_leader(reader, position)
    _read_opening(reader, position)
    _check_trick(reader, position)
    _check_hands(reader, position)
    _check_points(reader, position)
    _nobody_gives(reader)


def _read_leader(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    default = position.trick[0].seat if position.trick else position.declarer or 0
    leader = position.leader = reader.seat("leader", default)
    if leader in position.out:
        reader.fault("leader", f"{position.name(leader)} is out: say who leads")


def _read_opening(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    """Where nothing is said of tricks, the declarer is about to lead for the first time."""
    declares = position.leader == position.declarer and bool(position.trumps_of(position.leader or 0))
    if not reader.given("opening"):
        position.opening = declares and not reader.given("trick") and not reader.given("tricks")
    elif position.opening and (position.trick or any(position.tricks)):
        reader.fault("opening", "the first lead has been made: there is a trick already")
    elif position.opening and not declares:
        reader.fault("opening", "the first lead is the declarer's, who must hold a trump for it")


def _check_trick(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    """The seats of the trick follow each other clockwise, those that are out left over."""
    order = [seat for seat in position.game.table.clockwise_from(position.leader or 0) if seat not in position.out]
    for place, laid in enumerate(position.trick):
        if laid.move.verb != "play":
            reader.fault("trick", place, f"{laid.move.text!r} is no card played to a trick")
        elif place >= len(order) or laid.seat != order[place]:
            whose = f"{position.name(order[place])} comes" if place < len(order) else "nobody comes"
            reader.fault("trick", place, f"{whose} at this place of the trick, not {position.name(laid.seat)}")
        elif position.trump_led and laid.card not in TRUMPS[position.trump]:
            reader.fault("trick", place, f"a trump was led, so {laid.move.text} can't have been played to it")
    if len(position.trick) >= len(order):
        reader.fault("trick", "a trick on the table lacks at least one card")


def _check_hands(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    laid_by = {laid.seat for laid in position.trick}
    for seat in sorted(position.out):
        if position.hands[seat]:
            who = position.name(seat)
            reader.fault("hands", who, f"{who} is out and has laid the hand down: it is empty")
    sizes = {position.name(seat): len(position.hands[seat]) + (seat in laid_by) for seat in position.playing}
    if len(sizes) < 2:
        reader.fault("out", "with fewer than two players left the hand is over")
        return
    reader.even(sizes)
    held = max(sizes.values())
    if not held:
        reader.fault("hands", "no seat holds a card: there is nothing to play")
    if sum(position.tricks) + held > PLAY_SIZE:
        reader.fault("tricks", f"{sum(position.tricks)} tricks taken and {held} cards each are more than the "
                               f"{PLAY_SIZE} that everybody has for the play")


def _check_points(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    left = [card for hand in position.hands for card in hand] + [laid.card for laid in position.trick]
    taken, open_points = sum(position.points), points_of(left, position.trump)
    if taken + open_points > ALL_POINTS:
        reader.fault("points", f"{taken} points taken and {open_points} still in hand or on the table are more than "
                               f"the {ALL_POINTS} there are")


def _check_phase(reader: SetupReader, position: DoubleKingPedroPosition) -> None:
    wanted = reader.setup.get("phase")
    if wanted is not None and wanted != position.phase:
        reader.fault("phase", f"this setup is in the phase {position.phase}, not {wanted}")


def write(game: Game[Any], position: DoubleKingPedroPosition, facts: dict[str, Plain]) -> dict[str, Plain]:
    """The facts of a setup, with the keys that tell what they leave open and without those that go without saying."""
    names = game.table.names
    if position.phase == "play":
        facts["opening"] = position.opening
    if position.phase == "pass-trumps":
        facts |= {"giver": names[position.to_act or 0], "passed_on": position.passed_on}
    if position.phase == "toss" and position.kept:
        facts["kept"] = [names[seat] for seat in sorted(position.kept)]
    if any(call is not None for call in position.bids) and position.contract in (None, "double"):
        facts["bids"] = dict(zip(names, position.bids, strict=True))
    return facts
