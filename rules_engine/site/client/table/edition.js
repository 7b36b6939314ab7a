/** This very page in the reader's own language, where the site has it. */

/** @returns {string} its address, empty where the reader had better stay */
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

/** @param {string} path the game and the page, which are called alike in each language */
const tail = (path) => path.split("/").slice(-3).join("/");
