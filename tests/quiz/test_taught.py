"""Tests that questions for learners don't depend on rules from later steps, for a fact or for the way a card was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest

from rules_engine.authoring.checks.check import check_file
from rules_engine.core.game.game import Game
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.games import known_games, make_game
from rules_engine.html.links import Links
from rules_engine.html.question import QuestionTable
from rules_engine.narration.narrator import narrator_for
from rules_engine.quiz.generator import NoQuestion, cards_shown, fresh_question, strip_untaught, template_from, too_similar
from rules_engine.quiz.kinds import KINDS
from rules_engine.quiz.question import Question
from rules_engine.quiz.question_kind import READER
from rules_engine.quiz.questions import answer
from rules_engine.scenarios.hand_history import lead_rules
from rules_engine.scenarios.replay import Replay
from rules_engine.site.model.course import Course
from rules_engine.site.model.course_coverage import courses_in
from rules_engine.text.message import Sentence, Text, as_text, says
from tests.bench.fresh_questions import ROOT, asked_afresh, steps

STEPS = [pytest.param(run, taught, id=f"{game}-{step}") for game, step, run, taught in steps()]
ALWAYS_ALIKE = ("double-king-pedro-throw-off", "double-king-pedro-double")
"""Steps whose rule always has the same answer or permits everything."""
ONE_WAY = ("rank", "turn")
"""Rules for which the reasons are always the same sentences."""
SOME = [pytest.param(*each.values, id=each.id, marks=() if each.id in ALWAYS_ALIKE else pytest.mark.thorough) for each in STEPS]
SEEDS = range(4)


def ways(game: Game[Position], start: Position, line: list[Move]) -> Iterator[str]:
    """Yield the rules about leads and about cards that were played in unusual ways."""
    position = start
    for move in line:
        yield from lead_rules(game, position, move)
        position, events = game.make(position, move)
        if move.verb != "play":
            yield from (event.rule for event in events if event.kind == "played")


def shown_by(question: Question) -> set[str]:
    """Return the rules on which a question depends: for its answer, its text, its facts, and the cards played so far. Bids and
    contracts that a score depends on are always stated."""
    explained = narrator_for(question.game).words.explained
    facts = {explained[label] for label, _ in QuestionTable(question, Links()).known()}
    assert question.start is not None
    last = [question.laid[-1].move] if len(question.laid) > len(question.position.trick) else []
    told = set() if KINDS[question.kind].needs_context else {known.rule for known in question.knows if known.rule}
    told |= {explained[each] for part in question.parts for option in part.options for each in explained
             if says(as_text(option.why.sentence), (each,))}
    return {*question.rules, *facts, *told, *ways(question.game, question.start, [*question.line, *last])}


@pytest.mark.parametrize(("run", "taught"), STEPS)
def test_a_fresh_question_shows_nothing_of_later_steps(run: Replay, taught: list[str]) -> None:
    for kind in asked_afresh(run):
        for seed in SEEDS[:2]:
            question = fresh(run, taught, kind, seed)
            assert question is None or shown_by(question) <= {*taught}, (kind, seed)


@pytest.mark.parametrize(("run", "taught"), SOME)
def test_a_fresh_question_can_be_answered_wrongly(run: Replay, taught: list[str]) -> None:
    """No single answer is right for all questions, and not every option is always right."""
    for kind in asked_afresh(run):
        answers = [right_of(question) for seed in range(12) if (question := fresh(run, taught, kind, seed))]
        assert len(answers) == 12 or (not answers and nothing_wrong(run, kind)), kind
        assert not answers or Counter(answers).most_common(1)[0][1] <= 9, kind


@pytest.mark.parametrize(("run", "taught"), STEPS)
def test_fresh_questions_in_a_row_differ_from_the_example_and_from_each_other(run: Replay, taught: list[str]) -> None:
    """Questions that show cards differ in at least two cards."""
    for kind in asked_afresh(run):
        asked = [question for seed in range(3) if (question := fresh(run, taught, kind, seed))]
        shown = [cards for cards in map(cards_shown, asked) if cards]
        like = template_from(run, kind, run.scenario.rules)
        assert not any(too_similar(cards, like.shows) for cards in shown), kind
        assert not shown or any(not too_similar(one, other) for one, other in combinations(shown, 2)), kind


def test_where_of_a_steps_rule_anything_is_right_the_other_question_is_asked_afresh() -> None:
    run, taught = next((run, taught) for game, step, run, taught in steps() if (game, step) == ("knueffeln", "solo"))
    for seed in range(4):
        like = template_from(run, "legal-moves", ("take-turnup",))
        question = fresh_question(run.game, "legal-moves", seed, ("take-turnup",), taught, like)
        assert question.position.phase == "take-turnup"


def fresh(run: Replay, taught: list[str], kind: str, seed: int) -> Question | None:
    """Return a newly generated question for a step, or None if there is none."""
    try:
        return fresh_question(run.game, kind, seed, run.scenario.rules, taught, template_from(run, kind, run.scenario.rules))
    except NoQuestion:
        return None


def right_of(question: Question) -> tuple[object, ...]:
    """Return the right answers, or an empty tuple if every option is right."""
    if all(option.right for part in question.parts for option in part.options) and question.parts[0].answer is None:
        return ()
    return tuple(part.answer if part.answer is not None else tuple(option.value for option in part.options if option.right)
                 for part in question.parts)


def nothing_wrong(run: Replay, kind: str) -> bool:
    """Return whether every option is right in the step's own questions of this kind."""
    script = run.scenario.script
    asked = [answer(run, place) for place, step in enumerate(script) if step.ask is not None and step.ask.kind == kind]
    return not any(right_of(question) for question in asked if not question.rules.isdisjoint(run.scenario.rules))


@pytest.mark.parametrize("game", list(known_games()))
def test_every_fact_of_the_table_has_a_rule_that_explains_it(game: str) -> None:
    made = make_game(game)
    rules, explained = {rule.id for rule in made.book.rules}, narrator_for(made).words.explained
    assert set(explained.values()) <= rules
    shown = {label for seed in range(3) for label, _ in narrator_for(made).public_facts(made.deal(seed))}
    assert shown <= explained.keys()


def test_what_somebody_plays_for_is_told_once_bids_were_taught() -> None:
    told = {step: run.game.pack.plain(strip_untaught(answer(run, place), taught).intro)
            for game, step, run, taught in steps() if game == "double-king-pedro"
            for place, asked in enumerate(run.scenario.script) if asked.ask is not None}
    assert told["follow"].startswith("Diamonds are trumps. North led")
    assert told["pass"] == "South plays for 90. Spades are trumps."


def test_a_score_is_asked_with_the_bids_and_the_contract_even_before_they_are_taught() -> None:
    told = {(game, step): run.game.pack.plain(strip_untaught(answer(run, place), taught).intro)
            for game, step, run, taught in steps()
            for place, asked in enumerate(run.scenario.script) if asked.ask is not None and "score" in asked.ask.kind}
    assert told["spades", "bid"].startswith("South bid 4, West bid 3, North bid 3 and East bid 2.")
    assert told["double-king-pedro", "made"].startswith("North plays for 60.")
    assert told["euchre", "tricks"].startswith("South made Clubs trumps.")


def test_of_a_tossed_hand_it_is_said_that_nobody_scored() -> None:
    (told,) = (answer(run, 1).knows for _, step, run, _ in steps() if step == "toss")
    assert as_text(told[0].sentence) == "The hand is over. Nobody scored."


def test_what_was_taken_and_bid_is_quiet_where_a_card_is_to_be_played() -> None:
    for run, taught in ((each.values[0], each.values[1]) for each in STEPS):
        assert isinstance(run, Replay)
        for place, step in enumerate(run.scenario.script):
            if step.ask is not None and step.ask.explains_moves and run.moments[place].before.phase == "play":
                table = QuestionTable(answer(run, place), Links())
                told = [mark.html for seat in run.game.table.seats for mark in table.marks(seat)]
                assert not any("fs-took" in html or "bid" in html or "fs-match" in html for html in told), taught


@pytest.mark.parametrize(("run", "taught"), STEPS)
def test_a_hand_that_a_step_shows_is_souths(run: Replay, taught: list[str]) -> None:
    """The reader never has to take another seat."""
    turns = [run.moments[place].before.to_act for place, step in enumerate(run.scenario.script)
             if step.ask is not None and KINDS[step.ask.kind].shows_hand]
    assert {*turns} <= {READER}


@pytest.mark.parametrize(("run", "taught"), STEPS)
def test_the_next_question_of_a_step_has_another_answer_for_another_reason(run: Replay, taught: list[str]) -> None:
    """Otherwise the reader could repeat the answer without thinking."""
    asked = [answer(run, place) for place, step in enumerate(run.scenario.script) if step.ask is not None]
    for one, other in pairwise(asked):
        assert one.kind != other.kind or right_of(one) != right_of(other)
        assert turning_point(one) != turning_point(other) or not {*run.scenario.rules}.isdisjoint(ONE_WAY)


def turning_point(question: Question) -> tuple[object, ...]:
    """Return the kind of a question, with its number or with the sentences of its reasons, without cards and names."""
    reasons = frozenset(key for part in question.parts for option in part.options
                        for sentence in as_text(option.why.sentence).sentences for key in keys(sentence))
    return question.kind, reasons or right_of(question)


def keys(sentence: Text) -> Iterator[str]:
    """Yield a sentence without its fields, and the sentence in it that gives a reason."""
    if isinstance(sentence, Sentence):
        yield sentence.template
        for why in [sentence.fields["why"]] if "why" in sentence.fields else []:
            yield from (key for each in why.sentences for key in keys(each))


COURSES = [pytest.param(course, id=f"{path.parent.name}-{path.stem}") for path, course in (
    *courses_in(ROOT / "docs/games").items(), *courses_in(ROOT / "docs/de/games").items())]


@pytest.mark.parametrize("course", COURSES)
def test_the_first_hand_comes_within_ten_minutes(course: Course) -> None:
    assert course.minutes_to_hand <= 10


@pytest.mark.parametrize("course", [param for param in COURSES if "learn-well" not in str(param.id)])
def test_a_courses_hand_is_of_the_version_taught_and_no_other_pages(course: Course) -> None:
    hand, *_ = (check_file(ROOT / "examples" / step.file).scenario for step in course.steps if step.kind == "practice")
    assert hand is not None
    assert hand.variant is None
    files = (ROOT / "examples" / course.game).glob("practice*.yml")
    others = [each for file in files if (each := check_file(file).scenario)]
    assert len(others) > 1 or course.game in ("snakebit", "double-king-pedro")
    assert not any((each.players, each.variant, each.setup) == (hand.players, hand.variant, hand.setup) for each in others)


def test_a_player_without_a_card_in_the_trick_is_named() -> None:
    """Otherwise it would look as if a card were still missing."""
    run, taught = next((run, taught) for game, step, run, taught in steps() if (game, step) == ("double-king-pedro", "lead"))
    assert run.game.pack.plain(answer(run, 0).intro).endswith("West plays no card.")
    for seed in SEEDS:
        question = fresh_question(run.game, "next-leader", seed, run.scenario.rules, taught, template_from(run, "next-leader"))
        assert ("no card" in run.game.pack.plain(question.intro)) == (len(question.laid) < run.game.table.size)


def test_a_question_about_a_led_excuse_shows_one() -> None:
    run, taught = next((run, taught) for game, step, run, taught in steps() if step == "excuse-led")
    for seed in range(8):
        like = template_from(run, "legal-moves", ("excuse-led",))
        question = fresh_question(run.game, "legal-moves", seed, ("excuse-led",), taught, like)
        assert question.laid[0].card.text == "Excuse"


def test_of_a_lead_that_nothing_beats_the_later_cards_are_not_told_again() -> None:
    run, taught = next((run, taught) for game, step, run, taught in steps() if (game, step) == ("knueffeln", "good-leads"))
    fresh = [fresh_question(run.game, "trick-winner", seed, run.scenario.rules, taught, template_from(run, "trick-winner"))
             for seed in range(8)]
    told = [run.game.pack.plain(option.why.sentence) for question in fresh for option in question.parts[0].options
            if option.right]
    final = [each for each in told if "a chosen Seven: nothing beats it." in each]
    assert final
    assert all(each.endswith("nothing beats it.") for each in final)


def test_questions_about_the_winner_name_the_variant() -> None:
    """Mixed with other questions, the rule for the end of the match would be unclear."""
    run = next(run for game, step, run, _ in steps() if (game, step) == ("snakebit", "six-hands"))
    place = next(place for place, step in enumerate(run.scenario.script) if step.ask is not None)
    assert run.game.pack.plain(answer(run, place).intro).startswith("Variant: Poison Nonesuch")


def test_numbers_that_may_all_be_said_are_a_few_and_some_that_may_not() -> None:
    run = check_file(ROOT / "examples/double-knot/quiz-bid.yml").run
    assert run is not None
    like = template_from(run, "legal-moves", ("bid-once",))
    for seed in SEEDS:
        options = fresh_question(run.game, "legal-moves", seed, ("bid-once",), run.scenario.rules, like).parts[0].options
        assert len(options) == 4
        assert {option.right for option in options} == {True, False}
        assert {option.why.rule for option in options} == {"bid-once"}
