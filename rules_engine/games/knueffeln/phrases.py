"""The sentences of Knüffeln. Each one is built on demand."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.events import Event, Line
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import Ground
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.cards import BY_RANK, HAND_SIZE, given_for
from rules_engine.games.knueffeln.chain import does
from rules_engine.games.knueffeln.position import KnueffelnPosition as Position
from rules_engine.games.knueffeln.questions import add_questions
from rules_engine.games.knueffeln.terms import RUNGS
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.phrasebook import Account, ContextSentence, Phrasebook, RuleFinding, Stake, WithCards
from rules_engine.narration.quantities import CARDS, amount, counted
from rules_engine.text.message import (
    NOTHING,
    ListText,
    Seats,
    Text,
    all_of,
    any_of,
    joined,
    say,
    suit_mark,
    template,
)

words = Phrasebook[Position]()
words.objective(say("The side that first has five tricks wins the stake."))
words.counts_in("Pfennig", template("{n} Pfennig"))
words.move("turn CARD", template("{seat} {seat:leads|lead} {card} face down"), template("lead {card} face down"))
words.move("claim", template("{seat} {seat:claims|claim} the Jann"), template("claim the Jann"))
words.move("see", template("{seat} {seat:sees|see} the card"), template("see the card"))
words.move("solo", template("{seat} {seat:plays|play} alone"), template("play alone"))
words.line(rules.turn_up, say("The hand is void"))

CALLED = {rules.ole: say("Ole"), rules.beater: say("beater"), rules.seven: say("chosen Seven"), rules.free_card: say("free card"),
          rules.unchosen_ace: say("unchosen Ace")}
"""Names that players use for cards, by the card's rule."""
KINDS = (rules.ole, rules.beater, rules.seven, rules.free_card, rules.unchosen_ace, rules.no_power, rules.suit_order)


# ---- the deal

@words.deal
def deal(position: Position) -> list[Event]:
    """Return the events of the deal, the choice of suits, and the first exchange or lead."""
    fresh = max(map(len, position.hands)) >= HAND_SIZE and not position.trick and not any(position.tricks)
    events = [Event(rules.deal.id, "dealt")] if fresh else []
    events.append(Event(rules.turn_up.id, "dealt", None, tuple(position.turnups)))
    if position.phase == "take-ole":
        events.append(Event(rules.take_ole.id, "called", position.to_act, (position.ole_on_offer,), "offer"))
    if fresh and position.phase == "play":
        events.append(Event(rules.leader.id, "lead", position.leader))
    return events


@words.happened(rules.deal)
def _(position: Position, event: Event) -> Text:
    return say("{seat} {seat:deals|deal} nine cards each, three at a time; twelve are left over as the stock.",
               seat=position.name(position.dealer))


@words.happened(rules.turn_up, "dealt")
def _(position: Position, event: Event) -> Text:
    turned = say("Turned up: {cards}.", cards=all_of(event.cards)) if event.cards else NOTHING
    if position.void:
        return joined([turned, say("They are all of one suit, so the hand is void and {seat} {seat:deals|deal} again.",
                                   seat=position.name(position.dealer))])
    return joined([turned, say("The chosen suits are {suits}.", suits=_suits(position))])


def _suits(position: Position) -> ListText:
    return all_of(map(suit_mark, position.chosen))


@words.happened(rules.next_dealer)
def _(position: Position, event: Event) -> Text:
    return say("{seat} {seat:deals|deal} next.", seat=position.name(event.seat))


# ---- exchanges

@words.permits(rules.take_ole, Ground.COMPLIES)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    ole = position.ole_on_offer
    if move.verb == "pass":
        if position.terms.shows_three:
            return say("{card} may be left in the stock; the other Olen shown stay on offer.", card=with_article(ole)), [ole]
        return say("{card} may be left in the stock; no further card is looked at.", card=with_article(ole)), [ole]
    price = rules.price_of(position, ole)
    if price.rank == "Q":
        return say("{card} may be taken for {other}.", card=with_article(ole), other=with_article(price)), [price]
    queen = BY_RANK["Q"][ole.suits]
    return say("{card} may be taken for {other}, since nobody holds {queen}.", card=with_article(ole), other=with_article(price),
               queen=with_article(queen)), [price]


@words.refuses(rules.take_ole)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    ole = position.ole_on_offer
    if move.card is not ole:
        return say("Only {card} is on offer now.", card=with_article(ole))
    return say("{card} can be had only for {other}.", card=with_article(ole), other=with_article(binds[0]))


@words.happened(rules.take_ole)
def _(position: Position, event: Event) -> Text:
    if event.word == "offer":
        return say("{card} lies at the bottom of the stock: {seat} may take it.", card=with_article(event.cards[0]),
                   seat=position.name(event.seat))
    if event.cards:
        return _taken(position, event)
    declined = next(card for card in rules.OLEN if card.text == event.word)
    return say("{seat} {seat:leaves|leave} {card} in the stock.", seat=position.name(event.seat), card=with_article(declined))


def _taken(position: Position, event: Event) -> Text:
    got, given = event.cards
    return say("{seat} {seat:takes|take} {card} for {other}.", seat=position.name(event.seat), card=with_article(got),
               other=with_article(given))


@words.permits(rules.take_turnup, Ground.COMPLIES)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    ten = rules.trading(position)
    if move.verb == "pass":
        return say("{card} may be kept.", card=with_article(ten)), [ten]
    return say(
        "{card} may be exchanged for {other}, turned up in its suit.", card=with_article(ten), other=with_article(move.played)
    ), [ten, move.played]


@words.refuses(rules.take_turnup)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    ten = rules.trading(position)
    if given_for(move) is not ten:
        return say("Only {card} can be exchanged now.", card=with_article(ten))
    return say(
        "{card} can be exchanged only for a card turned up in its suit: {cards}.", card=with_article(ten), cards=any_of(binds)
    )


@words.happened(rules.take_turnup)
def _(position: Position, event: Event) -> Text:
    if event.cards:
        return _taken(position, event)
    return say("{seat} {seat:makes|make} no exchange.", seat=position.name(event.seat))


@words.permits(rules.no_double_exchange)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    if position.phase != "take-turnup" or move.card is None or move.card.rank not in ("Q", "K"):
        return None
    return say("Got for {other}, {card} can't be exchanged for an Ole.", other=with_article(given_for(move)),
               card=with_article(move.card)), [move.card]


@words.permits(rules.solo)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    if move.verb == "solo":
        return say("The dealer may take the stock, {cards}, and play alone against the four others.",
                   cards=counted(len(position.stock), CARDS)), ()
    return say("The dealer may sit out; the four others then play as partners."), ()


@words.happened(rules.solo)
def _(position: Position, event: Event) -> Text:
    seat = position.name(event.seat)
    if position.soloist is None:
        ours, theirs = map(position.name, position.sides)
        return say("{seat} {seat:sits|sit} out: {ours} against {theirs}.", seat=seat, ours=ours, theirs=theirs)
    others = [other for other in position.table.seats if other != position.soloist]
    return say("{seat} {seat:plays|play} alone with the stock, {cards}, against {others}.", seat=seat,
               cards=counted(len(position.hands[position.soloist]), CARDS), others=position.name(others))


# ---- play

@words.permits(rules.free_play)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    if move.verb not in ("play", "turn"):
        return None
    return say("Any card may be {led:led|played}: nobody has to follow suit or beat anything.", led=not position.trick), ()


@words.happened(rules.leader)
def _(position: Position, event: Event) -> Text:
    seat = position.name(event.seat)
    if position.last_trick is not None:
        return say("{seat} {seat:leads|lead}.", seat=seat)
    if position.soloist is None:
        return say("Left of the dealer, {seat} {seat:leads|lead}.", seat=seat)
    return say("Second to the right of the dealer, {seat} {seat:leads|lead}.", seat=seat)


@words.happened(rules.winning)
def _(position: Position, event: Event) -> Text:
    return say(
        "{seat} {seat:takes|take} the trick with {card}.", seat=position.name(event.seat), card=with_article(event.cards[0])
    )


@words.happened(rules.five_tricks)
def _(position: Position, event: Event) -> Text:
    return say("{seat} {seat:wins|win} the hand with five tricks.", seat=_winners(position))


@words.happened(rules.solo_win)
def _(position: Position, event: Event) -> Text:
    if position.ended.how == "jann":
        return _jann_taken(position, event)
    return say("{seat} {seat:wins|win} the hand with {n} {n:trick|tricks}: the soloist needed four, the defenders five.",
               seat=_winners(position), n=_won(position))


def _winners(position: Position) -> Seats:
    return position.name(position.sides[position.ended.side])


def _won(position: Position) -> int:
    return position.won(position.ended.side)


def _side(position: Position, seat: int) -> tuple[int, ...]:
    return position.sides[position.side[seat]]


# ---- Jann and march

@words.permits(rules.jann)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    if move.verb != "claim":
        return None
    return say("{seat} {seat:has|have} won every trick so far, so the Jann may be claimed.",
               seat=position.name(_side(position, seat))), ()


@words.happened(rules.jann, "called")
def _(position: Position, event: Event) -> Text:
    """Offer the march only if there are cards left to lead. A hand that began with fewer cards may have none."""
    side, seat, n = position.name(_side(position, position.leading)), position.name(event.seat), sum(position.tricks)
    if not position.can_lead:
        return say("{side} {side:has|have} won the first {n} {n:trick|tricks} in a row: {seat} may claim the Jann.", side=side,
                   n=n, seat=seat)
    return say("{side} {side:has|have} won the first {n} {n:trick|tricks} in a row: {seat} may claim the Jann, or lead on for "
               "the march.", side=side, n=n, seat=seat)


@words.happened(rules.jann, "hand")
def _jann_taken(position: Position, event: Event) -> Text:
    return say("{seat} {seat:takes|take} the Jann with the first {n} {n:trick|tricks} in a row.", seat=_winners(position),
               n=_won(position))


@words.permits(rules.march, Ground.BARS_NOTHING)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    if move.verb == "claim":
        return None
    return say("Leading on gives up the Jann: {seat} must then win all {n} {n:trick|tricks}.",
               seat=position.name(_side(position, seat)), n=rules.march_length(position)), ()


@words.happened(rules.march, "called")
def _(position: Position, event: Event) -> Text:
    return say("{seat} {seat:goes|go} for the march: a single lost trick loses it.", seat=_marching(position))


@words.happened(rules.march, "hand")
def _(position: Position, event: Event) -> Text:
    winners = _winners(position)
    if position.ended.how == "failed":
        return say("{seat} {seat:loses|lose} the march, and {winners} {winners:is|are} paid for it.", seat=_marching(position),
                   winners=winners)
    return say("{seat} {seat:wins|win} the march with all {n} {n:trick|tricks}.", seat=winners, n=_won(position))


def _marching(position: Position) -> Seats:
    return position.name(position.table.read_side(position.marching))


# ---- turning

@words.permits(rules.turn)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    terms, value = position.terms, position.value
    seen = terms.priced(value + terms.turn)
    if move.verb == "see":
        return say("Seeing the card raises the stake from {n} to {price}.", n=value, price=seen), ()
    if move.verb == "run" and position.marching:
        return say("If {seat} {seat:runs|run}, the march fails.", seat=position.name(seat)), ()
    if move.verb == "run":
        return say("Running gives up the hand and costs {price}.", price=terms.priced(value)), ()
    if move.verb != "turn":
        return None
    return say(
        "{card} may be led face down; if that is accepted, the stake is {price}.", card=with_article(move.played), price=seen
    ), [move.played]


@words.refuses(rules.turn)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    if position.trick:
        return say("Only a lead can be turned.")
    return say("No card can be led face down now: {why}.", why=_why_no_turn(position))


def _why_no_turn(position: Position) -> Text:
    if position.terms.turn_after == ():
        return say("this variant has no turning")
    side, wants = position.name(_side(position, position.leading)), rules.tricks_to_turn(position)
    if wants is None:
        return say("{seat} {seat:has|have} turned twice already in this hand", seat=side)
    won = position.won(position.side[position.leading])
    if not won:
        return say("{seat} {seat:needs|need} {n} tricks for that and {seat:has|have} none", n=wants, seat=side)
    return say("{seat} {seat:needs|need} {n} tricks for that and {seat:has|have} {won}", n=wants, seat=side, won=won)


@words.happened(rules.turn, "played")
def _(position: Position, event: Event) -> Text:
    return say("{seat} {seat:leads|lead} a card face down: {other} may see it or run.", seat=position.name(event.seat),
               other=position.name(position.to_act))


@words.happened(rules.turn, "called")
def _(position: Position, event: Event) -> Text:
    seat = position.name(event.seat)
    if event.word == "run":
        return say("{seat} {seat:runs|run}.", seat=seat)
    return say("{seat} {seat:sees|see} the card: the stake is now {price}.", seat=seat,
               price=position.terms.priced(position.value))


@words.happened(rules.turn, "hand")
def _(position: Position, event: Event) -> Text:
    return say("{seat} {seat:wins|win} the hand, since the other side ran.", seat=_winners(position))


@words.choice
def choice(position: Position, seat: int, move: Move) -> Text:
    """Return the value or cost of a call or of a lead that begins a march, in words."""
    terms, raised, value = position.terms, position.raised, position.value
    if move.verb == "solo":
        return say("four tricks win; all four others settle with you")
    if move.verb == "sit out":
        return say("nothing won or lost")
    if move.verb == "claim":
        return say("wins {price}", price=terms.priced(terms.jann + raised))
    if move.verb == "run":
        return say("the march fails") if position.marching else say("costs {price}", price=terms.priced(value))
    if move.verb == "see":
        return say("the stake is {price}", price=terms.priced(value + terms.turn))
    if move.verb == "turn":
        return say("if accepted, the stake is {price}", price=terms.priced(value + terms.turn))
    if position.phase == "jann":
        return say("for the march: {price}, won or lost", price=terms.priced(terms.march + raised))
    return NOTHING


# ---- prices

LABELS = {"game": say("Game"), "run": say("Game (the losers ran)"), "jann": say("Jann"), "march": say("March"),
          "failed": say("March lost"), "beyond": say("Fewer rungs were left")}


@words.lines(rules.pay)
@words.lines(rules.ladder)
def label(line: Line) -> Text:
    """Return the label of a line on the score sheet: the way the deal was won, or the number of accepted turns."""
    return LABELS.get(line.word) or say("{n} accepted {n:turn|turns}", n=line.number)


@words.accounts
def accounts(position: Position, events: Sequence[Event]) -> list[Account]:
    """Return the tricks taken."""
    if position.void:
        return []
    sides = position.sides if position.terms.ladder else [(seat,) for seat in position.table.seats]
    return [(say("Tricks"), [sum(position.tricks[seat] for seat in side) for side in sides])]


@words.outcome
def outcome(position: Position, seat: int) -> Text:
    """Return the winners of the hand, and how they won it."""
    if position.void:
        return say("The hand is void")
    if position.result is None:
        return NOTHING
    winners, how = _winners(position), position.ended.how
    if how == "failed":
        return say("{seats} lost the march", seats=_marching(position))
    if how == "run":
        return say("{seats} won: the other side ran", seats=winners)
    if how in ("jann", "march"):
        return say("{seats} won the {jann:Jann|march}", seats=winners, jann=how == "jann")
    return say("{seats} won with {n} {n:trick|tricks}", seats=winners, n=_won(position))


@words.match
def match(game: Game[Position], position: Position, number: int) -> list[tuple[Text, Text | int]]:
    """Return labelled facts about the match: the number of the deal, and on the ladder the number of rungs."""
    hand = (say("Hand"), number)
    return [hand, (say("To"), amount(str(RUNGS), game.unit))] if position.terms.ladder else [hand]


@words.happened(rules.ladder, "game")
def _(position: Position, event: Event) -> Text:
    if position.score[position.ended.side]:
        return say("{seat} {seat:clears|clear} the ladder.", seat=_winners(position))
    return say("{seat} {seat:clears|clear} the ladder, all four rungs at once: a double win.", seat=_winners(position))


words.stays(rules.turn)


# ---- trick explanations

@words.laid(*KINDS)
def laid_last(position: Position, laid: Sequence[PlayedCard]) -> RuleFinding:
    """Return the finding about the last of the given cards."""
    *before, last = laid
    if last.card is FACE_DOWN:
        return RuleFinding(rules.turn.id, True, say("{seat} {seat:leads|lead} a card face down.", seat=position.name(last.seat)))
    if not before:
        return RuleFinding(position.order.role[last.card].id, True, does(position, last.seat, last.card), (last.card,))
    best = rules.winning(position, before).card
    rule = position.order.against[best][last.card]
    return RuleFinding(rule.id, True, does(position, last.seat, last.card, best), (last.card, best))


def _played(position: Position, event: Event) -> Text:
    assert event.seat is not None
    return does(position, event.seat, *event.cards)


for kind in KINDS:
    words.happened(kind)(_played)


# ---- the table

@words.open
def on_table(position: Position) -> list[tuple[Text, Text]]:
    """Return the chosen suits, the cards turned up for them, the visible cards in the stock, and the stake."""
    told: list[tuple[Text, Text]] = [(say("Chosen suits"), _suits(position))]
    if position.turnups:
        told.append((say("Turned-up cards"), all_of(position.turnups)))
    seen = [card for card in position.stock if card is not FACE_DOWN]
    if seen and not position.hand_over:
        told.append((say("Seen in the stock"), all_of(seen)))
    return [*told, (say("Stake"), position.terms.priced(position.value))]


@words.plate
def plate(position: Position, seat: int) -> list[Text]:
    """With five players, return the seat's role: alone, defender, partner of another seat, or sitting out."""
    if not position.five or not position.sides:
        return []
    if seat not in position.players:
        return [say("sits out")]
    mates = [mate for mate in _side(position, seat) if mate != seat]
    if len(mates) == 1:
        return [say("with {seat}", seat=position.name(mates))]
    return [say("defender") if mates else say("alone")]


@words.stakes
def stakes(position: Position, end: Position, seats: Sequence[int]) -> list[Stake]:
    """Return the goals reached by a side that won the hand, with the tricks that each side needed; also a Jann, if it made
    one."""
    side = position.side[seats[0]]
    us, they = (rules.needed(position, each) - position.won(each) for each in (side, 1 - side))
    if end.result is None or end.result.side != side or us <= 0:
        return []
    need = say("{side} {side:needs|need} {n:one more trick|@ more tricks}, they {they:one|@}",
               side=position.name(seats), n=us, they=they)
    won = say("{side} {side:has|have} {n:the one trick|all @ tricks}", side=position.name(seats), n=position.won(side))
    jann = [Stake(won, say("makes the Jann"), tells=True)] if end.result.how == "jann" else []
    return [Stake(need, say("wins the hand"), tells=True), *jann]


@words.lead
def lead(position: Position, card: Card) -> str:
    """Return the id of the rule for a lead with special powers; an empty string for Olen, which are taught earlier."""
    role = position.order.role[card]
    return role.id if role in (rules.beater, rules.seven, rules.free_card, rules.unchosen_ace) else ""


add_questions(words)
words.counts_suits_by(rules.ole)
words.rests_on(rules.turn_up, "Chosen suits", "Turned-up cards")
words.rests_on(rules.turn, "Stake")
words.rests_on(rules.beater, "a chosen card without power: {threats} beats it", "an unchosen card: {threats} beats it")
words.says_all("a chosen Seven: nothing beats it", "{turned:the|the} highest Ole, which nothing beats")
words.rests_on(rules.take_ole, "Seen in the stock")
words.keeps_quiet("hand-score", "Stake")
words.keeps_quiet("best-move", "Seen in the stock", "Turned-up cards")       # no player can get them any more


@words.setting("suits")
def turned_up(position: Position) -> list[ContextSentence]:
    """Return the cards turned up."""
    return [ContextSentence(rules.turn_up.id, say("{cards} were turned up.", cards=all_of(position.turnups)))]


@words.setting()
def setting(position: Position) -> list[ContextSentence]:
    """Return the chosen suits, the cards to exchange, and the soloist; before a lead, also the turns."""
    return [*_deal(position), *(_turns(position) if position.leader is not None and not position.trick else [])]


@words.setting("hand-score")
def before_score(position: Position) -> list[ContextSentence]:
    """Return the chosen suits, the soloist, and the turns."""
    return [*_deal(position), *_turns(position)]


def _deal(position: Position) -> list[ContextSentence]:
    told = [ContextSentence(rules.turn_up.id, say("{suits} are chosen.", suits=_suits(position)))]
    if position.phase == "take-ole":
        told.append(
            ContextSentence(
                rules.take_ole.id, say("{card} lies at the bottom of the stock.", card=with_article(position.ole_on_offer))
            )
        )
    if position.phase == "take-turnup":
        told += turned_up(position)
    if position.soloist is not None:
        told.append(ContextSentence(rules.solo.id, say("{seat} {seat:plays|play} alone.", seat=position.name(position.soloist))))
    if position.marching:
        told.append(ContextSentence(rules.march.id, say("{seat} {seat:is|are} on the march.", seat=_marching(position))))
    return told


def _turns(position: Position) -> list[ContextSentence]:
    """Return the accepted turns; an empty list if the variant has none."""
    if position.terms.turn_after == ():
        return []
    turns = [say("{n} of {seat}", n=count, seat=position.name(position.table.read_side(side)))
             for side, count in position.turns.items() if count]
    return [ContextSentence(rules.turn.id, say("Accepted turns: {turns}.", turns=all_of(turns) if turns else say("none")))]


@words.kind
def called(position: Position, card: Card) -> Text:
    """Return the name that players use for a card after the suits are chosen."""
    role = position.order.role.get(card)
    return NOTHING if role is None else CALLED.get(role, NOTHING)


@words.shown_apart
def is_trump(position: Position, card: Card) -> bool:
    """Return whether a card is an Ole or of a chosen suit. A hand shows these separately."""
    return card in rules.OLEN or card.suits in position.chosen
