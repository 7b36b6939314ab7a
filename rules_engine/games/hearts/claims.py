"""Checks of the claims in the sentences of Hearts against its rules."""

from __future__ import annotations

from rules_engine.core.model.cards import Card
from rules_engine.games.hearts.position import HeartsPosition as Position
from rules_engine.narration.claims import Claim, Claims
from rules_engine.narration.phrasebook import NumberQuestion

claims = Claims[Position]()
Said = Claim[Position]


def _costs(said: Said, card: Card) -> int:
    """Return the points that a player who takes a card, and nothing else, scores for it."""
    end = said.game.blank()
    end.phase, end.to_act = "play", 0
    laid = [said.game.notation.read_move(card.text).laid[0]]
    said.game.course.on_trick_taken(end, 0, laid, lambda *of: None)  # type: ignore[attr-defined]
    return sum(line.points[0] for line in said.game.score(end))


def _leads(said: Said, **fields: object) -> set[str]:
    """Return the suits that a leader with the complete pack in hand, but for the lowest club, may lead."""
    lead = said.position.copy()
    lead.phase, lead.trick, lead.to_act = "play", [], 0
    for name, value in fields.items():
        setattr(lead, name, value)
    lead.hands = [[card for card in said.game.deck if card is not said.position.lowest_club], *lead.hands[1:]]
    return {move.played.suits for move in said.game.legal(lead)}


def _costly(card: Card) -> bool:
    return card.suits == "H" or card.text == "QS"


def _first_trick(said: Said) -> bool:
    return said.position.last_trick is None and not any(said.position.tricks) and said.position.opening


# ---- titles of rules, and the score

@claims.of("Each heart that you take costs a point, and the Queen of Spades thirteen.", "One point for each heart", "1 each",
           "13", "Each heart costs a point, whatever its rank.",
           "{card} {card:is|are} neither a heart nor the Queen of Spades, so {card:it costs|they cost} nothing.")
def _(said: Said) -> bool:
    jack = {"JD"} if said.game.variant == "omnibus" else set()
    worth = {card: 13 if card.text == "QS" else int(card.suits == "H") for card in said.game.deck if card.text not in jack}
    right = all(_costs(said, card) == points for card, points in worth.items())
    return right and (not isinstance(said.asked, NumberQuestion) or worth[said.laid[0].card] == said.asked.right)


@claims.of("The Jack of Diamonds takes ten points off", "The Jack of Diamonds takes ten points off.", "−10")
def _(said: Said) -> bool:
    return _costs(said, said.game.pack.card("JD")) == -10


@claims.of("{card} takes ten points off for {seat}.")
def _(said: Said) -> bool:
    return _costs(said, said.card("card")) == -10 and said.position.jack == said.one_seat("seat") and said.earlier.jack is None


@claims.of("Thirteen points for the Queen of Spades", "The Queen of Spades costs thirteen points.")
def _(said: Said) -> bool:
    return _costs(said, said.game.pack.card("QS")) == 13


@claims.of("Whoever takes all points shoots the moon")
def _(said: Said) -> bool:
    all_to_south = said.game.blank()
    all_to_south.points[0] = 26
    return any(line.rule.id == "moon" for line in said.game.score(all_to_south))


@claims.of("{seat} {seat:has|have} taken all {n} points and {seat:shoots|shoot} the moon.")
def _(said: Said) -> bool:
    points = said.position.points
    return points[said.one_seat("seat")] == sum(points) == said.number("n") == sum(
        13 if card.text == "QS" else card.suits == "H" for card in said.game.deck)


@claims.of("The game ends at 100")
def _(said: Said) -> bool:
    end = said.played_until(lambda now: False)
    end.hand_score = [0 for _ in end.score]
    found = []
    for most in (99, 100):
        end.score = [most, *[0 for _ in end.score[1:]]]
        found.append(bool(said.game.match_winners(end)))
    return found == [False, True]


@claims.of("{loser} {loser:has|have} {most}, so the game is over: {seat} {seat:wins|win} with {n}.")
def _(said: Said) -> bool:
    totals = said.position.totals
    won = [seat for seat, total in enumerate(totals) if total == min(totals)]
    return (totals[said.one_seat("loser")] == max(totals) == said.number("most") >= 100 and said.seats("seat") == won
            and min(totals) == said.number("n"))


@claims.of("Nobody has {n} yet, so another hand is played.")
def _(said: Said) -> bool:
    return max(said.position.totals) < said.number("n") and not said.position.game_over


@claims.of("{seat's} {card} breaks {suit}: they may be led from now on.")
def _(said: Said) -> bool:
    suit = said.suit("suit")
    return suit in _leads(said) and suit not in _leads(said, broken=said.earlier.broken)


# ---- the deal and the passing

@claims.of("{seat} {seat:deals|deal} {n} {n:card|cards} to each of the {players} players.")
def _(said: Said) -> bool:
    laid = [one.seat for one in said.position.trick]
    each = {len(hand) + laid.count(seat) + len(said.position.passed[seat]) for seat, hand in enumerate(said.position.hands)}
    return each == {said.number("n")} and said.number("players") == len(said.position.hands) and not any(said.position.tricks)


@claims.of("Each passes three cards", "In this hand, everyone passes three cards {way}.")
def _(said: Said) -> bool:
    start, laid = said.game.deal(1), [0] * said.game.table.size
    if start.phase != "pass":
        return said.game.variant == "no-passing"
    while start.phase == "pass":
        laid[start.actor] += 1
        start, _ = said.game.make(start, said.game.legal(start)[0])
    return {*laid} == {3}


@claims.of("No cards are passed in this hand.")
def _(said: Said) -> bool:
    return said.position.phase == "play" and said.position.passing == "hold" and not any(said.position.passed)


@claims.of("{seat} {seat:holds|hold} {card} and {seat:leads|lead}.")
def _(said: Said) -> bool:
    return said.card("card") in said.position.hands[said.one_seat("seat")] and said.position.to_act == said.one_seat("seat")


# ---- legal moves

@claims.of("The lowest club is led first")
def _(said: Said) -> bool:
    first = said.played_until(lambda now: now.phase == "play")
    led = {move.played for move in said.game.legal(first)}
    return led == {min((card for card in said.game.deck if card.suits == "C"), key=lambda card: card.value)}


@claims.of("{card}, the lowest club of the pack, {card:is|are} led to the first trick.",
           "{seat} {seat:holds|hold} {card}, which must be led to the first trick.")
def _(said: Said) -> bool:
    return _first_trick(said) and said.playable == {said.card("card")} and said.card("card") in said.hand


@claims.of("Hearts must be broken first")
def _(said: Said) -> bool:
    return {*"SHDC"} - _leads(said, broken=False) == {"H"} and _leads(said, broken=True) == {*"SHDC"}


@claims.of("Only {suit} have to be broken first: {card} may be led at any time.")
def _(said: Said) -> bool:
    return {*"SHDC"} - _leads(said, broken=False) == {said.suit("suit")} and said.card("card") in said.playable


@claims.of("{suit} are broken, so {card} may be led.")
def _(said: Said) -> bool:
    return said.suit("suit") not in _leads(said, broken=False) and said.position.broken and said.card("card") in said.playable


@claims.of("{suit} aren't broken yet, and {seat} can lead {suits}.")
def _(said: Said) -> bool:
    return not said.position.broken and not said.legal and {*said.suits("suits")} == {card.suits for card in said.playable}


@claims.of("{suit} aren't broken yet.")
def _(said: Said) -> bool:
    return said.suit("suit") not in _leads(said)


@claims.of("{seat} {seat:holds|hold} nothing but {suit} and may lead any of them.")
def _(said: Said) -> bool:
    return said.any_card and {card.suits for card in said.hand} == {said.suit("suit")}


@claims.of("This is the first trick.")
def _(said: Said) -> bool:
    return _first_trick(said)


@claims.of("No points in the first trick")
def _(said: Said) -> bool:
    first = said.played_until(lambda now: bool(now.trick))
    first.hands[first.actor] = [card for card in said.game.deck if card.suits != first.suit_led]
    return {move.played for move in said.game.legal(first)} == {card for card in first.hands[first.actor] if not _costly(card)}


@claims.of("{card} costs nothing and may be played to the first trick.")
def _(said: Said) -> bool:
    return _first_trick(said) and said.legal and said.card("card").text == "JD"


@claims.of("{seat} {seat:holds|hold} nothing but cards that cost points, so any of them may be played to the first trick.")
def _(said: Said) -> bool:
    return _first_trick(said) and said.any_card and all(map(_costly, said.hand))


@claims.of("{card} {card:costs|cost} points: {seat} can't play {card:it|them} to the first trick while holding {cards}.")
def _(said: Said) -> bool:
    cards = {*said.cards("cards")}
    return _first_trick(said) and _costly(said.card("card")) and not said.legal and cards == said.playable <= {*said.hand}


# ---- tricks

@claims.of("It contains {cards}: {n} {n:point|points} for {seat}.")
def _(said: Said) -> bool:
    seat = said.one_seat("seat")
    return said.position.points[seat] - said.earlier.points[seat] == said.number("n") > 0
