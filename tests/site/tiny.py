"""A small but complete site with one game, which tests build with MkDocs, each with a single error."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

from click.testing import CliRunner
from markdown import Markdown
from mkdocs.__main__ import cli
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.utils.meta import get_data

from rules_engine.core.model.rules import GENERAL_RULES, AnyRule, EngineRefusal
from rules_engine.games import game_class
from rules_engine.html.links import Links
from rules_engine.site.fences.fences import FenceExtension
from rules_engine.site.model.page_contents import PageContents
from rules_engine.site.model.site_model import SiteModel
from tests.ours import skip_without_examples

ROOT = Path(__file__).resolve().parents[2]
WITHOUT_NODE = os.pathsep.join(each for each in os.environ["PATH"].split(os.pathsep) if not Path(each, "node").exists())
"""A path without Node, so that no snapshot is made."""

CACHE = ROOT / ".cache" / "tests"
"""The cache for such sites. It is separate because they have no proofs and would overwrite those from our site's build."""
WITHOUT_PUZZLES = shutil.ignore_patterns("puzzles")
"""A filter for copying examples without puzzles, which are the majority and would require proofs."""

MKDOCS_YML = """\
site_name: Tiny
site_url: https://example.org/book/
theme: {name: material, font: false}
markdown_extensions: [attr_list, admonition]
plugins:
  - search
  - followsuit: {games: [snakebit]}
"""


def headings(rules: Iterable[AnyRule | EngineRefusal]) -> str:
    """Return a Markdown heading for each rule."""
    return "\n\n".join(f"## {rule.title} {{ #rule-{rule.id} }}" for rule in rules)


def rendered(text: str, book: SiteModel, page: str = "index.md", source: str = "", fences: FenceExtension | None = None) -> str:
    """Return a page's text rendered as HTML, as in MkDocs, and record the page's contents in ``book``.

    ``source`` is the original file if a plugin has changed the text.
    """
    fences = fences or FenceExtension()
    book.pages[page] = PageContents(f"docs/{page}")
    fences.open_page(book, book.pages[page], source or text,
                     lambda game: Links(f"games/{game}/", "games/", "faces"), lambda path: f"assets/{path}")
    markdown = Markdown(extensions=["toc", "admonition", "footnotes", "pymdownx.tabbed", fences])
    return markdown.convert(get_data(text)[0])


@dataclass(frozen=True)
class Built:
    """The result of a build: the exit status, the console output and the folder."""

    status: int
    said: str
    folder: Path

    def page(self, address: str = "") -> str:
        """Return the HTML of a page."""
        return (self.folder / address / "index.html").read_text(encoding="utf-8")

    def files(self) -> dict[str, bytes]:
        """Return the contents of every file by path."""
        return {file.relative_to(self.folder).as_posix(): file.read_bytes() for file in self.folder.rglob("*") if file.is_file()}


class TinySite:
    """A valid site with `mkdocs.yml`, `docs/` and `examples/`."""

    def __init__(self, folder: Path) -> None:
        skip_without_examples("snakebit")
        self.folder = folder
        self.share()
        shutil.copytree(ROOT / "examples" / "snakebit", folder / "examples" / "snakebit", ignore=WITHOUT_PUZZLES)
        self.write("mkdocs.yml", MKDOCS_YML)
        self.write("docs/index.md", "# Home\n\n```example\nsnakebit/follow-suit.yml\n```\n")
        self.write("docs/games/index.md", f"# Games\n\n{headings(GENERAL_RULES)}\n")
        self.write("docs/games/snakebit.md", f"# Snakebit\n\n{headings(game_class('snakebit').book.rules)}\n")

    def share(self) -> None:
        """Link the npm packages and the shared cache."""
        CACHE.mkdir(parents=True, exist_ok=True)
        (self.folder / ".cache").symlink_to(CACHE)
        (self.folder / "node_modules").symlink_to(ROOT / "node_modules")

    def write(self, path: str, text: str) -> None:
        """Write a file in the site."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def read(self, path: str) -> str:
        """Return the text of a file in the site."""
        return (self.folder / path).read_text(encoding="utf-8")

    def build(self, *options: str, into: str = "site", path: str = WITHOUT_NODE) -> Built:
        """Run `mkdocs build` in this process, which is faster, without Node unless the path is given."""
        settings = {"NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": None, "PATH": path}
        vars(MkDocsConfig)["plugins"].plugin_cache.clear()  # drops plugin instances that `followsuit serve` changed
        with chdir(self.folder):
            ran = CliRunner().invoke(cli, ["build", "--site-dir", str(self.folder / into), *options], env=settings)
        if ran.exception is not None and not isinstance(ran.exception, SystemExit):
            raise ran.exception
        return Built(ran.exit_code, ran.output, self.folder / into)

    def build_apart(self, *options: str, into: str = "site", program: str = "mkdocs", **environment: str) -> Built:
        """Run the build in a subprocess, as an author does."""
        with self._run(program, "build", "--site-dir", str(self.folder / into), *options, **environment) as ran:
            said, _ = ran.communicate()
        return Built(ran.returncode, said, self.folder / into)

    @contextmanager
    def served(self) -> Iterator[Callable[[str], None]]:
        """Context manager that runs `mkdocs serve` and yields a function that reads its output up to a given string."""
        settings = {"PYTHONUNBUFFERED": "1", "TMPDIR": str(self.folder)}
        with self._run("mkdocs", "serve", "--dev-addr", "127.0.0.1:0", "--livereload", **settings) as serving:
            patience = Timer(300, serving.kill)
            patience.start()
            try:
                yield lambda text: _read_up_to(text, serving)
            finally:
                patience.cancel()
                serving.kill()

    def _run(self, program: str, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        known = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
        return subprocess.Popen(
            [sys.executable, "-m", program, *arguments],
            cwd=self.folder,
            env={**known, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT), "PATH": WITHOUT_NODE, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )


def rewrite(file: Path, text: str) -> None:
    """Replace a file's text and make its modification time later than before.

    Python compares only the size and the second of a source file with its cached bytecode, so it would run the old code if a
    test replaced a module by another one of equal size within a second.
    """
    before = file.stat().st_mtime
    file.write_text(text, encoding="utf-8")
    os.utime(file, (before + 2, before + 2))


def python_in(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a site's folder, and assert that it succeeds."""
    ended = subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, encoding="utf-8", check=False,
                           env=os.environ | {"PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1", **environment})
    assert ended.returncode == 0, (ended.stdout + ended.stderr)[-4000:]
    return ended


def _read_up_to(text: str, running: subprocess.Popen[str]) -> None:
    assert running.stdout is not None
    said = []
    for line in running.stdout:
        said.append(line)
        if text in line:
            return
    raise AssertionError(f"it ended without saying {text!r}: {''.join(said)}")
