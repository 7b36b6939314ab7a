"""A cooperative game of tasks in the manner of The Crew. Each task is a card that its owner must win. Between tricks, each
player may show one card once, and declare it the highest, lowest or only card of its colour in the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules_engine.core.game.game import deal_evenly
from rules_engine.core.game.trick_game import HandFlow, Stage, TrickGame
from rules_engine.core.model.cards import Card, Pack, Suit
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.moves import Move, make_move
from rules_engine.core.model.rules import RuleBook, part_of
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.field_types import FLAG, SEATS, BySeat, Cards, Number
from rules_engine.core.positions.position import field
from rules_engine.sketches.classic import ClassicPosition, classic_rules, classic_words, refused, told
from rules_engine.text.message import say

COLOURS = (Suit("P", "Pink", "P"), Suit("B", "Blue", "B"), Suit("G", "Green", "G"), Suit("Y", "Yellow", "Y"))
ROCKETS = Suit("R", "Rockets", "R")
PACK = Pack("crew", (*COLOURS, ROCKETS), [
    *(Card("crew", f"{suit.letter}{value}", str(value), suit.letter, value, f"{suit.name} {value}")
      for suit in COLOURS for value in range(1, 10)),
    *(Card("crew", f"R{value}", str(value), "R", value, f"rocket {value}") for value in range(1, 5))])
CAPTAINS = PACK.card("R4")
MISSIONS, NAMED = 10, Cards(pile=True, elsewhere=True)
book = RuleBook()


class CrewPosition(ClassicPosition):
    """A position in a mission. ``open_tasks`` can still be chosen, ``tasks`` are those that each seat chose, ``done`` counts
    those met. ``lost`` means that a task's card was won by another player. ``asking`` are the seats that may still speak
    before this trick."""

    number: int = field(Number(least=1, most=MISSIONS, blank=1), settable=True, key="mission")
    captain: int = field(Number(least=0, most=4), settable=True)
    open_tasks: list[Card] = field(NAMED, settable=True)
    tasks: list[list[Card]] = field(BySeat(NAMED), settable=True)
    shown: list[list[Card]] = field(BySeat(NAMED), settable=True)
    done: int = field(Number(least=0), settable=True)
    lost: bool = field(FLAG, settable=True, matters_for=())
    asking: frozenset[int] = field(SEATS, settable=True)


@book.offers("choose-task", "Each in turn chooses a task", during=("task",))
def choose(position: CrewPosition, hand: list[Card]) -> list[Move]:
    """The players choose tasks in turn, beginning with the captain."""
    return [make_move("take task", card) for card in position.open_tasks]


def chooser(position: CrewPosition) -> int | None:
    """Return the seat to choose, clockwise from the captain."""
    taken = sum(map(len, position.tasks))
    return (position.captain + taken) % position.table.size if position.open_tasks else None


def chosen(position: CrewPosition, seat: int, move: Move, note: EventSink) -> None:
    """A chosen task belongs to the player."""
    position.open_tasks = [card for card in position.open_tasks if card is not move.card]
    position.tasks[seat] = [*position.tasks[seat], move.played]
    note(choose, "called", seat, (move.played,))


@book.offers("speak", "Between tricks, a card may be shown, once by each", during=("speak",))
def speak(position: CrewPosition, hand: list[Card]) -> list[Move]:
    """A player may show the highest, lowest or only card of a colour, but no rocket, or say nothing."""
    moves = [make_move("say nothing")]
    for colour in "PBGY":
        cards = sorted((card for card in hand if card.suits == colour), key=lambda card: card.value)
        words = {"only": cards[:1]} if len(cards) == 1 else {"lowest": cards[:1], "highest": cards[-1:]}
        moves += [make_move(f"show {word}", card) for word, shown in words.items() for card in shown]
    return moves


def speaker(position: CrewPosition) -> int | None:
    """Return the next seat that may speak before this trick."""
    order = position.table.clockwise_from(leads(position))
    return next((seat for seat in order if seat in position.asking and not position.shown[seat]), None)


def spoke(position: CrewPosition, seat: int, move: Move, note: EventSink) -> None:
    """A shown card remains known."""
    position.asking -= {seat}
    if move.card is not None:
        position.shown[seat] = [move.card]
    note(speak, "called", seat, () if move.card is None else (move.card,), move.verb.removeprefix("show "))


CLASSIC = classic_rules(book, trump=lambda position: "R")


@part_of(CLASSIC.leader)
def leads(position: CrewPosition) -> int:
    """Return the captain, who holds the highest rocket, then the winner of the last trick."""
    return position.captain if position.leader is None else position.leader


@book.rule("task-done", "A task is done when its owner takes the card")
def took(position: CrewPosition, seat: int, laid: Sequence[PlayedCard], note: EventSink) -> None:
    """If another player wins a task's card, all players lose."""
    for card in (one.card for one in laid):
        owner = next((owner for owner, cards in enumerate(position.tasks) if card in cards), None)
        if owner is not None:
            position.done += owner == seat
            position.lost = position.lost or owner != seat
            note(took, "trick", owner, (card,), "done" if owner == seat else "lost")
    position.asking = frozenset(position.table.seats)
    position.phase, position.leader = "speak", seat


def over(position: CrewPosition) -> bool:
    """A mission ends when all tasks are done, one is lost, or no complete trick can be played."""
    if position.open_tasks or not any(position.tasks):
        return False
    return position.lost or position.done == sum(map(len, position.tasks)) or not all(position.hands)


@book.rule("score", "A point for a mission in which all tasks are done")
def score(position: CrewPosition) -> Line:
    """All players win together."""
    return score.line([int(not position.lost and position.done == sum(map(len, position.tasks)))])


@book.rule("end", "The end after ten missions")
def end(position: CrewPosition) -> list[int]:
    """The match ends after the last mission, with the number of missions won."""
    return [0] if position.number >= MISSIONS else []


SPEAK = Stage(phase="speak", next_to_act=speaker, apply=spoke, extra_cards=None)


class Crew(TrickGame[CrewPosition]):
    """The task game, in which each mission has one more task."""

    id, name, pack = "crew", "Tasks", PACK
    variants: ClassVar = {"standard": "ten missions"}
    player_counts = (4, 3, 5)
    phases = ("task", "speak", "play", "over")
    forms: ClassVar = {"task": ("take task CARD",), "play": ("CARD",),
                       "speak": ("say nothing", "show highest CARD", "show lowest CARD", "show only CARD")}
    book = book
    positions = CrewPosition
    mechanisms = ("tasks",)
    course = HandFlow(leader=leads, trick_winner=CLASSIC.winning, next_dealer=CLASSIC.next_dealer, on_trick_taken=took, over=over,
                      scores=[score], match_end=[end],
                      before=[Stage(phase="task", next_to_act=chooser, apply=chosen, extra_cards=None), SPEAK],
                      mid_hand_stages=[SPEAK])

    def score_sides(self) -> list[tuple[int, ...]]:
        """Return a single side with all seats."""
        return [tuple(self.table.seats)]

    def deal_out(self, position: CrewPosition, seed: int) -> None:
        """Deal the cards evenly without the remainder, and lay out the mission's tasks."""
        deck = self.shuffled(self.deck, seed, position.number)
        size = len(deck) // self.table.size * self.table.size
        rest = [card for card in deck[size:] if card is CAPTAINS]
        deal_evenly(position, [*rest, *(card for card in deck if card not in rest)][:size])
        position.captain = next(seat for seat, hand in enumerate(position.hands) if CAPTAINS in hand)
        held = [card for hand in position.hands for card in hand if card.suits != "R"]
        position.open_tasks = self.shuffled(held, seed, "tasks")[:min(position.number, 10)]
        position.asking = frozenset(self.table.seats)


words = classic_words(CLASSIC)
words.line(score, say("Mission done"))
told(words, choose, "{seat} {seat:has|have} to take {card}.")
told(words, speak, "{seat} {seat:shows|show} {card}, the highest of its colour.", say="{seat} {seat:says|say} nothing.",
     lowest="{seat} {seat:shows|show} {card}, the lowest of its colour.", only="{seat} {seat:shows|show} {card}, the only one.")
refused(words, choose, "{card} is none of the tasks that lie open.")
refused(words, speak, "{card} isn't that of its colour in this hand, and rockets aren't shown.")
told(words, took, "{seat} {seat:has|have} taken {card}, as it had to be.",
     lost="{seat} should have taken {card}: the mission is lost.")
told(words, end, "All missions are over: {n} {n:was|were} done.")
