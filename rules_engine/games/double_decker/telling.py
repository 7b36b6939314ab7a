"""What Double Decker says: its sentences, each made when somebody reads it."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.cards import Card, listed, marks
from rules_engine.core.happened import Event, signed
from rules_engine.core.moves import Move
from rules_engine.core.packs import DOUBLE_DECKER
from rules_engine.core.telling import Finding, Said, Words
from rules_engine.core.tricks import Laid
from rules_engine.games.double_decker import rules
from rules_engine.games.double_decker.cards import COLOURS, PASS, THIRD, pack_for
from rules_engine.games.double_decker.position import DoubleDeckerPosition as Position

words = Words[Position]()

_ORDINALS = ("first", "second", "third", "fourth", "fifth")


# ---- the deal

@words.deal
def deal(position: Position) -> list[Event]:
    """The deal, and who leads first."""
    events = [Event(rules.deal.id, "dealt", position.dealer)]
    if position.leader == position.dealer and not any(map(sum, position.captured)):
        events.append(Event(rules.first_leader.id, "lead", position.dealer))
    return events


@words.happened(rules.deal)
def _(position: Position, event: Event) -> str:
    players, held = position.table.size, max(map(len, position.hands))
    size, dealer, everybody = len(pack_for(players)) // players, position.name(event.seat), f"each of the {players} players"
    if held < size:
        return f"{dealer} dealt this round, {size} cards to {everybody}; hands are down to {held}."
    return f"{dealer} deals the whole pack out evenly: {size} cards to {everybody}."


@words.happened(rules.first_leader)
def _(position: Position, event: Event) -> str:
    return f"{position.name(event.seat)}, the dealer, {'led' if position.trick else 'leads'} to the first trick."


# ---- what may be played or passed

@words.permits(rules.two_colours)
def _(position: Position, seat: int, move: Move) -> Said | None:
    who, colours, card = position.name(seat), position.colours, move.played
    if move.verb == PASS:
        return None
    if not colours:
        return f"{who} leads and may choose any card.", ()
    if len(colours) == 2:
        return f"The {{{card.text}}} is of {{{card.suits}}}, one of the trick's two colours.", [card]
    if card.suits in colours:
        return f"Only {{{card.suits}}} is on the table, and {who} stays with it.", [card]
    return f"Only {{{colours[0]}}} is on the table, so {who} may bring in {{{card.suits}}} as the second colour.", [card]


@words.refuses(rules.two_colours)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    card, able = move.played, _playable(position, seat)
    or_play = f", or play {marks(able, 'or')}" if able else ""
    return (f"{_both(position)} are on the table, so no {{{card.suits}}} can be played; {position.name(seat)} may pass "
            f"the {{{card.text}}}{or_play}.")


@words.permits(rules.may_pass)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move.verb != PASS:
        return None
    who, able = position.name(seat), _playable(position, seat)
    though = f", though {who} could play {marks(able, 'or')}" if able else f"; {who} has nothing else to do"
    return f"{_both(position)} are on the table, so {who} may pass{though}.", able


@words.refuses(rules.may_pass)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    who = position.name(seat)
    if not position.colours:
        return f"{who} leads and so can't pass: that takes two colours on the table, and nothing lies there yet."
    return (f"Only {{{position.colours[0]}}} is on the table, and a pass takes two colours; {who} may play any card "
            "instead.")


@words.permits(rules.pass_third_colour)
def _(position: Position, seat: int, move: Move) -> Said | None:
    card = move.played
    if move.verb != PASS:
        return None
    return f"The {{{card.text}}} is of {{{card.suits}}}, the colour that the trick lacks.", [card]


@words.refuses(rules.pass_third_colour)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    who, third = position.name(seat), THIRD[position.colours]
    held = [card for card in position.hands[seat] if card.suits == third]
    choice = f"{who} could pass {marks(held, 'or')}" if held else f"{who} has no {{{third}}} and must play"
    return f"A pass shows the third colour, {{{third}}}; the {{{move.played.text}}} isn't of it. {choice}."


def _both(position: Position) -> str:
    return f"Both {_coloured(position.colours)}"


def _coloured(colours: Sequence[str]) -> str:
    return listed(f"{{{colour}}}" for colour in colours)


def _playable(position: Position, seat: int) -> list[Card]:
    return [card for card in position.hands[seat] if card.suits in position.colours]


# ---- what happens in a trick

@words.happened(rules.two_colours)
def _(position: Position, event: Event) -> str:
    card = event.cards[0]
    return (f"{position.name(event.seat)} brings in {{{card.suits}}} with the {{{card.text}}}: from now on only "
            f"{{{event.word}}} and {{{card.suits}}} can be played to this trick.")


@words.happened(rules.may_pass)
def _(position: Position, event: Event) -> str:
    return f"{position.name(event.seat)} passes: shows the {{{event.cards[0].text}}} and lays it face down."


@words.happened(rules.complete)
def _(position: Position, event: Event) -> str:
    size, passed = position.table.size, sum(laid.move.verb == PASS for laid in position.finished.laid)
    how = f"{size - passed} played and {passed} passed" if passed else "each played one card"
    return f"All {size} players have had their turn ({how}), so the trick is complete."


@words.happened(rules.winning)
def _(position: Position, event: Event) -> str:
    name, (best, *others), count = position.name(event.seat), event.cards, len(event.cards)
    if not others:
        return f"{name} takes the {{{best.text}}}, the only {{{best.suits}}} in the trick."
    return (f"{name} has the highest {{{best.suits}}}, the {{{best.text}}}, and takes with it {marks(others)}: "
            f"{count} cards of {{{best.suits}}}.")


@words.happened(rules.next_lead)
def _(position: Position, event: Event) -> str:
    name, (best, *others) = position.name(event.seat), event.cards
    if not others:
        return f"{name} won the trick's only colour and leads next."
    rival = next(laid for laid in position.finished.laid if laid.card is others[0])
    return (f"{name} leads next: the {{{best.text}}} is a higher winning card than the {{{rival.card.text}}} of "
            f"{position.name(rival.seat)}.")


@words.happened(rules.next_lead_tie)
def _(position: Position, event: Event) -> str:
    colour = event.cards[0].suits
    ours = [card for card in event.cards if card.suits == colour]
    theirs = [card for card in event.cards if card.suits != colour]
    return (f"The winning cards {marks([ours[0], theirs[0]])} are equal. {_tied(ours, theirs)}, so "
            f"{position.name(event.seat)} leads next.")


def _tied(ours: Sequence[Card], theirs: Sequence[Card]) -> str:
    """The first place at which the two colours differ."""
    for mine, yours in zip(ours, theirs, strict=False):
        if mine.value > yours.value:
            return f"Further down the {{{mine.text}}} is higher than the {{{yours.text}}}"
    if len(ours) > len(theirs):
        return f"After that there is still the {{{ours[len(theirs)].text}}} and no further {{{theirs[0].suits}}}"
    return f"No further card tells them apart, and {{{ours[0].suits}}} goes before {{{theirs[0].suits}}}"


# ---- what happens at the end

@words.happened(rules.last_card)
def _(position: Position, event: Event) -> str:
    pairs = zip(position.table.names, position.set_aside or (), strict=True)
    aside = listed(f"{name} the {{{card.text}}}" for name, card in pairs)
    return f"One card is left to each, so the round ends. Set aside without scoring: {aside}."


@words.happened(rules.tied_largest)
def _(position: Position, event: Event) -> str:
    most = max(event.numbers)
    level = [colour for colour, count in zip(COLOURS, event.numbers, strict=True) if count == most]
    return (f"{position.name(event.seat)}'s {_coloured(level)} are equally large, {most} each; {{{level[0]}}} counts up, "
            "and any of them would give the same score.")


words.line(rules.score_positive, "Largest colour")
words.line(rules.score_negative, "Other colours")
words.line(rules.score_passed, "Passed cards")


@words.happened(rules.next_dealer)
def _(position: Position, event: Event) -> str:
    """Who deals next, and which comparison settled it."""
    name, totals, points = position.name(event.seat), position.totals, position.points
    total = min(totals)
    lowest = [seat for seat in position.table.seats if totals[seat] == total]
    score = min(points[seat] for seat in lowest)
    level = [seat for seat in lowest if points[seat] == score]
    told = f"{name} has the lowest total, {signed(total)}"
    if len(lowest) > 1:
        told = f"{_names(position, lowest)} share the lowest total, {signed(total)}"
    if len(level) > 1:
        alike = ("all of them scored the same" if len(level) == len(lowest)
                 else f"{_names(position, level)} scored the least of them")
        told += (f"; {alike} in this round, {signed(score)}; {name} is the first of them clockwise from "
                 f"{position.name(position.dealer)}, who would come last")
    elif len(lowest) > 1:
        told += f"; {name} scored the least of them in this round, {signed(score)}"
    return f"{told}. {name} deals and leads next."


def _names(position: Position, seats: Sequence[int]) -> str:
    return listed(position.name(seat) for seat in seats)


@words.happened(rules.end)
def _(position: Position, event: Event) -> str:
    won = "win" if len(position.winners) > 1 else "wins"
    return (f"The {_ORDINALS[position.number - 1]} round was the last: {listed(position.winners)} {won} with "
            f"{signed(max(position.totals))}.")


# ---- what beat what

@words.chain(rules.winning)
def chain(position: Position, laid: Sequence[Laid]) -> list[Finding]:
    """A trick card by card: what brought a colour in, took it over or was passed; then how it stands."""
    takers, shares = rules.winning(laid)
    best = tuple(share[0] for share in shares.values())
    told = listed(f"the highest {{{card.suits}}} is the {{{card.text}}} of {position.name(takers[card.suits])}" for card in best)
    stands = Finding(rules.winning.id, True, f"{told[0].upper()}{told[1:]}.", best)
    return [*(_laid(position, laid[:place], one) for place, one in enumerate(laid)), stands]


def _laid(position: Position, before: Sequence[Laid], one: Laid) -> Finding:
    card, name, (_, shares) = one.card, position.name(one.seat), rules.winning(before)
    if one.move.verb == PASS:
        return Finding(rules.may_pass.id, True, f"{name} passes the {{{card.text}}}, which is no part of the trick.", (card,))
    if not shares:
        return Finding(rules.winning.id, True, f"{name} leads the {{{card.text}}}.", (card,))
    if card.suits not in shares:
        told = f"{name}'s {{{card.text}}} brings in {{{card.suits}}}, won apart from {_coloured([*shares])}."
        return Finding(rules.two_colours.id, True, told, (card,))
    rival = shares[card.suits][0]
    how = "is higher and takes over from" if card.value > rival.value else "is lower than"
    return Finding(rules.winning.id, True, f"{name}'s {{{card.text}}} {how} the {{{rival.text}}}.", (card, rival))


# ---- what the table shows

@words.open
def on_table(position: Position) -> list[tuple[str, str]]:
    """The round, and the colours of the trick."""
    shown = [("Round", f"{position.number} of {rules.ROUNDS}")]
    if position.phase == "play":
        shown.append(("Colours of the trick", _coloured(position.colours) or "none yet"))
    return shown


for kind in ("legal-moves", "trick-winner", "next-leader", "hand-score"):
    words.keeps_quiet(kind, "Colours of the trick")


@words.taken
def taken(position: Position, seat: int) -> str:
    """The cards captured by colour, and how many were passed."""
    parts = [f"{count} {DOUBLE_DECKER.suit_name(colour)}"
             for colour, count in zip(COLOURS, position.captured[seat], strict=True) if count]
    passed = len(position.passed[seat])
    return ", ".join([*parts, f"{passed} passed"] if passed else parts)
