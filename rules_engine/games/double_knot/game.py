"""The game of Double Knot: deals, setups, bids, play and the match."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

from rules_engine.core.cards import FACE_DOWN, Card
from rules_engine.core.facts import NUMBER, SUIT, SUITS, By, Fact, Plain
from rules_engine.core.game import Game, Line, Standing
from rules_engine.core.moves import Move, make_move
from rules_engine.core.packs import DECKTET, DECKTET_BASIC
from rules_engine.core.position import Event, Laid
from rules_engine.core.rules import Rule
from rules_engine.core.setup import SetupReader
from rules_engine.games.double_knot import judges, score, telling
from rules_engine.games.double_knot.position import DoubleKnotPosition
from rules_engine.games.double_knot.trick import EXCUSE, FOLLOWING, PLAYS, TRUMPING, setter, winning

TARGETS = {3: 15, 4: 18, 5: 20}
"""The total that ends a match, by number of players."""
WITHOUT_EXCUSE = tuple(card for card in DECKTET if card is not EXCUSE)
NO_BID = -1
BIDS = tuple(make_move("bid", number=number) for number in range(len(DECKTET) + 1))


class DoubleKnot(Game[DoubleKnotPosition]):
    """The game; see the package's docstring for its source and the choices made."""

    id = "double-knot"
    name = "Double Knot"
    pack = DECKTET
    variants: ClassVar = {
        "standard": "each for themselves",
        "zero-or-all": "zero or all: 4 points or none",
        "teams": "partners",
        "teams-zero-or-all": "partners, zero or all: 4 points each or none",
    }
    player_counts = (3, 4, 5)
    option_values: ClassVar = {"pack": ("extended", "basic")}
    phases = ("bid", "play", "over")
    forms: ClassVar = {"bid": ("bid NUMBER",), "play": ("CARD",)}
    position_type = DoubleKnotPosition
    all_rules = (
        Rule("deal", "The whole pack is dealt"),
        Rule("top-suit", "Only the top suit counts", judges.top_suit, can_refuse=False),
        Rule("rank", "Ace low, Crown high", judges.rank, can_refuse=False),
        Rule("bid-once", "Each bids once", judges.bid_once),
        Rule("first-lead", "Who leads"),
        Rule("trump-suits", "The card led makes the trumps", judges.trump_suits, can_refuse=False),
        Rule("excuse", "When the Excuse may go", judges.excuse),
        Rule("follow-suit", "Follow suit if you can", judges.follow_suit),
        Rule("must-trump", "Trump if you can't follow", judges.must_trump),
        Rule("excuse-led", "After a led Excuse", judges.excuse_led, can_refuse=False),
        Rule("win-trick", "Who takes the trick"),
        Rule("next-dealer", "The deal moves on"),
        Rule("score-within-one", "One trick off"),
        Rule("score-exact", "The bid made exactly"),
        Rule("game-end", "The target, and one leader"),
        Rule("zero-or-all", "Zero or all", variants=frozenset({"zero-or-all", "teams-zero-or-all"})),
        Rule("teams", "Partners", variants=frozenset({"teams", "teams-zero-or-all"})),
    )
    own_facts = (
        Fact("bids", By(NUMBER, nullable=True), settable=True),
        Fact("suit_led", SUIT),
        Fact("trumps", SUITS),
    )

    # ---- choices

    @property
    def teams(self) -> bool:
        """Whether partners play and score together."""
        return self.variant.startswith("teams")

    @property
    def zero_or_all(self) -> bool:
        """Whether bids of zero and of every trick are scored apart."""
        return self.variant.endswith("zero-or-all")

    @property
    def target(self) -> int:
        """The total that ends the match."""
        return TARGETS[self.table.size]

    def players_allowed(self) -> tuple[int, ...]:
        """Partners are four; the basic pack can't be dealt out evenly to five."""
        if self.teams:
            return (4,)
        return (3, 4) if self.options["pack"] == "basic" else self.player_counts

    def dealt_cards(self) -> Sequence[Card]:
        """The pack that comes out even: four players leave out the Excuse."""
        if self.options["pack"] == "basic":
            return DECKTET_BASIC
        return WITHOUT_EXCUSE if self.table.size == 4 else DECKTET.cards

    def score_sides(self) -> list[tuple[int, ...]]:
        """Each for themselves, or those who sit opposite together."""
        return [(0, 2), (1, 3)] if self.teams else super().score_sides()

    # ---- dealing

    def shuffle(self, position: DoubleKnotPosition, seed: int) -> None:
        """Deal out the whole pack."""
        deck = self.shuffled(self.deck, seed, "deal")
        size = self._full_hand()
        position.hands = [deck[seat * size : (seat + 1) * size] for seat in self.table.seats]

    def open(self, position: DoubleKnotPosition) -> None:
        """The dealer's left bids first."""
        position.to_act = self.first_leader(position)

    def announce(self, position: DoubleKnotPosition) -> list[Event]:
        """The deal, where the hand is a whole one, and who begins."""
        begun = any(position.tricks) or bool(position.trick)
        events = []
        if not any(position.tricks) and position.size == self._full_hand():
            events.append(telling.tell_deal(position))
        first = self.first_leader(position)
        if position.phase == "bid" and position.to_act == first:
            events.append(telling.tell_first_bidder(position, first))
        if position.phase == "play" and not begun and position.leader == first:
            events.append(telling.tell_first_lead(position, first))
        return events

    def _full_hand(self) -> int:
        return len(self.deck) // self.table.size

    # ---- setups

    def read_own(self, reader: SetupReader, position: DoubleKnotPosition) -> None:
        """Read the bids, and check the totals."""
        bids = reader.by_seat("bids", default=NO_BID)
        position.bids = [None if bid == NO_BID else bid for bid in bids]
        for label, total in zip(self.score_names, position.score, strict=True):
            if total < 0:
                reader.fault("score", label, f"{total} can't be: no hand costs points, so expected 0 or more")
        if self._decided(position.score):
            best = max(position.score)
            told = f"{best} alone in the lead had already won, with {self.target} the target: expected a match still open"
            reader.fault("score", told)

    def begin(self, reader: SetupReader, position: DoubleKnotPosition) -> None:
        """Bidding goes on where a bid is missing, unless the setup says that play has begun."""
        complete = None not in position.bids
        phase = reader.word("phase", "play" if complete else "bid", ("bid", "play"))
        if phase == "play":
            self.begin_play(reader, position)
        else:
            self._begin_bidding(reader, position)
            if complete:
                reader.fault("phase", "every seat has bid: expected play, or a bid left out")
        self._check_size(reader, position)

    def _begin_bidding(self, reader: SetupReader, position: DoubleKnotPosition) -> None:
        position.phase = "bid"
        order = self.table.clockwise_from(self.first_leader(position))
        waiting = [seat for seat in order if position.bids[seat] is None]
        position.to_act = waiting[0] if waiting else None
        self._check_before_play(reader, position, order[0])
        self._check_turns(reader, position, order)
        reader.even(dict(zip(self.table.names, map(len, position.hands), strict=True)))

    def _check_before_play(self, reader: SetupReader, position: DoubleKnotPosition, first: int) -> None:
        hint = "expected a bid from every seat, or phase: play"
        if position.trick:
            reader.fault("trick", f"no card is played while bids are missing: {hint}")
        if any(position.tricks):
            reader.fault("tricks", f"no trick is taken while bids are missing: {hint}")
        if reader.seat("leader", first) != first:
            told = f"{self.table.names[first]}, left of the dealer, leads after the bidding: expected no other leader"
            reader.fault("leader", told)
        given = reader.mapping("hands", list(self.table.names))
        for name in self.table.names:
            if reader.given("hands") and name not in given:
                reader.fault("hands", f"{name} is left out: expected every hand, for bids come before the play")

    def _check_turns(self, reader: SetupReader, position: DoubleKnotPosition, order: list[int]) -> None:
        """Nobody bids before the seat on their right has, but for the dealer's left."""
        names = self.table.names
        for before, seat in pairwise(order):
            if position.bids[before] is None and position.bids[seat] is not None:
                told = f"{names[before]} bids before {names[seat]}: expected a bid of {names[before]}, or phase: play"
                reader.fault("bids", names[seat], told)

    def _check_size(self, reader: SetupReader, position: DoubleKnotPosition) -> None:
        taken, held, full = sum(position.tricks), max(map(len, position.hands)), self._full_hand()
        if not held:
            reader.fault("hands", "no seat holds a card: expected at least one card to play")
        # a seat that is still to play has the cards of the present trick in hand
        if taken + held > full:
            told = f"{taken} tricks taken and {held} still to play: expected {full} or fewer, the cards dealt to each"
            reader.fault("tricks", told)
        most = full if position.phase == "play" else held       # a lone trick may be of a longer hand that isn't told
        for name, bid in zip(self.table.names, position.bids, strict=True):
            if bid is not None and bid > most:
                told = f"{bid} is more than the {most} tricks of this hand: expected a number from 0 to {most}"
                reader.fault("bids", name, told)

    # ---- bids and play

    def candidates(self, position: DoubleKnotPosition) -> list[Move]:
        """Each bid that the hand has room for, or each card."""
        if position.to_act is None:
            return []
        if position.phase == "bid":
            return list(BIDS[:position.size + 1])
        return [PLAYS[card] for card in position.hands[position.to_act] if card is not FACE_DOWN]

    def legal(self, position: DoubleKnotPosition) -> list[Move]:
        """The rules' answer without asking them: the same moves in the same order, many times faster."""
        opened = setter(position.trick)
        if opened is None or position.to_act is None:
            return self.candidates(position)
        following, trumping = FOLLOWING[opened], TRUMPING[opened]
        plays: list[Move] = []
        trumps: list[Move] = []
        for card in position.hands[position.to_act]:
            index = card.index
            move = following[index]
            if move is not None:
                plays.append(move)
            elif not plays:
                move = trumping[index]
                if move is not None:
                    trumps.append(move)
        return plays or trumps or self.candidates(position)

    def advance(self, position: DoubleKnotPosition, move: Move, log: list[Event] | None = None) -> None:
        """Bid, or play a card; the last bid opens the play, the last card of a trick settles it."""
        seat = position.to_act
        assert seat is not None
        if move.number is not None:
            self._bid(position, seat, move.number, log)
        else:
            self._play(position, seat, move, log)

    def _bid(self, position: DoubleKnotPosition, seat: int, number: int, log: list[Event] | None) -> None:
        position.bids[seat] = number
        if log is not None:
            log.append(telling.tell_bid(position, seat, number))
        position.to_act = self.table.left_of[seat]
        if None not in position.bids:
            self._open_play(position, log)

    def _open_play(self, position: DoubleKnotPosition, log: list[Event] | None) -> None:
        first = self.first_leader(position)
        position.phase = "play"
        position.leader = position.to_act = first
        if log is not None:
            log.extend(telling.tell_contracts(position) if self.teams else ())
            log.append(telling.tell_first_lead(position, first))

    def _play(self, position: DoubleKnotPosition, seat: int, move: Move, log: list[Event] | None) -> None:
        trick = position.trick
        position.hands[seat].remove(move.played)
        trick.append(move.laid[seat])
        if log is not None:
            opening = telling.tell_opening(position, seat, move.played)
            log.extend([opening] if opening else [])
        position.to_act = self.table.left_of[seat]
        if len(trick) == self.table.size:
            self._take_trick(position, log)

    def _take_trick(self, position: DoubleKnotPosition, log: list[Event] | None) -> None:
        best = winning(position.trick)
        assert best is not None
        if log is not None:
            log.append(telling.tell_trick(position, position.trick, best))
        position.tricks[best.seat] += 1
        self.finish_trick(position, {"": best.seat})
        position.leader = position.to_act = best.seat
        if not position.hands[best.seat]:
            self._finish(position, log)
        elif log is not None:
            log.append(telling.tell_next_lead(position, best.seat))

    def _finish(self, position: DoubleKnotPosition, log: list[Event] | None) -> None:
        if None in position.bids:
            # nobody can say what such a hand is worth: it stays in play, with nothing left to lead
            position.to_act = None
            if log is not None:
                log.append(telling.tell_unscored(position))
            return
        found = score.results(position, self.zero_or_all)
        self.finish_hand(position, [one.points for one in found])
        totals = self.totals(position)
        position.game_over = self._decided(totals)
        if position.game_over:
            position.winners = [self.score_names[totals.index(max(totals))]]
        if log is not None:
            log.extend(self._tell_score(position, found, totals))

    def _tell_score(self, position: DoubleKnotPosition, found: list[score.Result], totals: list[int]) -> list[Event]:
        events = [telling.tell_result(position, one) for one in found]
        if self.teams:
            events.append(telling.tell_partners(position, found))
        return [*events, *telling.tell_end(position, totals, self.target)]

    def _decided(self, totals: list[int]) -> bool:
        """The target is reached, and one leads alone."""
        best = max(totals)
        return best >= self.target and totals.count(best) == 1

    # ---- facts and reasons

    def tell_own(self, position: DoubleKnotPosition) -> dict[str, Plain]:
        """The game's own facts."""
        return {
            "bids": dict(zip(self.table.names, position.bids, strict=True)),
            "suit_led": position.suit_led or None,
            "trumps": list(position.trumps),
        }

    def taken(self, position: DoubleKnotPosition, seat: int) -> str:
        """The bid, and the tricks taken towards it."""
        bid = position.bids[seat]
        parts = [f"bid {bid}"] if bid is not None else []
        won = super().taken(position, seat)
        return ", ".join([*parts, won] if won else parts)

    def notices(self, position: DoubleKnotPosition) -> list[tuple[str, str]]:
        """The bids together while they are made; the suit led and the trumps in the play."""
        bids = [bid for bid in position.bids if bid is not None]
        told = [("Bids", f"{sum(bids)} for {judges.tricks_told(position.size)}")] if bids else []
        if position.phase != "play":
            return told
        led, trumps = position.suit_led, position.trumps
        none = "none in this trick" if led else "none yet"
        return [
            *told,
            ("Suit led", f"{{{led}}}" if led else "none yet"),
            ("Trumps", judges.suits_told(trumps) if trumps else none),
        ]

    def standing(self, position: DoubleKnotPosition, laid: Sequence[Laid]) -> Standing:
        """The highest trump of the lowest trump suit, else the highest card of the suit led."""
        best = winning(laid)
        return Standing({} if best is None else {"": best.seat}, telling.tell_chain(position, laid))

    def working(self, position: DoubleKnotPosition) -> list[Line]:
        """Each player's points, rule by rule, and the partners' points added."""
        if position.hand_score is None:
            return []
        return score.lines(score.results(position, self.zero_or_all), self.zero_or_all, self.teams)
