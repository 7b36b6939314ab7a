"""Files that the plugin adds to a site."""

from __future__ import annotations

from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from weakref import finalize

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File

from rules_engine.site.files.assets import FOLDER
from rules_engine.site.runtime import RuntimeFile


class GeneratedFiles:
    """A factory for files, whose content is stored in a temporary folder because some plugins need a path for every file."""

    def __init__(self) -> None:
        self._folder: Path | None = None

    def file(self, path: str, content: bytes, config: MkDocsConfig) -> File:
        """Return a file with this content."""
        try:
            if self._folder is None:
                self._folder = Path(mkdtemp(prefix="followsuit-"))
                self._removes = finalize(self, rmtree, self._folder, ignore_errors=True)
            place = self._folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        except OSError:     # the disk is full; the path isn't needed without such plugins
            return File.generated(config, path, content=content)
        return File.generated(config, path, abs_src_path=str(place))

    def runtime_file(self, made: RuntimeFile, config: MkDocsConfig) -> File:
        """Return a file of the runtime, which isn't copied if it has a source."""
        path = f"{FOLDER}/{made.path}"
        if made.source is not None:
            return File.generated(config, path, abs_src_path=str(made.source))
        return self.file(path, made.read(), config)

    def close(self) -> None:
        """Remove the temporary folder. Without this call, it is removed when this object is garbage-collected."""
        if self._folder is not None:
            self._removes()
            self._folder = None
