"""The sentences of Hearts. Each one is built on demand."""

from __future__ import annotations

from operator import add

from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import Event
from rules_engine.core.model.rules import Ground
from rules_engine.games.hearts import rules
from rules_engine.games.hearts.position import ALL
from rules_engine.games.hearts.position import HeartsPosition as Position
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.phrasebook import NONE_YET, ContextSentence, NumberQuestion, Phrasebook, RuleFinding, SideTotal
from rules_engine.narration.quantities import POINTS, counted
from rules_engine.narration.trick_phrases import trick_phrases
from rules_engine.text.message import Text, all_of, any_of, joined, say, suit_mark, template

WAYS = {"left": say("to the left"), "right": say("to the right"), "across": say("across the table")}
HEARTS = suit_mark("H")

words = Phrasebook[Position]()
words.objective(say("Each heart that you take costs a point, and the Queen of Spades thirteen."))
words.turns(rules.leader, rules.next_dealer)
words.stays(rules.breaks)
words.rests_on(rules.follow_suit, "Suit led")
words.rests_on(rules.hearts_closed, "Hearts")
words.rests_on(rules.pass_direction, "Passing")
for kind in ("legal-moves", "trick-winner", "next-leader", "hand-score"):
    words.keeps_quiet(kind, "Hearts")
words.move("pass CARD", template("{seat} {seat:passes|pass} {card}"), template("pass {card}"))
words.line(rules.score_hearts, say("Hearts"), say("1 each"))
words.line(rules.score_queen, say("Queen of Spades"), say("13"))
words.line(rules.moon, say("Shooting the moon"))
words.line(rules.omnibus, say("Jack of Diamonds"), say("−10"))
words.match(lambda game, position, number: [(say("Hand"), number), (say("Ends at"), rules.LIMIT)])
words.takes_none = counted(0, POINTS)


# ---- the deal and the passing

@words.deal
def deal(position: Position) -> list[Event]:
    """Return the events of the deal and the passing, if no trick has been taken, and the lead."""
    leads = [] if position.leader is None else [Event(rules.leader.id, "lead", position.leader)]
    dealt = [Event(rules.deal.id, "dealt"), Event(rules.pass_direction.id, "dealt")]
    return [*([] if any(position.tricks) else dealt), *leads]


words.happened(rules.deal)(lambda position, event: say(
    "{seat} {seat:deals|deal} {n} {n:card|cards} to each of the {players} players.", seat=position.name(position.dealer),
    n=max(map(len, map(add, position.hands, position.passed))), players=position.table.size))
words.happened(rules.pass_cards)(lambda position, event: say(
    "{seat} {seat:passes|pass} {card}.", seat=position.name(event.seat),
    card=with_article(event.cards[0]) if position.table.reader == event.seat else say("a card")))


@words.happened(rules.pass_direction)
def _(position: Position, event: Event) -> Text:
    if position.passing == "hold":
        return say("No cards are passed in this hand.")
    way = WAYS[position.passing]
    return (say("In this hand, everyone passes three cards {way}.", way=way) if position.phase == "pass" else
            say("The cards have been passed {way}.", way=way))


@words.happened(rules.leader)
def _(position: Position, event: Event) -> Text:
    seat, club = position.name(event.seat), position.lowest_club
    if position.opening and club in position.hands[position.actor]:
        return say("{seat} {seat:holds|hold} {card} and {seat:leads|lead}.", seat=seat, card=with_article(club))
    return say("{seat} {seat:leads|lead}.", seat=seat)


# ---- legal moves

words.permits(rules.two_first, Ground.COMPLIES)(lambda position, seat, move: None if move.card is not position.lowest_club else (
    say("{card}, the lowest club of the pack, {card:is|are} led to the first trick.", card=with_article(move.played)),
    [move.played]))
words.refuses(rules.two_first)(lambda position, seat, move, binds: say(
    "{seat} {seat:holds|hold} {card}, which must be led to the first trick.", seat=position.name(seat),
    card=with_article(position.lowest_club)))

words.permits(rules.hearts_closed, Ground.BARS_NOTHING)(lambda position, seat, move: None if move.played.suits != "H" else (
    say("{suit} are broken, so {card} may be led.", suit=HEARTS, card=with_article(move.played)), [move.played]))
words.permits(rules.hearts_closed, Ground.COMPLIES)(lambda position, seat, move: None if move.card is not rules.QUEEN else (
    say("Only {suit} have to be broken first: {card} may be led at any time.", suit=HEARTS, card=with_article(move.played)),
    [move.played]))
words.permits(rules.hearts_closed, Ground.CANNOT_COMPLY)(lambda position, seat, move: (
    say("{seat} {seat:holds|hold} nothing but {suit} and may lead any of them.", seat=position.name(seat), suit=HEARTS),
    position.hands[seat]))
words.refuses(rules.hearts_closed)(lambda position, seat, move, binds: say(
    "{suit} aren't broken yet, and {seat} can lead {suits}.", suit=HEARTS, seat=position.name(seat),
    suits=any_of(suit_mark(suit) for suit in dict.fromkeys(card.suits for card in binds))))

words.permits(rules.clean_first, Ground.COMPLIES)(lambda position, seat, move: (
    None if move.card is not rules.JACK or not position.counts_jack else (
        say("{card} costs nothing and may be played to the first trick.", card=with_article(move.played)), [move.played])))
words.permits(rules.clean_first, Ground.CANNOT_COMPLY)(lambda position, seat, move: (
    None if move.played.suits == position.suit_led else (
        say("{seat} {seat:holds|hold} nothing but cards that cost points, so any of them may be played to the first trick.",
            seat=position.name(seat)), position.hands[seat])))
words.refuses(rules.clean_first)(lambda position, seat, move, binds: say(
    "{card} {card:costs|cost} points: {seat} can't play {card:it|them} to the first trick while holding {cards}.",
    card=with_article(move.played), seat=position.name(seat), cards=all_of(binds)))


# ---- tricks and the score

def cost(position: Position) -> Text:
    """Return the points in the last trick, and the Jack of Diamonds where it counts; empty for a trick without them."""
    assert position.last_trick is not None
    cards, seat = [one.card for one in position.last_trick.laid], position.name(position.last_trick.winners[""])
    hearts = sum(card.suits == "H" for card in cards)
    costly = [*([say("{n} {n:heart|hearts}", n=hearts)] if hearts else []),
              *([with_article(rules.QUEEN)] if rules.QUEEN in cards else [])]
    told = [say("It contains {cards}: {n} {n:point|points} for {seat}.", cards=all_of(costly), seat=seat,
                n=sum(rules.POINTS[card] for card in cards))] if costly else []
    if position.counts_jack and rules.JACK in cards:
        told.append(say("{card} takes ten points off for {seat}.", card=with_article(rules.JACK), seat=seat))
    return joined(told)


trick_phrases(words, rules.follow_suit, rules.winning, contents=cost)
words.happened(rules.breaks)(lambda position, event: say(
    "{seat's} {card} breaks {suit}: they may be led from now on.", seat=position.name(event.seat), card=event.cards[0],
    suit=HEARTS))
words.happened(rules.moon)(lambda position, event: say(
    "{seat} {seat:has|have} taken all {n} points and {seat:shoots|shoot} the moon.", n=ALL, seat=position.name(position.shooter)))
words.happened(rules.end, "hand")(lambda position, event: say(
    "Nobody has {n} yet, so another hand is played.", n=rules.LIMIT))


@words.happened(rules.end, "game")
def _(position: Position, event: Event) -> Text:
    most = max(position.totals)
    return say("{loser} {loser:has|have} {most}, so the game is over: {seat} {seat:wins|win} with {n}.", most=most,
               loser=position.name(position.totals.index(most)), seat=position.name(position.won_by), n=min(position.totals))


@words.asks("card-worth")
def worth(position: Position, card: Card) -> NumberQuestion:
    """Return the question about the points that a card costs."""
    points, rule, why = rules.POINTS[card], rules.score_hearts, say("Each heart costs a point, whatever its rank.")
    if card is rules.QUEEN:
        rule, why = rules.score_queen, say("The Queen of Spades costs thirteen points.")
    elif card is rules.JACK and position.counts_jack:
        points, rule, why = rules.JACK_POINTS, rules.omnibus, say("The Jack of Diamonds takes ten points off.")
    elif not points:
        why = say("{card} {card:is|are} neither a heart nor the Queen of Spades, so {card:it costs|they cost} nothing.",
                  card=with_article(card))
    return NumberQuestion(say("How many points does {card} cost the player who takes it?", card=with_article(card)), points,
                          RuleFinding(rule.id, True, why, (card,)), (0, 1, rules.QUEEN_POINTS))


# ---- the table

@words.open
def on_table(position: Position) -> list[tuple[Text, Text]]:
    """Return the suit led, and whether hearts may be led; before the play, where cards are passed."""
    if position.phase == "pass":
        return [(say("Passing"), WAYS[position.passing])]
    led = position.suit_led
    return [(say("Suit led"), suit_mark(led) if led else NONE_YET),
            (say("Hearts"), say("broken") if position.broken else say("not broken"))]


@words.plate
def plate(position: Position, seat: int) -> list[Text]:
    """Return the points taken, and the Jack of Diamonds."""
    jack = [say("Jack")] if position.jack == seat else []
    return [*([counted(position.points[seat], POINTS)] if position.points[seat] else []), *jack]


words.taken(lambda position, seat: joined(plate(position, seat), ", "))


@words.standing(POINTS)
def standing(position: Position) -> list[SideTotal]:
    """Return the points that each seat has taken so far; at the end of a hand, those that it scores."""
    jacks = [rules.JACK_POINTS * (seat == position.jack) for seat in position.table.seats]
    return [SideTotal((seat,), points) for seat, points in enumerate(position.hand_score or map(add, position.points, jacks))]


@words.setting("legal-moves")
def before_move(position: Position) -> list[ContextSentence]:
    """Return a sentence about the first trick, and for a leader one about broken hearts."""
    first = [ContextSentence(rules.clean_first.id, say("This is the first trick."))] if position.opening else []
    if position.trick or position.phase != "play":
        return first
    told = say("{suit} are broken.", suit=HEARTS) if position.broken else say("{suit} aren't broken yet.", suit=HEARTS)
    return [*first, ContextSentence(rules.hearts_closed.id, told)]
