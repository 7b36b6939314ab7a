"""The players at the table of a practice hand have heads and first names; other tables have plain seats."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rules_engine
from rules_engine.authoring.translations.catalogues import engine_words
from rules_engine.core.model.seats import DEFAULT_SEATS, FIRST_NAMES
from rules_engine.html.sprites import head_svg
from rules_engine.text.locale import Catalogue, translate, use_language
from rules_engine.text.message import Seats, Text, declared
from tests.api.reader import ask, settled
from tests.dom import Node, read

HEADS = Path(rules_engine.__file__).parent / "site" / "client" / "faces" / "heads.svg"


def plates(html: str) -> dict[str, Node]:
    """Return the name plates on a table, by the names on them."""
    return {plate.one(".fs-name").text: plate for plate in read(html).all(".fs-plate")}


@pytest.mark.parametrize("players", [4, 7])
def test_players_have_heads_and_first_names_beside_their_seats(players: int) -> None:
    seated = plates(settled(ask(op="practice", game="double-decker", players=players, seed=1))["html"])
    others = DEFAULT_SEATS[players][1:]
    assert seated.keys() == {"You", *(f"{FIRST_NAMES[seat]} · {seat}" for seat in others)}
    assert not seated["You"].all(".fs-portrait")
    for seat in others:
        head = seated[f"{FIRST_NAMES[seat]} · {seat}"].one(".fs-portrait")
        assert head["aria-label"] == FIRST_NAMES[seat]


def test_sentences_and_other_tables_call_players_by_their_seats() -> None:
    answer = settled(ask(op="practice", game="snakebit", players=4, seed=1))
    assert not re.search("|".join(FIRST_NAMES.values()), answer["say"])
    own = ask(op="practice", game="snakebit", seed=1, setup={"seats": ["Ann", "Bob", "Cy", "Di"]})
    assert not read(settled(own)["html"]).all(".fs-portrait")


def test_every_default_seat_has_a_head() -> None:
    drawn = set(re.findall(r'<symbol id="(\w+)"', HEADS.read_text(encoding="utf-8")))
    assert {name for names in DEFAULT_SEATS.values() for name in names} == FIRST_NAMES.keys()
    for seat in FIRST_NAMES:
        address = re.search(r'heads\.svg#(\w+)"', head_svg(seat, Text("Sam"), "faces"))
        assert address is not None
        assert address[1] in drawn


@pytest.mark.parametrize("language", [None, "de"])
def test_a_first_name_recalls_its_seat(language: str | None) -> None:
    with use_language(Catalogue(language, engine_words(language, [])) if language else None):
        names = {seat: translate(declared(first, "player")) for seat, first in FIRST_NAMES.items()}
        assert all(name[0] == translate(Seats([seat]))[0] for seat, name in names.items())
    assert len(set(names.values())) == len(names)
