"""A site that Zensical builds and `followsuit assets` finishes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.site.outside import OutsideSite
from tests.site.tiny import CACHE, ROOT, WITHOUT_NODE

FOLLOWSUIT = ("-c", "import sys; from rules_engine.cli import main; sys.exit(main())")


class Said(NamedTuple):
    """The exit status and output of a command."""

    status: int
    said: str


class ZensicalSite(OutsideSite):
    """A site made by `new-site`. Zensical keeps data in `.cache` and may empty it, so tests share only our part of it."""

    def share(self) -> None:
        """Link the npm packages and our part of the shared cache."""
        (self.folder / "node_modules").symlink_to(ROOT / "node_modules")
        kept = CACHE / "followsuit"
        kept.mkdir(parents=True, exist_ok=True)
        (self.folder / ".cache").mkdir()
        (self.folder / ".cache" / "followsuit").symlink_to(kept)

    def zensical(self, *options: str) -> Said:
        """Run `zensical build`."""
        return self.python("-m", "zensical", "build", "--strict", *options)

    def followsuit(self, *arguments: str, **environment: str) -> Said:
        """Run a ``followsuit`` command."""
        return self.python(*FOLLOWSUIT, *arguments, **environment)

    def finished(self, **environment: str) -> Path:
        """Build the site, finish it with `followsuit assets`, and return its folder."""
        for ended in (self.zensical(), self.followsuit("assets", **environment)):
            assert ended.status == 0, ended.said
        return self.folder / "site"

    def python(self, *arguments: str, **environment: str) -> Said:
        """Run Python in the site's folder, without Node unless the path is given."""
        ended = subprocess.run([sys.executable, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, encoding="utf-8", check=False,
                               env={**os.environ, "PYTHONPATH": str(ROOT), "PATH": WITHOUT_NODE, **environment})
        return Said(ended.returncode, ended.stdout)
