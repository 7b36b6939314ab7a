/** The inert background of a table that covers the page: neither Tab nor a screen reader reaches what is behind it. */

/** Elements that stay active: the live region, and those without any output. */
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
