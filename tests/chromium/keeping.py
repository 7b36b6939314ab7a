"""Helpers that read the reader's stored data through the client's own scripts, or replace it as another site could."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.chromium.pages import until

CLIENT = """new URL(".", document.querySelector("script[src*='follow-suit.js']").src)"""
"""JavaScript expression for the URL of the client's scripts."""


def ask(page: Page, script: str, expression: str, arg: object = None) -> Any:
    """Evaluate a JavaScript expression; in it, ``it`` is the module of a client script and ``arg`` the argument."""
    found = f"const it = await import(new URL({script!r}, {CLIENT}));"
    return page.evaluate(f"async (arg) => {{ {found} return {expression}; }}", arg)


def puzzles(page: Page, game: str) -> dict[str, Any]:
    """Return the record of tried and solved puzzles, and the reader's rating in a game."""
    record: dict[str, Any] = ask(page, "table/puzzle-history.js", "{ ...it.puzzleRecord(), of: it.ofGame(arg) }", game)
    return record


def rated(page: Page, game: str) -> None:
    """Wait until the attempts at a game's puzzles have been rated, which happens asynchronously."""
    until(page, f"""async () => {{ const it = await import(new URL("table/puzzle-history.js", {CLIENT}));
        return it.ofGame({game!r}).day > 0; }}""")


def answers(page: Page) -> dict[str, list[list[int]]]:
    """Return the stored answers to questions, by rule."""
    found: dict[str, list[list[int]]] = ask(page, "shared/answer-log.js", "it.remembered().answers")
    return found


def storage(page: Page) -> dict[str, str]:
    """Return the contents of localStorage."""
    kept: dict[str, str] = page.evaluate("({ ...localStorage })")
    return kept


def put(page: Page, ending: str, text: str) -> None:
    """Replace the string stored under the key with this ending. The site must have stored something there."""
    page.evaluate("""([ending, text]) => {
        const name = Object.keys(localStorage).find((each) => each.endsWith(ending));
        if (!name) throw new Error(`nothing is kept under …${ending}`);
        localStorage.setItem(name, text);
    }""", [ending, text])
