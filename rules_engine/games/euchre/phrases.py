"""The sentences of Euchre. Each one is built on demand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import Event, Line
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import AnyRule, Ground
from rules_engine.games.euchre import rules
from rules_engine.games.euchre.position import EuchrePosition as Position
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.phrasebook import ContextSentence, Phrasebook, Stake, WithCards
from rules_engine.narration.quantities import TRICKS, counted
from rules_engine.narration.trick_phrases import trick_phrases
from rules_engine.text.message import NOTHING, Text, joined, say, suit_mark, template

words = Phrasebook[Position]()
words.objective(say("Take three of the five tricks if your side made trumps, or keep the other side from taking three."))
words.turns(rules.leader, rules.next_dealer)
words.match(lambda game, position, number: [(say("Hand"), number), (say("To"), position.target)])
words.counts_suits_by(rules.suit)
words.stays(rules.order_up, rules.name_suit, rules.benny_up, rules.alone, rules.defend_alone)
words.rests_on(rules.order_up, "Turned up")
words.rests_on(rules.winning, "Trumps")
words.rests_on(rules.turned_down, "Turned down")
words.move("order up", template("{seat} {seat:orders|order} it up"), template("order it up"))
words.move("name SUIT", template("{seat} {seat:names|name} {suit} as trumps"), template("name {suit} as trumps"),
           template("name {suit}"))
words.move("alone", template("{seat} {seat:plays|play} alone"), template("play alone"))
words.move("together", template("{seat} {seat:plays with their|play with your} partner"), template("play with your partner"))


# ---- the deal, and making trumps

@words.deal
def deal(position: Position) -> list[Event]:
    """Return the events of a deal or a setup: the deal or the trumps made, then the first lead."""
    if position.maker is None:
        down = [Event(rules.turned_down.id, "called")] if position.turned_down else []
        return [Event(rules.deal.id, "dealt"), *down]
    lone = [seat for seat in (position.alone, position.defends_alone) if seat is not None]
    return [Event(rules.made_by(position).id, "called", position.maker, (), position.trump),
            *(Event(rules.alone.id, "called", seat, (), "alone") for seat in lone),
            *([Event(rules.leader.id, "lead", position.leader)] if position.phase == "play" else [])]


@words.happened(rules.deal)
def _(position: Position, event: Event) -> Text:
    told = say("{seat} {seat:deals|deal} {n} {n:card|cards} to each player.", seat=position.name(position.dealer),
               n=len(position.hands[position.dealer]))
    up = say("{card} is turned up.", card=with_article(position.turned_up)) if position.turned_up else NOTHING
    return joined([told, up])


def _spoke(position: Position, event: Event) -> Text:
    """Return the sentence about a pass, or about the seat that made trumps."""
    seat, suit = position.name(event.seat), NOTHING if event.word == "pass" else suit_mark(event.word)
    if event.word == "pass":
        return say("{seat} {seat:passes|pass}.", seat=seat)
    if event.rule == rules.order_up.id and event.cards:
        card = with_article(event.cards[0])
        return say("{seat} {seat:orders|order} {card} up: {suit} are trumps.", seat=seat, card=card, suit=suit)
    return say("{seat} {seat:makes|make} {suit} trumps.", seat=seat, suit=suit)


for each in (rules.order_up, rules.name_suit, rules.benny_up):
    words.happened(each)(_spoke)
for each in (rules.alone, rules.defend_alone):
    words.happened(each)(lambda position, event: (
        say("{seat} {seat:plays|play} alone.", seat=position.name(event.seat)) if event.word == "alone" else
        say("{seat} {seat:plays with their|play with your} partner.", seat=position.name(event.seat))))
words.happened(rules.turned_down)(lambda position, event: say(
    "{suit} are turned down: another suit may be named.", suit=suit_mark(position.turned_down)))
words.refuses(rules.turned_down)(lambda position, seat, move, binds: say(
    "{suit} were turned down, so they can't be named.", suit=suit_mark(move.suit)))
words.permits(rules.turned_down, Ground.COMPLIES)(lambda position, seat, move: None if move is rules.PASS else (say(
    "{down} were turned down, but {suit} may be named.", down=suit_mark(position.turned_down), suit=suit_mark(move.suit)), ()))
words.permits(rules.stick, Ground.COMPLIES)(lambda position, seat, move: (say(
    "{seat} {seat:has|have} to name a suit, and may name {suit}.", seat=position.name(seat), suit=suit_mark(move.suit)), ()))
words.refuses(rules.stick)(lambda position, seat, move, binds: say(
    "Everyone else has passed twice, so {seat}, the dealer, {seat:has|have} to name a suit.", seat=position.name(seat)))
words.happened(rules.is_ordered_alone)(lambda position, event: say(
    "As the dealer's partner, {seat} {seat:has|have} to play alone.", seat=position.name(event.seat)))


@words.happened(rules.discard)
def _(position: Position, event: Event) -> Text:
    """Name the discard only to the dealer."""
    seat, takes = position.name(event.seat), event.word == "takes"
    card = with_article(event.cards[0]) if takes or position.table.reader == event.seat else say("a card")
    return (say("{seat} {seat:picks|pick} up {card}.", seat=seat, card=card) if takes else
            say("{seat} {seat:discards|discard} {card}.", seat=seat, card=card))


@words.choice
def choice(position: Position, seat: int, move: Move) -> Text:
    """Return the number of trumps in hand if a suit is made trumps; empty for other moves."""
    trump = move.suit or (position.turned_up.suits if move is rules.ORDER_UP and position.turned_up else "")
    if not trump or position.phase == "benny":
        return NOTHING
    then = position.copy()
    then.trump = trump
    return say("{n} {n:trump|trumps} in hand", n=sum(rules.suit(then, card) == trump for card in position.hands[seat]))


# ---- the play

ROLES = {rules.LEFT: say("left bower"), rules.RIGHT: say("right bower"), rules.BENNY: say("Benny")}


@words.kind
def role(position: Position, card: Card) -> Text:
    """Return the name of a bower or of the Benny; empty for other cards."""
    return ROLES.get(rules.rank(position, card), NOTHING) if position.trump else NOTHING


def ranked_by(position: Position, card: Card) -> AnyRule | None:
    """Return the rule about the order of trumps, or about the Benny; None for other cards."""
    return None if rules.suit(position, card) != position.trump else rules.benny if card is rules.JOKER else rules.rank


def why_trump(position: Position, card: Card) -> Text:
    """Explain that a card is the left bower or another trump with a name; return an empty text for other cards."""
    named = role(position, card)
    return say("{card} is a trump, the {role}.", card=with_article(card), role=named) if named else NOTHING


def _named(rank: int, position: Position, seat: int, move: Move) -> WithCards | None:
    """Return the sentence about a card of this rank that is played, or None."""
    plays = position.phase == "play" and rules.rank(position, move.played) == rank
    return (why_trump(position, move.played), [move.played]) if plays else None


NAMED: Sequence[tuple[AnyRule, int]] = ((rules.rank, rules.RIGHT), (rules.suit, rules.LEFT), (rules.benny, rules.BENNY))
for rule, rank in NAMED:
    words.permits(rule)(partial(_named, rank))
trick_phrases(words, rules.follow_suit, rules.winning, rules.suit, lambda position: position.trump, ranks=ranked_by,
              remark=lambda position, card: why_trump(position, card) if card.suits != position.trump else NOTHING,
              ranked=(rules.rank, rules.benny))


# ---- the score

words.line(rules.throw_in, say("Thrown in: all passed twice"))
words.lines(rules.score_made)(lambda line: say("Made with {tricks}", tricks=counted(line.number, TRICKS)))
words.lines(rules.score_march)(lambda line: say("All five tricks, alone") if line.word else say("All five tricks"))


@words.lines(rules.score_euchre)
def _(line: Line) -> Text:
    return (say("Makers euchred by a lone defender") if line.word else
            say("Makers euchred with {tricks}", tricks=counted(line.number, TRICKS)))


@words.outcome
def outcome(position: Position, seat: int) -> Text:
    """Return the makers' result, without a full stop."""
    if position.maker is None:
        return say("The hand was thrown in")
    side = position.name([position.maker, (position.maker + 2) % 4])
    return say("{side} {made:made it|were euchred} with {tricks}", side=side, made=position.made >= rules.TO_MAKE,
               tricks=counted(position.made, TRICKS))


words.happened(rules.end, "hand")(lambda position, event: say(
    "Neither side has {n} points yet, so another hand is played.", n=position.target))
words.happened(rules.end, "game")(lambda position, event: say(
    "{seats} {seats:wins|win} the game, {more} points to {less}.", seats=position.name(position.won_by),
    more=max(position.totals), less=min(position.totals)))


@words.stakes
def stakes(position: Position, end: Position, side: Sequence[int]) -> list[Stake]:
    """Return the stakes of the side: three tricks or all five for the makers; for the others, stopping them."""
    maker, ours = position.maker, position.maker in side
    if maker is None or ours != (end.made >= rules.TO_MAKE):
        return []
    seat, suit = position.name(maker), suit_mark(position.trump)
    if not ours:
        defenders = position.name([each for each in side if each in position.playing])
        now = say("{seat} made {suit} trumps, and {side} {side:defends|defend}", seat=seat, suit=suit, side=defenders)
        return [Stake(now, say("euchres the makers"), say("{seat} {seat:is|are} euchred", seat=seat))]
    does = say("takes all five tricks") if end.made == rules.HAND else say("makes it")
    helps = position.to_act != maker and position.alone is None
    now = (say("{seat}, {partner's} partner, made {suit} trumps", seat=seat, partner=position.name((maker + 2) % 4), suit=suit)
           if helps else say("{seat} made {suit} trumps", seat=seat, suit=suit))
    return [Stake(now, does, say("{seat} {seat:makes|make} it", seat=seat))]


# ---- the table

@words.open
def on_table(position: Position) -> list[tuple[Text, Text]]:
    """Return the card or suit turned up or down, and trumps."""
    up, down = position.turned_up, position.turned_down
    return [*([(say("Turned up"), say("{card}", card=up))] if up else []),
            *([(say("Turned down"), suit_mark(down))] if down else []),
            (say("Trumps"), suit_mark(position.trump) if position.trump else say("not made yet"))]


@words.setting()
def setting(position: Position) -> list[ContextSentence]:
    """Return the trumps, their maker and the lone players; before trumps are made, the card or suit turned up or down."""
    if position.maker is not None:
        lone = ((rules.alone, position.alone), (rules.defend_alone, position.defends_alone))
        return [ContextSentence(rules.made_by(position).id, say(
            "{seat} made {suit} trumps.", seat=position.name(position.maker), suit=suit_mark(position.trump))),
            *(ContextSentence(rule.id, say("{seat} {seat:plays|play} alone.", seat=position.name(seat)))
              for rule, seat in lone if seat is not None)]
    if position.turned_up:
        return [ContextSentence(rules.order_up.id, say("{card} was turned up by {seat}.", card=with_article(position.turned_up),
                                                       seat=position.name(position.dealer)))]
    down = suit_mark(position.turned_down) if position.turned_down else NOTHING
    return [ContextSentence(rules.turned_down.id, say("{suit} were turned down.", suit=down))] if down else []


@words.plate
def plate(position: Position, seat: int) -> list[Text]:
    """Return the seat's roles: *maker*, *alone*, *sits out*."""
    lone, out = seat in (position.alone, position.defends_alone), seat not in position.playing
    marks = [(say("maker"), seat == position.maker), (say("alone"), lone), (say("sits out"), out)]
    return [mark for mark, shown in marks if shown]
