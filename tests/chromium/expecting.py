"""Playwright's `expect`, which looks more often: a page is mostly as it should be within a second or two.

Playwright itself looks but twice a second once it has waited for a third of one, unless it may wait for a short time only. So
it's told to wait for a short time, and again, and then for as long as is left: what fails, fails as late and says as much.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Locator, Page
from playwright.sync_api import expect as playwrights_expect

from tests.chromium.pages import PATIENCE

SHORT = 2_400
"""Milliseconds: Playwright makes no pause that is longer than a fifth of them, which leaves those of 100."""
TIMES = 4
"""So often it's a short time."""


class Eager:
    """What Playwright asserts of a place, or of a page."""

    def __init__(self, asserted: object) -> None:
        self._asserted = asserted

    def __getattr__(self, name: str) -> Callable[..., None]:
        holds: Callable[..., None] = getattr(self._asserted, name)

        def waited_for(*arguments: Any, timeout: float = PATIENCE, **options: Any) -> None:
            left = timeout
            for _ in range(TIMES):
                if left <= SHORT:
                    break
                left -= SHORT
                try:
                    return holds(*arguments, timeout=SHORT, **options)
                except AssertionError:
                    continue
            return holds(*arguments, timeout=left, **options)

        return waited_for


if TYPE_CHECKING:
    expect = playwrights_expect
else:
    def expect(actual: Locator | Page) -> Eager:
        """Used as Playwright's: `expect(page.locator("h1")).to_have_text("Home")`."""
        return Eager(playwrights_expect(actual))
