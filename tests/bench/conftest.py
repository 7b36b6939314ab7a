"""Fixture for the built site that the start benchmark visits."""

from tests.chromium.conftest import any_site, built, site

__all__ = ["any_site", "built", "site"]
