"""The runtime, which runs the rules in the browser: Python and the engine, as files below `assets/followsuit/`."""

from rules_engine.site.runtime.engine_archive import engine_archive, shipped_modules
from rules_engine.site.runtime.errors import GamesNotShipped, RuntimeFilesError
from rules_engine.site.runtime.manifest import (
    PYODIDE_READS,
    WORKER_SCRIPTS,
    RuntimeFile,
    in_folder,
    pyodide_files,
    runtime_files,
    write_runtime,
)
from rules_engine.site.runtime.runtime_wheel import PrebuiltRuntime, Source, source

__all__ = [
    "PYODIDE_READS",
    "WORKER_SCRIPTS",
    "GamesNotShipped",
    "PrebuiltRuntime",
    "RuntimeFile",
    "RuntimeFilesError",
    "Source",
    "engine_archive",
    "in_folder",
    "pyodide_files",
    "runtime_files",
    "shipped_modules",
    "source",
    "write_runtime",
]
