"""Playwright's `expect` with a shorter polling interval: most pages are ready within a second or two.

After a third of a second, Playwright polls only twice a second unless its timeout is short. So we call it with a short
timeout repeatedly, and then with the remaining time: a failure takes just as long and has the same message.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Locator, Page
from playwright.sync_api import expect as playwrights_expect

from tests.chromium.pages import PATIENCE

SHORT = 2_400
"""Short timeout in milliseconds. Playwright polls at least five times per timeout, so its interval stays below half a second."""
TIMES = 4
"""Number of calls with the short timeout."""


class Eager:
    """Playwright's assertions about a locator or a page, with frequent polling."""

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
        """Return Playwright's assertions with frequent polling: `expect(page.locator("h1")).to_have_text("Home")`."""
        return Eager(playwrights_expect(actual))
