"""Contact sheets for manual review: the fullest step of every example, on a table 540 pixels wide and on a phone 390 wide.

python -m tests.chromium.contact [FOLDER]     from the site in site/ into test-results/contact
"""

from __future__ import annotations

import sys
from base64 import b64encode
from pathlib import Path

from playwright.sync_api import Page

from tests.chromium.pages import OpenPage, Readers, browsing, settle
from tests.chromium.server import ROOT, Site, outside, served
from tests.chromium.test_boxes import LOOK, PAGES, BoxedTable, looks, resize

SIZES = {"540": ("1280x800", 4), "390": ("390x844", 6)}
"""Maps each table width to the window size and the number of pictures per row."""
A_SHEET = 24


def main() -> None:
    """Take the pictures and write the contact sheets."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "test-results" / "contact"
    folder.mkdir(parents=True, exist_ok=True)
    with served(ROOT / "site", base="/") as site, outside() as internet, browsing(internet) as browser:
        opener = OpenPage(Readers(browser), internet, lambda: site)
        for path in (path for path in PAGES if path.endswith("rules/")):
            page = opener(path, reduced_motion=True)
            settle(page)
            for name, (size, across) in SIZES.items():
                resize(page, size)
                pictures = [(look.figure, picture(page, look)) for look in fullest(site, path)]
                for place in range(0, len(pictures), A_SHEET):
                    sheet = opener("about/")
                    lay(sheet, pictures[place:place + A_SHEET], across)
                    file = f"{path.strip('/').replace('/', '-')}-{name}-{place // A_SHEET}.png"
                    sheet.screenshot(path=folder / file, full_page=True)
        opener.close()
    print(f"{len(list(folder.glob('*.png')))} sheets are in {folder}")


def fullest(site: Site, path: str) -> list[BoxedTable]:
    """Return the step with the most cards and words from each example."""
    kept = dict[str, BoxedTable]()
    for look in looks(site, path):
        best = kept.get(look.figure)
        if look.kind == "example" and (best is None or (look.cards, look.letters) > (best.cards, best.letters)):
            kept[look.figure] = look
    return list(kept.values())


def picture(page: Page, look: BoxedTable) -> bytes:
    """Return a screenshot of the table at a step."""
    page.evaluate(LOOK, [look.figure, look.place, False])
    return page.locator("fs-table").screenshot()


def lay(page: Page, pictures: list[tuple[str, bytes]], across: int) -> None:
    """Show captioned pictures in a grid."""
    page.set_viewport_size({"width": 1800, "height": 900})
    page.evaluate("""([across, pictures]) => {
      document.body.replaceChildren(...pictures.map(([name, data]) => {
        const figure = document.createElement("figure"), picture = new Image();
        picture.src = `data:image/png;base64,${data}`;
        figure.append(picture, name);
        Object.assign(figure.style, { margin: "4px", font: "14px sans-serif" });
        picture.style.width = "100%";
        return figure;
      }));
      Object.assign(document.body.style, { display: "grid", gridTemplateColumns: `repeat(${across}, 1fr)`, background: "#fff" });
      return Promise.all([...document.images].map((each) => each.decode()));
    }""", [across, [(name, b64encode(data).decode()) for name, data in pictures]])


if __name__ == "__main__":
    main()
