"""All combinations of a game's variants, players and options, and the labels of its options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TypeVar

from rules_engine.core.game.game import AnyGame, Game
from rules_engine.core.model.errors import SetupError
from rules_engine.core.positions.position import Position
from rules_engine.text.message import Text, declared

P = TypeVar("P", bound=Position)


def every_choice(kind: type[Game[P]]) -> Iterator[Game[P]]:
    """Yield a game with each possible choice of variant, players and options, without duplicates: a variant may fix an option."""
    found = dict[Game[P], None]()
    for variant, players in product(kind.variants, kind.player_counts):
        for values in product(*kind.option_values.values()):
            try:
                found[kind(variant, players, None, dict(zip(kind.option_values, values, strict=True)))] = None
            except SetupError:
                continue
    yield from found


def each_variant(game: Game[P]) -> Iterator[Game[P]]:
    """Yield a game of each variant with the options of ``game``, skipping variants that restrict these options."""
    for variant in game.variants:
        values = {**game.option_values, **game.variant_options.get(variant, {})}
        if all(value in values[name] for name, value in game.options.items()):
            yield type(game)(variant, options=game.options)


def unusual_options(game: AnyGame) -> dict[str, str]:
    """Return the options of a game that differ from their defaults."""
    return {name: value for name, value in game.options.items() if value != game.option_values[name][0]}


def option_labels(kind: type[AnyGame]) -> dict[str, Text]:
    """Return a standalone label for each option and each of its values."""
    words = [*kind.option_values, *(value for values in kind.option_values.values() for value in values)]
    return {each: declared(kind.option_words.get(each, each.capitalize())) for each in words}


def option_named(kind: type[AnyGame], name: str, value: str) -> Text:
    """Return the phrase for an option's value within a sentence: ``basic pack``."""
    words = f"{value} {name}"
    return declared(kind.option_words.get(words, words))
