"""Files in the wheel that pyproject.toml can't declare: the examples of our games, without their puzzles, for `new-game --like`,
the lock of a site's requirements, for `new-site`, and the pages for authors, for `docs`."""

import json
from pathlib import Path
from shutil import copytree

from setuptools import setup
from setuptools.command.build_py import build_py

EXAMPLES = Path(__file__).parent / "examples"
PACKED = Path("rules_engine", "authoring", "examples.json")
LOCK = Path(__file__).parent / "requirements" / "new-site.txt"
DOCS = Path(__file__).parent / "docs" / "authors"


class BuildWithExamples(build_py):
    """Copies the package, and writes the examples of each game by their files' names into one file of it; copies the lock and the
    authors' pages."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            games = {folder.name: {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.yml"))}
                     for folder in sorted(EXAMPLES.iterdir()) if any(folder.glob("*.yml"))}
            Path(self.build_lib, PACKED).write_text(json.dumps(games, ensure_ascii=False), encoding="utf-8")
            Path(self.build_lib, PACKED).with_name(LOCK.name).write_bytes(LOCK.read_bytes())
            copytree(DOCS, Path(self.build_lib, PACKED).with_name("docs"), dirs_exist_ok=True)


setup(cmdclass={"build_py": BuildWithExamples})
