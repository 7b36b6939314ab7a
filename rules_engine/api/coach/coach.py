"""The coach, which recommends a move to the reader, with a reason and a degree of certainty.

It searches in short time slices, so that the page stays responsive, and answers when the result is stable. The message on the
slip agrees with the badges on the cards: the recommended card is *best*, equal cards are ≈, and all others show their expected
loss. After a mistake the coach asks for confirmation if it has already analysed the turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter as clock

from rules_engine.api.coach.turn_analysis import TurnAnalysis, usual_choice
from rules_engine.api.hand_view import Reply
from rules_engine.api.session import Session
from rules_engine.bots.recommendation import COMPARED, Recommendation
from rules_engine.bots.simulation import MoveEstimate
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.html.card_html import move_named
from rules_engine.html.elements import Html, el
from rules_engine.html.slip import Slip
from rules_engine.html.table import BEST
from rules_engine.narration.move_phrases import imperative_phrase
from rules_engine.narration.narrator import Narrator
from rules_engine.narration.quantities import WHOLE
from rules_engine.text.message import NOTHING, NumberText, Text, all_of, joined, say

SLICE = 0.08
"""Approximate length of a time slice in seconds; a playout that has started is completed."""
AT_ONCE = 200
"""Maximum number of playouts in a slice, in case the clock doesn't advance."""
NAMED = 3
"""Maximum number of equally good moves to list by name."""
LITTLE = 0.25
"""Minimum lead that isn't called level."""
LEVEL = NumberText("≈")
"""Badge on a card as good as the recommended one."""


def analyse_turn(turn: TurnAnalysis) -> None:
    """Continue the analysis of a turn for one time slice."""
    begun = clock()
    for _ in range(AT_ONCE):
        if not turn.think() or clock() - begun > SLICE:
            break


def hint_slip(session: Session, turn: TurnAnalysis | None) -> Reply:
    """Return the coach's progress or its recommendation. Without a ``turn`` to analyse, recommend the bot's choice."""
    if turn is None:
        choice = usual_choice(session)
        return Reply(_slip(session, choice.move, [choice.reason]), hints=_cards(choice.move), number=choice.move.number)
    if not turn.done:
        return Reply(Slip(say("I am thinking …"), kind="coach", html=progress(turn.judgement.part)))
    judged = turn.judged
    slip = _slip(session, judged.move, [joined([judged.reason, _beside(session, judged)])])
    return Reply(slip._replace(beneath=sample(session, judged)), hints=_cards(judged.move),
                 badges=_badges(session, judged), number=judged.move.number)


def steps_of_advice(session: Session, count: int) -> Reply:
    """Return the ``count`` cards that a bot would give away, with its reason for the first."""
    then, cards, reasons = session, list[Card](), list[Text]()
    for _ in range(count):
        choice = usual_choice(then)
        assert choice.move.card is not None, "cards are given away"
        cards.append(choice.move.card)
        reasons.append(choice.reason)
        then = then.after(choice.move)
    move = session.game.legal(session.position)[0]
    own = session.narrator.custom_move_request(move, all_of(cards))
    usual = say("I would {call} {cards}.", call=imperative_phrase(move.verb), cards=all_of(cards))
    lead = usual if own is None else say("I would {call}.", call=own)
    return Reply(Slip(lead, [(reasons[0], "")], "coach"), hints=cards)


def mistake_warning(session: Session, turn: TurnAnalysis, move: Move) -> Reply | None:
    """Return the warning about a move just made, with the reason for a better one; None if it isn't a grave mistake, or the turn
    isn't fully analysed."""
    tried, judged = turn.of(move) if turn.done else None, turn.judged if turn.done else None
    if tried is None or judged is None or not judged.is_grave(tried):
        return None
    reason = say("Better: {move}. {reason}", move=named(session, judged.move, -2), reason=judged.reason) if judged.reason else (
        NOTHING)
    lead = say("Sure? {move} costs {amount}, as far as you can know.", move=named(session, move, -2),
               amount=session.narrator.average_amount(tried.behind))
    return Reply(Slip(lead, [(reason, "")] if reason else [], kind="coach"), doubt=True)


def progress(part: float) -> Html:
    """Return a progress bar; ``part`` is the completed fraction, from 0 to 1."""
    return el("progress", {"max": "100", "value": f"{100 * part:.0f}", "aria-label": say("Thinking")})


def _slip(session: Session, move: Move, more: Sequence[Text]) -> Slip:
    lead = say("I would {call}.", call=session.narrator.move_request(session.position, move))
    return Slip(lead, [(text, "") for text in more if text], "coach")


def _cards(move: Move) -> list[Card]:
    card = move.other or move.card
    return [] if card is None else [card]


def _badges(session: Session, judged: Recommendation) -> dict[Card, Text]:
    """Return a badge for each card that compares the best move with that card to the recommended move; only the badge of the
    recommended card if too few deals were tried."""
    if judged.worlds < COMPARED:
        return dict.fromkeys(_cards(judged.move), BEST)
    found: dict[Card, Text] = {}
    position, sign = session.position, "+" if session.game.low_wins else "−"
    level = {id(move) for move in judged.level}
    for tried in sorted(judged.tried.values(), key=lambda tried: (tried.move is not judged.move, id(tried.move) not in level,
                                                                   tried.behind)):
        for card in _cards(tried.move):
            if card in position.hands[position.actor]:
                told = BEST if tried.move is judged.move else LEVEL if id(tried.move) in level else _worse(tried, sign)
                found.setdefault(card, told)
    return found


def _worse(tried: MoveEstimate, sign: str) -> Text:
    """Return the expected difference in points, such as ``−3``, with a question mark if it may be due to chance. A difference of
    less than one is shown without a number."""
    size = f"{tried.behind:.0f}" if tried.behind >= WHOLE else ""
    return NumberText(f"{sign}{size}" if tried.clearly_worse else f"{sign}{size}?")


def _beside(session: Session, judged: Recommendation) -> Text:
    """Return a sentence comparing the recommended move with equal moves or the runner-up; empty if there are none, or if too few
    deals were tried."""
    if judged.worlds < COMPARED:
        return NOTHING
    level = [move for move in judged.level if move is not judged.move]
    every = len(judged.tried) == len(session.game.legal(session.position))
    if level and judged.rival is None and judged.same and every:
        return say("Here it hardly matters: every move does about as well.")
    bids = sorted(move.number for move in judged.level if move.number is not None)
    if len(bids) == len(judged.level) and bids[-1] - bids[0] > 1:
        return say("Any bid from {low} to {high} does about as well.", low=bids[0], high=bids[-1])
    if len(level) > NAMED:
        return say("{n} other moves do about as well.", n=len(level))
    if level:
        return say("{moves} {moves:does|do} about as well.", moves=all_of(named(session, move) for move in level))
    if judged.rival is None:
        return NOTHING
    rival = named(session, judged.rival.move)
    if judged.is_close:
        return say("{move} would hardly be worse.", move=rival)
    if judged.is_clear:
        return say("That is clearly best: {move} comes next, {amount} behind.", move=rival,
                   amount=session.narrator.average_amount(judged.rival.behind))
    return say("That is probably best; {move} comes next.", move=rival)


def sample(session: Session, judged: Recommendation) -> Sequence[Text]:
    """Return the evidence for a recommendation: the number of deals sampled, the mean result, and the lead over the runner-up."""
    best = judged.tried[judged.move]
    tried = say("I tried {several:your moves|this move alone} in {n} {n:deal|deals} that fit what you have seen and had bots "
                "play them to their end.", n=judged.worlds, several=len(judged.tried) > 1)
    would = average_result_text(best.mean, session.narrator, say("the others{many:' average|}", many=False))
    mean = say("If you {call}, you end {would}, on average.", call=session.narrator.move_request(session.position, judged.move),
               would=would)
    if judged.rival is None or judged.worlds < COMPARED:
        return [joined([tried, mean])]
    apart = say("{move} {low:costs|brings} {amount} {low:more|less}, give or take {error}.",
                move=named(session, judged.rival.move), low=session.game.low_wins,
                amount=margin_text(judged.rival.behind, session.narrator),
                error=session.narrator.amount(rounded(2 * judged.rival.error)))
    return [joined([tried, mean, apart])]


def average_result_text(ahead: float, narrator: Narrator[Position], others: Text) -> Text:
    """Return a phrase for a result relative to other players, such as ``about 2 points behind the others``."""
    if abs(ahead) < LITTLE:
        return say("level with {others}", others=others)
    amount = narrator.average_amount(abs(ahead)) if abs(ahead) >= WHOLE else say("a little")
    return say("{amount} {ahead:ahead of|behind} {others}", amount=amount, ahead=ahead > 0, others=others)


def named(session: Session, move: Move, at: int = -1) -> Text:
    """Return a phrase for a move, for use within a sentence; ``at`` is the index of its position in the session's line."""
    if move.card is not None and move.verb == "play":
        return say("the {move}", move=move_named(move))
    return say("to {call}", call=session.narrator.move_request(session.line[at].position, move))


def margin_text(size: float, narrator: Narrator[Position]) -> Text:
    """Return a phrase for a difference, such as ``about 6 points`` or ``about 0.4 points``."""
    if size < 0.05:
        return say("less than {amount}", amount=narrator.amount("0.1"))
    return say("about {amount}", amount=narrator.amount(rounded(size)))


def rounded(size: float, tenths: float = 2) -> str:
    """Round a number for display, with one decimal place if it is less than ``tenths``: 5.8 becomes 6, 0.41 becomes 0.4."""
    return f"{size:.0f}" if size >= tenths - 0.05 else f"{size:.1f}".removesuffix(".0")
