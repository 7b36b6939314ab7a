"""The built site, for the bench that visits it."""

from tests.chromium.conftest import site

__all__ = ["site"]
