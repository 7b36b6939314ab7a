"""The sketches as registered games, as in `tests/sketches`."""

from tests.sketches.conftest import known

__all__ = ["known"]
