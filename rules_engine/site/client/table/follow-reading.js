/** Automatic choice of the table's content: the figure closest to the scroll position, until the reader interacts with the
 * table. */

/** Milliseconds without scrolling before a figure is shown on the table. */
const RESTS = 350;

/** @param {import("./table.js").FollowSuitTable} table @param {AbortSignal} signal */
export function followReading(table, signal) {
  let clock = 0;
  let moved = false;
  const isHeld = () => table.touched || table.returning;
  addEventListener("scroll", () => {
    moved = true;
    clearTimeout(clock);
    if (!isHeld() && !table.sheet) clock = window.setTimeout(follow, RESTS);
  }, { signal, passive: true });
  signal.addEventListener("abort", () => clearTimeout(clock));

  function follow() {
    if (isHeld() || table.sheet || !moved) return;
    const line = innerHeight * 0.4;
    const seen = [...document.querySelectorAll("fs-figure[data-src]")]
      .map((figure) => ({ figure, box: figure.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > 60 && box.top < innerHeight - 40)
      .sort((one, other) => Math.abs(one.box.top - line) - Math.abs(other.box.top - line));
    const nearest = /** @type {import("./figure.js").FollowSuitFigure | undefined} */ (seen[0]?.figure);
    if (nearest && !nearest.hasAttribute("data-on")) table.put(nearest);
  }
}
