"""Checks of the claims in Double Decker's sentences against its rules."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.model.cards import Card
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.games.double_decker.cards import COLOURS, PASS
from rules_engine.games.double_decker.position import DoubleDeckerPosition as Position
from rules_engine.narration.claims import Claim, Claims, suits_in

claims = Claims[Position]()
Said = Claim[Position]


def _colours(laid: Sequence[PlayedCard]) -> list[str]:
    """Return the colours of the cards played to a trick, in the order in which they entered."""
    return list(dict.fromkeys(one.card.suits for one in laid if one.move.verb != PASS))


def _open(said: Said, position: Position | None = None) -> set[str]:
    """Return the colours that a seat could play now if it held every card."""
    return {move.played.suits for move in said.with_pack(position) if move.verb != PASS}


def _passable(said: Said) -> set[str]:
    """Return the colours that a seat could pass now if it held every card."""
    return {move.played.suits for move in said.with_pack() if move.verb == PASS}


def _playable(said: Said) -> set[Card]:
    """Return the cards in hand that may be played to the trick."""
    return {move.played for move in said.game.legal(said.position) if move.verb != PASS}


def _points(said: Said) -> dict[str, int]:
    """Return the points, by rule id, for five, two and one captured cards of the three colours and one passed card."""
    end = said.game.deal(1)
    end.captured = [[5, 2, 1], *[[0, 0, 0]] * (len(end.hands) - 1)]
    end.passed = [[end.hands[0][0]], *[list[Card]()] * (len(end.hands) - 1)]
    return {line.rule.id: line.points[0] for line in said.game.score(end)}


def _taken(said: Said, colour: str) -> list[Card]:
    """Return the cards of one colour played to the finished trick."""
    return [one.card for one in said.position.finished.laid if one.move.verb != PASS and one.card.suits == colour]


# ---- the deal, and the titles of rules

@claims.of("{seat} {seat:deals|deal} the whole pack: {n} cards to each of the {players} players.")
def _(said: Said) -> bool:
    players = said.number("players")
    return players == len(said.position.hands) and players * said.number("n") == len(said.game.deck)


@claims.of("{seat} dealt this hand, {n} cards each; the hands are down to {held}.")
def _(said: Said) -> bool:
    whole = len(said.game.deck) // len(said.position.hands)
    return max(map(len, said.position.hands)) == said.number("held") < said.number("n") == whole


@claims.of("The dealer leads first: {seat}.")
def _(said: Said) -> bool:
    return said.one_seat("seat") == said.position.dealer == said.position.leader and not any(map(any, said.position.captured))


@claims.of("The dealer leads first")
def _(said: Said) -> bool:
    return all(said.game.deal(1, dealer=seat).leader == seat for seat in said.game.table.seats)


@claims.of("Two colours to a trick", "Each colour is won separately")
def _(said: Said) -> bool:
    now = said.played_until(lambda now: len(_colours(now.trick)) == 2)
    return _open(said, now) == {*_colours(now.trick)} == {*said.game.winners(now, now.trick)}


@claims.of("One card from each player")
def _(said: Said) -> bool:
    now = said.played_until(lambda now: now.last_trick is not None)
    return {len(hand) for hand in now.hands} == {len(said.game.deck) // len(now.hands) - 1}


@claims.of("The last card stays out", "The last card of each player isn't played.")
def _(said: Said) -> bool:
    end = said.played_until(lambda now: False)
    counted = sum(map(sum, end.captured)) + sum(map(len, end.passed))
    return len(end.set_aside or ()) == len(end.hands) and counted == len(said.game.deck) - len(end.hands)


@claims.of("Plus one for your largest colour", "+1 a card", "Largest colour")
def _(said: Said) -> bool:
    return _points(said)["score-positive"] == 5


@claims.of("Collect one colour: your largest colour counts for you, all your other cards against you.")
def _(said: Said) -> bool:
    return _points(said)["score-positive"] == 5 and _points(said)["score-negative"] == -3


@claims.of("Minus one for the other colours", "−1 a card")
def _(said: Said) -> bool:
    return _points(said)["score-negative"] == -3


@claims.of("Minus two for each passed card", "−2 each", "{seat} {seat:passes|pass} {card}, which costs 2 points.")
def _(said: Said) -> bool:
    return _points(said)["score-passed"] == -2


@claims.of("The game ends after five hands")
def _(said: Said) -> bool:
    return _over(said, 5) and not _over(said, 4)


def _over(said: Said, number: int) -> bool:
    """Return whether the match is over after hand ``number``."""
    end = said.position.copy()
    end.hand_score, end.hand_over, end.number = [0] * len(end.hands), True, number
    return bool(said.game.match_winners(end))


# ---- legal plays and passes

@claims.of("Any card may be led.")
def _(said: Said) -> bool:
    return not said.position.trick and _playable(said) == {*said.hand}


@claims.of("{card} {card:belongs|belong} to one of the trick's two colours.")
def _(said: Said) -> bool:
    colours = {*_colours(said.position.trick)}
    return len(colours) == 2 and said.card("card").suits in colours and _open(said) == colours


@claims.of("Only {colour} is on the table, so any card may be played.",
           "Only {colour} is on the table, and a pass needs two colours: play any card instead.")
def _(said: Said) -> bool:
    single = _colours(said.position.trick) == [said.suit("colour")]
    return single and _open(said) == {*COLOURS} and _playable(said) == {*said.hand} and not _passable(said)


@claims.of("Only {colour} is on the table, so {second} may come in as the second colour.")
def _(said: Said) -> bool:
    return _colours(said.position.trick) == [said.suit("colour")] != [said.suit("second")] and _open(said) == {*COLOURS}


@claims.of("The trick has two colours already, {colours}, so {card} can only be passed, for {points}.")
def _(said: Said) -> bool:
    colours, card = _colours(said.position.trick), said.card("card")
    passed = card in said.playable and card not in _playable(said)
    return colours == said.suits("colours") and len(colours) == 2 and passed and said.number("points") == -2


@claims.of("Any {colours} card can be played.")
def _(said: Said) -> bool:
    return {card for card in said.hand if card.suits in said.suits("colours")} == _playable(said) != set()


@claims.of("The trick has two colours, so {seat} may pass, even with cards that could be played.")
def _(said: Said) -> bool:
    return _may_pass(said) and bool(_playable(said))


@claims.of("The trick has two colours, so {seat} may pass.")
def _(said: Said) -> bool:
    return _may_pass(said) and not _playable(said)


def _may_pass(said: Said) -> bool:
    """Return whether the next player may pass, and only because the trick has two colours."""
    first = said.position.copy()
    first.trick, first.colours = first.trick[:1], first.colours[:1]
    two = len(_colours(said.position.trick)) == 2 and bool(_passable(said))
    return two and not any(move.verb == PASS for move in said.with_pack(first))


@claims.of("The leader can't pass: a pass needs two colours on the table.")
def _(said: Said) -> bool:
    return not said.position.trick and not _passable(said)


@claims.of("Only the third colour, {third}, may be passed: {card} can only be played.")
def _(said: Said) -> bool:
    return _passable(said) == {said.suit("third")} and said.card("card") in _playable(said)


@claims.of("Only the third colour, {third}, may be passed: {card} can only be played, and {seat} {seat:has|have} no {third}.")
def _(said: Said) -> bool:
    third = said.suit("third")
    none = all(card.suits != third for card in said.hand)
    return _passable(said) == {third} and said.card("card") in _playable(said) and none


@claims.of("{seat} {seat:brings|bring} in {second}: from now on only {colour} and {second} can be played.")
def _(said: Said) -> bool:
    assert said.move is not None
    now, seat = said.earlier.copy(), said.earlier.actor
    now.trick, now.colours = [*now.trick, said.move.laid[seat]], (*now.colours, said.suit("second"))
    now.to_act = said.game.table.left_of[seat]
    return _open(said, now) == {said.suit("colour"), said.suit("second")} == {*_colours(now.trick)}


# ---- tricks

@claims.of("{seat} {seat:takes|take} {card}, the only {colour} card.")
def _(said: Said) -> bool:
    return _taken(said, said.suit("colour")) == [said.card("card")] == [*said.happened.cards]


@claims.of("{seat's} {card} takes both {colour} cards.")
def _(said: Said) -> bool:
    return len(_taken(said, said.suit("colour"))) == 2 and _takes(said)


@claims.of("{seat's} {card} takes all {n} {colour} cards.")
def _(said: Said) -> bool:
    return len(_taken(said, said.suit("colour"))) == said.number("n") > 2 and _takes(said)


def _takes(said: Said) -> bool:
    """Return whether a card is the highest of its colour in the trick, and all cards of the colour are counted for its
    player."""
    colour, seat = said.suit("colour"), said.one_seat("seat")
    cards, place = _taken(said, colour), COLOURS.index(colour)
    gained = said.position.captured[seat][place] - said.earlier.captured[seat][place]
    return gained == len(cards) and max(cards, key=lambda card: card.value) == said.card("card")


@claims.of("{why}, so {seat} {seat:leads|lead} next.")
def _(said: Said) -> bool:
    ours, theirs = _shares(said)
    seat = said.one_seat("seat")
    return ours[0].value == theirs[0].value and said.position.finished.winners[ours[0].suits] == seat == said.happened.seat


@claims.of("Below them there is {card}, but no other {colour} card")
def _(said: Said) -> bool:
    ours, theirs = _shares(said)
    level = [card.value for card in ours[:len(theirs)]] == [card.value for card in theirs]
    return level and said.card("card") == ours[len(theirs)] and said.suit("colour") == theirs[0].suits


@claims.of("The rest are equal too, and {colour} goes before {other}")
def _(said: Said) -> bool:
    ours, theirs = _shares(said)
    return [card.value for card in ours] == [card.value for card in theirs] and COLOURS.index(ours[0].suits) < COLOURS.index(
        theirs[0].suits) and [said.suit("colour"), said.suit("other")] == [ours[0].suits, theirs[0].suits]


def _shares(said: Said) -> tuple[list[Card], list[Card]]:
    """Return the cards of both colours from the highest down, starting with the colour whose winner leads next."""
    ahead = said.happened.cards[0].suits
    other = next(colour for colour in said.position.finished.winners if colour != ahead)
    ours, theirs = (sorted(_taken(said, colour), key=lambda card: -card.value) for colour in (ahead, other))
    return ours, theirs


@claims.of("{which} {which:is|are} passed and {which:takes|take} no part in the trick.")
def _(said: Said) -> bool:
    played = [one for one in said.laid if one.move.verb != PASS]
    return said.laid[-1].move.verb == PASS and said.game.winners(said.position, said.laid) == said.game.winners(
        said.position, played)


# ---- the end of a hand

@claims.of("All cards but the last one of each player are played.")
def _(said: Said) -> bool:
    """Check that each player has more than one card left if the hand continues, and one at its end."""
    end = said.played_until(lambda now: False)
    goes_on = not said.position.hand_over and min(map(len, said.position.hands)) > 1
    return goes_on and end.hand_over and len(end.set_aside or ()) == len(end.hands)


@claims.of("{seat} {seat:keeps|keep} one of the last two cards out: it doesn't score.")
def _(said: Said) -> bool:
    end = said.position
    while not end.hand_over:
        end, _ = said.game.make(end, said.game.legal(end)[0])
    seat = said.one_seat("seat")
    return len(said.position.hands[seat]) == 2 and (end.set_aside or ())[seat] in said.position.hands[seat]


@claims.of("The last card of each hand is set aside and doesn't score: {cards}.")
def _(said: Said) -> bool:
    return said.cards("cards") == said.position.set_aside and not any(said.position.hands)


@claims.of("{seat} {seat:has|have} {n} each of {colours}: {first} counts as the largest colour, but the score is the same "
           "either way.")
def _(said: Said) -> bool:
    seat, n = said.one_seat("seat"), said.number("n")
    counts = dict(zip(COLOURS, said.position.captured[seat], strict=True))
    level = [colour for colour in COLOURS if counts[colour] == n]
    return level == said.suits("colours") and len(level) > 1 and n == max(counts.values()) and (
        [said.suit("first")] == level[:1] == (said.position.positive or [])[seat:seat + 1])


# ---- the next dealer and the match

def _lowest(said: Said) -> list[int]:
    totals = said.position.totals
    return [seat for seat in said.game.table.seats if totals[seat] == min(totals)]


def _level(said: Said) -> list[int]:
    """Return the seats with the lowest score in this hand, among those with the lowest total."""
    least = min(said.position.points[seat] for seat in _lowest(said))
    return [seat for seat in _lowest(said) if said.position.points[seat] == least]


def _deals(said: Said) -> bool:
    """Return whether the seat named in the sentence deals next."""
    return said.game.next_dealer(said.position) == said.one_seat("seat")


@claims.of("With the lowest total, {total}, {seat} {seat:deals|deal} next.")
def _(said: Said) -> bool:
    return _lowest(said) == [said.one_seat("seat")] and min(said.position.totals) == said.number("total") and _deals(said)


@claims.of("{seats} {seats:shares|share} the lowest total, {total}.")
def _(said: Said) -> bool:
    return _lowest(said) == said.seats("seats") and min(said.position.totals) == said.number("total")


@claims.of("Of these {seat} scored the least in this hand, {score}, and {seat:deals|deal} next.")
def _(said: Said) -> bool:
    seat = said.one_seat("seat")
    return _level(said) == [seat] and said.position.points[seat] == said.number("score") and _deals(said)


@claims.of("{seats} {seats:shares|share} the lowest total, {total}, and scored the same in this hand, {score}.")
def _(said: Said) -> bool:
    same = {said.position.points[seat] for seat in _lowest(said)} == {said.number("score")}
    return _lowest(said) == said.seats("seats") and min(said.position.totals) == said.number("total") and same


@claims.of("{seats} {seats:shares|share} the lowest total, {total}: of these {level} scored the least in this hand, {score}.")
def _(said: Said) -> bool:
    return (_lowest(said), _level(said)) == (said.seats("seats"), said.seats("level")) and (
        said.position.points[_level(said)[0]] == said.number("score"))


@claims.of("Clockwise from the dealer {seat} {seat:comes|come} first and {seat:deals|deal} next.")
def _(said: Said) -> bool:
    order = said.game.table.clockwise_from(said.position.dealer + 1)
    return next(seat for seat in order if seat in _level(said)) == said.one_seat("seat") and _deals(said)


@claims.of("Five hands are played, and this was hand {n}.")
def _(said: Said) -> bool:
    return not said.position.game_over and said.number("n") == said.position.number and _over(said, 5)


@claims.of("That was the last hand: {seat} {seat:wins|win} with {n}.")
def _(said: Said) -> bool:
    winners = [seat for seat, total in enumerate(said.position.totals) if total == max(said.position.totals)]
    return said.position.game_over and winners == said.seats("seat") and max(said.position.totals) == said.number("n")


# ---- the table

@claims.of("Your largest colour")
def _(said: Said) -> bool:
    assert said.seat is not None
    captured = said.position.captured[said.seat]
    return captured[COLOURS.index(suits_in(said.shows)[0])] == max(captured) and f"{max(captured)} card" in said.shows


@claims.of("no cards")
def _(said: Said) -> bool:
    assert said.seat is not None
    return not any(said.position.captured[said.seat]) and not said.position.passed[said.seat]


@claims.of("{points} so far")
def _(said: Said) -> bool:
    assert said.seat is not None
    now = said.position.copy()
    return said.number("points") == sum(line.points[said.seat] for line in said.game.score(now))
