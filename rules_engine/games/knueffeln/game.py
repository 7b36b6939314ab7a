"""The game itself: what Knüffeln declares, and how a deal runs."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import ClassVar

from rules_engine.core.cards import FACE_DOWN, Card
from rules_engine.core.game import Game
from rules_engine.core.happened import Line, Note, unnoted
from rules_engine.core.moves import Move, make_move
from rules_engine.core.packs import FRENCH
from rules_engine.core.rules import AnyRule
from rules_engine.core.structure import Given
from rules_engine.core.tricks import Laid
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.cards import CLAIM, FACE_DOWN_LEAD, HAND_SIZE, PASS, RUN, SEE, SUITED, TURNS, given_for
from rules_engine.games.knueffeln.position import KnueffelnPosition, LadderPosition, Result
from rules_engine.games.knueffeln.setup import settle
from rules_engine.games.knueffeln.terms import TERMS, Terms


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
    book = rules.book
    length = "3 minutes a hand"
    mechanisms = ("partners", "exchange", "no duty to follow", "stakes", "talk")
    goals = (rules.DEAL, rules.MARCH)

    @cached_property
    def terms(self) -> Terms:
        """The terms of the variant."""
        return TERMS[self.variant]

    @property
    def unit(self) -> str:
        """Cents, Pfennig or rungs."""
        return self.terms.unit

    @property
    def positions(self) -> type[KnueffelnPosition]:
        """Only the ladder has rungs."""
        return LadderPosition if self.terms.ladder else KnueffelnPosition

    def players_allowed(self) -> tuple[int, ...]:
        """Five only in Bohmstedt."""
        return (4, 5) if self.variant == "bohmstedt" else (4,)

    def dealt_cards(self) -> Sequence[Card]:
        """48 cards: no Joker, and no Fives or no Tens."""
        return [card for card in SUITED if card.rank != self.terms.missing]

    def hand_size(self) -> int:
        """Nine cards."""
        return HAND_SIZE

    def score_sides(self) -> list[tuple[int, ...]]:
        """Each seat has its own purse; a ladder is a side's."""
        return [(0, 2), (1, 3)] if self.terms.ladder else [(seat,) for seat in self.table.seats]

    def sides(self, position: KnueffelnPosition) -> list[tuple[int, ...]]:
        """Partners opposite, or the soloist and all others; none while the dealer of five decides."""
        return position.sides

    # ---- how a deal begins

    def _first_blank(self) -> KnueffelnPosition:
        """A position under the variant's terms; four sit opposite their partners."""
        position = super()._first_blank()
        position.terms = self.terms
        if not position.five:
            position.make_sides()
        return position

    def deal_out(self, position: KnueffelnPosition, seed: int) -> None:
        """Deal, and turn up two suits."""
        rules.deal(position, self.shuffled(self.deck, seed, position.number))
        rules.turn_up(position)

    def first_turn(self, position: KnueffelnPosition) -> None:
        """A void deal is over at once; else come the exchanges, or the choice of the dealer of five."""
        if position.void:
            self.finish_hand(position, unnoted)
        elif position.five:
            position.phase, position.to_act = "solo", position.dealer
        else:
            self._seek_ole(position, unnoted)

    def leads_first(self, position: KnueffelnPosition) -> int:
        """Forehand, or the second to a soloist's right."""
        return rules.leader(position)

    def resume(self, position: KnueffelnPosition, given: Given) -> None:
        """Put the position at its phase; a void deal is over, and the exchanges go on where they were."""
        settle(position, given, self.notation)
        if given.problems:
            return
        if position.void:
            self.finish_hand(position, unnoted)
        elif position.phase == "take-ole":
            self._seek_ole(position, unnoted)
        elif position.phase == "take-turnup":
            self._seek_turnup(position, unnoted)

    # ---- what can be tried

    def offered(self, position: KnueffelnPosition, hand: list[Card]) -> list[Move]:
        """Any card, face down too where a lead may be; every trade with what is there; the answers to a turned card."""
        if position.phase == "play" or position.phase == "jann":
            return rules.free_play(position, hand) if position.trick else self._leads_to_try(position, hand)
        return [SEE, RUN] if position.phase == "answer" else [*self._trades_to_try(position, hand), PASS]

    def hangs_on(self, position: KnueffelnPosition) -> Hashable | None:
        """Any card goes to a trick; a lead may be made face down or not."""
        if position.phase != "play":
            return None
        return "follow" if position.trick else ("lead", rules.may_turn(position))

    def _leads_to_try(self, position: KnueffelnPosition, hand: list[Card]) -> list[Move]:
        moves = rules.free_play(position, hand)
        if self.terms.turn_after != ():
            moves += map(TURNS.__getitem__, hand)
        return moves if position.phase == "play" else [CLAIM, *moves] if position.can_lead else [CLAIM]

    def _trades_to_try(self, position: KnueffelnPosition, hand: list[Card]) -> list[Move]:
        if position.phase == "take-ole":
            return [make_move("take", position.ole_on_offer, other=card) for card in hand if card.rank in ("Q", "K")]
        trades = [card for card in hand if card.rank == self.terms.trade_rank and card.suits in position.chosen]
        return [make_move("take", up, other=card) for card in trades for up in position.turnups]

    # ---- what a move does

    def advance(self, position: KnueffelnPosition, move: Move, note: Note = unnoted) -> None:
        """Make a move of any phase."""
        if move.verb == "play" or move.verb == "turn":
            self._lay(position, move, note)
        else:
            self._steps[move.verb](self, position, move, note)

    def _choose(self, position: KnueffelnPosition, move: Move, note: Note) -> None:
        """The dealer of five takes the stock and plays alone, or sits out."""
        dealer = position.dealer
        if move.verb == "solo":
            position.soloist, position.hands[dealer], position.stock = dealer, position.stock, []
        position.make_sides()
        note(rules.solo, "called", dealer)
        self._seek_turnup(position, note)

    def _seek_ole(self, position: KnueffelnPosition, note: Note) -> None:
        """Go to the next Ole that someone may take from the stock, or on to the turn-ups."""
        rules.show(position)
        position.place = rules.next_ole(position)
        if not position.place:
            self._seek_turnup(position, note)
            return
        ole = position.ole_on_offer
        position.phase, position.to_act = "take-ole", rules.entitled(position, ole)
        position.shown |= {ole}
        note(rules.take_ole, "called", position.to_act, (ole,), "offer")

    def _take(self, position: KnueffelnPosition, move: Move, note: Note) -> None:
        """A card of the hand and one of the stock or the turn-ups change places."""
        seat, got, given, olen = position.actor, move.played, given_for(move), position.phase == "take-ole"
        hand, pile = position.hands[seat], position.stock if olen else position.turnups
        hand[hand.index(given)] = got
        pile[pile.index(got)] = given
        note(rules.take_ole if olen else rules.take_turnup, "called", seat, (got, given), "take")
        if olen:
            position.given |= {given}
            position.shown |= {given}
            self._seek_ole(position, note)
        else:
            self._seek_turnup(position, note)

    def _pass(self, position: KnueffelnPosition, move: Move, note: Note) -> None:
        """The seat to act leaves the Ole, or keeps its Ten."""
        olen = position.phase == "take-ole"
        left = position.ole_on_offer if olen else rules.trading(position)
        position.declined.append(left)
        note(rules.take_ole if olen else rules.take_turnup, "called", position.to_act, (), left.text)
        if olen and position.terms.shows_three:
            self._seek_ole(position, note)
        else:
            self._seek_turnup(position, note)

    def _seek_turnup(self, position: KnueffelnPosition, note: Note) -> None:
        """Go to the next player, clockwise from forehand, with a Ten to exchange, or on to the play."""
        rules.no_double_exchange(position)
        trader = rules.next_trader(position)
        if trader is not None:
            position.phase, position.to_act = "take-turnup", trader
            return
        position.declined = []
        position.phase = "play"
        position.leader = position.to_act = rules.leader(position)
        note(rules.leader, "lead", position.leader)

    def _lay(self, position: KnueffelnPosition, move: Move, note: Note) -> None:
        """A card is led, face up or down, or played to the trick. Leading on after a Jann starts the march."""
        seat = position.to_act
        assert seat is not None
        if position.phase == "jann":
            position.phase, position.marching = "play", position.side_of(seat)
            note(rules.march, "called", seat)
        position.hands[seat].remove(move.played)
        laid = move.laid[seat]
        position.trick.append(laid)
        if move.verb == "turn":
            position.phase, position.to_act = "answer", rules.answerer(position)
            note(rules.turn, "played", seat)
            return
        best = self._show(position, laid, note)
        position.to_act = following = position.next_player(seat)
        if following == position.leader:
            self._take_trick(position, best, note)

    def _show(self, position: KnueffelnPosition, laid: Laid, note: Note) -> Laid:
        """A card lies open, and is held against the best of the trick so far; this gives the best one now."""
        best, card = position.best, laid.card
        if best is None:
            note(position.order.role[card], "played", laid.seat, (card,))
        else:
            note(position.order.against[best.card][card], "played", laid.seat, (card, best.card))
            if not rules.beats(position, card, best.card):
                return best
        position.best = laid
        return laid

    def _see(self, position: KnueffelnPosition, move: Move, note: Note) -> None:
        """The turned card is accepted: it lies open, the deal is worth more, and the trick goes on."""
        seat, leader = position.to_act, position.leading
        side = position.side_of(leader)
        position.turns = position.turns | {side: position.turns[side] + 1}
        position.phase, position.to_act = "play", position.next_player(leader)
        note(rules.turn, "called", seat, (), "see")
        self._show(position, position.trick[0], note)

    def _run(self, position: KnueffelnPosition, move: Move, note: Note) -> None:
        """The turned card is run from: its side wins the deal as it stood, but a march is not won and so fails."""
        side = position.side[position.leading]
        note(rules.turn, "called", position.to_act, (), "run")
        if position.marching:
            self._finish(position, 1 - side, "failed", note)
        else:
            self._finish(position, side, "run", note)

    def _claim(self, position: KnueffelnPosition, move: Move, note: Note) -> None:
        """The Jann is taken."""
        self._finish(position, position.side[position.actor], "jann", note)

    _steps: ClassVar = {"solo": _choose, "sit out": _choose, "take": _take, "pass": _pass, "see": _see, "run": _run,
                        "claim": _claim}

    # ---- tricks, and how a deal ends

    def _take_trick(self, position: KnueffelnPosition, best: Laid, note: Note) -> None:
        seat = best.seat
        position.tricks[seat] += 1
        note(rules.beats, "trick", seat, (best.card,))
        self.finish_trick(position, {"": seat})
        position.best = None
        position.leader = position.to_act = seat
        side = position.side[seat]
        if position.marching:
            self._march_on(position, side, note)
        elif position.won(side) < rules.needed(position, side):
            self._lead_on(position, note)
        elif rules.jann(position, side):
            position.phase = "jann"
            note(rules.jann, "called", seat)
        else:
            self._finish(position, side, "game", note)

    def _march_on(self, position: KnueffelnPosition, side: int, note: Note) -> None:
        """The first trick lost ends the march, and so does the last one won."""
        if position.side_names[side] != position.marching:
            self._finish(position, side, "failed", note)
        elif position.won(side) >= rules.march_length(position):
            self._finish(position, side, "march", note)
        else:
            self._lead_on(position, note)

    def _lead_on(self, position: KnueffelnPosition, note: Note) -> None:
        if position.can_lead:
            note(rules.leader, "lead", position.leader)
        else:
            position.to_act = None

    def _finish(self, position: KnueffelnPosition, side: int, how: str, note: Note) -> None:
        """The deal is over, won by ``side``."""
        position.result = Result(side, how)
        position.trick = []
        note(self._won_by(position, how), "hand")
        self.finish_hand(position, note)
        if position.game_over:
            note(rules.ladder, "game")
        else:
            note(rules.deal, "hand", rules.next_dealer(position))

    def _won_by(self, position: KnueffelnPosition, how: str) -> AnyRule:
        if how in ("game", "jann") and position.soloist is not None:
            return rules.solo_win
        won_by: dict[str, AnyRule] = {"game": rules.five_tricks, "jann": rules.jann, "run": rules.turn}
        return won_by.get(how, rules.march)

    def winners(self, position: KnueffelnPosition, laid: Sequence[Laid]) -> dict[str, int]:
        """Each card is held against the one that leads the trick so far."""
        return {"": rules.winning(position, laid).seat}

    def score(self, position: KnueffelnPosition) -> list[Line]:
        """The deal's price and the accepted turns; nothing for a void deal."""
        if position.void:
            return [rules.turn_up.line([0] * len(position.score))]
        return rules.ladder(position) if self.terms.ladder else rules.pay(position)

    def match_winners(self, position: KnueffelnPosition) -> list[int]:
        """The side that has cleared its ladder; money has no end of its own."""
        return rules.cleared(position) if self.terms.ladder else []

    def dealer_after(self, position: KnueffelnPosition) -> int:
        """The deal passes to the left; a void deal is dealt again."""
        return rules.next_dealer(position)

    # ---- what a seat sees, and knows

    def surely_holds(self, position: KnueffelnPosition) -> dict[int, list[Card]]:
        """Who is asked about an exchange holds the card that it takes."""
        if position.to_act is None or position.phase not in ("take-ole", "take-turnup"):
            return {}
        olen = position.phase == "take-ole"
        return {position.to_act: [rules.price_of(position, position.ole_on_offer) if olen else rules.trading(position)]}

    def cannot_hold(self, position: KnueffelnPosition, seat: int | None) -> list[Card]:
        """Once cards are played, a Ten that nobody was asked about is in nobody's hand."""
        asked = position.phase in ("solo", "take-ole", "take-turnup")
        return [] if asked or seat is None or seat == position.soloist else rules.on_trade(position)

    def hide(self, seen: KnueffelnPosition, seat: int) -> None:
        """The stock is hidden but for what was shown, or looked at by the dealer; a turned card but to its leader."""
        super().hide(seen, seat)
        visible = seen.shown | (rules.looked_at(seen) if seat == seen.dealer else frozenset())
        seen.stock = [card if card in visible else FACE_DOWN for card in seen.stock]
        if seen.turned and seat != seen.leader:
            seen.trick = [FACE_DOWN_LEAD.laid[laid.seat] for laid in seen.trick]
