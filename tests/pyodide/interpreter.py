"""The reader's Python, in a Node process that reads requests and writes responses line by line."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import rules_engine
from rules_engine.games import GAMES
from rules_engine.site import runtime

PACKAGE = Path(rules_engine.__file__).parent
PYODIDE = PACKAGE.parent / "node_modules" / "pyodide"
CACHE = PACKAGE.parent / ".cache" / "followsuit"
"""The cache for the snapshot of Python, shared with builds of the site."""

LONGEST_ANSWER = 600.0


class InPyodideError(Exception):
    """Raised if Python inside Pyodide raises an exception; the message is the traceback."""


class NotSetUpError(Exception):
    """Raised if Node or Pyodide is missing; the message says how to install it."""


def node() -> str:
    """Return the path of Node."""
    found = shutil.which("node")
    if found is None:
        raise NotSetUpError("Node.js is needed for these tests: install version 20 or newer")
    return found


class Interpreter:
    """A context manager that runs Pyodide with the engine as it is shipped."""

    def __init__(self, archive: bytes | None = None) -> None:
        try:
            runtime.pyodide_files(PYODIDE)
        except runtime.RuntimeFilesError as problem:
            raise NotSetUpError(str(problem)) from None
        self._folder = tempfile.TemporaryDirectory()
        zipped = Path(self._folder.name) / "rules.zip"
        zipped.write_bytes(runtime.engine_archive(PACKAGE, GAMES) if archive is None else archive)
        self._errors = (Path(self._folder.name) / "stderr").open("w+", errors="replace")
        script = Path(__file__).with_suffix(".mjs")
        self._process = subprocess.Popen(
            [node(), str(script), str(PYODIDE), str(zipped)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            encoding="utf-8",
        )
        self._answer()

    def run(self, source: str, **names: object) -> Any:
        """Run Python source with these variables, and return the value of its last expression.

        The variables and the value are passed as JSON. Each run has its own namespace, but imported modules persist. Two
        more variables are defined: `MODULES_AT_START`, the modules that Pyodide itself has imported, and `LIBRARY_READS`,
        the number of reads from its library so far.
        """
        return self._ask({"source": source, "names": names})

    def handle(self, text: str) -> str:
        """Return the response of `rules_engine.api.handle` to a request, both as JSON text."""
        answer = self._ask({"text": text})
        assert isinstance(answer, str), f"handle returned {type(answer).__name__}, not a text"
        return answer

    def _ask(self, question: object) -> Any:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{json.dumps(question)}\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        clock = threading.Timer(LONGEST_ANSWER, self._process.kill)
        clock.start()
        line = self._process.stdout.readline()
        clock.cancel()
        if not line:
            raise InPyodideError(f"Node ended without an answer: {self._last_errors()}")
        answer = json.loads(line)
        if "error" in answer:
            raise InPyodideError(answer["error"])
        return answer.get("value")

    def _last_errors(self) -> str:
        self._errors.seek(0)
        return self._errors.read()[-2000:]

    def close(self) -> None:
        """End the process."""
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            stream.close()
        self._process.wait(timeout=LONGEST_ANSWER)
        self._errors.close()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
