"""The sentences of Snakebit. Each one is built on demand."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import Event, signed
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import Ground
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.games.snakebit import rules
from rules_engine.games.snakebit.cards import LEADS, SUITS_IN_ORDER
from rules_engine.games.snakebit.position import SnakebitPosition as Position
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.phrasebook import (
    NONE_YET,
    ContextSentence,
    NumberQuestion,
    Phrasebook,
    RuleFinding,
    SideTotal,
    SuitQuestion,
    WithCards,
)
from rules_engine.narration.quantities import POINTS, tricks_won
from rules_engine.text.message import NOTHING, Text, all_of, any_of, joined, say, suit_mark

words = Phrasebook[Position]()
words.objective(say("Each trick is a point; each cursed card in it costs one."))
words.turns(rules.leader, rules.next_dealer)
@words.match
def match(game: Game[Position], position: Position, number: int) -> list[tuple[Text, Text | int]]:
    """Return labelled facts about the match: the number of the hand, and the end of the game."""
    if rules.six_hands in game.rules:
        return [(say("Hand"), say("{n} of {all}", n=number, all=rules.HANDS_IN_A_ROUND))]
    return [(say("Hand"), number), (say("Ends at"), signed(rules.LOSING_TOTAL))]


words.line(rules.score_tricks, say("For tricks"), say("1 each"))
words.line(rules.score_cursed, say("For cursed cards"), say("−1 each"))


# ---- the deal

@words.deal
def deal(position: Position) -> list[Event]:
    """Return the events of the deal, if no trick is taken yet, then the turn-ups and the leader."""
    dealt = [] if any(position.tricks) else [Event(rules.deal.id, "dealt")]
    return [*dealt, Event(rules.turn_up.id, "dealt"), Event(rules.leader.id, "lead", position.leader)]


@words.happened(rules.deal)
def _(position: Position, event: Event) -> Text:
    size = len(position.hands[0]) + bool(position.trick)
    return say("{seat} {seat:deals|deal} {n} {n:card|cards} to each of the {players} players.",
               seat=position.name(position.dealer), n=size, players=position.table.size)


@words.happened(rules.turn_up)
def _(position: Position, event: Event) -> Text:
    cursed, trump = suit_mark(position.cursed), suit_mark(position.trump)
    if cursed == trump:
        return say("The Crown and the Ace turned up are both of {suit}: {suit} are trumps, and cursed as well.", suit=trump)
    return say("The Crown turned up makes {trump} trumps; the Ace makes {cursed} cursed.", trump=trump, cursed=cursed)


# ---- legal moves

@words.permits(rules.bearing)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    card, trump, used = move.played, position.trump, move.suit or position.suit_led
    if used == trump or used not in card.suits or trump not in card.suits:
        return None
    return say("{card} is a trump too: its other suit is {suit}.", card=with_article(card), suit=suit_mark(trump)), [card]


@words.permits(rules.name_suit)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    if position.trick:
        return None
    if not position.shut:
        return say("A card may be led as either of its suits."), [move.played]
    return say("Only trumps and the cursed suit have to be broken first."), [move.played]


@words.refuses(rules.name_suit)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    card = with_article(move.played)
    leads = any_of(say("as {suit}", suit=suit_mark(lead.suit)) for lead in LEADS[move.played])
    if position.trick:
        return say("Only the leader names a suit: {card} is played without one.", card=card)
    if not move.suit:
        return say("A lead needs a suit: {card} can be led {leads}.", card=card, leads=leads)
    return say("{card} {card:isn't|aren't} of {suit}: it can be led {leads}.", card=card, suit=suit_mark(move.suit),
               leads=leads)


@words.permits(rules.unbroken, Ground.COMPLIES, Ground.BARS_NOTHING)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    if move.suit not in (position.trump, position.cursed) or move.suit not in position.broken:
        return None
    return say("{suit} are {role}, but already broken, so they may be led.", suit=suit_mark(move.suit),
               role=_role(position, move.suit)), ()


@words.permits(rules.unbroken, Ground.CANNOT_COMPLY)
def _(position: Position, seat: int, move: Move) -> WithCards:
    return (say("Every suit in {seat's} hand is trumps or cursed and not yet broken, so any of them may be led.",
                seat=position.name(seat)), position.hands[seat])


@words.refuses(rules.unbroken)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    """Explain that the suit may not be led, and whether the card may be led as its other suit."""
    card = move.played
    unbroken = say("{suit} are {role} and not yet broken: they can't be led until someone has played one to another lead.",
                   suit=suit_mark(move.suit), role=_role(position, move.suit))
    other = suit_mark(next(suit for suit in card.suits if suit != move.suit))
    if card in binds:
        return joined([unbroken, say("{card} may be led as {suit}.", suit=other, card=with_article(card))])
    return joined(
        [unbroken, say("{suit}, the other suit of {card}, aren't broken yet either.", suit=other, card=with_article(card))]
    )


def _role(position: Position, suit: str) -> Text:
    if position.trump == position.cursed:
        return say("both trumps and cursed")
    return say("trumps") if suit == position.trump else say("cursed")


@words.permits(rules.follow_suit, Ground.COMPLIES)
def _(position: Position, seat: int, move: Move) -> WithCards:
    card, led = move.played, suit_mark(position.suit_led)
    return say("{card} {card:follows|follow} {suit}, the suit led.", card=with_article(card), suit=led), [card]


@words.permits(rules.follow_suit, Ground.CANNOT_COMPLY)
def _(position: Position, seat: int, move: Move) -> WithCards:
    return (say("{seat} {seat:has|have} no {suit} and may play any card.", seat=position.name(seat),
                suit=suit_mark(position.suit_led)), position.hands[seat])


@words.refuses(rules.follow_suit)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    told = say("{suit} were led, and {seat} {seat:holds|hold} {cards}.", suit=suit_mark(position.suit_led),
               seat=position.name(seat), cards=all_of(binds))
    return joined([told, say("A trump is no exception.")]) if move.played in rules.bearing(position.trump) else told


# ---- events

@words.happened(rules.breaks)
def _(position: Position, event: Event) -> Text:
    """Report only the trump and cursed suits: no other suit has to be broken."""
    if event.word not in (position.trump, position.cursed):
        return NOTHING
    return say("{seat's} {card} breaks {suit}: they may be led from now on.", seat=position.name(event.seat),
               card=event.cards[0], suit=suit_mark(event.word))


@words.happened(rules.winning)
def _(position: Position, event: Event) -> Text:
    assert position.last_trick is not None
    laid, card = position.last_trick.laid, event.cards[0]
    told = say("{seat} {seat:takes|take} the trick with {card}, {how}.", seat=position.name(event.seat), card=with_article(card),
               how=_how(position, laid, card))
    cursed = [one.card for one in laid if one.card in rules.bearing(position.cursed)]
    if not cursed:
        return told
    taker = position.name(next(iter(position.last_trick.winners.values())))
    return joined([told, say("It contains {n} cursed {n:card|cards}, {cards}: {points} for {seat}.", n=len(cursed),
                             cards=all_of(cursed), points=-len(cursed), seat=taker)])


def _how(position: Position, laid: Sequence[PlayedCard], card: Card) -> Text:
    """Describe how a card took the trick."""
    trumps = [one.card for one in laid if one.card in rules.bearing(position.trump)]
    if card in trumps:
        return say("the only trump") if len(trumps) == 1 else say("the highest trump")
    return say("the highest of {suit}; no trump was played", suit=suit_mark(laid[0].move.suit))


@words.happened(rules.end, "game")
def _(position: Position, event: Event) -> Text:
    least = min(position.totals)
    lost = position.name(position.totals.index(least))
    return _ended(position, say("{seat} {seat:is|are} down to {n}, so the game is over", seat=lost, n=least))


@words.happened(rules.end, "hand")
def _(position: Position, event: Event) -> Text:
    return say("Nobody is down to {n}, so another hand is played.", n=signed(rules.LOSING_TOTAL))


@words.happened(rules.six_hands, "game")
def _(position: Position, event: Event) -> Text:
    return _ended(position, say("The sixth hand was the last"))


@words.happened(rules.six_hands, "hand")
def _(position: Position, event: Event) -> Text:
    return say("Six hands are played, and this was hand {n}.", n=position.number)


def _ended(position: Position, why: Text) -> Text:
    return say("{why}: {seat} {seat:wins|win} with {n}.", why=why, seat=position.name(position.won_by), n=max(position.totals))


words.stays(rules.breaks)


# ---- trick explanations

@words.laid(rules.winning)
def laid_last(position: Position, laid: Sequence[PlayedCard]) -> RuleFinding:
    """Return the finding about the last of the given cards."""
    last = laid[-1]
    if len(laid) == 1:
        return RuleFinding(rules.name_suit.id, True, _led(position, last), (last.card,))
    return RuleFinding(rules.winning.id, True, _followed(position, laid), (last.card,))


def _led(position: Position, lead: PlayedCard) -> Text:
    seat, card, suit, trump = position.name(lead.seat), with_article(lead.card), suit_mark(lead.move.suit), position.trump
    if lead.card not in rules.bearing(trump):
        return say("{seat} {seat:leads|lead} {card} as {suit}.", seat=seat, card=card, suit=suit)
    if lead.move.suit == trump:
        return say("{seat} {seat:leads|lead} {card} as {suit}, the trump suit.", seat=seat, card=card, suit=suit)
    return say("{seat} {seat:leads|lead} {card} as {suit}; it is a trump, for its other suit is {trump}.", seat=seat, card=card,
               suit=suit, trump=suit_mark(trump))


def _followed(position: Position, laid: Sequence[PlayedCard]) -> Text:
    *before, last = laid
    led, card, best = laid[0].move.suit, last.card, rules.winning(position, before).card
    trumps, bearers = rules.bearing(position.trump), rules.bearing(led)
    which, beaten = say("{seat's} {card}", seat=position.name(last.seat), card=card), with_article(best)
    if rules.winning(position, laid) is last:
        if (card in trumps) == (best in trumps):
            return say("{which} is higher than {beaten}.", which=which, beaten=beaten)
        return say("{which} is a trump and beats {beaten}.", which=which, beaten=beaten)
    if card in trumps or (card in bearers and best not in trumps):
        return say("{which} {which:is|are} lower than {beaten}.", which=which, beaten=beaten)
    if card in bearers:
        return say("{which} {which:isn't a trump|aren't trumps} and can't beat {beaten}, which is one.", which=which,
                   beaten=beaten)
    return say("{which} {which:is|are} neither {suit} nor {which:a trump, so it|trumps, so they} can't win.", which=which,
               suit=suit_mark(led))


# ---- questions

@words.asks("suit-led")
def led_suit(position: Position, laid: Sequence[PlayedCard]) -> SuitQuestion:
    """Return the question about the suit that the leader named."""
    lead = laid[0]
    return SuitQuestion(say("Which suit has to be followed?"), lead.move.suit, RuleFinding(rules.name_suit.id, True, say(
        "{seat} {seat:leads|lead} {card} as {suit}.", seat=position.name(lead.seat), card=with_article(lead.card),
        suit=suit_mark(lead.move.suit)), (lead.card,)), lead.card.suits)


@words.asks("suits")
def broken_suits(position: Position, laid: Sequence[PlayedCard]) -> SuitQuestion | None:
    """Return the question about the suits that the trick breaks; None if only the lead is on the table."""
    cards = [one.card for one in laid[1:]]
    if not cards:
        return None
    suits = [suit for suit in SUITS_IN_ORDER if any(suit in card.suits for card in cards)]
    return SuitQuestion(say("Choose every suit that these cards break."), suits, RuleFinding(
        rules.breaks.id, True, say("All suits of {cards} are broken. The card that is led breaks nothing.", cards=all_of(cards)),
        tuple(cards)))


@words.asks("card-worth")
def worth(position: Position, card: Card) -> NumberQuestion:
    """Return the question about the value of a card: −1 if it is cursed, otherwise 0."""
    cursed, suit = card in rules.bearing(position.cursed), suit_mark(position.cursed)
    why = (say("{card} {card:is|are} cursed, for one of its suits is {suit}.", card=with_article(card), suit=suit) if cursed else
           say("Neither of its suits is {suit}: {card} {card:isn't|aren't} cursed.", card=with_article(card), suit=suit))
    return NumberQuestion(say("What is {card} itself worth to whoever takes it?", card=with_article(card)),
                       -int(cursed), RuleFinding(rules.score_cursed.id, True, why, (card,)), (-1, 0, 1))


# ---- the table

@words.open
def on_table(position: Position) -> list[tuple[Text, Text]]:
    """Return the turn-ups, the suit led and the suits that can't be led yet."""
    led, unbroken = position.suit_led, all_of(map(suit_mark, position.shut))
    return [(say("Trumps"), suit_mark(position.trump)), (say("Cursed"), suit_mark(position.cursed)),
            (say("Suit led"), suit_mark(led) if led else NONE_YET),
            *([(say("Not yet broken"), unbroken)] if unbroken else [])]


@words.standing(POINTS)
def standing(position: Position) -> list[SideTotal]:
    """Return each seat's tricks minus the cursed cards in them."""
    points = zip(position.tricks, position.cursed_taken, strict=True)
    return [SideTotal((seat,), tricks - cursed) for seat, (tricks, cursed) in enumerate(points)]


@words.plate
def plate(position: Position, seat: int) -> list[Text]:
    """Return the number of cursed cards taken, if there are any."""
    return [say("{n} cursed", n=position.cursed_taken[seat])] if position.cursed_taken[seat] else []


words.counts_suits_by(rules.bearing)
words.rests_on(rules.bearing, "{card} {card:follows|follow} {suit}, the suit led.")
words.rests_on(rules.turn_up, "Trumps", "Cursed", "A trump is no exception.")
words.rests_on(rules.score_cursed, "It contains {n} cursed {n:card|cards}, {cards}: {points} for {seat}.")
words.rests_on(rules.follow_suit, "Suit led")
words.rests_on(rules.unbroken, "Not yet broken")
words.keeps_quiet("legal-moves", "Not yet broken")
words.keeps_quiet("trick-winner", "Not yet broken")     # the winner doesn't depend on the broken suits
words.keeps_quiet("next-leader", "Not yet broken")
words.keeps_quiet("hand-score", "Suit led", "Not yet broken")
words.keeps_quiet("suit-led", "Suit led")
words.keeps_quiet("suits", "Not yet broken")


@words.setting()
def turned_up(position: Position) -> list[ContextSentence]:
    """Return the trump and cursed suits."""
    trump, cursed = suit_mark(position.trump), suit_mark(position.cursed)
    told = say("{trump} are trumps, and {cursed} are cursed.", trump=trump, cursed=cursed)
    if trump == cursed:
        told = say("{suit} are trumps, and cursed as well.", suit=trump)
    return [ContextSentence(rules.turn_up.id, told)]


@words.setting("legal-moves")
def before_lead(position: Position) -> list[ContextSentence]:
    """Return the trump and cursed suits for a leader, and those that are broken; nothing for a follower."""
    if position.trick:
        return []
    suits = dict.fromkeys((position.trump, position.cursed))
    broken = [suit_mark(suit) for suit in suits if suit in position.broken]
    none_yet = say("They are not broken yet.") if len(suits) == 1 else say("Neither is broken yet.")
    return [*turned_up(position),
            ContextSentence(rules.unbroken.id, say("{suits} are broken.", suits=all_of(broken)) if broken else none_yet)]


@words.taken
def taken(position: Position, seat: int) -> Text:
    """Describe the tricks that a seat has taken and the cursed cards in them."""
    return joined([tricks_won(position.tricks[seat]), *plate(position, seat)], ", ")


@words.shown_apart
def is_trump(position: Position, card: Card) -> bool:
    """Return whether a card bears the trump suit."""
    return card in rules.bearing(position.trump)
