"""The process that builds. It gets a line of JSON for each wish, and answers with one:

    {"pages": ["games/snakebit/"]}
    {"addresses": [...], "watched": [...], "problems": [...]}    all pages there are, what to watch, what is wrong
    {"fault": "..."}                                             why nothing could be built
    {"stopped": true}                                            it was told to stop

A wish may ask for Python's snapshot as well (`"snapshot": true`), which stays in the site's cache. `{"stop": true}` is no wish
of its own: what is being built is given up.

What else is printed, by an author's game as well, goes to the error output.
"""

from __future__ import annotations

import faulthandler
import json
import logging
import os
import queue
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig

import rules_engine
from rules_engine.authoring.tracebacks import author_frames
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.games import game_class
from rules_engine.site.fences.fences import FenceExtension
from rules_engine.site.mkdocs.plugin import FollowSuitPlugin
from rules_engine.site.model.scenarios import BuildStopped
from rules_engine.site.preview.pages import Pages

LONGEST = 90
"""Seconds. What takes longer goes on for ever."""


class Builder:
    """Builds pages of one site into the folder ``site``, and keeps what it needs for that beside it."""

    def __init__(self, config: str, site: str, url: str) -> None:
        self.config, self.site, self.url = config, site, url
        templates = Path(site).with_name("templates")
        templates.mkdir(exist_ok=True)
        self.pages = Pages(templates)
        self.figures = FenceExtension().made

    def answer(self, wish: dict[str, JsonValue]) -> dict[str, JsonValue]:
        """Return what came of a wish. Nothing that an author writes makes this raise."""
        heard = _LoggedErrors()
        logging.getLogger("mkdocs").addHandler(heard)
        try:
            self.pages.snapshot = wish.get("snapshot", False)
            config = self._build(wish["pages"])
            return {"addresses": self.pages.addresses, "problems": self.pages.problems, "watched": [*map(str, watched(config))]}
        except BuildStopped:
            return {"stopped": True}
        except (Exception, SystemExit) as error:  # noqa: BLE001  (whatever an author's game or page does, they are told)
            return {"fault": told(error, heard.errors)}
        finally:
            logging.getLogger("mkdocs").removeHandler(heard)

    def _build(self, pages: Sequence[str]) -> MkDocsConfig:
        config = load_config(self.config, site_dir=self.site, site_url=self.url, strict=False)
        plugin = config.plugins.get("followsuit")
        if not isinstance(plugin, FollowSuitPlugin):
            raise ValueError(f"{self.config}: the plugin “followsuit” isn't among `plugins`")
        plugin.building, plugin.fences.made = self.pages, self.figures
        plugin.config.offline = False  # a page kept by the browser would be an old one
        self.pages.wanted = pages
        config.plugins.on_startup(command="serve", dirty=True)
        build(config, serve_url=self.url, dirty=True)
        return config


class _LoggedErrors(logging.Handler):
    """The errors that MkDocs logs before it gives up."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.errors: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.errors.append(record.getMessage())


def told(error: BaseException, logged: Sequence[str]) -> str:
    """Return a fault for the author: what MkDocs said, what was raised, and where in their own files."""
    said = [*logged]
    if not any(str(error) in line for line in said):
        said.append("".join(traceback.format_exception_only(error)).strip())
    places = [f"  {frame.filename}:{frame.lineno}, in {frame.name}: {frame.line}" for frame in author_frames(error)]
    return "\n".join([*said, *places]).replace(f"{Path.cwd()}{os.sep}", "")


def watched(config: MkDocsConfig) -> Iterator[Path]:
    """Yield the folders and files that a site is made of, as far as somebody might write in them."""
    plugin = config.plugins["followsuit"]
    assert isinstance(plugin, FollowSuitPlugin)
    yield from (Path(config.docs_dir), Path(plugin.config.examples), Path(str(config.config_file_path)))
    yield Path(str(config.config_file_path)).with_name("pyproject.toml")
    yield from (Path(str(folder)) for folder in config.theme.dirs if config.theme.custom_dir == folder)
    yield from map(Path, config.hooks)
    yield Path(rules_engine.__file__).parent
    for game in plugin.config.games:
        package = sys.modules[game_class(game).__module__.partition(".")[0]]
        yield from (Path(folder) for folder in package.__path__)


def main(config: str, site: str, url: str) -> None:
    """Answer until nobody asks any more."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    logging.getLogger("mkdocs").setLevel(logging.WARNING)
    logging.getLogger("mkdocs.commands.build").setLevel(logging.ERROR)  # a warning that pages are left out
    shown = logging.StreamHandler()
    shown.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    logging.getLogger("mkdocs").addHandler(shown)
    builder = Builder(config, site, url)
    wishes: queue.Queue[dict[str, JsonValue] | None] = queue.Queue()
    threading.Thread(target=_hear, args=(wishes, builder.pages.stop), daemon=True).start()
    while (wish := wishes.get()) is not None:
        builder.pages.stop.clear()
        faulthandler.dump_traceback_later(LONGEST, exit=True)
        answer = builder.answer(wish)
        faulthandler.cancel_dump_traceback_later()
        print(json.dumps(answer), file=answers, flush=True)


def _hear(wishes: queue.Queue[dict[str, JsonValue] | None], stop: threading.Event) -> None:
    """Read wishes while others are fulfilled; the last is none."""
    for line in sys.stdin:
        wish = json.loads(line)
        if "stop" in wish:
            stop.set()
        else:
            wishes.put(wish)
    wishes.put(None)


if __name__ == "__main__":
    main(*sys.argv[1:])
