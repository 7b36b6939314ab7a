/** The inert background behind a table that covers the page. Neither the Tab key nor a screen reader reaches it. */

/** Selector for elements that are never made inert: the live region, and elements that aren't rendered. */
const STAYS = "#fs-live, script, style, link";

/** @type {HTMLElement[]} */
const behind = [];

/** @param {HTMLElement} table @param {boolean} over */
export function layOver(table, over) {
  for (const each of behind.splice(0)) each.inert = false;
  for (let at = table; over && at.parentElement && at !== document.body; at = at.parentElement) {
    for (const each of /** @type {HTMLElement[]} */ ([...at.parentElement.children])) {
      if (each !== at && !each.inert && !each.matches(STAYS)) behind.push(each);
    }
  }
  for (const each of behind) each.inert = true;
}
