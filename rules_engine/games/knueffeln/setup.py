"""Reading a setup of Knüffeln: what its facts must be among themselves, and where a position then stands."""

from __future__ import annotations

from rules_engine.core.cards import Card, listed
from rules_engine.core.moves import make_move
from rules_engine.core.position import Laid
from rules_engine.core.setup import SetupReader
from rules_engine.games.knueffeln import exchange
from rules_engine.games.knueffeln.cards import OLEN
from rules_engine.games.knueffeln.play import answerer
from rules_engine.games.knueffeln.position import HAND_SIZE, NOBODY, PLAYERS, KnueffelnPosition
from rules_engine.games.knueffeln.terms import RUNGS

BEFORE_PLAY = ("solo", "take-ole", "take-turnup")
TURNUP_SIZES = (2, 4)
STOCK_SIZES = (8, 10)
LEFT_AFTER_DEAL = 12
MOST_TRICKS = 9


def read_own(reader: SetupReader, position: KnueffelnPosition) -> None:
    """Read the game's own facts, in an order in which each can be held against those before it."""
    _read_piles(reader, position)
    _read_chosen(reader, position)
    _read_soloist(reader, position)
    _read_first_phase(reader, position)
    if position.game.table.size > PLAYERS and not position.void and position.phase != "solo":
        position.make_sides()
    _read_turns(reader, position)
    nothing: list[Card] = []
    position.declined = frozenset(reader.take("declined", nothing, reader.game.pack.read_cards))
    total: int = sum(position.score)
    if total and not position.terms.ladder:
        reader.fault("score", f"what is won and lost adds up to zero, not to {total}")


def begin(reader: SetupReader, position: KnueffelnPosition) -> None:
    """Put the position at its phase, leader and seat to act."""
    if position.void:
        finish_void(position)
    elif position.phase in BEFORE_PLAY:
        _begin_before_play(reader, position)
    else:
        _begin_play(reader, position)


def finish_void(position: KnueffelnPosition) -> None:
    """Four turn-ups of one suit: nobody scores, and the same dealer deals again."""
    position.game.finish_hand(position, [0] * len(position.score))


# ---- the game's own facts


def _read_piles(reader: SetupReader, position: KnueffelnPosition) -> None:
    if position.turnups:
        _claim_dealt(reader, position)
        return
    position.turnups, position.stock = reader.cards("turnups"), reader.cards("stock")
    turned, left = len(position.turnups), len(position.stock)
    if turned and not _properly_turned(position.turnups):
        reader.fault("turnups", "two cards of different suits are turned, or two or three of one suit and then another, "
                                f"or four of one suit; not {listed([card.text for card in position.turnups])}")
    elif turned and left and left != LEFT_AFTER_DEAL - turned:
        reader.fault("stock", f"{LEFT_AFTER_DEAL - turned} cards are left after turning {turned}, not {left}")
    if left and not STOCK_SIZES[0] <= left <= STOCK_SIZES[1]:
        reader.fault("stock", f"the stock has 10, 9 or 8 cards once the suits are turned, not {left}")
    position.void = turned == TURNUP_SIZES[1] and len({card.suits for card in position.turnups}) == 1


def _claim_dealt(reader: SetupReader, position: KnueffelnPosition) -> None:
    for key in ("turnups", "stock"):
        if reader.given(key):
            reader.fault(key, "the seed deals these cards: leave them out, or give the hands too")
        else:
            for card in getattr(position, key):
                reader.claim_one(("seed",), card, "the stock")


def _properly_turned(cards: list[Card]) -> bool:
    first, last = {card.suits for card in cards[:-1]}, cards[-1].suits
    if not TURNUP_SIZES[0] <= len(cards) <= TURNUP_SIZES[1] or len(first) != 1:
        return False
    return last not in first or len(cards) == TURNUP_SIZES[1]


def _read_chosen(reader: SetupReader, position: KnueffelnPosition) -> None:
    given, turned = tuple(reader.suits("chosen")), suits_of(position.turnups)
    if given and turned and given != turned:
        reader.fault("chosen", f"the cards turned up choose {listed(turned)}, in that order, not {listed(given)}")
    position.chosen = turned or given
    if len(position.chosen) != 2 and not position.void:
        reader.fault("chosen", "a setup names the two chosen suits, or gives the cards turned up")


def suits_of(turnups: list[Card]) -> tuple[str, ...]:
    """The suits of the cards turned up, each once, in the order turned."""
    return tuple(dict.fromkeys(card.suits for card in turnups))


def _read_soloist(reader: SetupReader, position: KnueffelnPosition) -> None:
    position.soloist = reader.maybe_seat("soloist")
    if position.soloist is None:
        return
    dealer = position.game.table.names[position.dealer]
    if position.game.table.size != 5:
        reader.fault("soloist", "only among five players does one play alone")
        position.soloist = None
    elif position.soloist != position.dealer:
        reader.fault("soloist", f"only the dealer, {dealer}, can play alone")
        position.soloist = position.dealer
    if position.stock:
        reader.fault("stock", "the soloist has taken the stock as a hand")


def _read_first_phase(reader: SetupReader, position: KnueffelnPosition) -> None:
    phase, five = reader.setup.get("phase"), position.game.table.size == 5
    if not isinstance(phase, str):
        phase = _default_phase(position)
    elif position.void:
        reader.fault("phase", "four turn-ups of one suit void the deal: it has no phase to set")
    if phase == "take-ole" and five:
        reader.fault("phase", "with five players no Ole is taken from the stock")
    if phase == "solo" and (not five or position.soloist is not None):
        reader.fault("phase", "only the dealer of five chooses whether to play alone, and only once")
    needed = {"solo": ("stock", position.stock), "take-ole": ("stock", position.stock),
              "take-turnup": ("turnups", position.turnups)}.get(phase)
    if needed and not needed[1]:
        reader.fault(needed[0], f"the phase {phase!r} needs {needed[0]}")
    position.phase = phase


def _default_phase(position: KnueffelnPosition) -> str:
    """The first phase that the setup has what it needs for; without a stock that is the play."""
    if not position.stock or position.trick or any(position.tricks):
        return ""
    return "solo" if position.game.table.size == 5 else "take-ole"


def _read_turns(reader: SetupReader, position: KnueffelnPosition) -> None:
    names = [position.side_name(place) for place in range(len(position.sides))]
    after = position.terms.turn_after
    turns = reader.by_names("turns", names, "side", 0, MOST_TRICKS if after is None else len(after), 0)
    position.turns = turns or [0, 0]
    if reader.given("marching"):
        marching = reader.word("marching", "", tuple(names))
        position.marching = names.index(marching) if marching in names else None


def read_rungs(reader: SetupReader, position: KnueffelnPosition, carried: bool) -> None:
    """Hold the ladder's two facts against each other: rungs left, and the score of rungs taken."""
    left = reader.by_side("rungs", 1, RUNGS, RUNGS)
    taken = [RUNGS - rungs for rungs in left]
    if not carried and reader.given("rungs") and not reader.given("score"):
        position.score = taken
    elif reader.given("rungs") and taken != position.score:
        reader.fault("rungs", f"each ladder has {RUNGS} rungs: those left and the score don't come to that")
    for name, score in zip(position.game.score_names, position.score, strict=True):
        if not 0 <= score < RUNGS:
            reader.fault("score", name, f"{score} is no number of rungs taken in a game that goes on: 0 to {RUNGS - 1}")


# ---- before the play


def _begin_before_play(reader: SetupReader, position: KnueffelnPosition) -> None:
    _check_untouched(reader, position)
    _check_hands(reader, position, [])
    if position.phase == "solo":
        position.to_act = position.dealer
        return
    phase = position.phase
    exchange.show(position)
    if phase == "take-turnup":
        exchange.seek_turnup(position, None)
        return
    if reader.given("phase"):
        position.given = _given_for_olen(position)
    exchange.seek_ole(position, None)
    position.shown |= position.given


def _check_untouched(reader: SetupReader, position: KnueffelnPosition) -> None:
    phase = position.phase
    if position.trick or any(position.tricks) or any(position.turns) or position.marching is not None:
        reader.fault("phase", f"the phase {phase!r} comes before the first lead: no tricks, turns or march yet")
    may_lead = {position.first_leader, position.forehand}
    if position.phase == "solo":
        may_lead.add((position.dealer - 2) % position.game.table.size)      # were the dealer to play alone
    if reader.given("leader") and reader.seat("leader", position.forehand) not in may_lead:
        reader.fault("leader", f"in the phase {phase!r} nobody leads yet, and who will follows from the deal")
    named = reader.mapping("hands", list(position.game.table.names))
    for seat, name in enumerate(position.game.table.names):
        if named and name not in named and not _holds_nothing(position, seat):
            reader.fault("hands", f"{name} is left out; a hand that starts before the play names every seat's cards")


def _given_for_olen(position: KnueffelnPosition) -> frozenset[Card]:
    """Queens and Kings at the bottom that must have been given for Olen, as the next Ole is on offer above them."""
    if position.terms.shows_three:
        return frozenset()
    below: list[Card] = []
    for card in reversed(position.stock[-exchange.LOOKED_AT:]):
        if card in OLEN:
            return frozenset(below) if position.entitled(card) is not None else frozenset()
        if card.rank not in ("Q", "K") or not _bought_an_ole(position, card):
            return frozenset()
        below.append(card)
    return frozenset()


def _bought_an_ole(position: KnueffelnPosition, card: Card) -> bool:
    return any(ole.suits == card.suits and ole in hand for hand in position.hands for ole in OLEN)


def _holds_nothing(position: KnueffelnPosition, seat: int) -> bool:
    """Whether this seat has no cards in this deal as it stands: a dealer of five who isn't the soloist."""
    return position.game.table.size == 5 and seat == position.dealer and position.soloist is None


# ---- in the play


def _begin_play(reader: SetupReader, position: KnueffelnPosition) -> None:
    default = position.trick[0].seat if position.trick else position.first_leader
    position.leader = position.to_act = reader.seat("leader", default)
    _read_turned(reader, position)
    players = _check_trick(reader, position)
    _check_hands(reader, position, [laid.seat for laid in position.trick])
    position.phase = position.phase or _play_phase(reader, position)
    _check_stage(reader, position)
    if reader.problems:
        return
    position.to_act = players[len(position.trick)]
    if position.phase == "answer":
        position.to_act = answerer(position)
    elif position.phase == "play" and not position.trick and not position.can_lead:
        position.to_act = None


def _read_turned(reader: SetupReader, position: KnueffelnPosition) -> None:
    """A lead written ``South turn 9D`` was made face down, and so was the card that waits for an answer."""
    for place, laid in enumerate(position.trick):
        written = reader.setup["trick"][place].split()[1:]
        if written[0].casefold() != "turn" and position.phase != "answer":
            continue
        if place or not _turns_allowed(position):
            reader.fault("trick", place, "only a lead can be face down" if place else "nobody turns in this variant")
        position.trick[place] = Laid(laid.seat, make_move("turn", laid.card))


def _turns_allowed(position: KnueffelnPosition) -> bool:
    return position.terms.turn_after is None or bool(position.terms.turn_after)


def _check_trick(reader: SetupReader, position: KnueffelnPosition) -> list[int]:
    names, leader = position.game.table.names, position.leader or 0
    if position.side[leader] == NOBODY:
        reader.fault("leader", f"{names[leader]} sits out and can't lead")
    players = [seat for seat in position.game.table.clockwise_from(leader) if position.side[seat] != NOBODY]
    if len(position.trick) >= len(players):
        reader.fault("trick", "a trick on the table lacks at least one card")
    for place, (laid, seat) in enumerate(zip(position.trick, players, strict=False)):
        if laid.seat != seat:
            reader.fault("trick", place, f"{names[seat]} comes at this place of the trick, not {names[laid.seat]}")
    return players


def _check_hands(reader: SetupReader, position: KnueffelnPosition, laid: list[int]) -> None:
    """Hands of one size, at most what was dealt; a soloist may have a card more or less than the others."""
    names = position.game.table.names
    sizes = {name: len(position.hands[seat]) + (seat in laid) for seat, name in enumerate(names)}
    dealer = names[position.dealer]
    alone = sizes.pop(dealer) if position.game.table.size == 5 else 0
    reader.even(sizes)
    most, played = max(sizes.values()), sum(position.tricks)
    if played + most > HAND_SIZE:
        reader.fault("hands", f"{played} tricks taken and {most} cards in hand are more than the {HAND_SIZE} dealt")
    if position.phase in BEFORE_PLAY and not most:
        reader.fault("hands", "no seat holds a card: there is nothing to play")
    if position.soloist is None:
        if alone or (position.game.table.size == 5 and position.tricks[position.dealer]):
            reader.fault("hands", dealer, "the dealer holds no cards and takes no tricks, unless named as soloist")
    elif abs(alone - most) > 1 or alone + played > STOCK_SIZES[1]:
        reader.fault("hands", dealer, f"a soloist's stock of 8 to 10 cards can't leave {alone} where the others have {most}")


def _play_phase(reader: SetupReader, position: KnueffelnPosition) -> str:
    """Where a setup without phase stands in the play: a turned card that nobody accepted, a Jann, or neither."""
    side = position.side[position.leader or 0]
    if len(position.trick) == 1 and position.trick[0].move.verb == "turn" and not position.turns[side]:
        return "answer"
    return "jann" if _at_jann(position) else "play"


def _at_jann(position: KnueffelnPosition) -> bool:
    """Whether a side has just won its first tricks in a row and hasn't led on."""
    if position.trick or position.marching is not None:
        return False
    won = (position.won(0), position.won(1))
    return any(won[place] == position.needed(place) and not won[1 - place] for place in (0, 1))


def _check_stage(reader: SetupReader, position: KnueffelnPosition) -> None:
    """The tricks taken must fit the phase: undecided in play, all on one side for the Jann and on the march."""
    if position.marching is None and position.phase != "jann" and not reader.given("marching"):
        position.marching = _led_on(position)
    if position.phase == "answer" and len(position.trick) != 1:
        reader.fault("phase", "an answer is given to the one card that was led face down")
    elif position.phase == "answer" and position.turn_limit:
        reader.fault("phase", f"nothing was turned here: {position.turn_limit}")
    if position.phase == "jann" and not _at_jann(position):
        reader.fault("phase", "for the Jann one side has just won its first tricks in a row, and nothing is led")
    if position.phase != "jann" and position.marching is None and _decided(position):
        reader.fault("tricks", "a side has all the tricks it needs: the deal is over, or its leader takes the Jann or "
                               "leads on (phase jann, or marching)")
    if position.marching is not None:
        _check_march(reader, position, position.marching)
    if position.phase == "jann" and not position.won(position.side[position.leader or 0]):
        reader.fault("leader", "the side that won every trick is on lead: name the leader")


def _led_on(position: KnueffelnPosition) -> int | None:
    """The side that has all the tricks so far, more than a Jann or with the next lead made: it is on the march."""
    side = position.side[position.leader or 0]
    won = position.won(side) - bool(not position.trick and position.phase == "play")
    return side if won >= position.needed(side) and not position.won(1 - side) else None


def _decided(position: KnueffelnPosition) -> bool:
    return any(position.won(place) >= position.needed(place) for place in (0, 1))


def _check_march(reader: SetupReader, position: KnueffelnPosition, side: int) -> None:
    won, lost = position.won(side), position.won(1 - side)
    if lost or not position.needed(side) <= won < MOST_TRICKS:
        reader.fault("marching", f"a side on the march has won every trick so far and at least {position.needed(side)}; "
                                 f"here {won} are won and {lost} lost")
    elif position.side[position.leader or 0] != side:
        reader.fault("leader", "the side on the march has won every trick, so it leads: name the leader")
