"""The sentences of Double Decker. Each one is built on demand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import Event
from rules_engine.core.model.moves import Move
from rules_engine.core.model.packs import DOUBLE_DECKER
from rules_engine.core.model.rules import Ground
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.games.double_decker import rules
from rules_engine.games.double_decker.cards import COLOURS, HANDS, LEFT_OVER, PASS, THIRD, pack_for
from rules_engine.games.double_decker.position import DoubleDeckerPosition as Position
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.phrasebook import NONE_YET, Account, HandOverQuestion, Phrasebook, RuleFinding, SideTotal, WithCards
from rules_engine.narration.quantities import CARDS, POINTS, counted
from rules_engine.text.message import NOTHING, ListText, Text, all_of, any_of, as_text, joined, say, suit_mark

words = Phrasebook[Position]()
words.objective(say("Collect one colour: your largest colour counts for you, all your other cards against you."))
words.line(rules.score_positive, say("Largest colour"), say("+1 a card"))
words.line(rules.score_negative, say("Other colours"), say("−1 a card"))
words.line(rules.score_passed, say("Passed cards"), say("−2 each"))


@words.accounts
def accounts(position: Position, events: Sequence[Event]) -> list[Account]:
    """Return the captured cards of each colour and the passed cards, by seat."""
    rows: list[Account] = [(suit_mark(colour), [count or NOTHING for count in counts])
                           for colour, counts in zip(COLOURS, zip(*position.captured, strict=True), strict=True)]
    return [*rows, (say("Passed"), [len(cards) or NOTHING for cards in position.passed])]


@words.match
def match(game: Game[Position], position: Position, number: int) -> list[tuple[Text, Text]]:
    """Return the number of the hand and the number of hands in the game."""
    return [(say("Hand"), say("{n} of {all}", n=number, all=HANDS))]


# ---- the deal

@words.deal
def deal(position: Position) -> list[Event]:
    """Return the events of the deal, including the first lead if no trick is taken yet."""
    events = [Event(rules.deal.id, "dealt", position.dealer)]
    if position.leader == position.dealer and not any(map(sum, position.captured)):
        events.append(Event(rules.first_leader.id, "lead", position.dealer))
    return events


@words.happened(rules.deal)
def _(position: Position, event: Event) -> Text:
    players, held = position.table.size, max(map(len, position.hands))
    size, dealer = len(pack_for(players)) // players, position.name(event.seat)
    if held < size:
        return say("{seat} dealt this hand, {n} cards each; the hands are down to {held}.", seat=dealer, n=size, held=held)
    return say("{seat} {seat:deals|deal} the whole pack: {n} cards to each of the {players} players.", seat=dealer, n=size,
               players=players)


@words.happened(rules.first_leader)
def _(position: Position, event: Event) -> Text:
    return NOTHING if position.trick else say("The dealer leads first: {seat}.", seat=position.name(event.seat))


# ---- legal plays and passes

@words.permits(rules.two_colours, Ground.COMPLIES)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    if move.verb == PASS:
        return None
    return say("{card} {card:belongs|belong} to one of the trick's two colours.", card=with_article(move.played)), [move.played]


@words.permits(rules.two_colours, Ground.BARS_NOTHING)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    colours, card = position.colours, move.played
    if move.verb == PASS:
        return None
    if not colours:
        return say("Any card may be led."), ()
    there, own = suit_mark(colours[0]), suit_mark(card.suits)
    if card.suits in colours:
        return say("Only {colour} is on the table, so any card may be played.", colour=there), [card]
    return say("Only {colour} is on the table, so {second} may come in as the second colour.", colour=there, second=own), [card]


@words.refuses(rules.two_colours)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    told = say("The trick has two colours already, {colours}, so {card} can only be passed, for {points}.",
               colours=_coloured(position.colours), card=with_article(move.played), points=-2)
    if not _playable(position, seat):
        return told
    return joined([told, say("Any {colours} card can be played.", colours=any_of(map(suit_mark, position.colours)))])


@words.permits(rules.may_pass, Ground.BARS_NOTHING)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    if move.verb != PASS:
        return None
    able = _playable(position, seat)
    if able:
        return say("The trick has two colours, so {seat} may pass, even with cards that could be played.",
                   seat=position.name(seat)), able
    return say("The trick has two colours, so {seat} may pass.", seat=position.name(seat)), able


@words.refuses(rules.may_pass)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    if not position.colours:
        return say("The leader can't pass: a pass needs two colours on the table.")
    return say("Only {colour} is on the table, and a pass needs two colours: play any card instead.",
               colour=suit_mark(position.colours[0]))


@words.permits(rules.pass_third_colour, Ground.COMPLIES)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    if move.verb != PASS:
        return None
    card = move.played
    return say("{card} {card:is|are} of the third colour, which isn't in the trick.", card=with_article(card)), [card]


@words.refuses(rules.pass_third_colour)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    card, third = with_article(move.played), THIRD[position.colours]
    if any(held.suits == third for held in position.hands[seat]):
        return say("Only the third colour, {third}, may be passed: {card} can only be played.", third=suit_mark(third), card=card)
    return say("Only the third colour, {third}, may be passed: {card} can only be played, and {seat} {seat:has|have} no {third}.",
               third=suit_mark(third), card=card, seat=position.name(seat))


def _coloured(colours: Iterable[str]) -> ListText:
    return all_of(map(suit_mark, colours))


def _playable(position: Position, seat: int) -> list[Card]:
    return [card for card in position.hands[seat] if card.suits in position.colours]


@words.choice
def choice(position: Position, seat: int, move: Move) -> Text:
    """Return the cost of a pass, in words."""
    return counted(-2, POINTS) if move.verb == PASS else NOTHING


# ---- events of a trick

@words.happened(rules.two_colours)
def _(position: Position, event: Event) -> Text:
    return say("{seat} {seat:brings|bring} in {second}: from now on only {colour} and {second} can be played.",
               seat=position.name(event.seat), second=suit_mark(event.cards[0].suits), colour=suit_mark(event.word))


@words.happened(rules.may_pass)
def _(position: Position, event: Event) -> Text:
    return say("{seat} {seat:passes|pass} {card}, which costs 2 points.", seat=position.name(event.seat),
               card=with_article(event.cards[0]))


@words.happened(rules.complete)
def _(position: Position, event: Event) -> Text:
    """Report a complete trick only if a player passed."""
    passed = sum(laid.move.verb == PASS for laid in position.finished.laid)
    if not passed:
        return NOTHING
    return say("{played} played and {passed} passed: the trick is complete.", played=position.table.size - passed, passed=passed)


@words.happened(rules.winning)
def _(position: Position, event: Event) -> Text:
    best, count, seat = event.cards[0], len(event.cards), position.name(event.seat)
    colour = suit_mark(best.suits)
    if count == 1:
        return say("{seat} {seat:takes|take} {card}, the only {colour} card.", seat=seat, card=with_article(best), colour=colour)
    if count == 2:
        return say("{seat's} {card} takes both {colour} cards.", seat=seat, card=best, colour=colour)
    return say("{seat's} {card} takes all {n} {colour} cards.", seat=seat, card=best, n=count, colour=colour)


@words.happened(rules.next_lead)
def _(position: Position, event: Event) -> Text:
    seat, (best, *others) = position.name(event.seat), event.cards
    if not others:
        return say("{seat} {seat:leads|lead} next.", seat=seat)
    return say("{seat} {seat:leads|lead} next: {card} is higher than {other}.", seat=seat, card=with_article(best),
               other=with_article(others[0]))


@words.happened(rules.next_lead_tie)
def _(position: Position, event: Event) -> Text:
    colour = event.cards[0].suits
    ours = [card for card in event.cards if card.suits == colour]
    theirs = [card for card in event.cards if card.suits != colour]
    level = say("{card} and {other} are equal.", card=with_article(ours[0]), other=with_article(theirs[0]))
    leads = say("{why}, so {seat} {seat:leads|lead} next.", why=_tied(ours, theirs), seat=position.name(event.seat))
    return joined([level, leads])


words.settles_lead(rules.next_lead_tie)


def _tied(ours: Sequence[Card], theirs: Sequence[Card]) -> Text:
    """Describe the first difference between the two colours, compared card by card."""
    for mine, yours in zip(ours, theirs, strict=False):
        if mine.value > yours.value:
            return say(
                "Of the cards below them, {card} is higher than {other}", card=with_article(mine), other=with_article(yours)
            )
    colour, other = suit_mark(ours[0].suits), suit_mark(theirs[0].suits)
    if len(ours) > len(theirs):
        return say("Below them there is {card}, but no other {colour} card", card=with_article(ours[len(theirs)]), colour=other)
    return say("The rest are equal too, and {colour} goes before {other}", colour=colour, other=other)


# ---- the end of a hand

@words.asks("hand-over")
def is_over(before: Position, after: Position) -> HandOverQuestion:
    """Return the question about the end of the hand. It is over when each player has one card left."""
    n = LEFT_OVER if after.hand_over else len(after.hands[0])
    told = (say("The last card of each player isn't played.") if n == LEFT_OVER else
            say("All cards but the last one of each player are played."))
    known = say("After it everybody has {n} {n:card|cards} left.", n=n)
    return HandOverQuestion(known, RuleFinding(rules.last_card.id, n == LEFT_OVER, told))


@words.happened(rules.last_card, "turn")
def _(position: Position, event: Event) -> Text:
    """In the last trick, report that one of the last two cards isn't played."""
    assert event.seat is not None
    if len(position.hands[event.seat]) != LEFT_OVER + 1:
        return NOTHING
    return say("{seat} {seat:keeps|keep} one of the last two cards out: it doesn't score.", seat=position.name(event.seat))


@words.happened(rules.last_card, "played")
def _(position: Position, event: Event) -> Text:
    aside = all_of(_of(position, seat, card) for seat, card in enumerate(position.set_aside or ()))
    return say("The last card of each hand is set aside and doesn't score: {cards}.", cards=aside)


def _of(position: Position, seat: int, card: Card) -> Text:
    return say("{seat's} {card}", seat=position.name(seat), card=card)


@words.happened(rules.tied_largest)
def _(position: Position, event: Event) -> Text:
    most = max(event.numbers)
    level = [colour for colour, count in zip(COLOURS, event.numbers, strict=True) if count == most]
    return say("{seat} {seat:has|have} {n} each of {colours}: {first} counts as the largest colour, but the score is the same "
               "either way.", seat=position.name(event.seat), n=most, colours=_coloured(level), first=suit_mark(level[0]))


@words.happened(rules.next_dealer)
def _(position: Position, event: Event) -> Text:
    """Report the next dealer, and the comparison that decided it."""
    seat, totals, points = position.name(event.seat), position.totals, position.points
    total = min(totals)
    lowest = [place for place in position.table.seats if totals[place] == total]
    score = min(points[place] for place in lowest)
    level = [place for place in lowest if points[place] == score]
    if len(lowest) == 1:
        return say("With the lowest total, {total}, {seat} {seat:deals|deal} next.", total=total, seat=seat)
    shared = position.name(lowest)
    if len(level) == 1:
        return joined([say("{seats} {seats:shares|share} the lowest total, {total}.", seats=shared, total=total),
                       say("Of these {seat} scored the least in this hand, {score}, and {seat:deals|deal} next.", score=score,
                           seat=seat)])
    first = say("Clockwise from the dealer {seat} {seat:comes|come} first and {seat:deals|deal} next.", seat=seat)
    if level == lowest:
        return joined([say("{seats} {seats:shares|share} the lowest total, {total}, and scored the same in this hand, {score}.",
                           seats=shared, total=total, score=score), first])
    return joined([say("{seats} {seats:shares|share} the lowest total, {total}: of these {level} scored the least in this "
                       "hand, {score}.", seats=shared, total=total, level=position.name(level), score=score), first])


@words.happened(rules.end, "hand")
def _(position: Position, event: Event) -> Text:
    return say("Five hands are played, and this was hand {n}.", n=position.number)


@words.happened(rules.end, "game")
def _(position: Position, event: Event) -> Text:
    return say("That was the last hand: {seat} {seat:wins|win} with {n}.", seat=position.name(position.won_by),
               n=max(position.totals))


words.stays(rules.may_pass)


# ---- trick explanations

@words.chain(rules.winning)
def chain(position: Position, laid: Sequence[PlayedCard]) -> list[RuleFinding]:
    """Return one finding for each card in a trick (it adds a colour, takes one over or is passed), then one for the cards that
    are ahead."""
    best = [rules.winning(position, share) for share in rules.by_colour(laid).values()]
    told = say("{cards} {cards:is|are} ahead.", cards=all_of(_of(position, one.seat, one.card) for one in best))
    stands = RuleFinding(rules.winning.id, True, told, tuple(one.card for one in best))
    return [*(_laid(position, laid[:place], one) for place, one in enumerate(laid)), stands]


def _laid(position: Position, before: Sequence[PlayedCard], one: PlayedCard) -> RuleFinding:
    card, shares, which = one.card, rules.by_colour(before), _of(position, one.seat, one.card)
    if one.move.verb == PASS:
        told = say("{which} {which:is|are} passed and {which:takes|take} no part in the trick.", which=which)
        return RuleFinding(rules.may_pass.id, True, told, (card,))
    if not shares:
        led = say("{seat} {seat:leads|lead} {card}.", seat=position.name(one.seat), card=with_article(card))
        return RuleFinding(rules.two_colours.id, True, led, (card,))
    if card.suits not in shares:
        told = say("{which} {which:brings|bring} in {colour}, which is won separately from {others}.", which=which,
                   colour=suit_mark(card.suits), others=_coloured(shares))
        return RuleFinding(rules.two_colours.id, True, told, (card,))
    rival = rules.winning(position, shares[card.suits]).card
    told = say("{which} {which:is|are} {higher:higher|lower} than {rival}.", which=which, higher=card.value > rival.value,
               rival=with_article(rival))
    return RuleFinding(rules.winning.id, True, told, (card, rival))


# ---- the table

@words.open
def on_table(position: Position) -> list[tuple[Text, Text]]:
    """Return the colours in the trick; after scoring, the reader's largest colour."""
    if position.phase == "play" or position.trick:
        return [(say("Colours in the trick"), _coloured(rules.by_colour(position.trick)) or NONE_YET)]
    if position.positive and (reader := position.table.reader) is not None and (colour := position.positive[reader]):
        cards = counted(max(position.captured[reader]), CARDS)
        return [(say("Your largest colour"), say("{colour}, {cards}", colour=suit_mark(colour), cards=cards))]
    return []


words.counts_suits_by(rules.winning)
words.rests_on(rules.two_colours, "Colours in the trick")
for kind in ("legal-moves", "trick-winner", "next-leader", "hand-score", "own-score", "hand-over", "next-dealer"):
    words.keeps_quiet(kind, "Colours in the trick")


words.takes_none = say("no cards")


@words.taken
def taken(position: Position, seat: int) -> Text:
    """Describe the captured cards by colour and the number of passed cards."""
    parts = [say("{n} {colour}", n=count, colour=DOUBLE_DECKER.suit_name(colour))
             for colour, count in _captured(position, seat).items()]
    passed = len(position.passed[seat])
    return joined([*parts, say("{n} passed", n=passed) if passed else NOTHING], ", ")


@words.suits_taken
def suits_taken(position: Position, seat: int) -> tuple[dict[str, int], Text]:
    """Return the captured cards by colour, and a sentence with the cost of the passes and the total points."""
    captured, passed = _captured(position, seat), len(position.passed[seat])
    cost = as_text(-2 * passed) if passed else NOTHING
    return captured, joined([cost, say("= {n}", n=_worth(position, seat))]) if captured else cost


def _captured(position: Position, seat: int) -> dict[str, int]:
    return {colour: count for colour, count in zip(COLOURS, position.captured[seat], strict=True) if count}


def _worth(position: Position, seat: int) -> int:
    return standing(position)[seat].number


@words.standing(POINTS)
def standing(position: Position) -> list[SideTotal]:
    """Return the points for the cards captured and passed so far, by seat."""
    captured = zip(position.captured, position.passed, strict=True)
    return [SideTotal((seat,), 2 * max(counts) - sum(counts) - 2 * len(passed)) for seat, (counts, passed) in enumerate(captured)]


@words.plate
def plate(position: Position, seat: int) -> list[Text]:
    """Return the points so far, if the seat has captured or passed cards."""
    some = any(position.captured[seat]) or position.passed[seat]
    return [say("{points} so far", points=counted(_worth(position, seat), POINTS))] if some else []
