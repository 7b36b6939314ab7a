"""Accessibility checks with axe-core."""

from functools import cache
from typing import Any

from playwright.sync_api import Page

from tests.chromium.server import ROOT

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"

# Every WCAG 2.2 AA rule that axe can test, and its best practices. axe doesn't check target sizes by default.
OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}


MANY = "fs-figure[data-kind=puzzle]:nth-of-type(n + 11)"
"""Selector for all but the first ten puzzles on a page. They are excluded: a page may have a hundred, all alike."""


def violations(page: Page, within: str | None = None) -> list[str]:
    """Return one line for each element that violates a rule: `assert violations(page) == []`."""
    page.evaluate(_axe())
    found = page.evaluate(
        "([within, many, options]) => axe.run(within ?? { exclude: [many] }, options).then(r => r.violations)",
        [within, MANY, OPTIONS],
    )
    return [_line(violation, node) for violation in found for node in violation["nodes"]]


def _line(violation: dict[str, Any], node: dict[str, Any]) -> str:
    where = " ".join(map(str, node["target"]))
    why = " ".join(node["failureSummary"].split())
    return f"{violation['id']} ({violation['impact']}) at {where}: {why}"


@cache
def _axe() -> str:
    return AXE.read_text(encoding="utf-8")
