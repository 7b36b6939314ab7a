"""Accessibility: what axe-core finds wrong with a page."""

from functools import cache
from typing import Any

from playwright.sync_api import Page

from tests.chromium.server import ROOT

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"

# All of WCAG 2.2 AA that a program can tell, and axe's own advice; the size of targets is off by default.
OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}


MANY = "fs-figure[data-kind=puzzle]:nth-of-type(n + 11)"
"""A page of puzzles has up to a hundred of them, all made alike: the first ten are looked at."""


def violations(page: Page, within: str | None = None) -> list[str]:
    """One line for each element that breaks a rule: `assert violations(page) == []`."""
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
