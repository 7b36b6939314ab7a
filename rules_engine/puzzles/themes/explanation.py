"""The explanation after a puzzle: the plan, the reasons why the natural move and its rival fail, and the later choices.

All statements were proved when the puzzle was made or are shown by its lines. For an author's own texts, the value of each move
is proved.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.narrator import Narrator
from rules_engine.puzzles.themes.alternatives import refuted
from rules_engine.puzzles.themes.analysis import reaches
from rules_engine.puzzles.themes.forced_plays import forced, played_already, unbeaten
from rules_engine.puzzles.themes.opponent_choices import Claimed, Forks
from rules_engine.puzzles.themes.theme_checks import ComparedLines
from rules_engine.puzzles.themes.theme_sentences import PLANS, SEEN, TELLS_CARD, TELLS_TRICK, Told
from rules_engine.puzzles.themes.why_it_fails import fails
from rules_engine.quiz.best_move import (
    Proof,
    answer_text,
    consequence_text,
    final_result_text,
    lead_tiebreak_text,
    naive_move,
    remaining_tricks_text,
    trick_result_text,
    why_not,
)
from rules_engine.quiz.line_tricks import LineTrick, tricks_of_line
from rules_engine.scenarios.model import Evidence, PuzzleInfo
from rules_engine.solver.search import Search
from rules_engine.text.message import NOTHING, Text, all_of, as_text, capital, joined, say


class ExplanationParagraph(NamedTuple):
    """A paragraph of the explanation: its heading and its text."""

    about: Text
    told: Text


PLAN = say("The plan:")


class _Reason(NamedTuple):
    """A reason why the best move works.

    ``told``              the text
    ``is_of_this_trick``  True if it names the taker of this trick
    ``cards``             the cards with which it says that the side takes later tricks
    ``is_of_the_rest``    True if it covers all later tricks
    """

    told: Text
    is_of_this_trick: bool = False
    cards: Collection[Card | None] = ()
    is_of_the_rest: bool = False


def _of_claim(claimed: Claimed) -> _Reason:
    return _Reason(claimed.told, False, claimed.cards, claimed.is_of_all)


def thought(
    narrator: Narrator[Position], position: Position, proof: Proof, puzzle: PuzzleInfo | None
) -> list[ExplanationParagraph]:
    """Return the explanation of a puzzle: the plan, the failing moves with the cards that defeat them, and the later choices."""
    move = natural(narrator.game, position, proof, puzzle)
    page = None if move is None else _Page(narrator, position, proof, puzzle, move)
    if puzzle and puzzle.plan:
        answers = [*_answers(narrator, position, proof, puzzle)] or (page.refutations() if page else [])
        call, sure = answer_text(narrator, position, proof), _sure_of(narrator, proof, proof.most, is_best=True)
        return [ExplanationParagraph(PLAN, joined([call, as_text(puzzle.plan), sure])), *answers]
    return [ExplanationParagraph(PLAN, page.plan), *page.refutations(), *page.on_the_way()] if page else []


def _answers(
    narrator: Narrator[Position], position: Position, proof: Proof, puzzle: PuzzleInfo
) -> Iterator[ExplanationParagraph]:
    """Yield the author's texts about moves that fail, with the value of each move, the most valuable move first."""
    for move in sorted(proof.values, key=proof.values.__getitem__, reverse=True):
        if told := puzzle.why_not.get(move.text):
            sure = _sure_of(narrator, proof, proof.values[move], is_best=False)
            yield ExplanationParagraph(why_not(narrator, position, move), joined([as_text(told), sure]))


def _sure_of(narrator: Narrator[Position], proof: Proof, value: int, is_best: bool) -> Text:
    """Return the guaranteed value of a move as a sentence. An author's text can describe more than one line."""
    side = narrator.table.called(proof.side)
    if proof.goal.yes:
        return say("The others can't stop it.") if is_best else say("The others can stop it.")
    if is_best:
        return capital(say("{side} {side:is|are} sure of {n}.", side=side, n=narrator.amount(value)))
    return say("At best {side} {side:gets|get} {n}.", side=side, n=narrator.amount(value))


def natural(game: Game[Position], position: Position, proof: Proof, puzzle: PuzzleInfo | None) -> Move | None:
    """Return the natural move of a puzzle, or the plain bot's choice if it has none."""
    named = puzzle.natural if puzzle else ""
    kept = next((move for move in proof.values if move.text == named and move not in proof.best), None)
    return kept or naive_move(game, position, proof)


class _Page:
    """The parts of the explanation: the tricks after the best and the natural move, and the reason, which is given once."""

    def __init__(
        self, narrator: Narrator[Position], position: Position, proof: Proof, puzzle: PuzzleInfo | None, move: Move
    ) -> None:
        self.narrator, self.game, self.position, self.proof, self.puzzle = narrator, narrator.game, position, proof, puzzle
        self.move, self.search = move, Search(narrator.game, position, proof.goal)
        self.best, self.natural = (tricks_of_line(self.game, position, proof.lines[each]) for each in (proof.best[0], move))
        self.you = narrator.table.called(position.actor)
        self.idea = self._of_idea()
        self.forks = Forks(narrator, self.search, proof, self.best, self.natural)

    @property
    def plan(self) -> Text:
        """The plan: the best move, its effect and its result. If the others have a choice, the text covers every outcome."""
        narrator, position, proof = self.narrator, self.position, self.proof
        call, best = answer_text(narrator, position, proof), proof.best[0]
        now = trick_result_text(narrator, position, proof, best)
        if fork := self.forks.beaten():
            return joined([call, NOTHING if fork.is_here else now, fork.told])
        reason = next((each for each in self._reasons() if each.told), _Reason(NOTHING))
        taken = {laid.card for each in self.best[1:] for laid in each.trick.laid if laid.seat in each.takers & {*proof.side}}
        end = final_result_text if reason.is_of_the_rest or (taken and taken <= {*reason.cards}) else remaining_tricks_text
        return joined(
            [call, NOTHING if reason.is_of_this_trick else now, lead_tiebreak_text(narrator, position, proof.lines[best]),
             reason.told, end(narrator, position, proof, best)]
        )

    def _reasons(self) -> Iterator[_Reason]:
        """Yield the reasons why the best move works, the most informative first. Only one is shown."""
        puzzle = self.puzzle
        idea, card = puzzle.idea if puzzle else "", self._card(puzzle.shown) if puzzle and puzzle.shown else None
        of_idea = _Reason(self.idea, idea in TELLS_TRICK, (card,) if idea in TELLS_CARD else ())
        if idea not in SEEN:
            yield of_idea
        yield _Reason(*forced(self.narrator, self.search, self.proof, self.best))
        yield _of_claim(self.forks.led())
        if not lead_tiebreak_text(self.narrator, self.position, self.proof.lines[self.proof.best[0]]):
            yield _Reason(self._leads())
        yield of_idea
        yield _Reason(played_already(self.narrator, self.position, self.proof, self.best))
        yield from map(_Reason, unbeaten(self.narrator, self.position, self.proof, self.best, self.natural))
        yield _of_claim(self.forks.always())

    def refutations(self) -> list[ExplanationParagraph]:
        """Return the reasons why the natural move and its rival fail, the more valuable move first.

        Moves that fail in the same way share a paragraph. If no card shows the reason for the natural move, the paragraph
        describes its line.
        """
        narrator, position, proof, key = self.narrator, self.position, self.proof, self.puzzle and self.puzzle.key
        alike = dict[tuple[Text, int], list[Move]]()
        for move in refuted(self.game, position, proof, self.move):
            cause = fails(narrator, position, proof, move, self._card(key) if key else None)
            if cause or move is self.move:
                alike.setdefault((cause, proof.values[move]), []).append(move)
        return [
            ExplanationParagraph(why_not(narrator, position, *moves), self._fails(cause, moves))
            for (cause, _), moves in alike.items()
        ]

    def _fails(self, cause: Text, moves: Sequence[Move]) -> Text:
        """Return the reason why some moves of equal value fail, with their result."""
        if not cause:
            return consequence_text(self.narrator, self.position, self.proof, self.move)
        ends = {final_result_text(self.narrator, self.position, self.proof, move) for move in moves}
        if len(ends) == 1:
            return joined([cause, *ends])
        return joined([cause, say("Either scores {n}.", n=self.narrator.amount(self.proof.values[moves[0]]))])

    # ---- the idea

    def _of_idea(self) -> Text:
        """Return the plan of the idea if the tricks after both moves show it, otherwise an empty text."""
        puzzle = self.puzzle
        if not (puzzle and puzzle.shown and puzzle.idea in PLANS and self.best and self.natural):
            return NOTHING
        lines = ComparedLines(self.game, self.best, self.natural, self._leaders(), self.position.actor, self._seat(puzzle.shown),
                      self._card(puzzle.shown))
        return PLANS[puzzle.idea](self._told(puzzle.idea, puzzle.shown)) if lines.is_borne_out(puzzle.idea) else NOTHING

    def _leaders(self) -> set[int | None]:
        """Return the next leaders after the moves that fail."""
        proof = self.proof
        return {each.after.to_act for wrong in proof.values if wrong not in proof.best
                for each in tricks_of_line(self.game, self.position, proof.lines[wrong])[:1]}

    def _told(self, idea: str, witness: Evidence) -> Told:
        card = self._card(witness)
        now, leader = (NOTHING if seat is None else self.narrator.table.called(seat)
                       for seat in (self.best[0].after.to_act, self.natural[0].after.to_act))
        return {"seat": self.narrator.table.called(self._seat(witness)), "you": self.you,
                "card": say("a lower card") if card is None else with_article(card), "natural": self._called(self.move),
                "now": now, "leader": leader,
                "lead": with_article(self.natural[1].trick.laid[0].card) if len(self.natural) > 1 else NOTHING,
                "next": _next(self.narrator, self.best), "hand": self._left(card, idea == "endplay")}

    def _left(self, card: Card | None, is_later: bool) -> Text:
        """Return the cards left to the leader after this trick, or after the one that ``card`` takes; empty if there are many."""
        at = self.best[0].after
        if is_later:
            at = next((each.after for each in self.best[1:] if card and each.is_taken_by(card)), at)
        hand = [] if at.to_act is None else at.hands[at.to_act]
        if len(hand) == 1:
            return say(", with only {card} left", card=with_article(hand[0]))
        return say(", from {hand}", hand=all_of(map(with_article, hand))) if 0 < len(hand) <= FEW else NOTHING

    def _called(self, move: Move) -> Text:
        return self.narrator.move_request(self.position, move)

    def _card(self, witness: Evidence) -> Card | None:
        return self.game.pack.card(witness.card) if witness.card else None

    def _seat(self, witness: Evidence) -> int:
        names = self.narrator.table.names
        return names.index(witness.seat) if witness.seat in names else self.position.actor

    # ---- the next leader

    def _leads(self) -> Text:
        """Return the next leaders after both moves and the reason, if they differ and the trick is shared. Otherwise it is empty.

        If a trick is shared, its cards don't show the leader at a glance.
        """
        now, then = (each[0].after.to_act if each else None for each in (self.best, self.natural))
        is_shared = any(len(each[0].takers) > 1 for each in (self.best, self.natural) if each)
        if not is_shared or now is None or then is None or now == then:
            return NOTHING
        if any(self._leaders_after(move) != {leader} for move, leader in ((self.proof.best[0], now), (self.move, then))):
            return NOTHING
        told = {"now": self.narrator.table.called(now), "then": self.narrator.table.called(then), "you": self.you,
                "natural": self._called(self.move)}
        cards = {laid.seat: laid.card for laid in self.best[0].trick.laid if laid.seat in self.best[0].takers}
        below = [card for seat, card in cards.items() if seat != now]
        if below and all(card.value < cards[now].value for card in below):
            return say("{now's} {card} is higher than {below}, so {now} {now:leads|lead} next; should {you} {natural}, {then} "
                       "{then:leads|lead}.", card=cards[now], below=all_of(map(with_article, below)), **told)
        return say("After this trick {now} {now:leads|lead}; should {you} {natural}, {then} {then:leads|lead}.", **told)

    def _leaders_after(self, move: Move) -> set[int | None]:
        """Return the possible leaders after this trick, whatever the others play to it. The search stops at two."""
        last, found, open_ = self.position.last_trick, set[int | None](), [self.game.make(self.position, move)[0]]
        while open_ and len(found) <= 1:
            at = open_.pop()
            if at.last_trick is not last or at.to_act is None:
                found.add(at.to_act)
            else:
                open_ += [self.game.make(at, each)[0] for each in self.game.legal(at)]
        return found

    def on_the_way(self) -> Iterator[ExplanationParagraph]:
        """Yield a paragraph on the later choices that matter. There is no search if the puzzle has none."""
        later = self.puzzle and self.puzzle.critical > 1
        if later and (moves := [*_that_matter(self.narrator, self.search, self.proof)]):
            yield ExplanationParagraph(say("Later:"), capital(say("{moves}.", moves=self._one_by_one(moves))))

    def _one_by_one(self, moves: Sequence[tuple[Position, Move]]) -> Text:
        """Return some moves as requests. A move of the same type as the one before is named by its card only."""
        called = self.narrator.move_request(*moves[0])
        for (last_at, last), (at, move) in pairwise(moves):
            is_alike = move.verb == last.verb == "play" and not move.suit and bool(at.trick) == bool(last_at.trick)
            called = say("{first}, then {then}", first=called,
                         then=with_article(move.played) if is_alike else self.narrator.move_request(at, move))
        return called


FEW = 3
"""Maximum number of cards of a hand to name."""


def _next(narrator: Narrator[Position], tricks: Sequence[LineTrick]) -> Text:
    """Return the lead to the second trick as a request."""
    return narrator.move_request(tricks[1].before, tricks[1].trick.laid[0].move) if len(tricks) > 1 else NOTHING


def _that_matter(narrator: Narrator[Position], search: Search[Position], proof: Proof) -> Iterator[tuple[Position, Move]]:
    """Yield the seat's later moves in the best line for which some other move is worth less, with their positions."""
    game, at = narrator.game, search.start
    for seat, move in proof.lines[proof.best[0]]:
        others = (game.make(at, other)[0] for other in game.legal(at) if other != move)
        if at is not search.start and seat == search.seat and any(reaches(search, each, proof.most) is False for each in others):
            yield at, move
        at = game.make(at, move)[0]
