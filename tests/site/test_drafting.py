"""The modules that the playground adds to the browser's Python: complete and minimal; and the playground's fenced code block."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import yaml

from rules_engine.games import known_games
from rules_engine.html.links import Links
from rules_engine.site.fences.playground import brought, playground
from rules_engine.site.runtime.engine_archive import shipped_modules
from tests.ours import skip_without_examples

skip_without_examples("snakebit", "knueffeln", whole_module=True)

PACKAGE = Path(__file__).parents[2] / "rules_engine"
STORY = Path("examples/snakebit/follow-suit.yml").read_text(encoding="utf-8")
SCRIPT = """
import json, sys
from rules_engine.api import handle, playground_modules
playground_modules.FOLDER = sys.argv[1]
asked = json.load(sys.stdin)
modules = asked.pop("modules")
first = json.loads(handle(json.dumps(asked)))
second = json.loads(handle(json.dumps(asked | {"modules": modules})))
third = json.loads(handle(json.dumps(asked)))
print(json.dumps([first, second, third, sys.modules["yaml"].__file__]))
"""


def test_the_shipped_engine_requests_the_modules_once(tmp_path: Path) -> None:
    """The test runs the engine as shipped to browsers, with nothing else installed but the added modules."""
    for path, content in shipped_modules(PACKAGE, known_games()).items():
        (tmp_path / "engine" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "engine" / path).write_bytes(content)
    asked = {"op": "draft", "do": "check", "text": STORY, "game": "snakebit", "modules": json.loads(brought())}
    ended = subprocess.run([sys.executable, "-S", "-c", SCRIPT, str(tmp_path / "brought")], input=json.dumps(asked),
                           encoding="utf-8", capture_output=True, cwd=tmp_path / "engine", env={}, check=True)
    first, second, third, place = json.loads(ended.stdout)
    assert first == {"needs": "modules"}
    assert second["faults"] == []
    assert second == third
    assert place.startswith(str(tmp_path / "brought"))


def test_of_pyyaml_only_what_reads_is_brought_with_its_licence() -> None:
    texts = json.loads(brought())
    assert "Permission is hereby granted" in texts["yaml/__init__.py"]
    assert f"PyYAML {yaml.__version__}" in texts["yaml/__init__.py"]
    assert not {"yaml/constructor.py", "yaml/emitter.py", "rules_engine/authoring/checks/check.py"} & texts.keys()
    assert not any(path.startswith(("rules_engine/core/", "rules_engine/games/", "rules_engine/cli/")) for path in texts)


def test_its_figure_lays_the_first_games_draft_on_the_table() -> None:
    figure = playground(["knueffeln", "snakebit"], lambda game: Links(f"../{game}", "", "faces"),
                        "drafting/x.json", "drafting/x.css")
    assert (figure.id, figure.kind, figure.game.id) == ("draft", "example", "knueffeln")
    assert "followsuit check --watch" in figure.html
    assert "drafting/x.json" in figure.html
    assert '<link rel="stylesheet" href="drafting/x.css">' in figure.html
    assert '<pre class="fs-draft">format: 1\ngame: knueffeln\n' in figure.html
    assert figure.html.index("knueffeln") < figure.html.index("snakebit")
