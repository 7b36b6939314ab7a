/**
 * Handling of the browser's Back button, which closes the table's layers: the sheet that covers the text, the full-window view,
 * and the “More” panel.
 */

import { closed, gone, opened } from "../shared/back-button.js";

/** @typedef {import("./table.js").FollowSuitTable} Table */

/** The table's layers, keyed by the attribute that marks them as open. `seen` returns whether the layer covers other content.
 * @type {Record<"data-open" | "data-full" | "data-more", {seen: (table: Table) => boolean, close: (table: Table) => void}>} */
const LAYERS = {
  "data-open": { seen: (table) => table.sheet, close: (table) => table.close() },
  "data-full": { seen: () => true, close: (table) => table.enlarge(false) },
  "data-more": { seen: (table) => getComputedStyle(table.side).position === "absolute", close: (table) => table.closeMore() },
};

/** @param {Table} table @param {AbortSignal} signal */
export function closedByBack(table, signal) {
  /** @type {Map<string, () => void>} */
  const open = new Map();
  const look = (/** @type {keyof typeof LAYERS} */ name) => {
    const before = open.get(name);
    const { seen, close } = LAYERS[name];
    if (before && !table.hasAttribute(name)) {
      open.delete(name);
      closed(before);
    } else if (!before && table.hasAttribute(name) && seen(table)) {
      const closes = () => close(table);
      open.set(name, closes);
      opened(closes);
    }
  };
  const watch = new MutationObserver(() => {
    /** @type {(keyof typeof LAYERS)[]} */ (Object.keys(LAYERS)).forEach(look);
    // swiping on a sheet must not scroll the page
    document.documentElement.toggleAttribute("data-fs-sheet", table.hasAttribute("data-open"));
  });
  watch.observe(table, { attributeFilter: Object.keys(LAYERS) });
  signal.addEventListener("abort", () => {
    watch.disconnect();
    open.forEach(gone);
    document.documentElement.removeAttribute("data-fs-sheet");
  });
}
