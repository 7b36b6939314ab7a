"""Screenshots for manual review: the main pages at each heading, on desktop and phone, in light and dark mode.

python -m tests.chromium.looks     from the site in site/ into test-results/looks
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import Page

from tests.chromium.pages import LOOKS, OpenPage, Readers, browsing, settle
from tests.chromium.server import ROOT, outside, served

PAGES = ("", "games/snakebit/", "games/knueffeln/", "design/", "authors/format/")
FOLDER = ROOT / "test-results" / "looks"


def main() -> None:
    """Take the screenshots."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    with served(ROOT / "site", base="/") as site, outside() as internet, browsing(internet) as browser:
        for name, look in LOOKS.items():
            opener = OpenPage(Readers(browser), internet, lambda: site)
            for path in PAGES:
                take(opener(path, **look), FOLDER / name, path.strip("/").replace("/", "-") or "home")
            opener.close()
    print(f"{len(list(FOLDER.rglob('*.png')))} pictures are in {FOLDER.relative_to(ROOT)}")


def take(page: Page, folder: Path, name: str) -> None:
    """Take a screenshot at each heading of a page."""
    settle(page)
    for chapter in page.locator("h1, h2:visible").all():
        chapter.evaluate("chapter => chapter.scrollIntoView({ behavior: 'instant' })")
        page.wait_for_timeout(100)  # the first frame after a jump to a heading may be empty
        page.screenshot(path=folder / f"{name}-{chapter.get_attribute('id')}.png")


if __name__ == "__main__":
    main()
