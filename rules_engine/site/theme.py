"""Small repairs to what the theme writes, for readers who hear the page or use the keyboard alone."""

from __future__ import annotations

import re

_SEARCH = re.compile(r'(<div class="md-search" data-md-component="search" role="dialog")>')
_SECTION = re.compile(
    r'(<nav class="md-nav" data-md-level="\d+" )aria-labelledby="[^"]+"([^>]*>\s*<label class="md-nav__title"[^>]*>'
    r"\s*<span[^>]*></span>\s*)([^<]+?)(\s*</label>)")
_CODE = re.compile(r"(<pre(?: id=\"[^\"]*\")?><span></span><code)>")


def mend(html: str) -> str:
    """A page with the search box and each section of the navigation named, and code that scrolls within reach of Tab.

    The theme names a section by a label that is hidden, which is no name; and a block of code wider than a phone can
    only be scrolled by keyboard if it can have the focus.
    """
    html = _SEARCH.sub(r'\1 aria-label="Search">', html)
    html = _SECTION.sub(r'\1aria-label="Pages: \3"\2\3\4', html)
    return _CODE.sub(r'\1 tabindex="0">', html)
