"""Questions in a scenario. Answers aren't stored: the engine derives each one, with its reasons."""

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
"""The reader's seat."""
FEW_NUMBERS = 4
"""Number of options in a numeric question if every number is legal."""
Few = Callable[[Sequence[Move], Container[Move]], Sequence[Move]]
"""A function (candidates, legal moves) -> the moves to offer as options."""


# ---- kinds of questions

def ask_legal(game: Game[Position], position: Position, few: Few | None = None, about: Sequence[str] = (),
              trick: int | None = None) -> Question:
    """Return a question about the legal moves of the seat to act. Each candidate move is an option with its reason.

    ``few`` selects some of the candidates. ``about`` contains the rules to practise, preferred for the title if they refuse a
    move. ``trick`` is the number of the current trick, or None if unknown. Raises ``Unanswerable`` if no seat is to act.
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
    """Return a rule that refuses an option, preferably one in ``about``; if no option is refused, the first rule with a
    finding."""
    rules = [option.why.rule for option in options if not option.right] or [options[0].why.rule]
    return next((rule for rule in about if rule in rules), rules[0])


def ask_winner(game: Game[Position], trick: OpenTrick) -> Question:
    """Return a question about the winner of a trick, or the winners of its colours."""
    outcome = TrickOutcome(game, trick.before, trick.laid, trick.events)
    parts = tuple(AnswerField(game.pack.suit_name(label) if label else NOTHING,
                       _seats(game, trick, {laid.seat: outcome.why(laid.seat, label) for laid in trick.laid}, {winner}))
                  for label, winner in outcome.winners.items())
    prompt = say("Who takes this trick?") if len(parts) == 1 else say("Who takes which cards of this trick?")
    rule = next(option.why.rule for option in parts[0].options if option.right)
    return question_of_trick(game, trick, "trick-winner", rule, prompt, parts)


def ask_leader(game: Game[Position], trick: OpenTrick, leader: int) -> Question:
    """Return a question about the leader of the next trick.

    The reason consists of the cards that the leader took and the event about the lead. Other seats may also have taken cards.
    """
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
    """Return a question about each side's score for a hand, or only that of the reader's side if ``own`` is set.

    ``last`` is the last trick, and ``begun`` is the position before it, in which none of its cards count yet. ``events`` are the
    events of the last move and ``since`` the sentences about moves after the last trick.
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
    """Return the rules that gain or cost a side points, and those that decide the hand. If ``own`` is set, consider only the
    reader's side, and include rules under which it scores nothing.
    """
    sides = [side for side, seats in enumerate(game.score_sides()) if not own or READER in seats]
    sheet, follows = game.sheet(over), list[Event]()
    game.announce(over, collect_events(follows))
    apart = {line.rule.id for line in sheet}.union(event.rule for event in follows)
    mine = game.score_sides()[sides[0]] if own else ()
    decide = {event.rule for event in events if event.kind == "hand" and event not in follows
              and (event.seat in mine or (event.seat is None and event.rule not in apart))}
    return frozenset(decide.union(line.rule.id for line in sheet if any(line.points[side] for side in sides)))


def ask_beats(game: Game[Position], position: Position, trick: int | None = None) -> Question:
    """Return a question about the legal cards that would be winning the current trick for the seat to act.

    Raises ``Unanswerable`` if there is no trick or no such card.
    """
    seat, legal = position.actor, [move for move in game.legal(position) if move.verb == "play" and move.card is not None]
    if not position.trick or not legal:
        raise Unanswerable("what-beats: no trick lies on the table that a card could be played to here")
    shown = {card: place for place, card in enumerate(sorted_hand(narrator_for(game), position, position.hands[seat]))}
    options = sorted((_ahead(game, position, move) for move in legal), key=lambda option: shown[option.card or legal[0].played])
    seen = game.view(position, seat)
    rule = next((option.why.rule for option in options if option.right), options[0].why.rule)
    prompt = say("Choose every card with which {seat} would be ahead in this trick.", seat=position.name(seat))
    return Question(game, "what-beats", title_of(game, rule), before_move(seen, trick), prompt, True,
                    (AnswerField(NOTHING, tuple(options)),), seen, tuple(position.trick),
                    narrator_for(game).labels_to_hide("trick-winner"), position)


def _ahead(game: Game[Position], position: Position, move: Move) -> Option:
    """Return the option for a card. It is correct if the card would be winning the trick."""
    seat = position.actor
    laid = (*position.trick, move.laid[seat])
    why = narrator_for(game).trick_explanation(position, laid)[-1]
    ahead = seat in game.winners(position, laid).values()
    return Option(move.text, ahead, why._replace(permits=ahead), move.card, move)


def ask_dealer(game: Game[Position], over: Position, events: Sequence[EventText]) -> Question:
    """Return a question about the dealer of the next hand. ``events`` are the events of the last move.

    Raises ``Unanswerable`` if no hand follows or the events don't name the dealer.
    """
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
    """Return a question about the winner of the match after a hand, or whether the match continues.

    Raises ``Unanswerable`` if the game has no match.
    """
    if game.ending is None:
        raise Unanswerable(f"match-winner: {game.name} has no rule by which a match ends")
    rule, won, why = game.ending.id, game.match_winners(over), narrator_for(game).match_end(over, game.ending)
    question = _of_end(game, over, "match-winner", rule, say("Who has won the game?"), {
        side: RuleFinding(rule, place in won, why) for place, side in enumerate(game.score_sides())})
    options = (*question.parts[0].options, Option("nobody", not won, RuleFinding(rule, not won, why), called=say("nobody yet")))
    return question._replace(parts=(AnswerField(NOTHING, options),))


def _of_end(game: Game[Position], over: Position, kind: str, rule: str, prompt: Text,
            why: Mapping[Sequence[int], RuleFinding], known: Text = NOTHING) -> Question:
    """Return a question about the end of a hand, with an empty table and known scores. ``known`` is an additional fact to
    show."""
    seen = over.copy()
    seen.to_act, seen.hands, seen.trick, seen.last_trick = None, [[] for _ in game.table.seats], [], None
    options = tuple(Option(game.table.side_name(seats), finding.permits, finding, seat=seats[0], seats=tuple(seats))
                    for seats, finding in why.items())
    many = sum(option.right for option in options) > 1
    return Question(game, kind, title_of(game, rule), as_context(variant(game), _ended(over), known), prompt, many,
                    (AnswerField(NOTHING, options),), View(game, None, seen), (), narrator_for(game).labels_to_hide("hand-score"),
                    over)


def _ended(over: Position) -> Text:
    """Return a sentence about a hand that is over, which may have been tossed in without a score."""
    if not type(over).fields["number"].settable:
        return say("The hand is over, and scored.") if any(over.hand_score or ()) else say("The hand is over. Nobody scored.")
    return (say("Hand {n} is over, and scored.", n=over.number) if any(over.hand_score or ()) else
            say("Hand {n} is over. Nobody scored.", n=over.number))


# ---- options

def _moves(game: Game[Position], position: Position, moves: Sequence[Move]) -> tuple[Option, ...]:
    """Convert moves to options, in the order in which the hand is shown."""
    hand = position.hands[position.actor]
    shown = {card: place for place, card in enumerate(sorted_hand(narrator_for(game), position, hand))}
    options = [Option(move.text, right, why, _held(move, shown), move)
               for move, right, why in judge_options(game, position, moves)]
    return tuple(sorted(options, key=lambda option: shown[option.card] if option.card else len(shown)))


def _held(move: Move, hand: dict[Card, int]) -> Card | None:
    """Return the card in the hand that a move uses, or None."""
    return next((card for card in (move.other, move.card) if card in hand), None)


def _seats(game: Game[Position], trick: OpenTrick, why: dict[int, RuleFinding], right: set[int]) -> tuple[Option, ...]:
    cards = {laid.seat: laid.card for laid in trick.laid}
    return tuple(Option(game.table.names[seat], seat in right, why[seat], cards[seat], seat=seat) for seat in sorted(cards))


def are_numbers(moves: Sequence[Move]) -> bool:
    """Return whether any of the moves has a number."""
    return any(move.number is not None for move in moves)


def around_the_limit(most: int, rng: random.Random, moves: Sequence[Move], legal: Container[Move]) -> list[Move]:
    """Return the moves without a number, and those with numbers near the legal limit. If all numbers are legal, add numbers
    beyond the highest ones.
    """
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
    """Return the move with its number increased by ``place``."""
    assert last.number is not None
    return make_move(last.verb, last.card, last.suit, last.number + place, last.other)


def _shorten(most: int, moves: Sequence[Move], legal: Container[Move]) -> list[Move]:
    """Return at most ``most`` moves in order, including all legal ones. If all moves are legal and numeric, return a few of
    them."""
    wrong = [move for move in moves if move not in legal]
    if not wrong and are_numbers(moves):
        return around_the_limit(most, random.Random("choices/0"), moves, legal)
    room = max(most - (len(moves) - len(wrong)), 0)
    kept = random.Random("choices/0").sample(wrong, min(room, len(wrong)))
    return [move for move in moves if move in legal or move in kept]


# ---- questions in a scenario

class _PlacedQuestion(NamedTuple):
    """A question in a scenario, and the number of steps replayed before it is asked."""

    question: Question
    made: int


def answer(run: Replay, place: int) -> Question:
    """Return the question in the step at index ``place``, with its answer. Raises ``Unanswerable``."""
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
    """Return the index of the step that ends the hand in which the step at ``place`` is made."""
    for at, moment in enumerate(run.moments[place:], place):
        if moment.step.deal is not None:
            break
        if moment.after.hand_over:
            return at
    raise Unanswerable(f"{ask.kind}: the script never finishes this hand; play it to its end in the script")


def _scored(run: Replay, over: int, own: bool) -> _PlacedQuestion:
    """Return the question about the score for the hand that ends with the step at index ``over``."""
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
    """Return the position at the start of the last trick in a list of positions, or the first position."""
    return next((position for position in reversed(line) if not position.trick), line[0])


def said_after(game: Game[Position], before: Position, move: Move, events: Sequence[EventText]) -> list[Text]:
    """Return sentences about a move after the last trick: its events other than the score or, if there are none, the move."""
    told = [as_text(each.sentence) for each in events if each.event.kind in ("called", "played") and each.sentence]
    return told or [narrator_for(game).move_sentence(before, before.actor, move)]


def _put_best(run: Replay, place: int, ask: Ask) -> _PlacedQuestion:
    from rules_engine.quiz import best_move  # deferred: imports the solver

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
    """Return the solution for the position before the step at index ``place``; it is cached in the replay. Raises
    ``Unanswerable``."""
    from rules_engine.quiz import best_move

    if place not in run.proofs:
        run.proofs[place] = best_move.prove(run.game, run.moments[place].before, best_move.goal_of(run.game, run.scenario))
    found: Solution = run.proofs[place]
    return found


def _put_fact(run: Replay, place: int, ask: Ask) -> _PlacedQuestion:
    """Return a question about a trick or bid that is answered by the game's phrasebook."""
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
    """Return whether this step finishes a trick."""
    return moment.after.last_trick is not None and moment.after.last_trick is not moment.before.last_trick


def _finished(moment: ReplayStep) -> OpenTrick:
    assert moment.after.last_trick is not None
    return OpenTrick(moment.before, moment.after.last_trick.laid, moment.events)


def _trick_at(run: Replay, place: int) -> tuple[OpenTrick, int, ReplayStep | None]:
    """Return the trick that a question is about: the next one finished in the script, otherwise the one on the table, otherwise
    the last one. Return also the index of the step at which the question is asked, and the step with the trick's last card if it
    is in the script.
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
