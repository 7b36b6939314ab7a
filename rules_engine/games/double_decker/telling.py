"""What Double Decker says: its sentences, each made when somebody reads it."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.cards import Card, listed
from rules_engine.core.happened import Event, signed
from rules_engine.core.moves import Move
from rules_engine.core.packs import DOUBLE_DECKER
from rules_engine.core.telling import Finding, Said, Stand, Words, counted
from rules_engine.core.tricks import Laid
from rules_engine.games.double_decker import rules
from rules_engine.games.double_decker.cards import COLOURS, PASS, THIRD, pack_for
from rules_engine.games.double_decker.position import DoubleDeckerPosition as Position

words = Words[Position]()


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
    size = len(pack_for(players)) // players
    if held < size:
        return f"{position.name(event.seat)} dealt this hand, {size} cards each; the hands are down to {held}."
    return f"{position.does(event.seat, 'deals')} the whole pack: {size} cards to each of the {players} players."


@words.happened(rules.first_leader)
def _(position: Position, event: Event) -> str:
    return f"The dealer leads first: {position.name(event.seat)}." if not position.trick else ""


# ---- what may be played or passed

@words.permits(rules.two_colours)
def _(position: Position, seat: int, move: Move) -> Said | None:
    colours, card = position.colours, move.played
    if move.verb == PASS:
        return None
    if not colours:
        return "Any card may be led.", ()
    if len(colours) == 2:
        return f"The {{{card.text}}} has one of the trick's two colours.", [card]
    if card.suits in colours:
        return f"Only {{{card.suits}}} is on the table, so any card may be played.", [card]
    return f"Only {{{colours[0]}}} is on the table, so {{{card.suits}}} may come in as the second colour.", [card]


@words.refuses(rules.two_colours)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    told = (f"The trick has two colours already, {_coloured(position.colours)}, so the {{{move.played.text}}} can only be "
            "passed, for −2.")
    return f"{told} Any {_coloured(position.colours, 'or')} card can be played." if _playable(position, seat) else told


@words.permits(rules.may_pass)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move.verb != PASS:
        return None
    able = _playable(position, seat)
    though = ", even with cards to play" if able else ""
    return f"The trick has two colours, so {position.name(seat)} may pass{though}.", able


@words.refuses(rules.may_pass)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    if not position.colours:
        return "The leader can't pass: a pass needs two colours on the table."
    return f"Only {{{position.colours[0]}}} is on the table, and a pass needs two colours: play any card instead."


@words.permits(rules.pass_third_colour)
def _(position: Position, seat: int, move: Move) -> Said | None:
    card = move.played
    if move.verb != PASS:
        return None
    return f"The {{{card.text}}} has the third colour, the one that isn't in the trick.", [card]


@words.refuses(rules.pass_third_colour)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    card, third = move.played, THIRD[position.colours]
    told = f"Only the third colour, {{{third}}}, may be passed: the {{{card.text}}} can only be played"
    if any(held.suits == third for held in position.hands[seat]):
        return f"{told}."
    return f"{told}, and {position.does(seat, 'has')} no {{{third}}}."


def _coloured(colours: Sequence[str], joined: str = "and") -> str:
    return listed([f"{{{colour}}}" for colour in colours], joined)


def _playable(position: Position, seat: int) -> list[Card]:
    return [card for card in position.hands[seat] if card.suits in position.colours]


@words.choice
def choice(position: Position, seat: int, move: Move) -> str:
    """What a pass costs."""
    return "−2 points" if move.verb == PASS else ""


# ---- what happens in a trick

@words.happened(rules.two_colours)
def _(position: Position, event: Event) -> str:
    colour = event.cards[0].suits
    return (f"{position.does(event.seat, 'brings')} in {{{colour}}}: from now on only {{{event.word}}} and {{{colour}}} can be "
            "played.")


@words.happened(rules.may_pass)
def _(position: Position, event: Event) -> str:
    return f"{position.does(event.seat, 'passes')} the {{{event.cards[0].text}}}, which costs 2 points."


@words.happened(rules.complete)
def _(position: Position, event: Event) -> str:
    """Worth a word where somebody passed."""
    size, passed = position.table.size, sum(laid.move.verb == PASS for laid in position.finished.laid)
    return f"{size - passed} played and {passed} passed: the trick is complete." if passed else ""


@words.happened(rules.winning)
def _(position: Position, event: Event) -> str:
    best, count = event.cards[0], len(event.cards)
    if count == 1:
        return f"{position.does(event.seat, 'takes')} the {{{best.text}}}, the only {{{best.suits}}} card."
    which = "both" if count == 2 else f"all {count}"
    return f"{position.whose(event.seat)} {{{best.text}}} takes {which} {{{best.suits}}} cards."


@words.happened(rules.next_lead)
def _(position: Position, event: Event) -> str:
    leads, (best, *others) = position.does(event.seat, "leads"), event.cards
    if not others:
        return f"{leads} next."
    if set(position.finished.winners.values()) == {event.seat}:
        return f"Having won both colours, {leads} next."
    return f"{leads} next: the {{{best.text}}} is higher than the {{{others[0].text}}}."


@words.happened(rules.next_lead_tie)
def _(position: Position, event: Event) -> str:
    colour = event.cards[0].suits
    ours = [card for card in event.cards if card.suits == colour]
    theirs = [card for card in event.cards if card.suits != colour]
    return (f"The {{{ours[0].text}}} and the {{{theirs[0].text}}} are equal. {_tied(ours, theirs)}, so "
            f"{position.does(event.seat, 'leads')} next.")


def _tied(ours: Sequence[Card], theirs: Sequence[Card]) -> str:
    """The first place at which the two colours differ."""
    for mine, yours in zip(ours, theirs, strict=False):
        if mine.value > yours.value:
            return f"Further down, the {{{mine.text}}} is higher than the {{{yours.text}}}"
    if len(ours) > len(theirs):
        return f"Further down, there is the {{{ours[len(theirs)].text}}} but no other {{{theirs[0].suits}}} card"
    return f"The rest are equal too, and {{{ours[0].suits}}} goes before {{{theirs[0].suits}}}"


# ---- what happens at the end

@words.happened(rules.last_card, "turn")
def _(position: Position, event: Event) -> str:
    """In the last trick, that one of two cards isn't played."""
    assert event.seat is not None
    if len(position.hands[event.seat]) != rules.LEFT_OVER + 1:
        return ""
    return f"{position.does(event.seat, 'keeps')} one of the last two cards out: it doesn't score."


@words.happened(rules.last_card, "played")
def _(position: Position, event: Event) -> str:
    aside = listed(f"{position.whose(seat)} {{{card.text}}}" for seat, card in enumerate(position.set_aside or ()))
    return f"The last card of each hand is set aside and doesn't score: {aside}."


@words.happened(rules.tied_largest)
def _(position: Position, event: Event) -> str:
    most = max(event.numbers)
    level = [colour for colour, count in zip(COLOURS, event.numbers, strict=True) if count == most]
    return (f"{position.does(event.seat, 'has')} {most} each of {_coloured(level)}: {{{level[0]}}} counts as the largest "
            "colour, but the score is the same either way.")


words.line(rules.score_positive, "Largest colour")
words.line(rules.score_negative, "Other colours")
words.line(rules.score_passed, "Passed cards")


@words.happened(rules.next_dealer)
def _(position: Position, event: Event) -> str:
    """Who deals next, and which comparison settled it."""
    deals, totals, points = position.does(event.seat, "deals"), position.totals, position.points
    total = min(totals)
    lowest = [seat for seat in position.table.seats if totals[seat] == total]
    score = min(points[seat] for seat in lowest)
    level = [seat for seat in lowest if points[seat] == score]
    if len(lowest) == 1:
        return f"With the lowest total, {signed(total)}, {deals} next."
    share = f"{position.does(lowest, 'shares')} the lowest total, {signed(total)}"
    if len(level) == 1:
        return f"{share}. With the lowest score of them in this hand, {signed(score)}, {deals} next."
    alike = (f"and scored the same in this hand, {signed(score)}" if level == lowest else
             f"of them {position.name(level)} scored the least in this hand, {signed(score)}")
    return f"{share}, {alike}. First of those after the dealer, {deals} next."


@words.happened(rules.end)
def _(position: Position, event: Event) -> str:
    return f"That was the last hand: {position.does(position.won_by, 'wins')} with {signed(max(position.totals))}."


# ---- what beat what

@words.chain(rules.winning)
def chain(position: Position, laid: Sequence[Laid]) -> list[Finding]:
    """A trick card by card: what brought a colour in, took it over or was passed; then how it stands."""
    takers, shares = rules.winning(laid)
    best = tuple(share[0] for share in shares.values())
    ahead = listed(f"{position.whose(takers[card.suits])} {{{card.text}}}" for card in best)
    stands = Finding(rules.winning.id, True, f"{ahead} {'is' if len(best) == 1 else 'are'} ahead.", best)
    return [*(_laid(position, laid[:place], one) for place, one in enumerate(laid)), stands]


def _laid(position: Position, before: Sequence[Laid], one: Laid) -> Finding:
    card, (_, shares) = one.card, rules.winning(before)
    which = f"{position.whose(one.seat)} {{{card.text}}}"
    if one.move.verb == PASS:
        return Finding(rules.may_pass.id, True, f"{which} is passed and takes no part in the trick.", (card,))
    if not shares:
        return Finding(rules.two_colours.id, True, f"{position.does(one.seat, 'leads')} the {{{card.text}}}.", (card,))
    if card.suits not in shares:
        told = f"{which} brings in {{{card.suits}}}, which is won separately from {_coloured([*shares])}."
        return Finding(rules.two_colours.id, True, told, (card,))
    rival = shares[card.suits][0]
    how = "higher" if card.value > rival.value else "lower"
    return Finding(rules.winning.id, True, f"{which} is {how} than the {{{rival.text}}}.", (card, rival))


# ---- what the table shows

@words.open
def on_table(position: Position) -> list[tuple[str, str]]:
    """Which hand it is and the colours of the trick; once it is scored, the colour that counted up for the reader."""
    shown = [("Hand", f"{position.number} of {rules.HANDS}")]
    if position.phase == "play" or position.trick:
        shown.append(("Colours in the trick", _coloured(rules.colours_of(position.trick)) or "none yet"))
    elif position.positive and (reader := position.table.reader) is not None and (colour := position.positive[reader]):
        shown.append(("Your largest colour", f"{{{colour}}}, {counted(max(position.captured[reader]), 'card')}"))
    return shown


for kind in ("legal-moves", "trick-winner", "next-leader", "hand-score"):
    words.keeps_quiet(kind, "Colours in the trick")


@words.taken
def taken(position: Position, seat: int) -> str:
    """The cards captured by colour, and how many were passed."""
    parts = [f"{count} {DOUBLE_DECKER.suit_name(colour)}" for colour, count in _captured(position, seat).items()]
    passed = len(position.passed[seat])
    return ", ".join([*parts, f"{passed} passed"] if passed else parts)


@words.suits_taken
def suits_taken(position: Position, seat: int) -> tuple[dict[str, int], str]:
    """The colours captured, of which the largest counts up and the others down; what passing cost; what all that comes to."""
    captured, passed = _captured(position, seat), len(position.passed[seat])
    cost = signed(-2 * passed) if passed else ""
    return captured, f"{cost} = {_worth(position, seat)}".lstrip() if captured else cost


def _captured(position: Position, seat: int) -> dict[str, int]:
    return {colour: count for colour, count in zip(COLOURS, position.captured[seat], strict=True) if count}


def _worth(position: Position, seat: int) -> str:
    return signed(standing(position)[seat].number)


@words.standing("point")
def standing(position: Position) -> list[Stand]:
    """What the cards captured and passed so far are worth."""
    captured = zip(position.captured, position.passed, strict=True)
    return [Stand((seat,), 2 * max(counts) - sum(counts) - 2 * len(passed)) for seat, (counts, passed) in enumerate(captured)]


@words.plate
def plate(position: Position, seat: int) -> list[str]:
    """What the cards so far are worth, once there are some."""
    some = any(position.captured[seat]) or position.passed[seat]
    return [f"{_worth(position, seat)} this hand"] if some else []
