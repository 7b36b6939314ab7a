"""Snakebit, a Decktet game for three or four by Isaac Bickerstaff.

Source: wiki.decktet.com/game:snakebit; called Poison Nonesuch in The Decktet Book. Points are whole numbers.

Modelling decisions, where the source is silent or unclear:

* The dealer's left *leads* the first trick (the source says "deals").
* What may not be led is the *naming* of an unbroken trump or cursed suit. A card with the trump suit may be led
  under its other suit, and is a trump all the same.
* A leader whom that leaves nothing may lead any card under any of its suits.
* The piles of Aces and Crowns are shuffled for every six hands, so the turn-ups of a hand follow from the seed
  and the hand's number alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import ClassVar

from rules_engine.core.cards import Card, listed, marks
from rules_engine.core.facts import NUMBER, SUIT, SUITS, By, Fact, Plain
from rules_engine.core.game import Game, Line, Standing, signed
from rules_engine.core.moves import Move, by_index, play
from rules_engine.core.packs import DECKTET
from rules_engine.core.position import Event, Laid, Position
from rules_engine.core.rules import Finding, Rule, permits, refuses
from rules_engine.core.setup import SetupReader

NUMBER_CARDS = tuple(card for card in DECKTET if card.rank.isdigit())
SUITS_IN_ORDER = "".join(DECKTET.suits)
LOSING_TOTAL = -13
HANDS_IN_A_ROUND = 6

BREAKS = {card: frozenset(card.suits) for card in NUMBER_CARDS}
"""The suits that a card breaks when it isn't led."""
PLAYS = {card: play(card) for card in NUMBER_CARDS}
LEADS = {card: tuple(play(card, suit) for suit in card.suits) for card in NUMBER_CARDS}
FOLLOWING = {suit: by_index([PLAYS[card] for card in NUMBER_CARDS if suit in card.suits], DECKTET) for suit in SUITS_IN_ORDER}
"""Suit led to the plays that follow it."""
OPEN_LEADS = {closed: {card: tuple(lead for lead in leads if lead.suit not in closed) for card, leads in LEADS.items()}
              for closed in ("", *SUITS_IN_ORDER, *map("".join, permutations(SUITS_IN_ORDER, 2)))}
"""Letters of the suits that may not be named to the leads that may be."""
STRENGTHS = {trump: {led: {card: card.value + (200 if trump in card.suits else 100 if led in card.suits else 0)
                           for card in NUMBER_CARDS} for led in SUITS_IN_ORDER} for trump in SUITS_IN_ORDER}
"""Trump and suit led to how strong each card is: the strongest takes the trick."""


class SnakebitPosition(Position):
    """A position of Snakebit.

    ``cursed``, ``trump``  suit letters
    ``broken``             letters of the suits broken in this hand
    ``cursed_taken``       cards of the cursed suit taken in this hand, by seat
    """

    __slots__ = ("broken", "cursed", "cursed_taken", "trump")
    _lists = ("trick", "tricks", "cursed_taken")

    def __init__(self, game: Snakebit) -> None:
        super().__init__(game)
        self.cursed = ""
        self.trump = ""
        self.broken: frozenset[str] = frozenset()
        self.cursed_taken = [0] * game.table.size

    @property
    def suit_led(self) -> str:
        """The letter of the suit named by the lead on the table, or ``""``."""
        return self.trick[0].move.suit if self.trick else ""

    @property
    def closed(self) -> str:
        """The letters of the suits that may not be named now: trump and cursed, as far as unbroken."""
        trump = "" if self.trump in self.broken else self.trump
        return trump if self.cursed in self.broken or self.cursed == trump else trump + self.cursed


def two_suits(position: SnakebitPosition, seat: int, move: Move) -> Finding | None:
    """A card is of both its suits: it can follow, or be led, as one and be a trump by the other."""
    card, trump = move.played, position.trump
    used = move.suit or position.suit_led
    if used == trump or used not in card.suits or trump not in card.suits:
        return None
    return permits("two-suits", f"The {{{card.text}}} counts as {{{used}}} here and, bearing {{{trump}}}, "
                                "is a trump as well.", [card])


def name_suit(position: SnakebitPosition, seat: int, move: Move) -> Finding | None:
    """The leader names one of the card's two suits; nobody else names one."""
    card = move.played
    choice = listed([f"“{lead.text}”" for lead in LEADS[card]], "or")
    if position.trick:
        if not move.suit:
            return None
        return refuses("name-suit", f"Only the leader names a suit: play the {{{card.text}}} without one.", [card])
    if not move.suit:
        return refuses("name-suit", f"A lead names the suit led: say {choice}.", [card])
    if move.suit not in card.suits:
        return refuses("name-suit", f"The {{{card.text}}} doesn't bear {{{move.suit}}}: say {choice}.", [card])
    return permits("name-suit", f"The {{{card.text}}} is led as {{{move.suit}}}, one of its two suits.", [card])


def unbroken(position: SnakebitPosition, seat: int, move: Move) -> Finding | None:
    """A leader may not name the trump or cursed suit until it is broken, unless nothing else can be named."""
    suit = move.suit
    if position.trick or suit not in (position.trump, position.cursed):
        return None
    role = _role(position, suit)
    if suit in position.broken:
        return permits("unbroken", f"{{{suit}}}, {role}, are broken in this hand, so they may be named.")
    open_leads = [card for card in position.hands[seat] if set(card.suits) - set(position.closed)]
    if not open_leads:
        return permits("unbroken", f"Every suit that {_name(position, seat)} could name is still unbroken, "
                                   "so any card may be led as either of its suits.", position.hands[seat])
    return refuses("unbroken", f"{{{suit}}} are {role} and still unbroken, so they can't be named; {_name(position, seat)} "
                               f"has other leads: {marks(open_leads)}.", open_leads)


def follow_suit(position: SnakebitPosition, seat: int, move: Move) -> Finding | None:
    """A follower who holds a card bearing the suit led plays one."""
    if not position.trick:
        return None
    led, card, who = position.suit_led, move.played, _name(position, seat)
    bearing = [held for held in position.hands[seat] if led in held.suits]
    if not bearing:
        return permits("follow-suit", f"{who} holds no {{{led}}}, so any card may be played.", position.hands[seat])
    if led in card.suits:
        return permits("follow-suit", f"The {{{card.text}}} bears {{{led}}}, the suit led.", [card])
    return refuses("follow-suit", f"{{{led}}} were led and {who} still holds {marks(bearing)}.", bearing)


def _role(position: SnakebitPosition, suit: str) -> str:
    if position.trump == position.cursed:
        return "trump and cursed"
    return "trump" if suit == position.trump else "cursed"


def _name(position: Position, seat: int) -> str:
    return position.game.table.names[seat]


class Snakebit(Game[SnakebitPosition]):
    """The game; see the module's docstring for its source and the choices made."""

    id = "snakebit"
    name = "Snakebit"
    pack = DECKTET
    variants: ClassVar = {"standard": "to −13", "poison-nonesuch": "Poison Nonesuch: six hands"}
    player_counts = (3, 4)
    phases = ("play", "over")
    forms: ClassVar = {"play": ("CARD", "CARD as SUIT")}
    number_fact = "hand_number"
    position_type = SnakebitPosition
    all_rules = (
        Rule("deal", "The deal"),
        Rule("turn-up", "The cursed suit and the trump suit"),
        Rule("two-suits", "Every card has two suits", two_suits, can_refuse=False),
        Rule("name-suit", "The leader names the suit", name_suit),
        Rule("first-lead", "Who leads"),
        Rule("unbroken", "Trump and cursed suit stay shut until broken", unbroken),
        Rule("break", "How a suit is broken"),
        Rule("follow-suit", "Follow suit if you can", follow_suit),
        Rule("win-trick", "Who takes the trick"),
        Rule("score-tricks", "A point a trick"),
        Rule("score-cursed", "Minus a point a cursed card"),
        Rule("next-dealer", "The deal moves on"),
        Rule("game-end", "The end at −13", variants=frozenset({"standard"})),
        Rule("six-hands", "The end after six hands", variants=frozenset({"poison-nonesuch"})),
    )
    own_facts = (
        Fact("cursed", SUIT, settable=True), Fact("trump", SUIT, settable=True), Fact("broken", SUITS, settable=True),
        Fact("suit_led", SUIT), Fact("cursed_taken", By(NUMBER), settable=True),
        Fact("hand_number", NUMBER, settable=True),
    )

    # ---- dealing

    def dealt_cards(self) -> Sequence[Card]:
        """The 24 number cards; Aces and Crowns only turn up."""
        return NUMBER_CARDS

    def shuffle(self, position: SnakebitPosition, seed: int) -> None:
        """Deal all number cards, and turn up an Ace and a Crown from the piles of this round of six hands."""
        deck = self.shuffled(NUMBER_CARDS, seed, position.number)
        size = len(deck) // self.table.size
        position.hands = [deck[seat * size:(seat + 1) * size] for seat in self.table.seats]
        since, place = divmod(position.number - 1, HANDS_IN_A_ROUND)
        key = self.random_key(seed, f"piles {since}")
        position.cursed = sorted(SUITS_IN_ORDER, key=key)[place]
        position.trump = sorted(SUITS_IN_ORDER, key=key)[place]

    def open(self, position: SnakebitPosition) -> None:
        """The dealer's left leads."""
        position.leader = position.to_act = self.table.left_of[position.dealer]

    def announce(self, position: SnakebitPosition) -> list[Event]:
        """The deal, the turn-ups and the first leader."""
        size = len(position.hands[0]) + bool(position.trick)
        curse, trump = position.cursed, position.trump
        both = f"The Ace and the Crown are both of {{{curse}}}: cursed, and trump as well."
        return [
            Event("dealt", "deal", f"{self.table.names[position.dealer]} deals: {size} card{'s' * (size != 1)} to each of "
                                   f"{self.table.size} players."),
            Event("dealt", "turn-up", both if curse == trump else
                  f"The Ace turned up curses {{{curse}}}; the Crown makes {{{trump}}} trump."),
            Event("lead", "first-lead", f"{_name(position, position.leader or 0)}, left of the dealer, leads first.",
                  position.leader),
        ]

    # ---- setups

    def read_own(self, reader: SetupReader, position: SnakebitPosition) -> None:
        """Read turn-ups, broken suits and the cursed cards taken."""
        for fact in ("cursed", "trump"):
            if not getattr(position, fact) and not reader.given(fact):
                reader.fault(fact, f"a setup that gives the hands names the {fact} suit")
            setattr(position, fact, reader.suit(fact, getattr(position, fact)))
        position.broken = frozenset(reader.suits("broken"))
        position.cursed_taken = reader.by_seat("cursed_taken", most=8)
        if self.variant == "poison-nonesuch" and position.number > HANDS_IN_A_ROUND:
            reader.fault("hand_number", f"Poison Nonesuch has {HANDS_IN_A_ROUND} hands")

    def begin(self, reader: SetupReader, position: SnakebitPosition) -> None:
        """Play starts at once: with the trick on the table, or with a lead."""
        self.begin_play(reader, position)
        self._check_lead(reader, position)
        for laid in position.trick[1:]:
            position.broken |= set(laid.card.suits)
        held = max(map(len, position.hands))
        if not held:
            reader.fault("hands", "no seat holds a card: there is nothing to play")
        size = len(NUMBER_CARDS) // self.table.size
        if sum(position.tricks) + held > size:
            reader.fault("tricks", f"{sum(position.tricks)} tricks taken and {held} cards in hand are more than "
                                   f"the {size} cards that each player is dealt")

    def _check_lead(self, reader: SetupReader, position: SnakebitPosition) -> None:
        for place, laid in enumerate(position.trick):
            bare = not laid.move.suit
            if bare == (place == 0):
                reader.fault("trick", place, f"{laid.move.text!r}: " + (
                    "a lead names its suit, like 5ML as L" if bare else "only the lead names a suit"))
            elif not bare and laid.move.suit not in laid.card.suits:
                reader.fault("trick", place, f"the {laid.card.text} doesn't bear {laid.move.suit}")

    # ---- play

    def candidates(self, position: SnakebitPosition) -> list[Move]:
        """Each card, under each of its suits for a lead."""
        hand = position.hands[position.to_act or 0]
        if position.trick:
            return [PLAYS[card] for card in hand]
        return [lead for card in hand for lead in LEADS[card]]

    def legal(self, position: SnakebitPosition) -> list[Move]:
        """The rules' answer without asking them: the same moves in the same order, many times faster."""
        seat, trick = position.to_act, position.trick
        if seat is None:
            return []
        found: list[Move] = []
        if trick:
            following = FOLLOWING[trick[0].move.suit]
            for card in position.hands[seat]:
                made = following[card.index]
                if made is not None:
                    found.append(made)
            return found or [card.play for card in position.hands[seat]]
        leads = OPEN_LEADS[position.closed]
        for card in position.hands[seat]:
            found += leads[card]
        return found or self.candidates(position)

    def advance(self, position: SnakebitPosition, move: Move, log: list[Event] | None = None) -> None:
        """Play or lead a card; the last card of a trick settles it, the last of the hand scores it."""
        seat, card, trick = position.to_act, move.played, position.trick
        assert seat is not None
        position.hands[seat].remove(card)
        if trick and not position.broken >= BREAKS[card]:
            if log is not None:
                log += self._tell_broken(position, seat, card)
            position.broken |= BREAKS[card]
        trick.append(move.laid[seat])
        position.to_act = seat = self.table.left_of[seat]
        if seat == position.leader:
            self._take_trick(position, log)
            if not position.hands[seat]:
                self._score(position, log)

    def _tell_broken(self, position: SnakebitPosition, seat: int, card: Card) -> list[Event]:
        return [Event("broken", "break", f"{{{suit}}} are broken: {_name(position, seat)}, not leading, played the "
                                         f"{{{card.text}}}.", seat, (card,))
                for suit in card.suits if suit not in position.broken]

    def _take_trick(self, position: SnakebitPosition, log: list[Event] | None) -> None:
        trick, curse = position.trick, position.cursed
        best = winning(trick, position.trump)
        seat = best.seat
        if log is not None:
            log.append(self._tell_trick(position, best))
        position.tricks[seat] += 1
        for laid in trick:
            if curse in laid.card.suits:
                position.cursed_taken[seat] += 1
        self.finish_trick(position, {"": seat})
        position.leader = position.to_act = seat
        if log is not None and position.hands[seat]:
            log.append(Event("lead", "first-lead", f"{_name(position, seat)} took the trick and leads.", seat))

    def _tell_trick(self, position: SnakebitPosition, best: Laid) -> Event:
        card, led = best.card, position.suit_led
        cursed = [laid.card for laid in position.trick if position.cursed in laid.card.suits]
        how = (f"the highest card with {{{position.trump}}}, trump" if position.trump in card.suits
               else f"the highest card with {{{led}}}, for no trump fell")
        told = f"{_name(position, best.seat)} takes the trick with the {{{card.text}}}, {how}."
        if cursed:
            told += f" It brings {marks(cursed)}, cursed with {{{position.cursed}}}."
        return Event("trick", "win-trick", told, best.seat, (card,))

    def _score(self, position: SnakebitPosition, log: list[Event] | None) -> None:
        points = [tricks - cursed for tricks, cursed in zip(position.tricks, position.cursed_taken, strict=True)]
        self.finish_hand(position, points)
        totals = self.totals(position)
        if self._ends(position, totals):
            position.game_over = True
            best = max(totals)
            position.winners = [name for name, total in zip(self.score_names, totals, strict=True) if total == best]
        if log is not None:
            log.extend(self._tell_score(position, totals))

    def _ends(self, position: SnakebitPosition, totals: list[int]) -> bool:
        if self.variant == "poison-nonesuch":
            return position.number >= HANDS_IN_A_ROUND
        return min(totals) <= LOSING_TOTAL

    def _tell_score(self, position: SnakebitPosition, totals: list[int]) -> list[Event]:
        names = self.table.names
        events = [Event("hand", line.rule, f"{line.label}: " + listed([
            f"{name} {signed(points)}" for name, points in zip(names, line.points, strict=True)]) + ".")
            for line in self.working(position)]
        dealer = self.next_dealer(position)
        if dealer is not None:
            return [*events, Event("hand", "next-dealer", f"{names[dealer]}, left of {names[position.dealer]}, deals next.")]
        why = ("The sixth hand is over" if self.variant == "poison-nonesuch"
               else f"{names[totals.index(min(totals))]} stands at {signed(min(totals))}")
        rule = "six-hands" if self.variant == "poison-nonesuch" else "game-end"
        return [*events, Event("game", rule, f"{why}, so the game ends; {listed(position.winners)} "
                                             f"{'win' if len(position.winners) > 1 else 'wins'} "
                                             f"with {signed(max(totals))}.")]

    # ---- facts and reasons

    def tell_own(self, position: SnakebitPosition) -> dict[str, Plain]:
        """The game's own facts."""
        return {
            "cursed": position.cursed, "trump": position.trump,
            "broken": [suit for suit in SUITS_IN_ORDER if suit in position.broken],
            "suit_led": position.suit_led or None,
            "cursed_taken": dict(zip(self.table.names, position.cursed_taken, strict=True)),
            "hand_number": position.number,
        }

    def is_trump(self, position: SnakebitPosition, card: Card) -> bool:
        """A card bearing the trump suit."""
        return position.trump in card.suits

    def taken(self, position: SnakebitPosition, seat: int) -> str:
        """Tricks, and the cursed cards in them."""
        cursed = position.cursed_taken[seat]
        return super().taken(position, seat) + (f", {cursed} cursed" if cursed else "")

    def notices(self, position: SnakebitPosition) -> list[tuple[str, str]]:
        """Turn-ups, suit led and what is broken."""
        still = position.closed
        shut = f"{listed(f'{{{suit}}}' for suit in still)} may not be named yet" if still else "every suit may be named"
        return [("Trump", f"{{{position.trump}}}"), ("Cursed", f"{{{position.cursed}}}"),
                ("Suit led", f"{{{position.suit_led}}}" if position.suit_led else "none yet"), ("Leads", shut)]

    def standing(self, position: SnakebitPosition, laid: Sequence[Laid]) -> Standing:
        """The highest trump, else the highest card with the suit led."""
        if not laid:
            return Standing({}, [])
        chain = [permits("win-trick", self._tell_lead(position, laid[0]), [laid[0].card])]
        chain += [self._tell_card(position, laid[:place + 1]) for place in range(1, len(laid))]
        return Standing({"": winning(laid, position.trump).seat}, chain)

    def _tell_lead(self, position: SnakebitPosition, lead: Laid) -> str:
        card, suit = lead.card, lead.move.suit
        told = f"{_name(position, lead.seat)} leads the {{{card.text}}} as {{{suit}}}"
        if position.trump in card.suits:
            return f"{told}; it bears {{{position.trump}}}, so it is a trump."
        return f"{told}."

    def _tell_card(self, position: SnakebitPosition, laid: Sequence[Laid]) -> Finding:
        *before, last = laid
        best, led, trump = winning(before, position.trump), laid[0].move.suit, position.trump
        card, beaten = last.card, best.card
        who = f"{_name(position, last.seat)}'s {{{card.text}}}"
        if winning(laid, trump) is last:
            how = "is higher and takes over from" if (trump in card.suits) == (trump in beaten.suits) else "is a trump and beats"
            told = f"{who} {how} the {{{beaten.text}}}."
        elif trump in card.suits or (led in card.suits and trump not in beaten.suits):
            told = f"{who} is lower than the {{{beaten.text}}}."
        elif led in card.suits:
            told = f"{who} is no trump and can't beat the {{{beaten.text}}}."
        else:
            told = f"{who} bears neither {{{led}}} nor trump, so it can't win."
        return permits("win-trick", told, [card])

    def working(self, position: SnakebitPosition) -> list[Line]:
        """Tricks taken, less cursed cards taken."""
        return [Line("score-tricks", "Tricks taken", tuple(position.tricks)),
                Line("score-cursed", "Cursed cards taken", tuple(-taken for taken in position.cursed_taken))]


def winning(laid: Sequence[Laid], trump: str) -> Laid:
    """The contribution that takes a trick as it lies. No two number cards of one rank share a suit: never a tie."""
    strength = STRENGTHS[trump][laid[0].move.suit]
    best, most = laid[0], 0
    for one in laid:
        worth = strength[one.card]
        if worth > most:
            best, most = one, worth
    return best
