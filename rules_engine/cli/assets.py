"""``followsuit assets SITE``: finish a site built by a generator without plugins. Exit status 1 if there are problems."""

from __future__ import annotations

import argparse
import logging
import shutil
import sys
from pathlib import Path

from rules_engine.cli.errors import CommandError
from rules_engine.cli.page_checks import add_config, configured, need_site, rendered, tell

NOT_ON = "{} hasn't {!r} among its Markdown extensions, so the fences are shown as code: add it there, and build the site again"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("site", type=Path, nargs="?", default=Path("site"), metavar="SITE",
                        help="the folder that Zensical wrote; site if left out")
    add_config(parser)


def run(chosen: argparse.Namespace) -> int:
    """Check all pages, and write the missing files into the site. Raises ``CommandError``."""
    need_site()
    from rules_engine.site.files.assemble import assemble_files
    from rules_engine.site.model.settings import NAME
    from rules_engine.site.runtime import GamesNotShipped, RuntimeFilesError
    from rules_engine.site.zensical.post_build import faults, finish

    if not chosen.site.is_dir():
        raise CommandError(
            f"There is no folder {chosen.site} here: build the site first, or name the folder that it was built into."
        )
    site = configured(chosen.config)
    if NAME not in site.extensions:
        raise CommandError(NOT_ON.format(site.file.name, NAME))
    found = rendered(chosen.config, paints=True)
    problems, lacking = found.problems(), list[str]()
    try:
        made = [] if problems else assemble_files(site.settings, shutil.which("node"), _told())
        problems = problems or faults(chosen.site, found, made)
    except GamesNotShipped as error:
        problems = list(found.open.book.not_shipped(error.reasons))
    except RuntimeFilesError as error:
        lacking = [str(error)]
    if tell(found, problems, lacking):
        return 1
    count = finish(chosen.site, found, made, _told())
    print(f"{count} page{'s' * (count != 1)} finished in {chosen.site}")
    return 0


def _told() -> logging.Logger:
    """Return a logger that writes the messages about the runtime files to standard error."""
    log = logging.getLogger(__name__)
    if not log.handlers:
        log.addHandler(logging.StreamHandler(sys.stderr))
        log.setLevel(logging.INFO)
    return log
