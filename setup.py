"""What pyproject.toml can't say: the wheel holds the examples of our games, without their puzzles, for `new-game --like`, and the
lock of what a site needs, for `new-site`."""

import json
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

EXAMPLES = Path(__file__).parent / "examples"
PACKED = Path("rules_engine", "authoring", "examples.json")
LOCK = Path(__file__).parent / "requirements" / "new-site.txt"


class BuildWithExamples(build_py):
    """Copies the package, and writes the examples of each game by their files' names into one file of it; copies the lock."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            games = {folder.name: {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.yml"))}
                     for folder in sorted(EXAMPLES.iterdir()) if any(folder.glob("*.yml"))}
            Path(self.build_lib, PACKED).write_text(json.dumps(games, ensure_ascii=False), encoding="utf-8")
            Path(self.build_lib, PACKED).with_name(LOCK.name).write_bytes(LOCK.read_bytes())


setup(cmdclass={"build_py": BuildWithExamples})
