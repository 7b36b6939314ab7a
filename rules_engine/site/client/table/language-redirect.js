/** The edition of the current page in the reader's preferred language. */

/** @returns {string} its URL, or an empty string if there is none or the page is in that language already */
export function ownEdition() {
  const here = document.documentElement.lang.split("-")[0];
  const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("a[hreflang]")]);
  for (const language of navigator.languages) {
    const wanted = language.split("-")[0];
    if (wanted === here) return "";
    const link = links.find((each) => each.hreflang.split("-")[0] === wanted && tail(each.pathname) === tail(location.pathname));
    if (link) return link.href;
  }
  return "";
}

/** @param {string} path a URL path; its last parts, the game and the page, have the same names in each language */
const tail = (path) => path.split("/").slice(-3).join("/");
