"""Puzzles in play: the reader moves for one seat, and the engine plays the best moves of all other seats.

A request contains the scenario, the moves made since the puzzle began, and an action: ``play`` a card, ``go`` on to the next
trick, take a move ``back``, try ``again`` from the mistake, request a ``hint`` (each reveals more, and the last plays the best
move, as does ``show``), show the ``values`` of all cards in the latest choice, and ``leave`` that view. `puzzle_explore` handles
requests with ``explored``, the moves that the reader tries for every seat.
"""

from __future__ import annotations

import json

from rules_engine.api.bounded_cache import BoundedCache
from rules_engine.api.hand_view import HandView, Reply, refused
from rules_engine.api.handlers.practice import CHOOSE, ReaderAction, pressed
from rules_engine.api.handlers.puzzle_explore import explore_answer
from rules_engine.api.protocol import NewPuzzleAnswer, NewPuzzleMessage, OwnPuzzleMessage, PuzzleAnswer, PuzzleMessage
from rules_engine.api.request import STRANGE, game_of, links_of, session_of
from rules_engine.api.session import InvalidSave, Session, what_if
from rules_engine.core.model.errors import TextError
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import MoveRefused
from rules_engine.core.positions.position import Position
from rules_engine.html.card_html import move_named, spoken
from rules_engine.html.links import Links
from rules_engine.html.puzzle_html import asked_at, badges, puzzle_bar, puzzle_stage, title_of
from rules_engine.html.slip import Slip
from rules_engine.html.tray import Action
from rules_engine.narration.consequences import statements, trick_results
from rules_engine.puzzles.generator import from_choice, from_hand, written
from rules_engine.puzzles.hints import CARD, Hint, hints, with_stop
from rules_engine.puzzles.themes import IDEAS, PLAIN
from rules_engine.puzzles.themes.explanation import explanation
from rules_engine.quiz.best_move import Proof, continuation_text, goal_of, prove, reasons, side_result_text, value_text
from rules_engine.quiz.best_move_prompt import puzzle_prompt, short_prompt, standing_text
from rules_engine.scenarios.model import write_scenario
from rules_engine.scenarios.read import read_scenario
from rules_engine.scenarios.replay import Replay, replay
from rules_engine.text.message import NOTHING, Sentence, Text, as_text, joined, say


def puzzle_answer(message: PuzzleMessage) -> PuzzleAnswer:
    """Return the puzzle after the reader's action. Raises ``InvalidSave`` if the moves made so far are illegal."""
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
    """Return the replay of the puzzle. Raises ``InvalidSave`` if it doesn't reach a question."""
    run = replay(read_scenario(message["scenario"]))
    asked = [place for place, step in enumerate(run.scenario.script) if step.ask is not None]
    if not asked or asked[0] >= len(run.moments) or run.moments[asked[0]].before.to_act is None:
        raise InvalidSave(STRANGE)
    return run


def made_answer(message: NewPuzzleMessage) -> NewPuzzleAnswer:
    """Return a puzzle from a hand played by bots, or a response without a puzzle if the hand contains none.

    Each request tries a single hand, so that none takes long; the page then sends the next attempt.
    """
    game = game_of(message)
    found = from_hand(game, int(message["seed"]), int(message["attempt"]))
    if found is None:
        return {"scenario": None}
    scenario = written(game, found)
    run = replay(scenario)
    html = puzzle_stage(run, links_of(message))
    return {"scenario": write_scenario(scenario), "title": spoken(game.pack, title_of(run)), "html": html}


def own_answer(message: OwnPuzzleMessage) -> NewPuzzleAnswer:
    """Return a puzzle from a choice in one of the reader's own hands, or a response without a puzzle. Raises ``InvalidSave`` if
    there is no such choice."""
    session, place = session_of(message), int(message["place"])
    if not 0 <= place < len(session.moves) or session.line[place].position.leader is None:
        raise InvalidSave(say("There is no such choice in this hand."))
    found = from_choice(session.game, session.line[place].position, session.moves[place])
    if found is None:
        return {"scenario": None}
    scenario = write_scenario(written(session.game, found))
    return {"scenario": scenario, "title": say("Trick {n} of a hand of yours", n=session.trick_number(place))}


_PROVED = BoundedCache[tuple[str, tuple[Move, ...]], Proof](40)
"""Cache of proofs for the positions of recent puzzles, so that a click doesn't repeat the search."""


class Puzzle:
    """A puzzle and the reader's progress in it."""

    def __init__(self, run: Replay, session: Session) -> None:
        self.run, self.session, self.game = run, session, run.game
        self.name = json.dumps(write_scenario(run.scenario), sort_keys=True)
        self.goal = goal_of(run.game, run.scenario)
        self.first = self._proof(0)
        self.solver = self.start.actor
        self.hinted = 0                     # number of hints shown for this choice
        self.help = 0                       # amount revealed by the current hint

    @property
    def start(self) -> Position:
        """The starting position of the puzzle."""
        return self.run.moments[asked_at(self.run)].before

    @property
    def over(self) -> bool:
        """True if no moves are left."""
        return not self._rest()

    @property
    def last(self) -> int | None:
        """The index of the latest move that the solver chose; None before the first."""
        return next((at for at in range(len(self.session.moves) - 1, -1, -1) if self._chooses(at)), None)

    @property
    def turn(self) -> bool:
        """True if the solver is to move and has a choice. A single legal move is played automatically."""
        return self._chooses(len(self.session.moves))

    def _chooses(self, at: int) -> bool:
        """Return whether the solver has a choice after the first ``at`` moves."""
        position = self.session.line[at].position
        return position.to_act == self.solver and len(self.game.legal(position)) > 1

    def deed(self, deed: str, value: str) -> Reply | None:
        """Perform a reader's action, and return the message to show, if any. Raises ``MoveRefused``."""
        if deed == "hint":
            if self.turn and self.hinted < len(self.hints):
                return Reply(self._hint())
            deed = "show"
        if deed == "show" and not self.turn:
            deed = "go"                     # it isn't the solver's turn, so there is no move to show
        if deed == "show":
            self.help = CARD
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
        """Return the proof for the position after the first ``at`` moves."""
        name = self.name, self.session.moves[:at]
        if name not in _PROVED:
            _PROVED[name] = prove(self.game, self.session.line[at].position, self.goal)
        return _PROVED[name]

    def _rest(self) -> list[Move]:
        """Return the remaining moves by all seats with best play; empty at the end of the puzzle."""
        last = self.last
        if last is None:
            return [self.first.best[0]]
        line = self._proof(last).lines[self.session.moves[last]]
        return [move for _, move in line[len(self.session.moves) - last:]]

    def _others(self, to_next: bool = False) -> None:
        """Make the other players' moves up to the end of the trick or the solver's turn.

        With ``to_next``, continue after a finished trick.
        """
        for move in self._rest():
            if self.turn or (self.session.trick_done and not to_next):
                return
            to_next = False
            self.session = self.session.play(move)

    # ---- text

    @property
    def hints(self) -> list[Hint]:
        """The hints available for the current choice. They include the puzzle's idea only at its start."""
        at = len(self.session.moves)
        return hints(self.session.narrator, self.session.position, self._proof(at), None if at else self.run.scenario.puzzle)

    def _hint(self) -> Slip:
        """Return a slip with the question, and the next hint above the earlier ones."""
        found = self.hints
        self.help = found[self.hinted].much
        self.hinted += 1
        told = [(each.told, "") for each in reversed(found[:self.hinted])]
        return Slip(short_prompt(self.session.narrator, self.session.position, self._proof(len(self.session.moves))), told, "now")

    def _verdict(self, was_shown: bool) -> Reply:
        """Return the feedback on the solver's latest move: its value and, after a mistake or a move shown, the continuation."""
        last, session = self.last, self.session
        assert last is not None
        move, proof = session.moves[last], self._proof(last)
        told = [result for at in range(last + 1, len(session.line)) for result in trick_results(session.told(at), with_seat=True)]
        lead = self._told(proof, move, was_shown)
        fails = proof.values[move] < self.first.most
        moves = self._rest() if fails or was_shown else []
        if rest := continuation_text(session.narrator, session.position, moves, follows=True):
            end = side_result_text(session.narrator, session.position, self.first.side, moves)
            told.append((say("If everybody plays their best from here, {rest}: {end}.", rest=rest, end=end), ""))
        return Reply(Slip(lead, told, "no" if fails else "yes", points=self._thought() if self.over and not self.wrong else []))

    def _thought(self) -> list[tuple[Text, Text]]:
        """Return the explanation of the solution, beginning with its idea. A plain idea is omitted if the author has written a
        plan."""
        about = self.run.scenario.puzzle
        title = IDEAS.get(about.idea) if about and not (about.plan and about.idea in PLAIN) else None
        idea = [(say("The idea:"), with_stop(title))] if title else []
        return [*idea, *explanation(self.session.narrator, self.start, self.first, about)]

    def _told(self, proof: Proof, move: Move, was_shown: bool) -> Text:
        value, most = proof.values[move], self.first.most
        if value < most:
            return say("No: that fails.") if self.goal.yes else (
                say("No: that is {low:|only }{worth}, not {n}.", worth=value_text(self.session.narrator, self.goal, value),
                    n=self.game.value(most), low=self.game.low_wins))
        if not self.over:
            is_worth = value_text(self.session.narrator, self.goal, value)
            return say("{move}: {worth}.", move=move_named(move), worth=is_worth) if was_shown else (
                joined([say("Right: {worth}.", worth=is_worth), say("Play on.")]))
        return say("Solved.")

    @property
    def wrong(self) -> bool:
        """True if the solver has made a mistake."""
        return self._mistake is not None

    @property
    def _mistake(self) -> int | None:
        """The index of the solver's first mistake, a move that gave something away; None if there is none."""
        line, moves = self.session.line, self.session.moves
        return next((at for at in range(len(moves)) if line[at].position.to_act == self.solver
                     and self._proof(at).values[moves[at]] < self.first.most), None)

    # ---- display

    def answer(self, links: Links, reply: Reply | None, press: ReaderAction) -> PuzzleAnswer:
        """Return the response with the table and the state of the puzzle."""
        wrong, over, values = self.wrong, self.over, press.do == "values" and self.last is not None
        if reply is None and press.picked is None:
            reply = Reply(self._values()) if values else self._stands()
        session = self.session.at(self._looked_at) if values else self.session
        worths = badges(self.game, self._proof(self._looked_at)) if values else {}
        view = HandView(session, links, reply, press.picked, can_move=not worths and session.position.to_act == self.solver)
        view.table.hides = session.narrator.labels_to_hide("best-move")
        view.table.badges, view.table.low, view.table.home = worths, self.solver, self.solver
        done = "fs-do-values" if wrong or values else "fs-do-next"
        focus = "fs-answers" if press.picked else done if over else "fs-hand"
        return {**view.answer(self._bar(values, wrong, over), reply.slip.told() if reply else CHOOSE, focus),
                "moves": [move.text for move in self.session.moves], "explored": None, "wrong": wrong,
                "over": over, "help": self.help, "hints": self.hinted if self.help in range(1, CARD) else 0}

    @property
    def _looked_at(self) -> int:
        """The index of the choice whose values are shown: the mistake if there is one, the first choice in a solved puzzle,
        otherwise the latest choice."""
        if self._mistake is not None:
            return self._mistake
        return 0 if self.over or self.last is None else self.last

    def _bar(self, values: bool, wrong: bool, over: bool) -> list[Action]:
        waits = not over and not self.turn
        more = self.turn and not values and not wrong and self.hinted < len(self.hints)
        return puzzle_bar(begun=bool(self.session.moves), waits=waits, over=over, wrong=wrong, values=values, hints=more)

    def _stands(self) -> Reply:
        """Return the question if the solver has a choice and has made no mistake; otherwise the feedback on the latest move."""
        return Reply(self._asks()) if self.turn and not self.wrong else self._verdict(was_shown=False)

    def _asks(self) -> Slip:
        position, made, narrator = self.session.position, len(self.session.moves), self.session.narrator
        if not made:
            return Slip(
                puzzle_prompt(narrator, position, self.first), [(standing_text(narrator, position, self.first), "")], "now"
            )
        last = statements(each for each in self.session.told(made) if each.event.kind == "lead")
        return Slip(puzzle_prompt(narrator, position, self._proof(made)), last, "now")

    def _values(self) -> Slip:
        """Return a slip with each move's value and the reason, grouping moves for which both are equal."""
        at, alike = self._looked_at, dict[tuple[int, Text, str], list[Text]]()
        proof = self._proof(at)
        for move, found in reasons(self.session.narrator, self.session.line[at].position, proof).items():
            alike.setdefault((proof.values[move], found.sentence, found.rule), []).append(move_named(move))
        (lead, rule), *more = [(_reason(joined(moves, ", "), told), rule) for (_, told, rule), moves in alike.items()]
        return Slip(lead, [(NOTHING, rule), *more], "yes")


def _reason(moves: Text, told: Text) -> Text:
    """Return the explanation of equally good moves: their value, its consequence, and the course of the first trick."""
    first, *falls = as_text(told).sentences
    assert isinstance(first, Sentence)
    return joined([say("{moves}: {worth}: {end}.", moves=moves, worth=first.fields["worth"], end=first.fields["end"]), *falls])
