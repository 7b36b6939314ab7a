"""A puzzle being solved: the reader moves for one seat, everybody else plays as well as they can against it, or for it.

A message has the scenario, the moves made since the puzzle began, and what the reader does: ``play`` a card, ``go`` on
to the next trick, take a move ``back``, try ``again`` from the mistake, ask for a ``hint``, which tells more each time and at
last plays the best one (``show``), or see what every card was worth in the latest choice (``values``), and ``leave`` that.
One with ``explored``, the moves that the reader tries for every seat, belongs to `explore`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from rules_engine.api.bounded_cache import BoundedCache
from rules_engine.api.hand_response import game_of, session_of
from rules_engine.api.message_fields import STRANGE, links_of
from rules_engine.api.protocol import NewPuzzleAnswer, NewPuzzleMessage, OwnPuzzleMessage, PuzzleAnswer, PuzzleMessage
from rules_engine.api.puzzle_explore import explore_answer
from rules_engine.api.reply import Reply, refused
from rules_engine.api.session import InvalidSave, Session, what_if
from rules_engine.api.what_if_view import ReaderAction, VariedTableView, pressed
from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import TextError
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import MoveRefused
from rules_engine.core.positions.position import Position
from rules_engine.html.card_html import move_named, spoken
from rules_engine.html.hand_html import Action
from rules_engine.html.links import Links
from rules_engine.html.puzzle_html import asked_at, badges, puzzle_bar, puzzle_stage, title_of
from rules_engine.html.slip import Slip
from rules_engine.html.table import TableView
from rules_engine.puzzles.generator import from_choice, from_hand, written
from rules_engine.puzzles.hints import CARD, Hint, hints, with_stop
from rules_engine.puzzles.themes import IDEAS, PLAIN
from rules_engine.puzzles.themes.explanation import thought
from rules_engine.quiz.best_move import Proof, continuation_text, goal_of, prove, reasons, side_result_text, value_text
from rules_engine.quiz.best_move_prompt import puzzle_prompt, short_prompt, standing_text
from rules_engine.scenarios.model import write_scenario
from rules_engine.scenarios.read import read_scenario
from rules_engine.scenarios.replay import Replay, replay
from rules_engine.text.message import NOTHING, Sentence, Text, as_text, joined, say


def puzzle_answer(message: PuzzleMessage) -> PuzzleAnswer:
    """Return the puzzle after what the reader did. Raises ``InvalidSave`` where its moves can't have been made."""
    run = _run_of(message)
    if message.get("explored") is not None:
        return explore_answer(run, message)
    place, moves = asked_at(run), tuple(message.get("moves", ()))
    try:
        puzzle = Puzzle(run, what_if(run, place, moves, reader=run.moments[place].before.to_act))
    except (MoveRefused, TextError) as error:
        raise InvalidSave(say("This puzzle can't be taken up where it was: {error}", error=str(error))) from None
    press, puzzle.hinted = ReaderAction(), max(message.get("hints", 0), 0)
    try:
        press = pressed(puzzle.session, message)
        reply = puzzle.deed(press.do, press.value)
    except MoveRefused as error:
        reply = refused(puzzle.session, error.verdict)
    return puzzle.answer(links_of(message), reply, press)


def _run_of(message: PuzzleMessage) -> Replay:
    """The puzzle, played through as far as what it asks. Raises ``InvalidSave`` where it doesn't go so far."""
    run = replay(read_scenario(message["scenario"]))
    asked = [place for place, step in enumerate(run.scenario.script) if step.ask is not None]
    if not asked or asked[0] >= len(run.moments) or run.moments[asked[0]].before.to_act is None:
        raise InvalidSave(STRANGE)
    return run


def made_answer(message: NewPuzzleMessage) -> NewPuzzleAnswer:
    """Return a puzzle from one hand that bots play, or none: who wants one asks on, so that a reader is never kept waiting."""
    game = game_of(message)
    found = from_hand(game, int(message["seed"]), int(message["attempt"]))
    if found is None:
        return {"scenario": None}
    scenario = written(game, found)
    run = replay(scenario)
    html = puzzle_stage(run, links_of(message))
    return {"scenario": write_scenario(scenario), "title": spoken(game.pack, title_of(run)), "html": html}


def own_answer(message: OwnPuzzleMessage) -> NewPuzzleAnswer:
    """Return the puzzle of a choice in a hand of the reader's, or none. Raises ``InvalidSave`` for what is no choice."""
    session, place = session_of(message), int(message["place"])
    if not 0 <= place < len(session.moves) or session.line[place].position.leader is None:
        raise InvalidSave(say("There is no such choice in this hand."))
    found = from_choice(session.game, session.line[place].position, session.moves[place])
    if found is None:
        return {"scenario": None}
    scenario = write_scenario(written(session.game, found))
    return {"scenario": scenario, "title": say("Trick {n} of a hand of yours", n=session.trick_number(place))}


_PROVED = BoundedCache[tuple[str, tuple[Move, ...]], Proof](40)
"""What the positions of the latest puzzles were proved to be worth, so that a press doesn't search again."""


class Puzzle:
    """A puzzle and how far it is solved."""

    def __init__(self, run: Replay, session: Session) -> None:
        self.run, self.session, self.game = run, session, run.game
        self.name = json.dumps(write_scenario(run.scenario), sort_keys=True)
        self.goal = goal_of(run.game, run.scenario)
        self.first = self._proof(0)
        self.solver = self.start.actor
        self.hinted = 0                     # hints that the reader had for this choice
        self.much = 0                       # how much the one told now tells

    @property
    def start(self) -> Position:
        """Where the puzzle begins."""
        return self.run.moments[asked_at(self.run)].before

    @property
    def over(self) -> bool:
        """Whether nothing is left to find out."""
        return not self._rest()

    @property
    def last(self) -> int | None:
        """The place of the solver's latest choice; None before the first."""
        return next((at for at in range(len(self.session.moves) - 1, -1, -1) if self._chooses(at)), None)

    @property
    def turn(self) -> bool:
        """Whether the solver has to choose now. The only move that there is makes itself."""
        return self._chooses(len(self.session.moves))

    def _chooses(self, at: int) -> bool:
        """Whether the solver has a choice after the first ``at`` moves."""
        position = self.session.line[at].position
        return position.to_act == self.solver and len(self.game.legal(position)) > 1

    def deed(self, deed: str, value: str) -> Reply | None:
        """Do what the reader wants; what there is to say to it."""
        if deed == "hint":
            if self.turn and self.hinted < len(self.hints):
                return Reply(self._hint())
            deed = "show"
        if deed == "show" and not self.turn:
            deed = "go"                     # others are to move: there is nothing to show
        if deed == "show":
            self.much = CARD
            value = self._proof(len(self.session.moves)).best[0].text
        if deed in ("play", "show"):
            self.session = self.session.play(value)
            self._others()
        elif deed == "go":
            self._others(to_next=True)
        elif deed == "back" and self.last is not None:
            self.session = self.session.at(self.last)
        elif deed == "again" and self._mistake is not None:
            self.session = self.session.at(self._mistake)
        told = deed in ("play", "show") or (deed == "leave" and self.last is not None) or (deed == "go" and self.over)
        return self._verdict(deed == "show") if told else None

    def _proof(self, at: int) -> Proof:
        """What the position after the first ``at`` moves is worth."""
        name = self.name, self.session.moves[:at]
        if name not in _PROVED:
            _PROVED[name] = prove(self.game, self.session.line[at].position, self.goal)
        return _PROVED[name]

    def _rest(self) -> list[Move]:
        """What all play after the moves made, the solver too, if everybody plays their best; nothing at the end."""
        last = self.last
        if last is None:
            return [self.first.best[0]]
        line = self._proof(last).lines[self.session.moves[last]]
        return [move for _, move in line[len(self.session.moves) - last:]]

    def _others(self, to_next: bool = False) -> None:
        """The others' moves, to the end of the trick or the solver's turn; from one trick to the solver's next turn too."""
        for move in self._rest():
            if self.turn or (self.session.trick_done and not to_next):
                return
            to_next = False
            self.session = self.session.play(move)

    # ---- what is said

    @property
    def hints(self) -> list[Hint]:
        """What may be told of the choice before its best move; the idea where the puzzle begins."""
        at = len(self.session.moves)
        return hints(self.session.narrator, self.session.position, self._proof(at), None if at else self.run.scenario.puzzle)

    def _hint(self) -> Slip:
        """The question, one hint more, and below it those before."""
        found = self.hints
        self.much = found[self.hinted].much
        self.hinted += 1
        told = [(each.told, "") for each in reversed(found[:self.hinted])]
        return Slip(short_prompt(self.session.narrator, self.session.position, self._proof(len(self.session.moves))), told, "now")

    def _verdict(self, was_shown: bool) -> Reply:
        """What the solver's latest move was worth, and how it goes on; a wrong one is shown to fail."""
        last, session = self.last, self.session
        assert last is not None
        move, proof = session.moves[last], self._proof(last)
        told: list[tuple[Text, str]] = [
            (each.sentence, each.event.rule) for at in range(last + 1, len(session.line)) for each in session.told(at)
            if each.event.kind == "trick" and each.event.seat is not None]
        lead = self._told(proof, move, was_shown)
        fails = proof.values[move] < self.first.most
        moves = self._rest() if fails or was_shown else []
        if rest := continuation_text(session.narrator, session.position, moves, follows=True):
            end = side_result_text(session.narrator, session.position, self.first.side, moves)
            told.append((say("If everybody plays their best from here, {rest}: {end}.", rest=rest, end=end), ""))
        return Reply(Slip(lead, told, "no" if fails else "yes", points=self._thought() if self.over and not self.wrong else []))

    def _thought(self) -> list[tuple[Text, Text]]:
        """The idea, and the page of thought. That it is *the right card* goes without saying where an author says more."""
        about = self.run.scenario.puzzle
        title = IDEAS.get(about.idea) if about and not (about.plan and about.idea in PLAIN) else None
        idea = [(say("The idea:"), with_stop(title))] if title else []
        return [*idea, *thought(self.session.narrator, self.start, self.first, about)]

    def _told(self, proof: Proof, move: Move, was_shown: bool) -> Text:
        value, most = proof.values[move], self.first.most
        if value < most:
            return say("No: that fails.") if self.goal.yes else (
                say("No: that is only {worth}, not {n}.", worth=value_text(self.session.narrator, self.goal, value), n=most))
        if not self.over:
            is_worth = value_text(self.session.narrator, self.goal, value)
            return say("{move}: {worth}.", move=move_named(move), worth=is_worth) if was_shown else (
                joined([say("Right: {worth}.", worth=is_worth), say("Play on.")]))
        return say("Solved.")

    @property
    def wrong(self) -> bool:
        """Whether a move gave something away."""
        return self._mistake is not None

    @property
    def _mistake(self) -> int | None:
        """The place of the first move of the solver's that gave something away."""
        line, moves = self.session.line, self.session.moves
        return next((at for at in range(len(moves)) if line[at].position.to_act == self.solver
                     and self._proof(at).values[moves[at]] < self.first.most), None)

    # ---- what is shown

    def answer(self, links: Links, reply: Reply | None, press: ReaderAction) -> PuzzleAnswer:
        """Return the table, and how it stands with the puzzle."""
        wrong, over, values = self.wrong, self.over, press.do == "values" and self.last is not None
        if reply is None and press.picked is None:
            reply = Reply(self._values()) if values else self._stands()
        view = PuzzleView(self.session.at(self._looked_at) if values else self.session, links, reply, press.picked,
                          book=self._bar(values, wrong, over), solver=self.solver, solved=over,
                          worths=badges(self.game, self._proof(self._looked_at)) if values else {})
        return {**view.answer(), "moves": [move.text for move in self.session.moves], "explored": None, "wrong": wrong,
                "over": over, "much": self.much, "hints": self.hinted if self.much in range(1, CARD) else 0}

    @property
    def _looked_at(self) -> int:
        """The place of the choice whose values are told: the mistake, else the latest, and the first once it is solved."""
        if self._mistake is not None:
            return self._mistake
        return 0 if self.over or self.last is None else self.last

    def _bar(self, values: bool, wrong: bool, over: bool) -> list[Action]:
        waits = not over and not self.turn
        more = self.turn and not values and not wrong and self.hinted < len(self.hints)
        return puzzle_bar(begun=bool(self.session.moves), waits=waits, over=over, wrong=wrong, values=values, hints=more)

    def _stands(self) -> Reply:
        """What the reader is asked; after a mistake, or where others are to move, or nobody, what was told of the latest move."""
        return Reply(self._asks()) if self.turn and not self.wrong else self._verdict(was_shown=False)

    def _asks(self) -> Slip:
        position, made, narrator = self.session.position, len(self.session.moves), self.session.narrator
        if not made:
            return Slip(
                puzzle_prompt(narrator, position, self.first), [(standing_text(narrator, position, self.first), "")], "now"
            )
        last = [(each.sentence, each.event.rule) for each in self.session.told(made) if each.event.kind == "lead"]
        return Slip(puzzle_prompt(narrator, position, self._proof(made)), last, "now")

    def _values(self) -> Slip:
        """Why the best move is best, and what is wrong with the others; those of which the same is to be said together."""
        at, alike = self._looked_at, dict[tuple[int, Text, str], list[Text]]()
        proof = self._proof(at)
        for move, found in reasons(self.session.narrator, self.session.line[at].position, proof).items():
            alike.setdefault((proof.values[move], found.sentence, found.rule), []).append(move_named(move))
        (lead, rule), *more = [(_reason(joined(moves, ", "), told), rule) for (_, told, rule), moves in alike.items()]
        return Slip(lead, [(NOTHING, rule), *more], "yes")


def _reason(moves: Text, told: Text) -> Text:
    """What is said of some moves: what they are worth and what comes of it, then how the first trick falls."""
    first, *falls = as_text(told).sentences
    assert isinstance(first, Sentence)
    return joined([say("{moves}: {worth}: {end}.", moves=moves, worth=first.fields["worth"], end=first.fields["end"]), *falls])


@dataclass
class PuzzleView(VariedTableView):
    """The table of a puzzle: the reader moves for one seat alone.

    ``solver``  that seat
    ``solved``  whether nothing is left to find out
    ``worths``  what stands on each card, once that may be seen
    """

    solver: int = 0
    solved: bool = False
    worths: Mapping[Card, Text] = field(default_factory=dict)

    def readers_turn(self) -> bool:
        """Tell whether the solver is to move."""
        return super().readers_turn() and not self.worths and self.session.position.to_act == self.solver

    def heard(self) -> Text:
        """Return what is heard of it."""
        return self.reply.slip.told() if self.reply else super().heard()

    def focus(self) -> str:
        """Return the id of what gets the focus."""
        return "fs-answers" if self.picked else "fs-do-values" if self.solved else "fs-hand"

    def actions(self) -> list[Action]:
        """Return the puzzle's own bar."""
        return [*self.book]

    def table(self) -> TableView:
        """Return the table, with what each card is worth once that may be seen."""
        table = super().table()
        table.hides = table.narrator.labels_to_hide("best-move")
        table.badges, table.low, table.home = self.worths, self.solver, self.solver
        return table
