"""Nothing that lies face down gets into an answer: not its picture, not its name, in no part of the page, at no time."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

import pytest

from rules_engine.core.cards import Pack
from rules_engine.core.game import Game
from rules_engine.core.setups import facts_of
from rules_engine.table.session import Session, read_save
from rules_engine.testing import choice_name, every_game
from rules_engine.view.faces import face_id
from tests.table.reader import Answer, Deed, ask, does, goes_on

SEEDS = 2
EVERY_TABLE = pytest.mark.parametrize("game", list(every_game()), ids=choice_name)


@cache
def _names(pack: Pack) -> tuple[re.Pattern[str], dict[str, str]]:
    """All that a page calls a card by: its text, the id of its face, its names; and the text of the card that is meant."""
    names = {name: card.text for card in pack for name in (card.name, card.full_name)}
    marks = {mark: card.text for card in pack for mark in (f'="{card.text}"', f".svg#{face_id(card)}", f"{{{card.text}}}")}
    longest = sorted(names, key=len, reverse=True)
    spoken = rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?!\w)"
    return re.compile("|".join([*map(re.escape, marks), spoken])), {**names, **marks}


def told(game: Game[Any], answer: Answer) -> set[str]:
    """The cards that an answer shows or names anywhere."""
    pattern, meant = _names(game.pack)
    text = " ".join(answer[part] for part in ("html", "side", "say") if part in answer)
    return {meant[found] for found in pattern.findall(re.sub(r"&#39;", "'", text))}


class Seen:
    """What the reader has seen of a hand: whatever the rules let the first seat see, at any of its positions so far."""

    def __init__(self) -> None:
        self.cards: set[str] = set()
        self.places = 0

    def up_to(self, session: Session) -> set[str]:
        """The cards seen until now; the hand only goes on."""
        for reached in session.line[self.places:]:
            view = session.game.view(reached.position, 0).position
            self.cards |= _cards_in(session.game, facts_of(session.game, view))
            self.cards |= {str(laid.move.card) for laid in view.trick}
            self.cards |= {str(laid.move.card) for laid in (view.last_trick.laid if view.last_trick else ())}
        self.places = len(session.line)
        return self.cards


def _cards_in(game: Game[Any], plain: Any) -> set[str]:
    """Every card that some plain values name."""
    if isinstance(plain, dict):
        return set().union(*(_cards_in(game, each) for pair in plain.items() for each in pair))
    if isinstance(plain, list | tuple):
        return set().union(*(_cards_in(game, each) for each in plain))
    return set(str(plain).split()) & {card.text for card in game.pack}


@EVERY_TABLE
def test_no_answer_shows_or_names_a_card_that_the_reader_has_not_seen(game: Game[Any]) -> None:
    """In whole hands, whatever is pressed, and in whatever can be looked up on the way."""
    hidden = 0
    for seed in range(SEEDS):
        rng, seen = random.Random(f"{choice_name(game)}/{seed}"), Seen()
        answer = ask(op="practice", game=game.id, variant=game.variant, players=game.table.size, options=game.options, seed=seed)
        while not answer["over"]:
            session = read_save(answer["save"])
            known = seen.up_to(session)
            hidden += len(game.pack) - len(known)
            looks = [Deed("look", str(rng.randrange(1, 1 + len(session.moves)))), Deed("last")] if session.moves else []
            for shown in (answer, *(does(answer, look) for look in looks), ask(op="resume", save=answer["save"])):
                assert told(game, shown) <= known, shown["say"]
            answer = goes_on(answer, rng)
    assert hidden
