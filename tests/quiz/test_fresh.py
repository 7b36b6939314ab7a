"""Newly generated questions, which come from played hands, need some thought, and don't reveal the answer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_engine.authoring.checks.check import CheckResult
from rules_engine.core.game.setups import facts_of
from rules_engine.core.model.cards import FACE_DOWN
from rules_engine.core.positions.position import Position
from rules_engine.games import known_games, make_game
from rules_engine.narration.hand_order import sorted_hand
from rules_engine.narration.narrator import narrator_for
from rules_engine.quiz.game_facts import GameFactKind
from rules_engine.quiz.generator import FRESH, NoQuestion, fresh_kinds, fresh_question, template_from
from rules_engine.quiz.kinds import KINDS
from rules_engine.quiz.question import AnswerField, Question
from tests.quiz.quizzes import quizzes
from tests.some import some

SEEDS = range(200)
ONE_THING = re.compile(r"These(?:,| (?:is|isn't|has|hasn't|was|wasn't|doesn't|takes|brings|beats|belongs|follows) )")
"""Matches ungrammatical sentences in which "These" has a singular verb."""
WRITTEN = quizzes()


def replayed(question: Question) -> Position:
    """Return the position after playing the question's moves, asserting that each is legal."""
    game, position = question.game, question.start
    assert position is not None
    assert position.last_trick is None
    assert not position.trick
    assert [len(hand) for hand in position.hands] == [len(hand) for hand in game.deal(1, dealer=position.dealer).hands]
    for move in question.line:
        position, _ = game.play(position, move)
    return position


def comes_from_a_hand(question: Question) -> None:
    position = replayed(question)
    if KINDS[question.kind].shows_hand or not question.laid:
        assert facts_of(question.game, position) == facts_of(question.game, question.position)
        return
    assert position.trick == list(question.laid[:-1])
    question.game.play(position, question.laid[-1].move, question.laid[-1].seat)


def introduces_itself(question: Question) -> None:
    assert question.title
    assert question.intro.endswith(".")
    assert question.prompt.endswith("?") or (question.many and question.prompt.startswith("Choose every"))
    for part in question.parts:
        assert not any(reason.why.sentence in question.intro for reason in part.reasons)
        assert not any(ONE_THING.match(question.game.pack.plain(reason.why.sentence)) for reason in part.reasons)


def shows_no_more_than_its_reader_sees(question: Question) -> None:
    view = question.seen
    if KINDS[question.kind].shows_hand:
        assert view.seat == question.position.to_act
        hidden = [hand for seat, hand in enumerate(view.position.hands) if seat != view.seat]
        assert all(card is FACE_DOWN for hand in hidden for card in hand)
    else:
        assert not any(view.position.hands)
        assert view.position.to_act is None
    assert KINDS[question.kind].box == "totals" or view.position.hand_score is None


def takes_thought(question: Question, part: AnswerField) -> None:
    if part.answer is not None:
        assert not part.options
        return
    right = [option for option in part.options if option.right]
    assert len(right) < len(part.options)
    assert len(right) > KINDS[question.kind].asks_moves if question.many else len(right) == 1
    if KINDS[question.kind].asks_moves:
        assert {option.move.verb for option in right if option.move} & {
            option.move.verb for option in part.options if option.move and not option.right}


def gives_each_option_a_reason_once(part: AnswerField) -> None:
    assert [option.value for option in part.options] == list(dict.fromkeys(option.value for option in part.options))
    told = [option for reason in part.reasons for option in reason.options]
    assert sorted(option.value for option in told) == sorted(option.value for option in part.options)
    sentences = [reason.why.sentence for reason in part.told]
    assert len(set(sentences)) == len(sentences), sentences
    for reason in part.reasons:
        assert reason.why.sentence.endswith(".")
        assert {option.right for option in reason.options} == {reason.right} == {reason.why.permits}


def stands_in_the_order_of_the_hand(question: Question, part: AnswerField) -> None:
    if not KINDS[question.kind].shows_hand or question.seen.seat is None:
        return
    hand = question.seen.position.hands[question.seen.seat]
    cards = list(dict.fromkeys(option.card for option in part.options if option.card is not None))
    assert cards == [card for card in sorted_hand(narrator_for(question.game), question.seen.position, hand) if card in cards]
    without = [place for place, option in enumerate(part.options) if option.card is None]
    assert without == list(range(len(part.options) - len(without), len(part.options)))


@pytest.mark.parametrize("seeds", [SEEDS[:10], pytest.param(SEEDS[10:], marks=pytest.mark.thorough)], ids=["some", "all"])
@pytest.mark.parametrize(("game", "kind"), [(game, kind) for game in known_games() for kind in fresh_kinds(make_game(game))])
def test_a_fresh_question_keeps_its_promises(game: str, kind: str, seeds: range) -> None:
    made = make_game(game)
    for seed in seeds[:40] if isinstance(KINDS[kind], GameFactKind) else seeds:
        question = fresh_question(made, kind, seed)
        assert question.kind == kind
        comes_from_a_hand(question)
        introduces_itself(question)
        shows_no_more_than_its_reader_sees(question)
        for part in question.parts:
            takes_thought(question, part)
            gives_each_option_a_reason_once(part)
            stands_in_the_order_of_the_hand(question, part)


@pytest.mark.parametrize("game", list(known_games()))
def test_what_was_led_is_told_by_no_rule_about_who_takes_a_trick(game: str) -> None:
    made = make_game(game)
    for seed in range(40):
        question = fresh_question(made, "trick-winner", seed)
        lead = narrator_for(made).trick_explanation(question.position, question.laid[:1])[0]
        assert lead.rule not in {option.why.rule for part in question.parts for option in part.options if option.right}


@pytest.mark.parametrize("game", list(known_games()))
def test_only_the_right_answer_says_who_leads_next(game: str) -> None:
    """Reasons for other options must not reveal the leader; a player who captured cards but doesn't lead must have fewer."""
    made = make_game(game)
    for seed in range(40):
        question = fresh_question(made, "next-leader", seed)
        right, *others = question.parts[0].reasons
        assert right.right
        assert not any(right.why.sentence.endswith(other.why.sentence) for other in others)


@pytest.mark.parametrize("game", list(known_games()))
def test_a_seed_gives_one_question(game: str) -> None:
    for kind in fresh_kinds(make_game(game)):
        one, same, other = (fresh_question(make_game(game), kind, seed) for seed in (5, 5, 6))
        assert one[1:7] == same[1:7]
        assert (one.line, one.laid) == (same.line, same.laid)
        assert facts_of(one.game, one.position) == facts_of(same.game, same.position)
        assert facts_of(one.game, one.position) != facts_of(other.game, other.position)


@pytest.mark.parametrize("game", some(known_games(), ["snakebit", "double-king-pedro"]))
def test_questions_hide_only_facts_that_tables_show(game: str) -> None:
    """A label to hide that no table shows would have no effect."""
    made = make_game(game)
    narrator = narrator_for(made)
    shown = {
        kind: {label for seed in range(40) for label, _ in narrator.public_facts(fresh_question(made, kind, seed).seen.position)}
        for kind in fresh_kinds(made)
    }
    for kind in fresh_kinds(made):
        assert narrator.labels_to_hide(kind) <= shown[kind] | shown["legal-moves"]


def test_the_leader_of_snakebit_is_not_told_which_suits_are_closed() -> None:
    for seed in range(20):
        question = fresh_question(make_game("snakebit"), "legal-moves", seed, ("unbroken",))
        told = {str(label): sentence for label, sentence in narrator_for(question.game).public_facts(question.seen.position)}
        assert [sentence for label, sentence in told.items() if label not in question.hides] == [
            told["Trumps"], told["Cursed"], "none yet"]
        assert "broken" in question.intro


def test_who_wins_is_told_by_the_winners_card() -> None:
    question = fresh_question(make_game("snakebit"), "trick-winner", 3)
    right = next(option for option in question.parts[0].options if option.right)
    assert right.card is not None
    assert right.why.sentence.startswith(f"{right.value} takes the trick with the {{{right.card.text}}}")


def test_numbers_are_asked_about_where_they_begin_to_be_right() -> None:
    for seed in range(30):
        question = fresh_question(make_game("double-king-pedro"), "legal-moves", seed, ("bid",))
        options = question.parts[0].options
        assert len(options) <= 8
        bids = [option.move.number for option in options if option.move and option.move.number is not None]
        assert bids == list(range(bids[0], bids[0] + len(bids)))


@pytest.mark.parametrize("checked", WRITTEN, ids=lambda checked: Path(checked.path).stem)
def test_every_written_question_has_another_like_it(checked: CheckResult) -> None:
    assert checked.scenario is not None
    assert checked.run is not None
    kinds = {step.ask.kind for step in checked.scenario.script if step.ask is not None} & {*FRESH}
    for kind in kinds:
        question = fresh_question(checked.run.game, kind, 7, checked.scenario.rules)
        assert question.kind == kind


@pytest.mark.parametrize("checked", [each for each in WRITTEN if each.scenario is not None and any(
    step.ask is not None and KINDS[step.ask.kind].needs_example for step in each.scenario.script)],
    ids=lambda checked: f"{checked.scenario.game} {Path(checked.path).stem}")
def test_a_fresh_match_is_over_or_goes_on_and_was_not_over_before(checked: CheckResult) -> None:
    assert checked.run is not None
    assert checked.scenario is not None
    game, like = checked.run.game, template_from(checked.run, "match-winner")
    asked = [fresh_question(game, "match-winner", seed, checked.scenario.rules, (), like) for seed in range(40)]
    assert {question.position.game_over for question in asked} == {True, False}
    for question in asked:
        right = [option for option in question.parts[0].options if option.right]
        assert (right[0].value == "nobody") is not question.position.game_over
        begins = re.match(r"(?:Variant: .+?\. )?Hand \d+ is over", question.intro)
        assert (begins is not None) is type(question.position).fields["number"].settable
        assert right[0].why.sentence != "The game goes on."
        before = question.position.copy()
        before.hand_score = None
        before.number -= 1
        assert not game.match_winners(before)


def test_a_question_is_about_the_rules_that_were_practised() -> None:
    question = fresh_question(make_game("double-knot", players=3), "legal-moves", 1, ("excuse",))
    assert question.title == "When you may play the Excuse"
    assert any(reason.why.rule == "excuse" for reason in question.parts[0].reasons if not reason.right)



@pytest.mark.parametrize("game", list(known_games()))
def test_learners_get_only_questions_about_rules_already_taught(game: str) -> None:
    """For each kind of question, all rules except one have been taught, and no question depends on the missing rule."""
    made = make_game(game)
    for kind in fresh_kinds(made):
        needed = [fresh_question(made, kind, seed).rules for seed in range(8)]
        every = frozenset[str]().union(*needed)
        # Without any taught rule, questions may depend on all rules.
        for left_out in sorted(every - needed[0])[:2] if len(every) > 1 else ():
            taught = every - {left_out}
            asked = [fresh_question(made, kind, seed, (), taught) for seed in range(8)]
            assert all(question.rules <= taught for question in asked), (kind, left_out)


def test_options_that_rest_on_what_was_not_taught_are_left_out() -> None:
    question = fresh_question(make_game("double-decker"), "legal-moves", 3, (), ("two-colours",))
    options = question.parts[0].options
    assert {option.why.rule for option in options} == {"two-colours"}
    assert {option.right for option in options} == {True, False}
    assert question.prompt.startswith("Choose every one of these that")


def test_what_beats_is_asked_by_the_trick_as_it_lies() -> None:
    for seed in range(30):
        question = fresh_question(make_game("snakebit"), "what-beats", seed)
        for option in question.parts[0].options:
            assert option.move is not None
            laid = [*question.position.trick, option.move.laid[question.position.actor]]
            winner, = question.game.winners(question.position, laid).values()
            assert option.right is (winner == question.position.actor)


@pytest.mark.parametrize("game", list(known_games()))
def test_the_own_score_is_the_readers(game: str) -> None:
    for seed in range(20):
        question = fresh_question(make_game(game), "own-score", seed)
        part, = question.parts
        assert question.position.hand_score is not None
        assert part.answer == question.position.hand_score[0]
        brings = {line.rule.id for line in question.game.sheet(question.position) if line.points[0]}
        assert question.rules >= brings


def test_a_kind_that_means_nothing_in_a_game_is_asked_for_in_vain() -> None:
    with pytest.raises(NoQuestion, match="Knüffeln has no card-worth questions"):
        fresh_question(make_game("knueffeln"), "card-worth", 1)
