"""The built site, for the bench that visits it."""

from tests.chromium.conftest import any_site, site

__all__ = ["any_site", "site"]
