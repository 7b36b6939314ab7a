"""The sentences of Spades. Each one is built on demand."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import Event, Line
from rules_engine.core.model.moves import Move, moves_with
from rules_engine.core.model.rules import AnyRule, Ground
from rules_engine.games.spades import rules
from rules_engine.games.spades.cards import BID_BLIND, BID_NIL, PLAYS
from rules_engine.games.spades.position import BLIND, NIL
from rules_engine.games.spades.position import SpadesPosition as Position
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.phrasebook import Account, ContextSentence, Phrasebook, Stake, WithCards
from rules_engine.narration.quantities import TRICKS, counted
from rules_engine.narration.trick_phrases import trick_phrases
from rules_engine.text.message import NOTHING, Text, all_of, joined, say, suit_mark, template

SPADES = suit_mark("S")
ALONE = say("Each player bids and scores alone.")

words = Phrasebook[Position]()
words.objective(say("Bid the tricks that you expect, and win them: a bid missed is lost, and ten tricks too many cost 100."))
words.turns(rules.leader, rules.next_dealer)
words.match(lambda game, position, number: [(say("Hand"), number), (say("To"), rules.WINNING_TOTAL)])
words.counts_suits_by(rules.is_trump)
words.rests_on(rules.bid, "Total bid")
words.rests_on(rules.bags, "Bags")
words.rests_on(rules.spades_closed, "Spades")
for kind in ("legal-moves", "trick-winner", "next-leader", "hand-score"):
    words.keeps_quiet(kind, "Total bid", "Bags", "Spades")
words.move("bid nil", template("{seat} {seat:bids|bid} nil"), template("bid nil"), template("bid nil"))
words.move("bid blind nil", template("{seat} {seat:bids|bid} blind nil"), template("bid blind nil"), template("bid blind nil"))


@words.deal
def deal(position: Position) -> list[Event]:
    """Return the events of the deal, if all cards are still held, and of the first bid, exchange or lead, if it comes next."""
    first, begun = rules.leader(position), any(position.tricks) or bool(position.trick)
    dealt = sum(map(len, position.hands)) == position.full * position.table.size
    due: list[tuple[AnyRule, str, int | None, bool]] = [
        (rules.deal, "dealt", None, dealt and not begun), (rules.alone, "dealt", None, _is_alone(position)),
        (rules.bid, "called", first, position.phase == "bid" and position.to_act == first),
        (rules.exchange, "called", position.to_act, position.phase == "exchange" and not position.given),
        (rules.leader, "lead", first, position.phase == "play" and position.leader == first and not begun)]
    return [Event(rule.id, kind, seat) for rule, kind, seat, is_due in due if is_due]


@words.happened(rules.deal)
def _(position: Position, event: Event) -> Text:
    return say("{seat} {seat:deals|deal} all {all} cards: {size} to each of the {players} players.",
               seat=position.name(position.dealer), all=position.full * position.table.size, size=position.full,
               players=position.table.size)


def _is_alone(position: Position) -> bool:
    return len(position.sides) == position.table.size


words.happened(rules.alone)(lambda position, event: ALONE)


# ---- the bids and the exchange

@words.permits(rules.bid)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    return (say("A bid is any number from 1 to {most}, or nil.", most=position.full), ()) if move.number else None


@words.refuses(rules.bid)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    if not move.number:
        return say("A bid of no tricks is called nil.")
    return say("This hand has {n} tricks, so a bid is from 1 to {n}.", n=position.full)


@words.happened(rules.bid)
def _(position: Position, event: Event) -> Text:
    if event.kind == "hand":
        silent = [seat for seat, bid in enumerate(position.bids) if bid is None]
        return say("{seats} made no bid, so this hand isn't scored.", seats=position.name(silent))
    if event.numbers:
        return say("{seat} {seat:bids|bid} {n}.", seat=position.name(event.seat), n=event.numbers[0])
    return say("Left of the dealer, {seat} {seat:bids|bid} first: a number from 1 to {most}, or nil.",
               seat=position.name(event.seat), most=position.full)


@words.permits(rules.is_nil)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    told = say("Nil is a bid of its own: not one trick for {seat}, for {n} points.", seat=position.name(seat), n=rules.NIL_POINTS)
    return (told, ()) if move is BID_NIL else None


@words.permits(rules.blind_nil, Ground.BARS_NOTHING)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    told = say("{side} {side:is|are} {n} points behind, so blind nil may be bid, for {points} points.",
               side=position.name(position.sides[position.side_of(seat)]), n=rules.behind(position), points=rules.BLIND_POINTS)
    return (told, ()) if move is BID_BLIND else None


@words.refuses(rules.blind_nil)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    if position.blind_nil == "none":
        return say("Blind nil isn't played at this table.")
    n = rules.behind(position)
    return say("Blind nil is only for a side at least {least} points behind, and {side} {side:is|are} {behind}.",
               least=rules.BEHIND, side=position.name(position.sides[position.side_of(seat)]),
               behind=say("only {n} behind", n=n) if n else say("not behind"))


@words.happened(rules.is_nil)
def bids_nil(position: Position, event: Event) -> Text:
    """Return the sentence about a nil, blind or not."""
    blind = event.rule == rules.blind_nil.id
    return say("{seat} {seat:bids|bid} {nil}: not one trick, for {n} points.", seat=position.name(event.seat),
               nil=_said(BLIND if blind else NIL), n=rules.BLIND_POINTS if blind else rules.NIL_POINTS)


words.happened(rules.blind_nil)(bids_nil)


@words.permits(rules.exchange)
def _(position: Position, seat: int, move: Move) -> WithCards:
    return say("Any two cards may be given to {to}.", to=position.name(position.partner(seat))), position.hands[seat]


@words.happened(rules.exchange)
def _(position: Position, event: Event) -> Text:
    """Name a card only to its giver and its receiver."""
    seat, to = position.name(event.seat), position.name(position.partner(event.seat or 0))
    if not event.cards:
        return say("After a blind nil, {seat} {seat:gives|give} two cards to {to} and {seat:gets|get} two back.", seat=seat,
                   to=to)
    shown = position.table.reader in (None, event.seat, position.partner(event.seat or 0))
    return say("{seat} {seat:gives|give} {card} to {to}.", seat=seat, to=to,
               card=with_article(event.cards[0]) if shown else say("a card"))


# ---- the play

@words.permits(rules.spades_closed, Ground.CANNOT_COMPLY)
def _(position: Position, seat: int, move: Move) -> WithCards:
    return (say("{seat} {seat:has|have} only {spades} left and may lead one, although they aren't broken.", spades=SPADES,
                seat=position.name(seat)), [move.played])


@words.permits(rules.spades_closed, Ground.BARS_NOTHING)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    told = say("{spades} are broken, so they may be led.", spades=SPADES)
    return (told, [move.played]) if rules.is_trump(move.played) else None


@words.refuses(rules.spades_closed)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    return say("{spades} aren't broken yet, and {seat} {seat:holds|hold} another suit to lead.", spades=SPADES,
               seat=position.name(seat))


trick_phrases(words, rules.follow_suit, rules.winning, suit=lambda position, card: card.suits, trump=lambda position: "S",
              trumps=rules.is_trump)


@words.permits(rules.is_trump)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    may = rules.follow_suit(position, moves_with(position.hands[seat], PLAYS)) if position.trick else []
    if move not in may or not rules.is_trump(move.played) or rules.is_trump(position.trick[0].card):
        return None
    return (say("{card} {card:is a trump and beats|are trumps and beat} every other suit.", card=with_article(move.played)),
            [move.played])


@words.happened(rules.breaks)
def _(position: Position, event: Event) -> Text:
    return say("{card} breaks {spades}: from now on they may be led.", card=with_article(event.cards[0]), spades=SPADES)


# ---- the score

words.line(rules.score_contract, say("Bid made"), say("10 for each trick bid"))
words.line(rules.score_set, say("Bid missed"), say("−10 for each trick bid"))
words.lines(rules.bags)(lambda line: say("Ten bags") if line.word else say("Bags"))


@words.lines(rules.score_nil)
def _(line: Line) -> Text:
    kept = sum(line.points) > 0
    return (say("Blind nil {kept:kept|broken}", kept=kept) if line.word == BLIND else say("Nil {kept:kept|broken}", kept=kept))


@words.happened(rules.failed_nil)
def _(position: Position, event: Event) -> Text:
    n, partner = event.numbers[0], position.partner(event.seat or 0)
    took = say("{seat} bid nil and took {n} {n:trick|tricks}.", seat=position.name(event.seat), n=n)
    if _is_alone(position):
        return joined([took, say("{n:It is a bag|They are bags}.", n=n)])
    name, too = position.name(partner), rules.is_nil(position.bids[partner])
    return joined([took, say("{partner} bid nil too, so {n:it is a bag|they are bags}.", partner=name, n=n) if too else
                   say("{n:It is a bag and doesn't|They are bags and don't} help {partner's} bid.", partner=name, n=n)
                   if position.apart else say("{n:It counts|They count} towards {partner's} bid.", partner=name, n=n)])


@words.accounts
def accounts(position: Position, events: Sequence[Event]) -> list[Account]:
    """Return each side's bid, the tricks that it took, and the bags carried to the next hand."""
    return [(say("Bid"), [_bid(position, side) for side in position.sides]),
            (say("Took"), [sum(position.tricks[seat] for seat in side) for side in position.sides]),
            (say("Bags carried on"), position.bags_now)]


def _bid(position: Position, side: Sequence[int]) -> Text:
    """Return the bids of a side's seats that have bid: ``4 + nil``."""
    return joined([_said(said) for said in map(position.bids.__getitem__, side) if said is not None], " + ")


def _said(said: int | str) -> Text:
    return say("{n}", n=said) if isinstance(said, int) else say("blind nil") if said == BLIND else say("nil")


@words.outcome
def outcome(position: Position, seat: int) -> Text:
    """Return the result of the side's bid; empty if it bid only nil."""
    side = position.sides[position.side_of(seat)]
    who, bid, taken = position.name(side), position.bid_of(side), position.taken_for(side)
    if taken < bid:
        return say("{side} {side:was|were} set: {bid} bid, {taken} taken", side=who, bid=bid, taken=taken)
    return say("{side} made it: {bid} bid, {taken} taken", side=who, bid=bid, taken=taken) if bid else NOTHING


words.happened(rules.end, "game")(lambda position, event: say(
    "{seats} {seats:wins|win} the game with {n}; the target was {target}.", seats=position.name(position.won_by),
    n=max(position.totals), target=rules.WINNING_TOTAL))
words.happened(rules.end, "hand")(lambda position, event: (
    say("The lead is shared with {n}, so another hand is played.", n=max(position.totals)) if rules.is_tied(position) else
    say("Nobody has {n} yet, so another hand is played.", n=rules.WINNING_TOTAL)))


# ---- the table

@words.wants
def wants(position: Position, seat: int) -> int | None:
    """Return the number of tricks that the seat bid."""
    bid = position.bids[seat]
    return bid if isinstance(bid, int) else 0 if bid else None


@words.plate
def plate(position: Position, seat: int) -> list[Text]:
    """Return the seat's bid, if it has bid."""
    bid = position.bids[seat]
    return [] if bid is None else [say("bid {n}", n=_said(bid))]


@words.open
def on_table(position: Position) -> list[tuple[Text, Text]]:
    """Return the total of the bids, in play whether spades are broken, and the bags."""
    total = say("{n} of {tricks}", n=position.bid_of(position.table.seats), tricks=counted(position.full, TRICKS))
    bags = all_of(say("{side} {n}", side=position.name(side), n=bags)
                  for side, bags in zip(position.sides, position.bags_now, strict=True))
    return [*([(say("Total bid"), total)] if any(position.bids) else []),
            *([(say("Spades"), say("broken") if position.broken else say("not broken"))] if position.phase == "play" else []),
            *([(say("Bags"), bags)] if any(position.bags) else [])]


@words.setting("legal-moves")
def before_lead(position: Position) -> list[ContextSentence]:
    """Return a sentence about broken spades for a leader; nothing for a follower."""
    told = say("{spades} are broken.", spades=SPADES) if position.broken else say("{spades} aren't broken yet.", spades=SPADES)
    leads = position.phase == "play" and not position.trick
    return [ContextSentence(rules.spades_closed.id, told)] if leads else []


@words.setting("hand-score")
def setting(position: Position) -> list[ContextSentence]:
    """Return all bids, the bags carried over, and unusual settings for sides and broken nils."""
    bids = [say("{seat} bid {n}", seat=position.name(seat), n=_said(bid)) for seat, bid in enumerate(position.bids)
            if bid is not None]
    told = [ContextSentence(rules.alone.id, ALONE)] if _is_alone(position) else []
    told.append(ContextSentence(rules.bid.id, say("{bids}.", bids=all_of(bids)) if bids else say("Nobody has bid yet.")))
    if not position.apart and not _is_alone(position) and any(map(rules.is_nil, position.bids)):
        told.append(ContextSentence(rules.failed_nil.id, say("The tricks of a broken nil count towards the partner's bid.")))
    return told + [ContextSentence(rules.bags.id, say("{side} {side:has|have} {n} {n:bag|bags} from earlier hands.",
                                                      side=position.name(side), n=bags))
                   for side, bags in zip(position.sides, position.bags, strict=True) if bags]


@words.aim
def aim(position: Position, side: Sequence[int]) -> Text:
    """Describe the side's bid."""
    bid = _bid(position, side)
    return say("bid {n}", n=bid) if bid else NOTHING


@words.stakes
def stakes(position: Position, end: Position, side: Sequence[int]) -> list[Stake]:
    """Return the stakes of the side: its own bid made, a nil kept or broken, or the other side set."""
    found = list[Stake]()
    for other in position.sides:
        own, who, bid = set(other) == set(side), position.name(other), position.bid_of(other)
        if bid and own == rules.is_made(end, other):
            now = say("{side} bid {bid} and {side:has|have} {n}", side=who, bid=bid, n=position.taken_for(other))
            found.append(Stake(now, say("makes the bid") if own else say("sets {side}", side=who)))
        for seat in other:
            if rules.is_nil(position.bids[seat]) and not position.tricks[seat] and own != bool(end.tricks[seat]):
                found.append(Stake(say("{seat} bid nil", seat=position.name(seat)),
                                   say("keeps the nil") if own else say("breaks the nil")))
    return found
