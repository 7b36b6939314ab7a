"""A kit for testing games, both built-in ones and those in other packages. It doesn't depend on a test framework.

A ``HandState`` combines a game with a position. It takes a line or two to play moves and query the result:

    hand = begin(make_game("snakebit"), {"trump": "K", "cursed": "Y", "hands": {...}})
    assert hand.after("5SW as W").refusal("4MS") == "follow-suit"

``CONTRACT`` holds the clauses that every game must satisfy: functions that take a game and raise ``AssertionError`` if it
violates them. A contract test runs all clauses for each choice that a game offers (variant, number of players and options).
"""

from collections.abc import Callable

from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.testing import bots_and_solver, matches, moves, referee, sayings, sentences, setups
from rules_engine.testing.hands import HandState, begin, choice_name, endings, every_game, over, positions, problems
from rules_engine.testing.real_table import at_table

__all__ = ["CONTRACT", "HandState", "at_table", "begin", "choice_name", "endings", "every_game", "over", "positions", "problems"]

CONTRACT: tuple[Callable[[Game[Position]], None], ...] = (
    moves.no_card_is_in_two_places, moves.who_is_to_act_can, moves.legal_is_what_no_rule_forbids,
    moves.suits_are_those_to_follow, moves.nobody_moves_once_it_is_over,
    moves.every_refusal_has_a_rule_and_words, sentences.every_rule_has_words,
    moves.a_refused_move_changes_nothing, moves.a_move_leaves_the_position_before_it,
    moves.general_refusals_come_in_their_order, moves.moves_read_back_as_written, setups.a_written_setup_reads_back,
    setups.a_setup_without_leader_has_the_rules, bots_and_solver.a_view_hides_the_others_and_no_choice,
    bots_and_solver.its_bot_plays_and_says_why, bots_and_solver.worlds_fit_what_was_seen, setups.facts_have_their_kinds,
    matches.matches_end_and_add_up, matches.the_number_of_the_hand_is_kept, setups.the_same_seed_deals_the_same,
    sentences.events_have_words, sentences.sentences_are_whole, sentences.the_reader_is_you,
    sentences.plates_are_short_and_standings_whole, matches.who_deals_next_is_told,
    sentences.standing_agrees_with_the_score_at_the_end, bots_and_solver.heuristics_change_no_answer,
    matches.numbers_counted_make_the_same_sheet, sayings.permissions_rest_on_their_grounds, sayings.sentences_claim_what_is_true,
    referee.what_is_said_at_a_table_is_so, referee.fields_change_only_what_they_matter_for)
"""The clauses that every game must satisfy."""
