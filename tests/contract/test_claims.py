"""Checks for factual claims in the shipped games' sentences. Each claim needs a check, and a variant that makes it false
fails."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rules_engine.authoring.checks.check import read_file, scenario_files
from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import TextError
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import RuleBook
from rules_engine.core.positions.position import Position
from rules_engine.games import game_class
from rules_engine.games.snakebit import Snakebit, SnakebitPosition
from rules_engine.games.snakebit.claims import claims as snakebit_claims
from rules_engine.games.snakebit.claims import leadable
from rules_engine.narration.claims import SHARED, Claim, claims_of
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import WithCards
from rules_engine.scenarios.replay import Replay, replay
from rules_engine.testing.hands import begin, every_game
from rules_engine.testing.sayings import (
    Step,
    hands,
    of_deal,
    of_rules,
    of_verdict,
    permissions_rest_on_their_grounds,
    sayings,
    sentences_claim_what_is_true,
)
from rules_engine.text.message import Sentence, say
from rules_engine.text.template import Placeholder, parts
from tests.ours import OURS

EXAMPLES = Path(__file__).parents[2] / "examples"
CLAIMS = re.compile(
    r"(?i:\b(so|since|because|already|still|yet|only|no|none|nobody|nothing|neither|nor|every|each|all|any|either|both|first|last|"
    r"never|always|can't|from now on)\b)|\b(rest|highest|lowest|largest|least|most|one|two|three|four|five|six|nine|ten|twelve|"
    r"seventeen|hundred|twice)\b|^(One|Two|Three|Four|Five|Six|Nine|Twelve) [a-z]|\d")
"""Matches words that give a reason, quantify or predict. Sentences with such words make claims that can be false in a variant."""


def _claiming(game_id: str) -> set[str]:
    """Return the sentence templates and rule titles in a game that make a claim. Questions don't make claims."""
    package = Path(str(import_module(game_class(game_id).__module__.rpartition(".")[0]).__file__)).parent
    found = {text for name in ("phrases", "chain", "questions") if (file := package / f"{name}.py").exists()
             for text in _said_in(file, "say", "template")}
    found |= set(_said_in(package / "rules.py", "rule", "forbids", "offers", place=1))
    return {text for text in found if CLAIMS.search(_words_of(text)) and not (text.endswith("?") or text.startswith("Choose "))}


def _said_in(file: Path, *functions: str, place: int = 0) -> Iterator[str]:
    """Yield the string arguments at index ``place`` in a module's calls to these functions."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in functions:
            text = node.args[place] if len(node.args) > place else None
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                yield text.value


def _words_of(template: str) -> str:
    return " ".join(" ".join(part.forms) if isinstance(part, Placeholder) else part for part in parts(template))


@pytest.mark.parametrize("game_id", OURS)
def test_every_claim_has_a_check(game_id: str) -> None:
    checked, claiming = claims_of(game_class(game_id)), _claiming(game_id)
    assert not claiming - checked.keys(), "check these in claims.py"
    assert len(claiming) > 10


@pytest.mark.parametrize("game_id", OURS)
def test_every_check_is_asked_and_holds_in_hands_and_examples(game_id: str) -> None:
    checks, asked = claims_of(game_class(game_id)), set[str]()
    for saying in _all_said(game_id):
        check = checks.get(saying.sentence.template)
        if check is not None:
            asked.add(saying.sentence.template)
            assert check(saying), f"{saying.sentence} isn't true in {saying.position!r}"
    assert not checks.keys() - asked - SHARED.keys(), "an example or a hand has to say these"


def _all_said(game_id: str) -> Iterator[Claim[Position]]:
    """Yield the claims made in hands played in every variant, in every example, and at the start of every puzzle."""
    firsts = {game.variant: game for game in reversed([*every_game()]) if game.id == game_id}
    for game in firsts.values():
        yield from of_rules(game)
        for steps in hands(game):
            yield from sayings(game, steps)
    for file in scenario_files([EXAMPLES / game_id]):
        scenario = read_file(file)
        if scenario is not None:
            yield from _said_of(replay(scenario), whole=scenario.kind != "puzzle")


def _said_of(run: Replay, whole: bool) -> Iterator[Claim[Position]]:
    """Yield the claims made at the start of a scenario and about its refused moves and, if ``whole``, during its hands."""
    yield from of_deal(run.game, run.start)
    for steps in _hands_of(run) if whole else ():
        yield from sayings(run.game, steps)
    for moment in run.moments:
        for text in moment.step.illegal or ():
            try:
                move = run.game.notation.read_move(text)
            except TextError:
                continue
            yield from of_verdict(run.game, moment.before, move)


def _hands_of(run: Replay) -> Iterator[list[Step]]:
    steps = list[Step]()
    for moment in run.moments:
        if moment.step.deal is not None:
            yield steps
            steps = []
        if moment.move is not None:
            steps.append((moment.before, moment.move, moment.after, [told.event for told in moment.events]))
    yield steps


# ---- variants that falsify sentences

class OpenTrumpsPosition(SnakebitPosition):
    """A position in which only the cursed suit must be broken, unless it is trumps."""

    @property
    def shut(self) -> str:
        """The cursed suit, until it is broken."""
        return "" if self.cursed == self.trump or self.cursed in self.broken else self.cursed


class OpenTrumps(Snakebit):
    """A variant in which trumps may be led unbroken, with the sentences of the standard game."""

    __module__ = Snakebit.__module__

    positions = OpenTrumpsPosition


class MustTrump(Snakebit):
    """A variant in which a player who can't follow suit must trump, with the sentences of the standard game."""

    __module__ = Snakebit.__module__

    book = RuleBook()


MustTrump.book.rules = [*Snakebit.book.rules]


@MustTrump.book.forbids("must-trump", "Trump if you can't follow", turn="follow")
def must_trump(position: SnakebitPosition, moves: list[Move]) -> list[Move]:
    """A player who can't follow suit must play a trump if possible."""
    led, trumps = position.suit_led, [move for move in moves if position.trump in move.played.suits]
    return trumps if trumps and not any(led in move.played.suits for move in moves) else moves


STILL_UNBROKEN = "Every suit in {seat's} hand is still unbroken, so any of them may be led."


def _says_still_unbroken(position: SnakebitPosition, seat: int, move: Move) -> WithCards | None:
    """Return a sentence that the rule had earlier, which claimed that every suit in the hand is unbroken."""
    if move.suit not in (position.trump, position.cursed) or move.suit in position.broken:
        return None
    return Sentence(STILL_UNBROKEN, {"seat": position.name(seat)}), position.hands[seat]


def _nothing_else_to_lead(said: Claim[SnakebitPosition]) -> bool:
    return {suit for card in said.hand for suit in card.suits}.isdisjoint(leadable(said))


@pytest.mark.parametrize("template", [
    STILL_UNBROKEN, "Only trumps and the cursed suit have to be broken first.", "Two suits must be broken first",
    "{seat's} {card} breaks {suit}: they may be led from now on."])
def test_a_variant_in_which_a_sentence_is_false_is_told(template: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check = snakebit_claims.checks.get(template, _nothing_else_to_lead)
    kept = {name: own for name, own in snakebit_claims.checks.items() if name in SHARED}
    monkeypatch.setattr(snakebit_claims, "checks", {**kept, template: check})
    monkeypatch.setitem(narrator_for(Snakebit()).words.permissions, "unbroken", {None: _says_still_unbroken})
    standard: Game[Any] = Snakebit()
    variant: Game[Any] = OpenTrumps()
    sentences_claim_what_is_true(standard)
    with pytest.raises(AssertionError, match="which isn't true"):
        sentences_claim_what_is_true(variant)


def test_a_ground_that_a_variant_takes_away_is_no_longer_named() -> None:
    """In this variant, trumps may be led unbroken. So a trump lead needs no exception, and the rule about leads isn't cited."""
    variant: Game[Any] = OpenTrumps()
    hand = begin(variant, {"dealer": "East", "trump": "S", "cursed": "W", "hands": {
        "South": "4MS 9LK", "West": "3SK 8YK", "North": "5ML 6LK", "East": "2MK 3LY"}})
    assert hand.refusal("4MS as S") is None
    assert "unbroken" not in hand.permitting("4MS as S")


def test_a_reason_without_a_ground_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(narrator_for(Snakebit()).words.permissions, "unbroken", {None: _says_still_unbroken})
    game: Game[Any] = OpenTrumps()
    with pytest.raises(AssertionError, match=r"unbroken says “Every suit .* nothing checks that: name the ground"):
        permissions_rest_on_their_grounds(game)


def test_any_card_is_every_card(monkeypatch: pytest.MonkeyPatch) -> None:
    def has_to_trump(position: SnakebitPosition, seat: int, move: Move, binds: Sequence[Card]) -> Sentence:
        return say("{seat} {seat:has|have} to trump.", seat=position.name(seat))

    monkeypatch.setitem(narrator_for(Snakebit()).words.refusals, "must-trump", has_to_trump)
    variant: Game[Any] = MustTrump()
    with pytest.raises(AssertionError, match=r"may play any card.”, which isn't true \(not every card in the hand"):
        permissions_rest_on_their_grounds(variant)
