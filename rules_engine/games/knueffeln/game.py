"""The game itself: what Knüffeln declares, and its answers to the questions of the core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import ClassVar

from rules_engine.core.cards import FACE_DOWN, Card, listed, marks
from rules_engine.core.errors import TextError
from rules_engine.core.facts import CARDS, FLAG, NUMBER, SEAT, SUITS, TEXT, By, Fact, Plain
from rules_engine.core.game import Game, Line, Standing
from rules_engine.core.moves import Move, make_move, play
from rules_engine.core.packs import FRENCH
from rules_engine.core.position import Event, Laid
from rules_engine.core.setup import SetupReader
from rules_engine.games.knueffeln import exchange, setup
from rules_engine.games.knueffeln import play as playing
from rules_engine.games.knueffeln.cards import OLEN, winning
from rules_engine.games.knueffeln.chain import tell_laid
from rules_engine.games.knueffeln.judges import ALL_RULES
from rules_engine.games.knueffeln.pay import score_lines
from rules_engine.games.knueffeln.position import HAND_SIZE, PLAYERS, KnueffelnPosition
from rules_engine.games.knueffeln.terms import RUNGS, TERMS, Terms

PLAYS = {card: play(card) for card in FRENCH}
TURNS = {card: make_move("turn", card) for card in FRENCH}
PASS, CLAIM, SEE, RUN = (make_move(verb) for verb in ("pass", "claim", "see", "run"))
SOLO, SIT_OUT = make_move("solo"), make_move("sit out")
LADDER_FACTS = frozenset({"rungs", "double"})
PACKETS = tuple(itemgetter(*(12 * packet + 3 * place + card for packet in range(3) for card in range(3)))
                for place in range(PLAYERS))
"""By place from forehand on, the cards that three packets of three bring out of the pack."""


class Knueffeln(Game[KnueffelnPosition]):
    """The game; see the package's docstring for its source and the choices made."""

    id = "knueffeln"
    name = "Knüffeln"
    pack = FRENCH
    variants: ClassVar = {"bohmstedt": "Bohmstedt", "hattstedt": "Hattstedt", "bernhard-1924": "Bernhard, 1924",
                          "gruenberg-1938": "Grünberg, 1938"}
    player_counts = (4, 5)
    phases = ("solo", "take-ole", "take-turnup", "play", "answer", "jann", "over")
    forms: ClassVar = {
        "solo": ("solo", "sit out"), "take-ole": ("take CARD for CARD", "pass"),
        "take-turnup": ("take CARD for CARD", "pass"), "play": ("CARD", "turn CARD"), "answer": ("see", "run"),
        "jann": ("claim", "CARD", "turn CARD"),
    }
    setup_keys = ("declined",)
    position_type = KnueffelnPosition
    all_rules = ALL_RULES
    own_facts = (
        Fact("chosen", SUITS, settable=True), Fact("turnups", CARDS, settable=True),
        Fact("stock", CARDS, settable=True), Fact("turns", By(NUMBER), settable=True),
        Fact("marching", TEXT, settable=True), Fact("turned", FLAG), Fact("value", NUMBER),
        Fact("soloist", SEAT, settable=True), Fact("rungs", By(NUMBER), settable=True), Fact("double", FLAG),
    )

    def __init__(self, variant: str | None = None, players: int | None = None, seats: Sequence[str] | None = None,
                 options: Mapping[str, str] | None = None) -> None:
        super().__init__(variant, players, seats, options)
        if not self.terms.ladder:
            self.facts = tuple(fact for fact in self.facts if fact.name not in LADDER_FACTS)
            self.fact_kinds = {fact.name: fact.kind for fact in self.facts}

    @cached_property
    def terms(self) -> Terms:
        """The terms of the variant."""
        return TERMS[self.variant]

    def players_allowed(self) -> tuple[int, ...]:
        """Five only in Bohmstedt."""
        return (4, 5) if self.variant == "bohmstedt" else (4,)

    def dealt_cards(self) -> Sequence[Card]:
        """48 cards: no Joker, and no Fives or no Tens."""
        return [card for card in FRENCH if card.suits and card.rank != self.terms.missing]

    def score_sides(self) -> list[tuple[int, ...]]:
        """Each seat has its own purse; a ladder is a side's."""
        return [(0, 2), (1, 3)] if self.terms.ladder else [(seat,) for seat in self.table.seats]

    def sides(self, position: KnueffelnPosition) -> list[tuple[int, ...]]:
        """Partners opposite, or the soloist and all others; none while the dealer of five decides."""
        return position.sides

    # ---- dealing

    def shuffle(self, position: KnueffelnPosition, seed: int) -> None:
        """Three packets of three each from forehand on, then the turn-ups; the rest is the stock."""
        deck = self.shuffled(self.deck, seed, position.number)
        for seat, packets in zip(self.table.clockwise_from(position.forehand), PACKETS, strict=False):
            position.hands[seat] = list(packets(deck))
        left = deck[HAND_SIZE * PLAYERS:]
        suit = left[0].suits
        turned = 2 if left[1].suits != suit else 3 if left[2].suits != suit else 4
        position.turnups, position.stock = left[:turned], left[turned:]
        position.chosen = setup.suits_of(position.turnups)
        position.void = len(position.chosen) == 1

    def open(self, position: KnueffelnPosition) -> None:
        """A void deal is over at once; else the exchanges, or the choice of the dealer of five."""
        if position.void:
            setup.finish_void(position)
        else:
            exchange.open_deal(position, None)

    def announce(self, position: KnueffelnPosition) -> list[Event]:
        """The deal, the chosen suits, and what comes first."""
        events = [self._tell_deal(position)] if self._fresh(position) else []
        events.append(self._tell_turnups(position))
        if position.phase == "take-ole":
            events.append(exchange.tell_ole(position))
        if position.phase == "play" and not position.trick and self._fresh(position):
            events.append(exchange.tell_first_lead(position))
        return events

    def _fresh(self, position: KnueffelnPosition) -> bool:
        held = max(map(len, position.hands))
        return held >= HAND_SIZE and not position.trick and not any(position.tricks)

    def _tell_deal(self, position: KnueffelnPosition) -> Event:
        return Event("dealt", "deal", f"{position.seat_name(position.dealer)} deals nine cards to each of four players, "
                                      "three at a time; twelve are left over as the stock.")

    def _tell_turnups(self, position: KnueffelnPosition) -> Event:
        up, suits = position.turnups, listed([f"{{{suit}}}" for suit in position.chosen])
        if position.void:
            return Event("dealt", "turn-up", f"{marks(up)} are all of one suit: the deal is void, and "
                                             f"{position.seat_name(position.dealer)} deals again.", None, tuple(up))
        how = f"{marks(up)} lie face up: the" if up else "The"
        return Event("dealt", "turn-up", f"{how} chosen suits are {suits}.", None, tuple(up))

    # ---- setups

    def start(self, setup: Mapping[str, Plain], before: KnueffelnPosition | None = None,
              filled: Mapping[int, list[Card]] | None = None, uneven: bool = False) -> KnueffelnPosition:
        """The position that ``setup`` describes. Cards of the stock fill no hand, though a soloist will play them."""
        stock = self._read_stock(setup)
        filled = {seat: [card for card in cards if card not in stock] for seat, cards in (filled or {}).items()}
        return super().start(setup, before, filled, uneven)

    def _read_stock(self, setup: Mapping[str, Plain]) -> set[Card]:
        try:
            return set(self.pack.read_cards(setup.get("stock") or []))
        except TextError:
            return set()

    def _read_match(self, reader: SetupReader, position: KnueffelnPosition, before: KnueffelnPosition | None) -> None:
        super()._read_match(reader, position, before)
        if self.terms.ladder:
            setup.read_rungs(reader, position, before is not None)

    def read_laid(self, text: object) -> Laid:
        """An entry of ``trick``; ``South turn 9D`` and ``South 9D`` lay the same card, and compare equal."""
        laid = super().read_laid(text)
        if laid.move.verb not in ("play", "turn"):
            raise TextError(text, "a seat and the card it played or turned")
        return Laid(laid.seat, PLAYS[laid.card])

    def read_own(self, reader: SetupReader, position: KnueffelnPosition) -> None:
        """Read the game's own facts."""
        setup.read_own(reader, position)

    def begin(self, reader: SetupReader, position: KnueffelnPosition) -> None:
        """Put the position at its phase."""
        setup.begin(reader, position)

    def write_setup(self, position: KnueffelnPosition) -> dict[str, Plain]:
        """The settable facts, and what was passed up while there are exchanges."""
        written = super().write_setup(position)
        if position.phase in ("take-ole", "take-turnup") and position.declined:
            written["declined"] = [card.text for card in self.pack if card in position.declined]
        return written

    # ---- play

    def candidates(self, position: KnueffelnPosition) -> list[Move]:
        """What could be tried: any card, face down too where a lead may be; every trade with what is there."""
        if position.to_act is None:
            return []
        hand = position.hands[position.to_act]
        if position.phase in ("play", "jann"):
            return self._cards_to_try(position, hand)
        if position.phase in ("take-ole", "take-turnup"):
            return [*self._trades_to_try(position, hand), PASS]
        return [SOLO, SIT_OUT] if position.phase == "solo" else [SEE, RUN]

    def _cards_to_try(self, position: KnueffelnPosition, hand: list[Card]) -> list[Move]:
        moves = [CLAIM] if position.phase == "jann" else []
        if position.phase == "jann" and not position.can_lead:
            return moves
        moves += [PLAYS[card] for card in hand]
        if not position.trick and self.terms.turn_after != ():
            moves += [TURNS[card] for card in hand]
        return moves

    def _trades_to_try(self, position: KnueffelnPosition, hand: list[Card]) -> list[Move]:
        if position.phase == "take-ole":
            return [make_move("take", position.ole_on_offer, other=card) for card in hand if card.rank in ("Q", "K")]
        trades = [card for card in hand if card.rank == self.terms.trade_rank and card.suits in position.chosen]
        return [make_move("take", up, other=card) for card in trades for up in position.turnups]

    def legal(self, position: KnueffelnPosition) -> list[Move]:
        """The rules' answer without asking them: only turning and trading are ever refused."""
        seat, phase = position.to_act, position.phase
        if seat is None:
            return []
        if phase == "play" or (phase == "jann" and position.can_lead):
            moves = [CLAIM] if phase == "jann" else []
            for card in position.hands[seat]:
                moves.append(card.play)     # noqa: PERF401
            if not position.trick and position.may_turn:
                moves += [TURNS[card] for card in position.hands[seat]]
            return moves
        moves = self.candidates(position)
        if phase == "take-ole":
            price = position.price_of(position.ole_on_offer, seat)
            return [move for move in moves if move is PASS or move.other is price]
        if phase == "take-turnup":
            ten = position.to_trade(seat)
            return [move for move in moves if move is PASS or (move.other is ten and ten and move.played.suits == ten.suits)]
        return moves

    def advance(self, position: KnueffelnPosition, move: Move, log: list[Event] | None = None) -> None:
        """Make a move of any phase."""
        if move.verb == "play" or move.verb == "turn":
            playing.lay(position, move, log)
        elif move.verb in ("solo", "sit out"):
            exchange.choose(position, move, log)
        elif move.verb == "take":
            exchange.take(position, move, log)
        else:
            step = {"pass": exchange.decline, "see": playing.see, "run": playing.run, "claim": playing.claim}[move.verb]
            step(position, log)

    # ---- facts and reasons

    def tell_own(self, position: KnueffelnPosition) -> dict[str, Plain]:
        """The game's own facts."""
        names = [position.side_name(place) for place in range(len(position.sides))]
        facts: dict[str, Plain] = {
            "chosen": list(position.chosen), "turnups": [card.text for card in position.turnups],
            "stock": [card.text for card in position.stock],
            "turns": dict(zip(names, position.turns, strict=False)),
            "marching": None if position.marching is None else names[position.marching],
            "turned": position.phase == "answer", "value": position.value,
            "soloist": None if position.soloist is None else self.table.names[position.soloist],
        }
        if self.terms.ladder:
            left = [RUNGS - taken for taken in self.totals(position)]
            facts |= {"rungs": dict(zip(self.score_names, left, strict=True)), "double": position.double}
        return facts

    def hide(self, seen: KnueffelnPosition, seat: int) -> None:
        """The stock is hidden but for what was shown, or looked at by the dealer; a turned card but to its leader."""
        visible = seen.shown | (exchange.looked_at(seen) if seat == seen.dealer else frozenset())
        seen.stock = [card if card in visible else FACE_DOWN for card in seen.stock]
        if seen.phase == "answer" and seat != seen.leader:
            seen.trick = [Laid(laid.seat, make_move("turn", FACE_DOWN)) for laid in seen.trick]

    def is_trump(self, position: KnueffelnPosition, card: Card) -> bool:
        """The Olen and the cards of the chosen suits: a hand shows them apart from the rest."""
        return card in OLEN or card.suits in position.chosen

    def notices(self, position: KnueffelnPosition) -> list[tuple[str, str]]:
        """The chosen suits and the cards turned for them, what this seat sees of the stock, and what the deal is worth."""
        told = [("Chosen", listed([f"{{{suit}}}" for suit in position.chosen]))]
        if position.turnups:
            told.append(("Turned up", marks(position.turnups)))
        seen = [card for card in position.stock if card is not FACE_DOWN]
        if seen and not position.hand_over:
            told.append(("Stock", marks(seen)))
        if position.soloist is not None:
            told.append(("Alone", self.table.names[position.soloist]))
        unit = self.terms.unit if position.value > 1 else self.terms.unit.removesuffix("s")
        return [*told, ("Worth", f"{position.value} {unit}")]

    def standing(self, position: KnueffelnPosition, laid: Sequence[Laid]) -> Standing:
        """Each card is held against the one that leads the trick so far."""
        if not laid:
            return Standing({}, [])
        chain = [tell_laid(position, laid[:place + 1]) for place in range(len(laid))]
        return Standing({"": winning(laid, position.order).seat}, chain)

    def working(self, position: KnueffelnPosition) -> list[Line]:
        """The deal's price, and the accepted turns."""
        return score_lines(position)

    def next_dealer(self, position: KnueffelnPosition) -> int | None:
        """The deal passes to the left; a void deal is dealt again by the same dealer."""
        return position.dealer if position.void else super().next_dealer(position)
