"""The built site for the benchmark that visits it."""

from tests.chromium.conftest import any_site, built, site

__all__ = ["any_site", "built", "site"]
