/** HTML that was kept in storage, where another site may have written it: it is shown if it is like the engine's own. */

import { fragment } from "./dom.js";
import { ROOT } from "./this-site.js";

const TAGS = new Set(("a b button details div em i li ol output p progress q small span summary svg use ul "
  + "table thead tbody tfoot tr th td caption").split(" "));
const NAMES = /^(class|id|role|title|lang|tabindex|type|value|max|hidden|viewbox|colspan|scope|aria-[a-z]+|data-[a-z-]+)$/;
const LINKS = ["href", "xlink:href"];

/** The HTML, if it is like the engine's and its links stay within this site; else null. @param {string} html */
export function ownHtml(html) {
  return [...fragment(html).querySelectorAll("*")].every(isOwn) ? html : null;
}

/** @param {Element} element */
function isOwn({ localName, attributes }) {
  return TAGS.has(localName) && [...attributes].every(({ name, value }) =>
    LINKS.includes(name) ? staysHere(value) : NAMES.test(name.toLowerCase()));
}

/** Whether an address is one of this site's. @param {string} address */
function staysHere(address) {
  try {
    const { origin, pathname } = new URL(address, document.baseURI);
    return origin === location.origin && pathname.startsWith(ROOT);
  } catch {
    return false;
  }
}
