"""The questions a scenario puts. No answer is written anywhere: the engine works each out, with its reasons."""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from rules_engine.core.game.game import Game, View
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import Event, collect_events
from rules_engine.core.model.moves import Move, make_move
from rules_engine.core.positions.position import Position
from rules_engine.narration.hand_order import sorted_hand
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import EventText, RuleFinding
from rules_engine.quiz import fact_questions
from rules_engine.quiz.open_trick import OpenTrick, open_table, question_of_trick, title_of
from rules_engine.quiz.question import AnswerField, Option, Question, Unanswerable
from rules_engine.quiz.question_context import as_context, ask_for_moves, before_move, before_score, variant
from rules_engine.quiz.reasons import TrickOutcome, judge_options
from rules_engine.scenarios.model import Ask
from rules_engine.scenarios.replay import Replay, ReplayStep
from rules_engine.text.message import NOTHING, Text, as_text, joined, say

if TYPE_CHECKING:
    from rules_engine.solver.search import Solution

READER = 0
"""The seat that the reader looks from."""
FEW_NUMBERS = 4
"""So many numbers are chosen from where all that can be said may be."""
Few = Callable[[Sequence[Move], Container[Move]], Sequence[Move]]
"""Of the moves that could be tried, and those of them that are legal, the ones to ask about."""


# ---- the kinds of questions

def ask_legal(game: Game[Position], position: Position, few: Few | None = None, about: Sequence[str] = (),
              trick: int | None = None) -> Question:
    """Ask which moves the seat to act may make. Each move it could try is an option, with its reason.

    ``few`` leaves some out; ``about`` are the rules that it is about, if they refuse something; ``trick`` is the number of
    the present trick, where that is known.
    """
    if position.to_act is None:
        raise Unanswerable("legal-moves: nobody is to move here; ask before a seat's move")
    moves = game.candidates(position)
    few_of_them = few(moves, set(game.legal(position))) if few is not None else moves
    asked = [move for move in few_of_them if move in moves or not game.judge(position, move).legal]
    options, seen = _moves(game, position, asked), game.view(position, position.to_act)
    return Question(
        game, "legal-moves", title_of(game, _deciding(options, about)), before_move(seen, trick),
        ask_for_moves(position, asked, len(asked) < len(moves)), True, (AnswerField(NOTHING, options),), seen,
        tuple(seen.position.trick), narrator_for(game).labels_to_hide("legal-moves"), position)


def _deciding(options: Sequence[Option], about: Sequence[str]) -> str:
    """The rule that refuses an option: one of ``about`` where it can be; without any refusal the first that speaks."""
    rules = [option.why.rule for option in options if not option.right] or [options[0].why.rule]
    return next((rule for rule in about if rule in rules), rules[0])


def ask_winner(game: Game[Position], trick: OpenTrick) -> Question:
    """Ask who takes this trick, or which cards of it."""
    outcome = TrickOutcome(game, trick.before, trick.laid, trick.events)
    parts = tuple(AnswerField(game.pack.suit_name(label) if label else NOTHING,
                       _seats(game, trick, {laid.seat: outcome.why(laid.seat, label) for laid in trick.laid}, {winner}))
                  for label, winner in outcome.winners.items())
    prompt = say("Who takes this trick?") if len(parts) == 1 else say("Who takes which cards of this trick?")
    rule = next(option.why.rule for option in parts[0].options if option.right)
    return question_of_trick(game, trick, "trick-winner", rule, prompt, parts)


def ask_leader(game: Game[Position], trick: OpenTrick, leader: int) -> Question:
    """Ask who leads next. The event about the lead is the reason, after what the leader took; others may have taken something
    too."""
    outcome = TrickOutcome(game, trick.before, trick.laid, trick.events)
    told = [each for each in trick.events if each.event.kind == "lead"]
    leads = RuleFinding(told[-1].event.rule, True, told[-1].sentence, told[-1].event.cards) if told else outcome.chain[-1]
    won = {seat: outcome.won(seat).sentence for seat in outcome.winners.values()}
    why = {laid.seat: outcome.why_not(laid.seat) or leads._replace(permits=False, sentence=won[laid.seat]) for laid in trick.laid}
    why[leader] = leads._replace(sentence=joined([won.get(leader, NOTHING), leads.sentence]))
    parts = (AnswerField(NOTHING, _seats(game, trick, why, {leader})),)
    return question_of_trick(game, trick, "next-leader", leads.rule, say("Who leads the next trick?"), parts)


def ask_score(game: Game[Position], over: Position, last: OpenTrick, begun: Position, events: Sequence[Event],
              since: Sequence[Text] = (), own: bool = False) -> Question:
    """Ask what each side scores in this hand, or the first player's ``own`` alone. ``last`` is its last trick, of which nothing
    is counted in the position in which it was ``begun``; ``events`` are those of its last move, and ``since`` tells what was said
    after the trick.
    """
    assert over.hand_score is not None
    narrator, seen = narrator_for(game), open_table(game, last._replace(before=begun))
    parts = tuple(AnswerField(name, (), points) for name, points in zip(narrator.score_names, over.hand_score, strict=True))
    prompt = say("What does each {alone:player|side} score in this hand?", alone=len(parts) == game.table.size)
    if own:
        place = next(place for place, side in enumerate(game.score_sides()) if READER in side)
        parts, prompt = parts[place:place + 1], say("What {side:does|do} {side} score in this hand?",
                                                    side=game.table.called(game.score_sides()[place]))
    return Question(
        game, "own-score" if own else "hand-score", say("The score of a hand"), before_score(seen, last.laid, since), prompt,
        False, parts, seen, last.laid, narrator.labels_to_hide("hand-score"), over, counted=_counted(game, over, events, own))


def _counted(game: Game[Position], over: Position, events: Sequence[Event], own: bool) -> frozenset[str]:
    """The rules that bring a side something or cost it something, and those that decide the hand; of the first player's ``own``
    side alone, also those that bring it nothing."""
    sides = [side for side, seats in enumerate(game.score_sides()) if not own or READER in seats]
    sheet, follows = game.sheet(over), list[Event]()
    game.announce(over, collect_events(follows))
    apart = {line.rule.id for line in sheet}.union(event.rule for event in follows)
    mine = game.score_sides()[sides[0]] if own else ()
    decide = {event.rule for event in events if event.kind == "hand" and event not in follows
              and (event.seat in mine or (event.seat is None and event.rule not in apart))}
    return frozenset(decide.union(line.rule.id for line in sheet if any(line.points[side] for side in sides)))


def ask_beats(game: Game[Position], position: Position, trick: int | None = None) -> Question:
    """Ask with which of the cards that it may play the seat to act would be ahead in the trick as it lies."""
    seat, legal = position.actor, [move for move in game.legal(position) if move.verb == "play" and move.card is not None]
    if not position.trick or not legal:
        raise Unanswerable("what-beats: no trick lies on the table that a card could be played to here")
    shown = {card: place for place, card in enumerate(sorted_hand(narrator_for(game), position, position.hands[seat]))}
    options = sorted((_ahead(game, position, move) for move in legal), key=lambda option: shown[option.card or legal[0].played])
    seen = game.view(position, seat)
    rule = next((option.why.rule for option in options if option.right), options[0].why.rule)
    prompt = say("Choose every card with which {seat} would be ahead in this trick.", seat=position.name(seat))
    return Question(
        game,
        "what-beats",
        title_of(game, rule),
        before_move(seen, trick),
        prompt,
        True,
        (AnswerField(NOTHING, tuple(options)),),
        seen,
        tuple(position.trick),
        narrator_for(game).labels_to_hide("trick-winner"),
        position,
    )


def _ahead(game: Game[Position], position: Position, move: Move) -> Option:
    """A card as an option: whether its player would be ahead with it, and why."""
    seat = position.actor
    laid = (*position.trick, move.laid[seat])
    why = narrator_for(game).trick_explanation(position, laid)[-1]
    ahead = seat in game.winners(position, laid).values()
    return Option(move.text, ahead, why._replace(permits=ahead), move.card, move)


def ask_dealer(game: Game[Position], over: Position, events: Sequence[EventText]) -> Question:
    """Ask who deals the next hand; ``events`` are those of the last move of this one."""
    dealer = game.next_dealer(over)
    told = [each for each in events if each.event.kind == "hand" and each.event.seat == dealer]
    if dealer is None:
        raise Unanswerable("next-dealer: the game is over with this hand, so nobody deals")
    if not told:
        raise Unanswerable("next-dealer: the last step doesn't tell who deals next; ask right after the move that ends the hand")
    rule = told[-1].event.rule
    return _of_end(game, over, "next-dealer", rule, say("Who deals the next hand?"), {
        (seat,): RuleFinding(rule, seat == dealer, told[-1].sentence) for seat in game.table.seats},
        say("{seat} dealt.", seat=game.table.called(over.dealer)))


def ask_match(game: Game[Position], over: Position) -> Question:
    """Ask who has won the match with this hand, or whether it goes on."""
    if game.ending is None:
        raise Unanswerable(f"match-winner: {game.name} has no rule by which a match ends")
    rule, won, why = game.ending.id, game.match_winners(over), narrator_for(game).match_end(over, game.ending)
    question = _of_end(game, over, "match-winner", rule, say("Who has won the game?"), {
        side: RuleFinding(rule, place in won, why) for place, side in enumerate(game.score_sides())})
    options = (*question.parts[0].options, Option("nobody", not won, RuleFinding(rule, not won, why), called=say("nobody yet")))
    return question._replace(parts=(AnswerField(NOTHING, options),))


def _of_end(game: Game[Position], over: Position, kind: str, rule: str, prompt: Text,
            why: Mapping[Sequence[int], RuleFinding], known: Text = NOTHING) -> Question:
    """A question about the end of a hand: the table is empty, the score is known; ``known`` is what it hangs on besides."""
    seen = over.copy()
    seen.to_act, seen.hands, seen.trick, seen.last_trick = None, [[] for _ in game.table.seats], [], None
    options = tuple(Option(game.table.side_name(seats), finding.permits, finding, seat=seats[0], seats=tuple(seats))
                    for seats, finding in why.items())
    many = sum(option.right for option in options) > 1
    return Question(
        game,
        kind,
        title_of(game, rule),
        as_context(variant(game), _ended(over), known),
        prompt,
        many,
        (AnswerField(NOTHING, options),),
        View(game, None, seen),
        (),
        narrator_for(game).labels_to_hide("hand-score"),
        over,
    )


def _ended(over: Position) -> Text:
    """What is said of a hand that is over: a tossed one wasn't scored."""
    if not type(over).fields["number"].settable:
        return say("The hand is over, and scored.") if any(over.hand_score or ()) else say("The hand is over. Nobody scored.")
    return (say("Hand {n} is over, and scored.", n=over.number) if any(over.hand_score or ()) else
            say("Hand {n} is over. Nobody scored.", n=over.number))


# ---- what the reader sees

def _moves(game: Game[Position], position: Position, moves: Sequence[Move]) -> tuple[Option, ...]:
    """Moves as options, in the order in which the hand is shown."""
    hand = position.hands[position.actor]
    shown = {card: place for place, card in enumerate(sorted_hand(narrator_for(game), position, hand))}
    options = [Option(move.text, right, why, _held(move, shown), move)
               for move, right, why in judge_options(game, position, moves)]
    return tuple(sorted(options, key=lambda option: shown[option.card] if option.card else len(shown)))


def _held(move: Move, hand: dict[Card, int]) -> Card | None:
    """The card of the hand that a move is made with."""
    return next((card for card in (move.other, move.card) if card in hand), None)


def _seats(game: Game[Position], trick: OpenTrick, why: dict[int, RuleFinding], right: set[int]) -> tuple[Option, ...]:
    cards = {laid.seat: laid.card for laid in trick.laid}
    return tuple(Option(game.table.names[seat], seat in right, why[seat], cards[seat], seat=seat) for seat in sorted(cards))


def are_numbers(moves: Sequence[Move]) -> bool:
    """Tell whether numbers are among some moves."""
    return any(move.number is not None for move in moves)


def around_the_limit(most: int, rng: random.Random, moves: Sequence[Move], legal: Container[Move]) -> list[Move]:
    """Return all other moves, and of numbers those about where they begin to be right; where all are, those about their end, and
    as many beyond it."""
    numbers = [move for move in moves if move.number is not None]
    limit = next((place for place, move in enumerate(numbers) if move in legal), 0)
    if limit == 0 and numbers[-1] in legal:
        few = numbers[-rng.randrange(1, FEW_NUMBERS):]
        beyond = [move_after(numbers[-1], place) for place in range(1, FEW_NUMBERS + 1 - len(few))]
        return [*few, *beyond, *(move for move in moves if move.number is None)]
    room = most - (len(moves) - len(numbers))
    first = max(limit - rng.randrange(1, room), 0)
    return [move for move in moves if move.number is None or move in numbers[first:first + room]]


def move_after(last: Move, place: int) -> Move:
    """Return the move with a number so many places on."""
    assert last.number is not None
    return make_move(last.verb, last.card, last.suit, last.number + place, last.other)


def _shorten(most: int, moves: Sequence[Move], legal: Container[Move]) -> list[Move]:
    """At most ``most`` moves, every legal one among them, in their order; of numbers that may all be said, a few."""
    wrong = [move for move in moves if move not in legal]
    if not wrong and are_numbers(moves):
        return around_the_limit(most, random.Random("choices/0"), moves, legal)
    room = max(most - (len(moves) - len(wrong)), 0)
    kept = random.Random("choices/0").sample(wrong, min(room, len(wrong)))
    return [move for move in moves if move in legal or move in kept]


# ---- the questions of a scenario

class _PlacedQuestion(NamedTuple):
    """A question of a scenario, and how many of its steps have been made when it is asked."""

    question: Question
    made: int


def answer(run: Replay, place: int) -> Question:
    """Return the question of the step at ``place``, answered. Raises ``Unanswerable``."""
    put = _put(run, place)
    begun = max((at + 1 for at in range(put.made) if run.moments[at].step.deal is not None), default=0)
    line = [moment.move for moment in run.moments[begun:put.made] if moment.move is not None]
    start = run.moments[begun - 1].after if begun else run.start
    return put.question._replace(start=start, line=tuple(line))


def _put(run: Replay, place: int) -> _PlacedQuestion:
    ask = run.scenario.script[place].ask
    assert ask is not None
    if place >= len(run.moments):
        raise Unanswerable("the script stops before this step")
    return _KINDS[ask.kind](run, place, ask)


def _put_legal(run: Replay, place: int, ask: Ask) -> _PlacedQuestion:
    few = partial(_shorten, ask.choices) if ask.choices is not None else None
    return _PlacedQuestion(ask_legal(run.game, run.moments[place].before, few, run.scenario.rules), place)


def _put_winner(run: Replay, place: int, ask: Ask) -> _PlacedQuestion:
    trick, at, _ = _trick_at(run, place)
    return _PlacedQuestion(ask_winner(run.game, trick), at)


def _put_leader(run: Replay, place: int, ask: Ask) -> _PlacedQuestion:
    trick, at, moment = _trick_at(run, place)
    if moment is None:
        raise Unanswerable("next-leader: the script never finishes this trick; play its last card in the script")
    if moment.after.leader is None:
        raise Unanswerable("next-leader: the hand ends with this trick, so nobody leads next")
    return _PlacedQuestion(ask_leader(run.game, trick, moment.after.leader), at)


def _put_beats(run: Replay, place: int, ask: Ask) -> _PlacedQuestion:
    return _PlacedQuestion(ask_beats(run.game, run.moments[place].before), place)


def _put_score(run: Replay, place: int, ask: Ask) -> _PlacedQuestion:
    return _scored(run, _end(run, place, ask), ask.kind == "own-score")


def _put_dealer(run: Replay, place: int, ask: Ask) -> _PlacedQuestion:
    at = _end(run, place, ask)
    return _PlacedQuestion(ask_dealer(run.game, run.moments[at].after, run.moments[at].events), at + 1)


def _put_match(run: Replay, place: int, ask: Ask) -> _PlacedQuestion:
    at = _end(run, place, ask)
    return _PlacedQuestion(ask_match(run.game, run.moments[at].after), at + 1)


def _end(run: Replay, place: int, ask: Ask) -> int:
    """The step with which the hand is over that the step at ``place`` belongs to."""
    for at, moment in enumerate(run.moments[place:], place):
        if moment.step.deal is not None:
            break
        if moment.after.hand_over:
            return at
    raise Unanswerable(f"{ask.kind}: the script never finishes this hand; play it to its end in the script")


def _scored(run: Replay, over: int, own: bool) -> _PlacedQuestion:
    """The score of the hand that is over with the step at ``over``."""
    trick, at = OpenTrick(run.moments[over].before, tuple(run.moments[over].before.trick)), over
    for place in range(over, -1, -1):
        if run.moments[place].step.deal is not None:
            break
        if _finishes(run.moments[place]):
            trick, at = _finished(run.moments[place]), place
            break
    begun = begun_of([moment.before for moment in run.moments[:at + 1]])
    since = [sentence for moment in run.moments[at + 1:over + 1] if moment.move is not None
             for sentence in said_after(run.game, moment.before, moment.move, moment.events)]
    events = [told.event for told in run.moments[over].events]
    return _PlacedQuestion(ask_score(run.game, run.moments[over].after, trick, begun, events, since, own), at)


def begun_of(line: Sequence[Position]) -> Position:
    """Return the position in which the trick was begun that lies at the end of a line of positions, or the line's first."""
    return next((position for position in reversed(line) if not position.trick), line[0])


def said_after(game: Game[Position], before: Position, move: Move, events: Sequence[EventText]) -> list[Text]:
    """Return what a move after the last trick was: what happened, as far as it is no score, or the move itself."""
    told = [as_text(each.sentence) for each in events if each.event.kind in ("called", "played") and each.sentence]
    return told or [narrator_for(game).move_sentence(before, before.actor, move)]


def _put_best(run: Replay, place: int, ask: Ask) -> _PlacedQuestion:
    from rules_engine.quiz import best_move  # the solver is loaded when it is first asked for

    proof, position = proven(run, place), run.moments[place].before
    if run.scenario.kind == "puzzle":
        best_move.check_puzzle(narrator_for(run.game), proof)
        if run.scenario.puzzle:
            best_move.check_words(run.game, proof, run.scenario.puzzle)
    moves = [*proof.values]
    if ask.choices is not None:
        moves = _shorten(ask.choices, moves, proof.best)
    about = as_text(run.scenario.title) or best_move.puzzle_title(position)
    return _PlacedQuestion(best_move.ask_best(run.game, position, proof, moves, about), place)


def proven(run: Replay, place: int) -> Solution:
    """Return what the position before the step at ``place`` is worth; it is found out once. Raises ``Unanswerable``."""
    from rules_engine.quiz import best_move

    if place not in run.proofs:
        run.proofs[place] = best_move.prove(run.game, run.moments[place].before, best_move.goal_of(run.game, run.scenario))
    found: Solution = run.proofs[place]
    return found


def _put_fact(run: Replay, place: int, ask: Ask) -> _PlacedQuestion:
    """A question that the game's words put, about a trick, or a bid."""
    game, here, move = run.game, run.moments[place].before, run.moments[place].move
    if ask.kind == "bid-brings":
        return _PlacedQuestion(fact_questions.ask_bid(game, here, move), place)
    if ask.kind == "suits" and not here.trick and fact_questions.is_known(game, ask.kind, here, ()):
        return _PlacedQuestion(fact_questions.ask_suits(game, ask.kind, OpenTrick(here, ())), place)
    trick, at, moment = _trick_at(run, place)
    if moment is None and (ask.kind == "hand-over" or (ask.kind == "card-worth" and move is not None and move.card is not None)):
        raise Unanswerable(f"{ask.kind}: the script never finishes this trick; play its last card in the script")
    if ask.kind == "hand-over":
        assert moment is not None
        return _PlacedQuestion(fact_questions.ask_over(game, trick, moment.after, run.scenario.rules), at)
    if ask.kind == "card-worth":
        return _PlacedQuestion(fact_questions.ask_worth(game, trick, move.card if move is not None else None), at)
    return _PlacedQuestion(fact_questions.ask_suits(game, ask.kind, trick), at)


_KINDS = {"legal-moves": _put_legal, "what-beats": _put_beats, "trick-winner": _put_winner, "next-leader": _put_leader,
          "own-score": _put_score, "hand-score": _put_score, "next-dealer": _put_dealer, "match-winner": _put_match,
          "best-move": _put_best, **dict.fromkeys(("suit-led", "suits", "card-worth", "bid-brings", "hand-over"), _put_fact)}


def _finishes(moment: ReplayStep) -> bool:
    """Whether a trick is finished with this step."""
    return moment.after.last_trick is not None and moment.after.last_trick is not moment.before.last_trick


def _finished(moment: ReplayStep) -> OpenTrick:
    assert moment.after.last_trick is not None
    return OpenTrick(moment.before, moment.after.last_trick.laid, moment.events)


def _trick_at(run: Replay, place: int) -> tuple[OpenTrick, int, ReplayStep | None]:
    """The trick in question: the one that the script finishes next, else the one that lies, else the last one.

    With it the step of its last card, if the script plays that.
    """
    here = run.moments[place].before
    if here.trick or run.scenario.script[place].move is not None:
        for at, moment in enumerate(run.moments[place:], place):
            if moment.step.deal is not None:
                break
            if _finishes(moment):
                return _finished(moment), at, moment
        if here.trick:
            return OpenTrick(here, tuple(here.trick)), place, None
    for at in range(place - 1, -1, -1):
        if _finishes(run.moments[at]):
            return _finished(run.moments[at]), at, run.moments[at]
    raise Unanswerable("no trick lies on the table here, and none was finished before: ask at a step that plays to one")
