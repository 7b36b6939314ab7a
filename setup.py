"""What pyproject.toml can't say: the wheel holds the examples of our games, without their puzzles, for `new-game --like`."""

import json
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

EXAMPLES = Path(__file__).parent / "examples"
PACKED = Path("rules_engine", "authoring", "examples.json")


class BuildWithExamples(build_py):
    """Copies the package, and writes the examples of each game by their files' names into one file of it."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            games = {folder.name: {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.yml"))}
                     for folder in sorted(EXAMPLES.iterdir()) if any(folder.glob("*.yml"))}
            Path(self.build_lib, PACKED).write_text(json.dumps(games, ensure_ascii=False), encoding="utf-8")


setup(cmdclass={"build_py": BuildWithExamples})
