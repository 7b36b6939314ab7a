"""Pictures of the table: saved as SVG and PNG, and copied, in the browser."""

from __future__ import annotations

import struct
from pathlib import Path

from playwright.sync_api import Page

from rules_engine.core.model.cards import FACE_DOWN
from rules_engine.games import game_class
from tests.chromium.expecting import expect
from tests.chromium.hands import deal
from tests.chromium.pages import OpenPage, settle
from tests.pictures.seen import cards, texts

PACK = game_class("snakebit").pack
WIDTH = 540


def saved(page: Page, kind: str, folder: Path) -> bytes:
    """Press a button for pictures, and return the file that the browser saves."""
    with page.expect_download() as download:
        page.locator(f".fs-panel [data-do={kind}]").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    expect(page.locator("#fs-slip")).to_contain_text(f"Saved as {file.name}.")
    return file.read_bytes()


def test_a_hand_is_saved_and_copied_without_the_hidden_cards(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("games/snakebit/play/")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    settle(page)
    deal(page)
    own = {card.get_attribute("data-card") for card in page.locator("#fs-hand .fs-card").all()}
    page.locator(".fs-panel summary", has_text="Picture").click()
    svg = saved(page, "svg", tmp_path).decode()
    found = [each.card for each in cards(svg, PACK)]
    assert {card.text for card in found if card is not FACE_DOWN} >= own
    assert FACE_DOWN in found
    png = saved(page, "png", tmp_path)
    assert png.startswith(b"\x89PNG")
    assert struct.unpack(">I", png[16:20]) == (3 * WIDTH,)
    page.locator(".fs-panel [data-do=image]").click()
    expect(page.locator("#fs-slip")).to_contain_text("The picture is copied.")
    kinds = page.evaluate("navigator.clipboard.read().then((items) => items.flatMap((item) => item.types))")
    assert kinds == ["image/png"]


def test_a_step_of_an_example_is_saved(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("games/snakebit/rules/")
    settle(page)
    page.locator("#example-snakebit-follow-suit .fs-put").first.click()
    page.locator("#fs-do-on").click()
    page.locator(".fs-more").click()
    svg = saved(page, "svg", tmp_path).decode()
    assert [each.card for each in cards(svg, PACK) if each.is_edge]
    assert {"South", "West", "North", "East"} <= {*texts(svg)}
