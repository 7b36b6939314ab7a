"""A worked example in the browser: stepping from what the page holds, and what-if with Python."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.chromium.pages import OpenPage

SLOW = 60_000  # milliseconds: Python starts


def example(page: Page, name: str = "follow-suit") -> Locator:
    return page.locator(f"#example-snakebit-{name}")


def test_stepping_needs_no_python(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    widget = example(page)
    where, on = widget.locator(".fs-where"), widget.get_by_role("button", name="Step on")
    expect(where).to_have_text("Start · 4 steps")
    on.click()
    expect(where).to_have_text("Step 1 of 4")
    expect(widget.locator(".fs-step.fs-now .fs-move")).to_contain_text("South leads")
    expect(widget.locator(".fs-laid")).to_have_count(1)
    widget.get_by_role("button", name="To the end").click()
    expect(widget.locator(".fs-trick-title")).to_have_text("The last trick: West took it")
    widget.get_by_role("button", name="Step back").click()
    expect(where).to_have_text("Step 3 of 4")
    assert open_page.requested(r"wasm|runtime\.json") == []


def test_the_slider_scrubs_and_play_goes_through(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    widget = example(page)
    slider = widget.get_by_role("slider", name="Step")
    slider.fill("3")
    expect(widget.locator(".fs-where")).to_have_text("Step 3 of 4")
    widget.get_by_role("button", name="To the start").click()
    widget.get_by_role("button", name="Play").click()
    expect(widget.locator(".fs-where")).to_have_text("Step 4 of 4", timeout=20_000)


def test_keys_step_while_the_widget_has_the_focus(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    widget = example(page)
    widget.get_by_role("button", name="Step on").focus()
    for key, where in (("ArrowRight", "Step 1 of 4"), ("n", "Step 2 of 4"), ("ArrowLeft", "Step 1 of 4"),
                       ("End", "Step 4 of 4"), ("Home", "Start · 4 steps")):
        page.keyboard.press(key)
        expect(widget.locator(".fs-where")).to_have_text(where)
    expect(page.locator("#fs-live")).to_contain_text("Step 0 of 4")


def test_all_steps_can_be_read_at_once(open_page: OpenPage) -> None:
    widget = example(open_page("games/snakebit/"))
    expect(widget.locator(".fs-step:visible")).to_have_count(0)
    widget.get_by_role("button", name="All steps").click()
    expect(widget.locator(".fs-step:visible")).to_have_count(4)


def test_two_widgets_do_not_disturb_each_other(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    one, two = example(page), example(page, "two-suits")
    one.get_by_role("button", name="Step on").click()
    expect(one.locator(".fs-where")).to_have_text("Step 1 of 4")
    expect(two.locator(".fs-where")).to_have_text("Start · 4 steps")


def test_what_if_leaves_the_book_line_and_comes_back(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    widget = example(page)
    widget.get_by_role("button", name="What if…").click()
    expect(widget.locator(".fs-status")).to_contain_text("What if… South to move.", timeout=SLOW)
    widget.get_by_role("button", name=re.compile("^2 of Moons and Knots")).click()
    widget.get_by_role("button", name="as Moons").click()
    expect(widget.locator(".fs-status")).to_contain_text("West to move")
    for name in ("4 of Moons and Suns", "6 of Moons and Waves", "7 of Moons and Leaves"):
        widget.get_by_role("button", name=re.compile(f"^{name}")).click()
    expect(widget.locator(".fs-verdict")).to_contain_text("takes this trick instead of West")
    assert "fs:whatif:" in page.url
    widget.get_by_role("button", name="Back to the book line").click()
    expect(widget.locator(".fs-where")).to_have_text("Start · 4 steps")
    expect(widget.locator(".fs-status")).to_have_count(0)


def test_a_refused_what_if_names_rule_and_cards(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    widget = example(page)
    widget.get_by_role("button", name="Step on").click()
    widget.get_by_role("button", name="What if…").click()
    refused = widget.get_by_role("button", name=re.compile("^4 of Moons and Suns.*not playable now"))
    expect(refused).to_be_visible(timeout=SLOW)
    refused.click(force=True)
    expect(widget.locator(".fs-verdict")).to_contain_text("were led, and West holds")
    expect(widget.locator(".fs-bound")).to_have_attribute("data-card", "9WY")
    expect(widget.locator(".fs-verdict .fs-rule")).to_have_attribute("href", "#rule-follow-suit")
    expect(page.locator("#fs-live")).to_contain_text("West holds")


def test_a_what_if_link_brings_the_line_back(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/#fs:whatif:example-snakebit-follow-suit:1,9WY")
    expect(example(page).locator(".fs-status")).to_contain_text("North to move", timeout=SLOW)


def test_a_damaged_what_if_link_leaves_the_example_whole(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/#fs:whatif:example-snakebit-follow-suit:99,zz")
    expect(example(page).locator(".fs-where")).to_have_text("Start · 4 steps")
    expect(page.locator("#fs-live")).to_contain_text("damaged")
