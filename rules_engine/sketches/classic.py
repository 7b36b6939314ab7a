"""The common base for classic games: the pack, and the usual rules for following, winning, leading and dealing, with
phrases."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, TypeVar

from rules_engine.core.game.game import deal_evenly
from rules_engine.core.game.trick_game import TrickGame
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.events import Event, EventSink
from rules_engine.core.model.moves import Move
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.rules import AnyRule, Ground, Rule, RuleBook
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.field_types import SUIT
from rules_engine.core.positions.position import Position, field
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.phrasebook import Phrasebook, RuleFinding, WithCards
from rules_engine.text.message import NOTHING, Sentence, Text, all_of, as_texts, say, suit_mark

P = TypeVar("P", bound=Position)
SUITS = tuple(FRENCH.suits)
FIFTY_TWO = tuple(card for card in FRENCH if card.suits)
"""The French pack without its Joker."""


def short_pack(ranks: str) -> tuple[Card, ...]:
    """Return the French cards with these space-separated ranks, in pack order."""
    return tuple(card for card in FIFTY_TWO if card.rank in ranks.split())


class ClassicPosition(Position):
    """A position with a trump suit, which may be ``""``."""

    trump: str = field(SUIT, settable=True)

    derived: ClassVar = {"last_trick_winner": Position.derived["last_trick_winner"]}

    @property
    def takers_left(self) -> int:
        """The seat to the dealer's left."""
        return self.table.left_of[self.dealer]

    @property
    def taker(self) -> int | None:
        """The winner of the hand's last trick, or None."""
        return None if self.last_trick is None else self.last_trick.winners[""]


def printed_suit(position: Position, card: Card) -> str:
    """Return the suit printed on a card."""
    return card.suits


def printed_rank(position: Position, card: Card) -> int:
    """Return the rank of a card in its suit, with the ace high."""
    return card.value


def always(position: Any) -> bool:
    """Return True, whether or not the player can follow suit."""
    return True


def named_trump(position: Any) -> str:
    """Return the position's trump suit."""
    trump: str = position.trump
    return trump


class ClassicGame(TrickGame[P]):
    """A game for four with the French pack or some of its ``cards``; ``partners`` sit opposite each other."""

    pack = FRENCH
    player_counts: ClassVar[tuple[int, ...]] = (4,)
    cards: ClassVar[Sequence[Card]] = FIFTY_TWO
    partners: ClassVar[bool] = False

    def dealt_cards(self) -> Sequence[Card]:
        """Return the cards in the pack."""
        return self.cards

    def score_sides(self) -> list[tuple[int, ...]]:
        """Return the sides that score: opposite seats if the game has partners."""
        return [(0, 2), (1, 3)] if self.partners else super().score_sides()

    def deal_out(self, position: P, seed: int) -> None:
        """Deal all cards evenly."""
        deal_evenly(position, self.shuffled(self.deck, seed, position.number))


class Classic(NamedTuple):
    """The rules that most classic games share.

    ``suit``    the suit to which a card belongs
    ``rank``    the rank of a card in its suit
    ``trump``   the trump suit
    ``called``  the players' name for a suit
    """

    suit: Callable[[Any, Card], str]
    rank: Callable[[Any, Card], int]
    trump: Callable[[Any], str]
    called: Callable[[str], Text]
    leader: Rule[[Any], int]
    follow: Rule[[Any, list[Move]], list[Move]]
    winning: Rule[[Any, Sequence[PlayedCard]], PlayedCard]
    next_dealer: Rule[[Any], int]

    def course(self) -> dict[str, Any]:
        """Return these rules as keyword arguments for a ``HandFlow``."""
        return {"leader": self.leader, "trick_winner": self.winning, "next_dealer": self.next_dealer}


def classic_rules(book: RuleBook, suit: Callable[[Any, Card], str] = printed_suit,
                  rank: Callable[[Any, Card], int] = printed_rank, trump: Callable[[Any], str] = named_trump,
                  called: Callable[[str], Text] = suit_mark, strict: Callable[[Any], bool] = always) -> Classic:
    """Register the usual rules: the dealer's left leads, then the winner of the last trick; players follow suit if they can
    and the position is ``strict``; the highest trump wins."""
    @book.rule("first-lead", "Who leads")
    def leader(position: ClassicPosition) -> int:
        return position.takers_left if position.taker is None else position.taker

    @book.forbids("follow-suit", "Follow suit if you can", turn="follow")
    def follow(position: ClassicPosition, moves: list[Move]) -> list[Move]:
        if not strict(position):
            return moves
        led = suit(position, position.trick[0].card)
        following = [move for move in moves if move.card is not None and suit(position, move.card) == led]
        return [move for move in moves if move.card is None or move in following] if following else moves

    @book.rule("win-trick", "Who takes the trick")
    def winning(position: ClassicPosition, laid: Sequence[PlayedCard]) -> PlayedCard:
        led, trumps = suit(position, laid[0].card), trump(position)

        def beats(one: PlayedCard) -> tuple[bool, bool, int]:
            has = suit(position, one.card)
            return has == trumps, has == led, rank(position, one.card)
        return max(laid, key=beats)

    @book.rule("next-dealer", "The deal moves on")
    def next_dealer(position: ClassicPosition) -> int:
        return position.table.left_of[position.dealer]

    return Classic(suit, rank, trump, called, leader, follow, winning, next_dealer)


def classic_words(rules: Classic) -> Phrasebook[Any]:
    """Return the phrases for the usual rules."""
    words = Phrasebook[Any]()
    words.turns(rules.leader, rules.next_dealer)
    told(words, rules.leader, "{seat} {seat:leads|lead}.")

    @words.permits(rules.follow, Ground.COMPLIES)
    def _(position: ClassicPosition, seat: int, move: Move) -> WithCards | None:
        if move.card is None:
            return None
        led = rules.called(rules.suit(position, position.trick[0].card))
        return say("{card} {card:follows|follow} {suit}, the suit led.", card=with_article(move.card), suit=led), [move.card]

    @words.permits(rules.follow, Ground.CANNOT_COMPLY)
    def _(position: ClassicPosition, seat: int, move: Move) -> WithCards | None:
        led = rules.called(rules.suit(position, position.trick[0].card))
        return say("{seat} {seat:has|have} no {suit} and can't follow suit.", seat=position.name(seat), suit=led), ()

    @words.refuses(rules.follow)
    def _(position: ClassicPosition, seat: int, move: Move, binds: Sequence[Card]) -> Text:
        led = rules.suit(position, position.trick[0].card)
        return say("{suit} were led, and {seat} {seat:holds|hold} {cards}.", suit=rules.called(led), seat=position.name(seat),
                   cards=all_of(binds))

    @words.happened(rules.winning)
    def _(position: ClassicPosition, event: Event) -> Text:
        card = event.cards[0]
        trump = rules.suit(position, card) == rules.trump(position)
        return say("{seat} {seat:takes|take} the trick with {card}, {how}.", seat=position.name(event.seat),
                   card=with_article(card), how=say("the highest trump") if trump else say("the highest card of the suit led"))

    @words.laid(rules.winning)
    def _(position: ClassicPosition, laid: Sequence[PlayedCard]) -> RuleFinding:
        return RuleFinding(rules.winning.id, True, _did(rules, position, laid), (laid[-1].card,))

    @words.open
    def _(position: ClassicPosition) -> list[tuple[Text, Text]]:
        return [(say("Trump"), suit_mark(position.trump))] if position.trump else []

    words.shown_apart(lambda position, card: rules.suit(position, card) == rules.trump(position) != "")
    return words


def refused(words: Phrasebook[Any], rule: AnyRule, template: str) -> None:
    """Register a refusal with a template that may use ``{seat}``, ``{cards}`` (those that bind), ``{card}`` and ``{suit}``."""
    @words.refuses(rule)
    def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
        return Sentence(
            template,
            as_texts(seat=position.name(seat), cards=all_of(binds), card=with_article(move.card or FACE_DOWN),
                     suit=suit_mark(move.suit) if move.suit else NOTHING),
        )


def told(
    words: Phrasebook[Any], rule: AnyRule, otherwise: str = "", passed: str = "", hidden: bool = False, **by_word: str
) -> None:
    """Register a rule's templates by the first word of its events (``passed`` for ``pass``), with a default for all others.

    Templates may use ``{seat}``, ``{cards}``, ``{card}``, ``{suit}`` (the event's, or trumps) and ``{n}``. A ``hidden``
    card is named only to its owner.
    """
    by_word |= {"pass": passed}

    @words.happened(rule)
    def _(position: Position, event: Event) -> Text:
        letter = event.word if event.word in SUITS else getattr(position, "trump", "")
        shown = event.cards and (not hidden or position.table.reader == event.seat)
        return Sentence(by_word.get(event.word.partition(" ")[0]) or otherwise, as_texts(
            seat=NOTHING if event.seat is None else position.name(event.seat),
            cards=all_of(event.cards) if event.cards else NOTHING,
            card=with_article(event.cards[0] if shown else FACE_DOWN), suit=suit_mark(letter) if letter else NOTHING,
            n=event.numbers[0] if event.numbers else 0))


def card_points(worth: Mapping[str, int]) -> Callable[[Any, int, Sequence[PlayedCard], EventSink], None]:
    """Return a handler that adds the points for a trick's cards, by rank, to the winner's entry in ``position.points``."""
    def took(position: Any, seat: int, laid: Sequence[PlayedCard], note: EventSink) -> None:
        position.points[seat] += sum(worth.get(one.card.rank, 0) for one in laid)
    return took


def ends(words: Phrasebook[Any], rule: AnyRule, total: Callable[[Sequence[int]], int] = max) -> None:
    """Register the sentence about the winner of the game; ``total`` returns the winning total."""
    @words.happened(rule)
    def _(position: Position, event: Event) -> Text:
        return say("{seat} {seat:wins|win} with {n}.", seat=position.name(position.won_by), n=total(position.totals))


def _did(rules: Classic, position: ClassicPosition, laid: Sequence[PlayedCard]) -> Text:
    """Return a sentence about the last of these cards: it leads, beats another, or doesn't."""
    *before, last = laid
    if not before:
        return say("{seat} {seat:leads|lead} {card}.", seat=position.name(last.seat), card=with_article(last.card))
    which, best = (say("{seat's} {card}", seat=position.name(last.seat), card=last.card),
                   with_article(rules.winning(position, before).card))
    if rules.winning(position, laid) is last:
        return say("{which} beats {beaten}.", which=which, beaten=best)
    return say("{which} can't beat {beaten}.", which=which, beaten=best)
