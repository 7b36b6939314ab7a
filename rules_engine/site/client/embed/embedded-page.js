/**
 * The entry point for pages that show one table alone in a frame. They load much less than the site's other pages: no menus, no
 * search, no previews of rules, no service worker.
 */

const words = document.getElementById("fs-words");

/** Fetch the scripts' translations, which other pages contain, before the scripts that use them. @param {HTMLElement} place */
async function translate(place) {
  const response = await fetch(new URL(place.dataset.client ?? "", document.baseURI));
  if (!response.ok) throw new Error(`The words of this language could not be fetched (${response.status}).`);
  place.textContent = await response.text();
}

try {
  if (words) await translate(words);
  const { enliven } = await import("./embedded-table.js");
  enliven();
} catch (fault) {
  document.documentElement.removeAttribute("data-live"); // the strip and its description need no script
  console.error("Follow Suit: the table could not be loaded.", fault);
}
