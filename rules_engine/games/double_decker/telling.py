"""What happened at a Double Decker table, in sentences, each with the rule that made it so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_engine.core.cards import Card, listed, marks
from rules_engine.core.game import Line, signed
from rules_engine.core.position import Event, Laid
from rules_engine.core.rules import Finding, permits
from rules_engine.games.double_decker.position import (
    COLOURS,
    PASS,
    DoubleDeckerPosition,
    Share,
    colours_of,
    largest,
    shares_of,
)


def tell_deal(position: DoubleDeckerPosition) -> list[Event]:
    """The deal, and who leads first; of a round under way, what is left of it."""
    names, size = position.game.table.names, len(position.game.cards) // position.game.table.size
    dealer, held = names[position.dealer], max(map(len, position.hands))
    everybody = f"each of the {len(names)} players"
    if held < size:
        told = f"{dealer} dealt this round, {size} cards to {everybody}; hands are down to {held}."
    else:
        told = f"{dealer} deals the whole pack out evenly: {size} cards to {everybody}."
    events = [Event("dealt", "deal", told, position.dealer)]
    if position.leader == position.dealer and not any(map(sum, position.captured)):
        leads = "led" if position.trick else "leads"
        told = f"{dealer}, the dealer, {leads} to the first trick."
        events.append(Event("lead", "first-lead", told, position.dealer))
    return events


def tell_card(position: DoubleDeckerPosition) -> list[Event]:
    """A card just added to the trick, as far as it changes what the others may do, or was passed."""
    last, before = position.trick[-1], colours_of(position.trick[:-1])
    card, name = last.card, position.game.table.names[last.seat]
    if last.move.verb == PASS:
        return [Event("played", "pass", f"{name} passes: shows the {{{card.text}}} and lays it face down.",
                      last.seat, (card,))]
    if len(before) == 1 and card.suits != before:
        told = (f"{name} brings in {{{card.suits}}} with the {{{card.text}}}: from now on only {{{before}}} "
                f"and {{{card.suits}}} can be played to this trick.")
        return [Event("played", "two-colours", told, last.seat, (card,))]
    return []


def tell_trick(position: DoubleDeckerPosition, shares: Sequence[Share], leader: int) -> list[Event]:
    """A trick that is full, who takes each of its colours, and unless it was the last, who leads next."""
    names = position.game.table.names
    passed = sum(laid.move.verb == PASS for laid in position.trick)
    how = f"{len(position.trick) - passed} played and {passed} passed" if passed else "each played one card"
    told = f"All {len(names)} players have had their turn ({how}), so the trick is complete."
    events = [Event("trick", "one-card-each", told)]
    events += [Event("trick", "win-colour", _tell_share(share, names), share.best.seat, _cards(share)) for share in shares]
    if len(position.hands[0]) > 1:
        events.append(_tell_next_lead(position, shares, leader))
    return events


def _cards(share: Share) -> tuple[Card, ...]:
    return tuple(laid.card for laid in share.laid)


def _tell_share(share: Share, names: Sequence[str]) -> str:
    best, *others = _cards(share)
    name = names[share.best.seat]
    if not others:
        return f"{name} takes the {{{best.text}}}, the only {{{share.colour}}} in the trick."
    return (f"{name} has the highest {{{share.colour}}}, the {{{best.text}}}, and takes with it "
            f"{marks(others)}: {len(share.laid)} cards of {{{share.colour}}}.")


def _tell_next_lead(position: DoubleDeckerPosition, shares: Sequence[Share], leader: int) -> Event:
    """Who leads next, and by which card of which colour."""
    leading = next(share for share in shares if share.best.seat == leader)
    names, winner = position.game.table.names, leading.best
    name, cards = names[winner.seat], _cards(leading)
    others = [share for share in shares if share is not leading]
    if not others:
        told = f"{name} won the trick's only colour and leads next."
        return Event("lead", "next-lead", told, winner.seat, cards[:1])
    other = others[0]
    best, rival = winner.card, other.best.card
    if best.value > rival.value:
        told = (f"{name} leads next: the {{{best.text}}} is a higher winning card than the {{{rival.text}}} "
                f"of {names[other.best.seat]}.")
        return Event("lead", "next-lead", told, winner.seat, (best, rival))
    told = (f"The winning cards {{{best.text}}} and {{{rival.text}}} are equal. {_tell_tie(leading, other)}, "
            f"so {name} leads next.")
    return Event("lead", "next-lead-tie", told, winner.seat, (*cards, *_cards(other)))


def _tell_tie(leading: Share, other: Share) -> str:
    """The first place at which the two colours differ."""
    ours, theirs = _cards(leading), _cards(other)
    for mine, yours in zip(ours, theirs, strict=False):
        if mine.value > yours.value:
            return f"Further down the {{{mine.text}}} is higher than the {{{yours.text}}}"
    if len(ours) > len(theirs):
        return f"After that there is still the {{{ours[len(theirs)].text}}} and no further {{{other.colour}}}"
    return f"No further card tells them apart, and {{{leading.colour}}} goes before {{{other.colour}}}"


def tell_round(position: DoubleDeckerPosition, lines: Sequence[Line]) -> Iterator[Event]:
    """The end of a round: the cards set aside, the colours chosen, the score line by line."""
    names = position.game.table.names
    pairs = zip(names, position.set_aside, strict=True)
    aside = listed(f"{name} the {{{card.text}}}" for name, card in pairs)
    yield Event("hand", "last-card", "One card is left to each, so the round ends. Set aside without "
                                     f"scoring: {aside}.")
    for seat, counts in enumerate(position.captured):
        level = largest(counts)
        if len(level) > 1:
            which = listed(f"{{{one}}}" for one in level)
            told = (f"{names[seat]}'s {which} are equally large, {max(counts)} each; {{{level[0]}}} counts "
                    "up, and any of them would give the same score.")
            yield Event("hand", "tied-largest", told, seat)
    for line in lines:
        points = listed([f"{name} {signed(each)}" for name, each in zip(names, line.points, strict=True)])
        yield Event("hand", line.rule, f"{line.label}: {points}.")


def tell_end(position: DoubleDeckerPosition, totals: Sequence[int]) -> Event:
    """The end of the match."""
    won = "win" if len(position.winners) > 1 else "wins"
    return Event("game", "game-end", f"The fifth round was the last: {listed(position.winners)} {won} with "
                                     f"{signed(max(totals))}.")


def tell_next_dealer(position: DoubleDeckerPosition, totals: Sequence[int], dealer: int) -> Event:
    """Who deals next, and which comparison settled it."""
    names, points = position.game.table.names, position.hand_score or []
    lowest = [seat for seat in position.game.table.seats if totals[seat] == totals[dealer]]
    level = [seat for seat in lowest if points[seat] == points[dealer]]
    name, total = names[dealer], signed(totals[dealer])
    told = f"{name} has the lowest total, {total}"
    if len(lowest) > 1:
        told = f"{listed(names[seat] for seat in lowest)} share the lowest total, {total}"
    if len(level) > 1:
        alike = "all of them scored the same"
        if len(level) < len(lowest):
            alike = f"{listed(names[seat] for seat in level)} scored the least of them"
        told += (f"; {alike} in this round, {signed(points[dealer])}; "
                 f"{name} is the first of them clockwise from {names[position.dealer]}, who would come last")
    elif len(lowest) > 1:
        told += f"; {name} scored the least of them in this round, {signed(points[dealer])}"
    return Event("hand", "next-dealer", f"{told}. {name} deals and leads next.", dealer)


def tell_chain(position: DoubleDeckerPosition, laid: Sequence[Laid]) -> list[Finding]:
    """A trick card by card: what brought a colour in, took it over or was passed; then how it stands."""
    chain = [_tell_laid(position, laid[:place], one) for place, one in enumerate(laid)]
    names = position.game.table.names
    shares = shares_of(laid)
    cards = [share.best.card for share in shares]
    told = listed(f"the highest {{{share.colour}}} is the {{{card.text}}} of {names[share.best.seat]}"
                  for share, card in zip(shares, cards, strict=True))
    return [*chain, permits("win-colour", f"{told[0].upper()}{told[1:]}.", cards)]


def _tell_laid(position: DoubleDeckerPosition, before: Sequence[Laid], one: Laid) -> Finding:
    card, name = one.card, position.game.table.names[one.seat]
    if one.move.verb == PASS:
        return permits("pass", f"{name} passes the {{{card.text}}}, which is no part of the trick.", [card])
    if not before:
        return permits("win-colour", f"{name} leads the {{{card.text}}}.", [card])
    if card.suits not in colours_of(before):
        return permits("two-colours", f"{name}'s {{{card.text}}} brings in {{{card.suits}}}, won apart from "
                                      f"{{{colours_of(before)}}}.", [card])
    best = next(share.best.card for share in shares_of(before) if share.colour == card.suits)
    how = "is higher and takes over from" if card.value > best.value else "is lower than"
    return permits("win-colour", f"{name}'s {{{card.text}}} {how} the {{{best.text}}}.", [card, best])


def tell_taken(position: DoubleDeckerPosition, seat: int) -> str:
    """What a seat has captured and passed, in a few words."""
    name = position.game.pack.suit_name
    counts = zip(COLOURS, position.captured[seat], strict=True)
    parts = [f"{count} {name(colour)}" for colour, count in counts if count]
    passed = len(position.passed[seat])
    return ", ".join([*parts, f"{passed} passed"] if passed else parts)


def tell_notices(position: DoubleDeckerPosition) -> list[tuple[str, str]]:
    """The round, and the colours that the trick is open to."""
    on_table = position.colours
    notices = [("Round", f"{position.number} of 5")]
    if position.phase == "play":
        told = listed([f"{{{colour}}}" for colour in on_table]) if on_table else "none yet"
        notices.append(("Colours of the trick", told))
    return notices
