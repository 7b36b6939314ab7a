"""HTML for puzzles: one hand in the text, with all hands and the answer in a collapsed section, and all cards face up on the
table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules_engine.core.game.game import Game, View
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.html.card_choices import choices_for
from rules_engine.html.card_html import sentence
from rules_engine.html.elements import Child, Html, el, separated
from rules_engine.html.hand_html import stage_html
from rules_engine.html.links import Links
from rules_engine.html.score import gained
from rules_engine.html.slip import Slip, points_html
from rules_engine.html.table import BEST, TableView
from rules_engine.html.tray import Action
from rules_engine.narration.move_phrases import verb_phrase
from rules_engine.narration.narrator import Narrator, narrator_for
from rules_engine.narration.phrasebook import NONE_YET
from rules_engine.puzzles.themes import IDEAS, THOUGHTS
from rules_engine.puzzles.themes.explanation import explanation
from rules_engine.quiz.best_move import Proof, answer_text, puzzle_title
from rules_engine.quiz.best_move_prompt import points_so_far_text, puzzle_prompt, standing_text
from rules_engine.quiz.kinds.best_move import proven
from rules_engine.quiz.question_context import variant
from rules_engine.scenarios.replay import Replay
from rules_engine.text.message import NOTHING, FormIndex, Text, as_text, joined, say, suit_mark

LEVELS = {name: say("{level:easy|medium|hard}", level=FormIndex(place, 3))
          for place, name in enumerate(("easy", "middling", "hard"))}
"""The names of the difficulty levels, in ascending order, keyed by the name in a page's source."""
EASY, HARD = 1250, 1550
"""Ratings that separate the levels: a puzzle is easy below the first, and hard from the second on."""


def asked_at(run: Replay) -> int:
    """Return the index of the step that asks for the best move."""
    return next(place for place, step in enumerate(run.scenario.script) if step.ask is not None)


def title_of(run: Replay) -> Text:
    """Return a puzzle's title: the author's, or a description of the position."""
    return as_text(run.scenario.title) or puzzle_title(run.moments[asked_at(run)].before)


def puzzle_bar(begun: bool, waits: bool, over: bool, wrong: bool, values: bool, hints: bool = False) -> list[Action]:
    """Return the toolbar buttons for a puzzle. If there are ``hints``, "Hint" takes the place of "Show", the button for the best
    move."""
    back = Action("leave", say("Back")) if values else Action("back", say("Take back"), begun)
    look = [back, Action("explore", say("Try other cards"), begun), Action("values", say("Show values"), begun and not values)]
    if wrong:
        return [*look, Action("go", say("Play on"), waits), Action("again", say("Try again"), True, True)]
    if over:
        return [*look, Action("share", say("Share")), Action("next", say("Next"), True, True)]
    turn = not waits and not values
    help_ = Action("hint", say("Hint"), turn) if hints else Action("show", say("Show"), turn)
    return [*look, help_, Action("go", say("Next trick"), waits, True)]


def explore_bar(begun: bool) -> list[Action]:
    """Return the toolbar buttons for exploring a puzzle. The return button has the position of the "Try other cards" button."""
    return [Action("back", say("Take back"), begun), Action("leave", say("Back to the puzzle"))]


def puzzle_stage(run: Replay, links: Links) -> Html:
    """Return the table at the start of the puzzle with its toolbar, which is shown until Python responds."""
    return stage_html(puzzle_table(run, links),
                      puzzle_bar(begun=False, waits=False, over=False, wrong=False, values=False, hints=True))


def puzzle_table(run: Replay, links: Links) -> TableView:
    """Return the table at the start of the puzzle."""
    position, proof = run.moments[asked_at(run)].before, proven(run, asked_at(run))
    view, narrator = View(run.game, None, position), narrator_for(run.game, position.to_act)
    slip = Slip(puzzle_prompt(narrator, position, proof), [(standing_text(narrator, position, proof), "")], "now")
    return TableView(view, narrator, links, slip=slip, choices=choices_for(view), hides=narrator.labels_to_hide("best-move"))


def badges(game: Game[Position], proof: Proof) -> dict[Card, Text]:
    """Return a badge for each card: "best", or the difference between its guaranteed value and the best value."""
    by_card: dict[Card, int] = {}
    for move, value in proof.values.items():
        card = move.other or move.card
        if card is not None:
            by_card[card] = max(value, by_card.get(card, value))
    return {card: _difference(game, proof, value) for card, value in by_card.items()}


def worth_of(game: Game[Position], proof: Proof, move: Move) -> Text:
    """Return the badge for a move: "best", or the difference between its guaranteed value and the best value."""
    return _difference(game, proof, proof.values[move])


def _difference(game: Game[Position], proof: Proof, value: int) -> Text:
    less = value - proof.most
    return BEST if not less else gained(less if proof.goal.yes else game.value(less))


def difficulty(rating: int) -> int:
    """Return the difficulty, from 1 to 3, for a rating."""
    return 1 + (rating >= EASY) + (rating >= HARD)


def _hard(run: Replay) -> Text:
    return [*LEVELS.values()][difficulty(rating_of(run)) - 1]


def rating_of(run: Replay) -> int:
    """Return a puzzle's rating; 0 if unknown."""
    return run.scenario.puzzle.rating if run.scenario.puzzle else 0


def question_of(run: Replay) -> Text:
    """Return a puzzle's question: the variant, the points so far, and what the reader looks for."""
    place = asked_at(run)
    position = run.moments[place].before
    narrator, proof = narrator_for(run.game, position.to_act), proven(run, place)
    return joined([variant(run.game), points_so_far_text(narrator, position, proof), puzzle_prompt(narrator, position, proof)])


def hard_marks(run: Replay) -> Html | None:
    """Return the dots that show a puzzle's difficulty; None if it is unknown."""
    if not run.scenario.puzzle:
        return None
    hard = difficulty(rating_of(run))
    return el("span", {"class": "fs-hard", "data-hard": hard, "role": "img", "aria-label": say("difficulty {n} of 3", n=hard)})


def caption(run: Replay, title: Text) -> list[Child]:
    """Return a caption with a puzzle's title, its difficulty, and its question."""
    return [el("b", None, sentence(run.game.pack, title), " ", hard_marks(run)),
            el("div", "fs-intro", sentence(run.game.pack, question_of(run)))]


def ideas_html(puzzles: Sequence[tuple[str, Replay]], lessons: Mapping[str, Sequence[Html]] = {}) -> Html:
    """Return a list of the puzzles grouped by idea. It is collapsed, because the idea is part of the answer.

    Each group has an explanation and links to the puzzles, in the order of ``puzzles``. ``lessons`` are links to the steps of a
    course, by idea.
    """
    lines = list[Html]()
    for idea, title in IDEAS.items():
        found = [(place, run) for place, run in puzzles if run.scenario.puzzle and run.scenario.puzzle.idea == idea]
        links = [el("a", {"href": f"#{place}", "aria-label": say("{idea} {n}, {hard}", idea=title, n=number, hard=_hard(run))},
                    str(number)) for number, (place, run) in enumerate(found, start=1)]
        before = el("p", None, THOUGHTS[idea]) if idea in THOUGHTS else None
        taught = lessons.get(idea, ())
        lesson = el("p", None, say("In the course:"), " ", separated(taught)) if taught else None
        lines += [el("dt", None, title, " "), el("dd", None, before, lesson, links)] if found else []
    return el("details", "fs-ideas", el("summary", None, say("Choose by idea: that tells part of the answer")),
              el("dl", None, lines))


def _with(move: Move) -> Text:
    """Return a phrase with the cards, suit and number in a move."""
    suit = suit_mark(move.suit) if move.suit else NOTHING
    named = say("as {suit}", suit=suit) if move.card is not None and suit else suit
    return joined([NOTHING if move.card is None else as_text(move.card), named,
                   NOTHING if move.other is None else say("for {card}", card=move.other),
                   NOTHING if move.number is None else as_text(move.number)])


def _made(narrator: Narrator[Position], moves: Iterable[tuple[int, Move]]) -> Text:
    """Return a phrase with moves and their players, separated by commas."""
    return joined((_made_one(narrator, seat, move) for seat, move in moves), ", ")


def _made_one(narrator: Narrator[Position], seat: int, move: Move) -> Text:
    called = narrator.table.called(seat)
    usual = joined([called if move.verb == "play" else verb_phrase(move.verb, called), _with(move)])
    return narrator.custom_move_sentence(seat, move) or usual


def _line(narrator: Narrator[Position], position: Position, moves: Iterable[tuple[int, Move]]) -> Text:
    """Return a sentence with moves and their players, trick by trick."""
    tricks = list[list[tuple[int, Move]]]([[]])
    for seat, move in moves:
        before, (position, _) = position.last_trick, narrator.game.make(position, move)
        tricks[-1].append((seat, move))
        if position.last_trick is not before:
            tricks.append([])
    return say("{moves}.", moves=joined((_made(narrator, each) for each in tricks if each), "; "))


def _answer(narrator: Narrator[Position], position: Position, proof: Proof) -> list[Child]:
    """Return the best move and the continuation."""
    pack, best = narrator.game.pack, answer_text(narrator, position, proof)
    (_, first), *rest = proof.lines[proof.best[0]]
    then = say("Then {moves}", moves=_line(narrator, narrator.game.make(position, first)[0], rest)) if rest else NOTHING
    return [el("b", None, sentence(pack, best)), " ", sentence(pack, then)]


def words(run: Replay) -> list[Html]:
    """Return all hands and the answer as list items, for readers without JavaScript or on paper."""
    place, game = asked_at(run), run.game
    position, narrator = run.moments[place].before, narrator_for(game)
    facts, so_far = facts_of(run)
    laid = [(each.seat, each.move) for each in position.trick]
    hands = [joined([narrator.name(seat), joined(position.hands[seat])], ": ") for seat in game.table.seats
             if position.hands[seat]]
    lines = [joined([facts, say("On the table: {cards}.", cards=_made(narrator, laid)) if laid else NOTHING]),
             so_far, say("{hands}.", hands=joined(hands, "; "))]
    return [*(el("li", None, sentence(game.pack, line)) for line in lines if line), *answer_lines(run)]


def facts_of(run: Replay) -> tuple[Text, Text]:
    """Return the public facts of a puzzle's position, such as trumps, and the tricks or points of each seat and side so far."""
    game = run.game
    position, narrator = run.moments[asked_at(run)].before, narrator_for(game)
    secrets = narrator.labels_to_hide("best-move")
    facts = [say("{label}: {told}.", label=label, told=told) for label, told in narrator.public_facts(position)
             if label not in secrets and told is not NONE_YET]
    sides = say("{sides}.", sides=told) if (told := narrator.sides_tally(position)) else NOTHING
    seats = [(narrator.name(seat), narrator.seat_summary(position, seat)) for seat in game.table.seats]
    so_far = [say("{seat}: {has}.", seat=seat, has=has) for seat, has in seats if has]
    return joined(facts), joined([*so_far, sides])


def answer_lines(run: Replay) -> list[Html]:
    """Return the answer and its explanation as list items."""
    place, game = asked_at(run), run.game
    position, proof, narrator = run.moments[place].before, proven(run, place), narrator_for(game)
    after = explanation(narrator, position, proof, run.scenario.puzzle)
    return [el("li", None, *_answer(narrator, position, proof)),
            *([el("li", None, points_html(game, after))] if after else [])]
