"""Card faces: each is unique and well-formed XML, with colours that a page can change."""

from __future__ import annotations

import re
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from rules_engine.authoring.translations.catalogues import engine_words
from rules_engine.core.model.cards import FACE_DOWN, Card, Pack, Suit
from rules_engine.core.model.pack_art import PackArt, Stroke, UnsuitedArt
from rules_engine.games import game_class, known_games
from rules_engine.html.card_html import rank_sign
from rules_engine.html.signs import printed_ink, sign
from rules_engine.html.sprites import face_id, face_svg, suit_id, suit_svg, tab_svg
from rules_engine.pictures.svg_paths import in_place
from rules_engine.site.files.assets import sprites
from rules_engine.site.files.sprites import inks_css, signs_css, sprite
from rules_engine.text.locale import Catalogue, use_language

SVG = "{http://www.w3.org/2000/svg}"
PACKS = {pack.id: pack for pack in (game_class(game).pack for game in known_games())}


@pytest.fixture
def own() -> Pack:
    """Return an author's pack in which suits and names contain characters that are special in XML, URLs and ids."""
    suits = [Suit("a", "Acorns", "a"), Suit("É", "Écus", "é"), Suit("<", "Less & less", "<")]
    cards = [Card("own", text, rank, letters, 3, text) for text, rank, letters in (
        ("3a", "3", "a"),
        ("3_61_", "3", "a"), ("10 É", "10", "É"), ("Kn<", "Kn&ght", "<"), ("#4", "4", "aÉ<a"), ("back", "Fool", ""))]
    return Pack("own", suits, cards)


def symbols(pack: Pack) -> dict[str, ElementTree.Element]:
    """Return the symbols in a pack's sprite by id, asserting that the ids are unique."""
    found = list(ElementTree.fromstring(sprite(pack)))
    assert {each.tag for each in found} == {f"{SVG}symbol"}
    ids = [each.attrib["id"] for each in found]
    assert len(set(ids)) == len(ids)
    return dict(zip(ids, found, strict=True))


def uncoloured(symbol: ElementTree.Element) -> str:
    """Return a picture as text without its colours, which not all readers can distinguish."""
    marks = "".join(ElementTree.tostring(child, encoding="unicode") for child in symbol)
    return re.sub(r"var\([^()]*\)", "", marks)


def all_symbols(pack: Pack) -> set[str]:
    return {"back", *map(face_id, pack), *map(suit_id, pack.suits)}


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_every_card_has_a_face_of_its_own(pack: Pack) -> None:
    found = symbols(pack)
    assert found.keys() == all_symbols(pack)
    assert all(found[face_id(card)].attrib["viewBox"] == "0 0 100 140" for card in pack)
    assert len({uncoloured(found[face_id(card)]) for card in pack}) == len(pack)


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_suits_differ_in_shape(pack: Pack) -> None:
    found = symbols(pack)
    assert len({uncoloured(found[suit_id(letter)]) for letter in pack.suits}) == len(pack.suits)


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_the_edge_tells_rank_and_suits(pack: Pack) -> None:
    """The left third of a card, visible in a fan of cards, shows all its suits and its rank, or its symbol if it has no
    rank."""
    found = symbols(pack)
    for card in pack:
        symbol = found[face_id(card)]
        drawn = " ".join(path.attrib["d"] for path in symbol.iter(f"{SVG}path"))
        for place, letter in enumerate(card.suits):
            for mark in in_place(sign(pack, letter), 5, 41 + 27 * place, 24):
                assert mark.path in drawn
        ranks = [each.text for each in symbol.iter(f"{SVG}text") if each.attrib["x"] == "17"]
        assert ranks == ([card.rank] if card.suits else [])
        assert card.suits or all(mark.path in drawn for mark in in_place(pack.look.wild[card.rank].marks, 3, 7, 28))


def test_a_pack_that_nobody_has_drawn_shows_its_letters(own: Pack) -> None:
    found = symbols(own)
    assert found.keys() == all_symbols(own)
    assert len(found) == 1 + len(own) + len(own.suits)
    written = sorted(text.text or "" for text in found[face_id(own.card("#4"))].iter(f"{SVG}text"))
    assert written == sorted(["4", *"aÉ<a" * 2, "aÉ<a"])
    for name, symbol in found.items():
        assert re.fullmatch(r"[\w-]+", name, re.ASCII)
        inks = [each.get("fill", "") for each in symbol.iter() if "--fs-ink" in each.get("fill", "")]
        assert all(re.fullmatch(r"var\(--fs-ink-own-\w+,#[0-9a-f]{6}\)", ink, re.ASCII) for ink in inks)


def test_printed_names_wait_for_the_page() -> None:
    found = symbols(PACKS["decktet"])
    names = {card: [each for each in found[face_id(card)].iter(f"{SVG}text") if each.get("class") == "name"]
             for card in PACKS["decktet"]}
    for card, texts in names.items():
        printed = f"T{card.title[1:]}" if card.title else "Excuse"      # all titles begin with “the”
        assert [each.text for each in texts] == ([printed] if card.title or card.rank == "Excuse" else [])
        assert all(each.attrib["display"] == "var(--fs-card-name,none)" for each in texts)


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_nothing_that_a_policy_or_another_file_could_spoil(pack: Pack) -> None:
    drawn = sprite(pack)
    for forbidden in ("style=", "<style", "<script", "href", "url("):
        assert forbidden not in drawn


def test_what_a_page_says_of_a_card(own: Pack) -> None:
    decktet = PACKS["decktet"]
    forest, harvest = decktet.card("5ML"), decktet.card("PMSL")
    assert face_svg(decktet, forest, "../faces") == (
        '<svg class="fs-face" viewBox="0 0 100 140" aria-hidden="true"><use xlink:href="../faces/decktet.svg#5ML"></use></svg>')
    assert face_svg(decktet, FACE_DOWN, "../faces").endswith('<use xlink:href="../faces/decktet.svg#back"></use></svg>')
    assert tab_svg(decktet, forest, "f") == (
        '<svg class="fs-edge" viewBox="0 0 34 100" aria-hidden="true">'
        '<use xlink:href="f/decktet.svg#5ML" width="100" height="140"></use></svg>')
    assert 'viewBox="0 0 34 127"' in tab_svg(decktet, harvest, "f")
    assert 'viewBox="0 0 34 140"' in tab_svg(own, own.card("#4"), "f")
    assert suit_svg(decktet, "M", "f") == (
        '<svg class="fs-sign" viewBox="0 0 24 24" aria-hidden="true"><use xlink:href="f/decktet.svg#suit-M"></use></svg>')


def test_faces_have_the_letters_of_the_readers_language() -> None:
    """A pack has a separate sprite for each language with different letters. Card ids are the same in all of them."""
    french, decktet = PACKS["french"], PACKS["decktet"]
    sprites_made = {file.path: file.read().decode() for file in sprites(["knueffeln", "snakebit"], ["de"])}
    assert [*sprites_made] == ["heads.svg", "decktet.svg", "french.svg", "french.de.svg"]
    assert sprites_made["french.svg"] == sprite(french)
    in_german, in_english = re.compile(">([DB])</text>"), re.compile(">([QJ])</text>")
    assert (len(in_german.findall(sprites_made["french.de.svg"])), len(in_english.findall(sprites_made["french.svg"]))) == (8, 8)
    assert in_english.findall(sprites_made["french.de.svg"]) == in_german.findall(sprites_made["french.svg"]) == []
    with use_language(Catalogue("de", engine_words("de", ["knueffeln"]))):
        assert "f/french.de.svg#QS" in face_svg(french, french.card("QS"), "f")
        assert "f/french.de.svg#QS" in tab_svg(french, french.card("QS"), "f")
        assert "f/decktet.svg#5ML" in face_svg(decktet, decktet.card("5ML"), "f")


def test_two_colours_and_four() -> None:
    rules = inks_css(PACKS.values())
    two = re.search(r'\[data-suit-colours="two"\] \{ (.*?) \}', rules)
    assert two is not None
    french = PACKS["french"]
    assert two[1] == (f"--fs-ink-french-D: {printed_ink(french, 'H')}; --fs-ink-french-C: {printed_ink(french, 'S')};")
    asked = {name for pack in PACKS.values() for name in re.findall(r"var\((--fs-[\w-]+)", sprite(pack))}
    own_colours = rules[rules.index("forced-colors"):]
    uncoloured = {name for name in asked if f"{name}: Canvas" not in own_colours}
    assert uncoloured == {"--fs-card-font", "--fs-card-letters", "--fs-card-name", "--fs-card-picture"}


def test_inks_can_be_read_on_paper() -> None:
    """The contrast is at least 3 : 1 for signs and 4.5 : 1 for coloured ranks, also on the dark scheme's dimmed paper."""
    for pack in PACKS.values():
        for letter in pack.suits:
            for paper in ("#fffefa", "#efebe0"):
                assert contrast(printed_ink(pack, letter), paper) >= 4.5, (pack.id, letter)


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    red, green, blue = (int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_our_packs_are_drawn_whole() -> None:
    for pack in PACKS.values():
        assert pack.look.signs.keys() == pack.look.inks.keys() == pack.suits.keys()
        assert pack.look.figures.keys() <= {card.rank for card in pack}
        assert pack.look.wild.keys() == {card.rank for card in pack if not card.suits}


def test_an_authors_pack_is_drawn_as_declared() -> None:
    """Suits for which no symbol is declared show their letters, in text and on cards."""
    look = PackArt(signs={"a": [Stroke("M12 2l10 20H2z")]}, inks={"a": "#123456"}, figures={"Q": "M0 0h60v36z"},
                wild={"Fool": UnsuitedArt("☆", [Stroke("M2 2h20v20z")])})
    suits = [Suit("a", "Acorns", "a"), Suit('"', "Quotes", '"')]
    cards = [Card("drawn", text, rank, letters, 3, text) for text, rank, letters in (
        ("Qa", "Q", "a"), ('3"', "3", '"'), ("Fool", "Fool", ""))]
    pack = Pack("drawn", suits, cards, look=look)
    queen, three, fool = (ElementTree.tostring(symbols(pack)[face_id(card)], encoding="unicode") for card in cards)
    assert "#123456" in queen
    assert "M38 28h56v33.6z" in queen
    assert "#123456" not in three
    assert 'font-weight="700"' not in fool
    rules = signs_css([pack])
    assert '[data-suit="drawn-a"]' in rules
    assert "d='M12 2l10 20H2z'" in unquote(rules)
    assert '[data-suit="drawn-\\""], [data-first="drawn-\\""]::before' in rules
    assert ">&quot;</text>" in unquote(rules)
    assert "var(--fs-ink-drawn-_22_)" in rules
    assert rank_sign(pack, cards[2]) == "☆"
