"""What a reader's browser keeps, asked of the client's own scripts, and what others may have put there."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.chromium.pages import until

CLIENT = """new URL(".", document.querySelector("script[src*='follow-suit.js']").src)"""
"""The address of the client's scripts."""


def ask(page: Page, script: str, expression: str, arg: object = None) -> Any:
    """Evaluate an expression with what a script of the client exports as ``it``, and ``arg``."""
    found = f"const it = await import(new URL({script!r}, {CLIENT}));"
    return page.evaluate(f"async (arg) => {{ {found} return {expression}; }}", arg)


def puzzles(page: Page, game: str) -> dict[str, Any]:
    """Return which puzzles were tried and solved, and how strong the reader is at a game's."""
    record: dict[str, Any] = ask(page, "table/puzzle-record.js", "{ ...it.puzzleRecord(), of: it.ofGame(arg) }", game)
    return record


def rated(page: Page, game: str) -> None:
    """Wait until the tries of a game's puzzles are rated, which takes a moment."""
    until(page, f"""async () => {{ const it = await import(new URL("table/puzzle-record.js", {CLIENT}));
        return it.ofGame({game!r}).day > 0; }}""")


def answers(page: Page) -> dict[str, list[list[int]]]:
    """Return the answers to questions by rules."""
    found: dict[str, list[list[int]]] = ask(page, "shared/memory.js", "it.remembered().answers")
    return found


def storage(page: Page) -> dict[str, str]:
    """Return all that is kept for good."""
    kept: dict[str, str] = page.evaluate("({ ...localStorage })")
    return kept


def put(page: Page, ending: str, text: str) -> None:
    """Put a text under the name that ends so, which this site has used already."""
    page.evaluate("""([ending, text]) => {
        const name = Object.keys(localStorage).find((each) => each.endsWith(ending));
        if (!name) throw new Error(`nothing is kept under …${ending}`);
        localStorage.setItem(name, text);
    }""", [ending, text])
