"""The page about the kit shows the whole kit, and the styles use nothing else."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from rules_engine.site.files.assets import CLIENT
from rules_engine.site.pages.theme_patches import TITLE_FONT
from tests.site.tiny import ROOT

PAGE = (ROOT / "docs" / "design" / "kit.md").read_text(encoding="utf-8")
TOKENS = (CLIENT / "styles" / "tokens.css").read_text(encoding="utf-8")
ICONS = (CLIENT / "styles" / "icon.css").read_text(encoding="utf-8")
STYLELINT = [str(ROOT / "node_modules" / ".bin" / "stylelint"), "--config", str(CLIENT / "stylelint.config.mjs")]
FAULTS = ("font-size: 1.2rem", "font-size: min(1rem, 4vw)", "font: 12px/1 serif", "font-weight: 500",
          "border-top-left-radius: 3px", "color: #fff", "background: red", "border: 1px solid rgb(0 0 0)")
ALLOWED = ("font-size: var(--fs-text-s)", "font-size: min(var(--fs-text-s), 4vw)", "font-size: 9pt", "font-weight: 600",
           "border-radius: var(--fs-radius) var(--fs-radius) 0 0", "color: var(--fs-ink)", "background: transparent")


@pytest.mark.parametrize("name", sorted(set(re.findall(r"(--fs-[\w-]+):", TOKENS))))
def test_the_page_shows_every_token(name: str) -> None:
    assert f"`{name}`" in PAGE or f"<code>{name}</code>" in PAGE


@pytest.mark.parametrize("name", sorted(set(re.findall(r'\[data-icon="([\w-]+)"\]', ICONS))))
def test_the_page_shows_every_icon(name: str) -> None:
    assert f'<i data-icon="{name}">' in PAGE


def test_stylelint_refuses_values_outside_the_kit(tmp_path: Path) -> None:
    file = tmp_path / "styles.css"
    rules = [f".fs-{number} {{ {value}; }}" for number, value in enumerate((*FAULTS, *ALLOWED))]
    file.write_text("\n".join(rules) + "\n", encoding="utf-8")
    ended = subprocess.run([*STYLELINT, "--formatter", "json", str(file)], capture_output=True, text=True, check=False)
    (told,) = json.loads(ended.stdout or ended.stderr)
    assert {warning["line"] for warning in told["warnings"]} == set(range(1, len(FAULTS) + 1)), told["warnings"]


def test_the_titles_font_is_small_and_has_its_licence() -> None:
    fonts = CLIENT / "fonts"
    assert {file.name for file in fonts.iterdir()} == {TITLE_FONT, "fraunces-LICENSE.txt"}
    assert (fonts / TITLE_FONT).stat().st_size <= 35_000
    assert "SIL OPEN FONT LICENSE Version 1.1" in (fonts / "fraunces-LICENSE.txt").read_text(encoding="utf-8")
