"""``followsuit serve``: preview the site while writing it.

Pages open in a browser show every change to a page, an example or a rule.
"""

from __future__ import annotations

import argparse
import signal
import tempfile
from pathlib import Path

from rules_engine.cli.errors import CommandError
from rules_engine.cli.table_options import count
from rules_engine.site.optional_packages import lacking


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--config", type=Path, default=Path("mkdocs.yml"), metavar="FILE", help="the site's mkdocs.yml")
    parser.add_argument("--port", type=count(0, "ports", 65535), default=8000,
                        help="where to listen; 0 takes any port that is free")
    parser.add_argument("--base", default="/", metavar="PATH", help="the path that the site is served below")


def run(chosen: argparse.Namespace) -> int:
    """Serve the site until Ctrl+C. Raises ``CommandError``."""
    if missing := lacking("mkdocs", "material"):
        raise CommandError(missing)
    from rules_engine.site.preview.server import LiveServer

    config = chosen.config.resolve()
    if not config.is_file():
        raise CommandError(
            f"There is no {chosen.config} here. Go to the folder of your site, name its file with --config, or make a "
            "site with `followsuit new-site FOLDER`."
        )
    with tempfile.TemporaryDirectory(prefix="followsuit-") as folder:
        try:
            server = LiveServer(config, Path(folder), chosen.port, chosen.base)
        except OSError as error:
            raise CommandError(f"Port {chosen.port} can't be used: {error.strerror}. Try another, as in --port 9000.") from error
        for end in (signal.SIGINT, signal.SIGTERM):  # the parent process may have had SIGINT ignored
            signal.signal(end, signal.default_int_handler)
        with server:
            server.show()
    return 0
