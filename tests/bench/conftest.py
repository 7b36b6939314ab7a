"""The built site, for the bench that visits it."""

from tests.chromium.conftest import any_site, built, site

__all__ = ["any_site", "built", "site"]
