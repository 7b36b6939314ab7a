/** A check for HTML from storage, which another site on the origin may have written. Only HTML with the engine's tags and
 * attributes is accepted. */

import { fragment } from "./dom.js";
import { ROOT } from "./this-site.js";

const TAGS = new Set(("a b button details div em i li ol output p progress q section small span summary svg use ul "
  + "table thead tbody tfoot tr th td caption").split(" "));
const NAMES =
  /^(class|id|role|title|lang|tabindex|type|value|max|hidden|width|height|viewbox|colspan|scope|(aria|data)-[a-z-]+)$/;
const LINKS = ["href", "xlink:href"];

/** Return the HTML if it has only the engine's tags and attributes and its links stay within this site, otherwise null.
 * @param {string} html */
export function ownHtml(html) {
  return [...fragment(html).querySelectorAll("*")].every(isOwn) ? html : null;
}

/** @param {Element} element */
function isOwn({ localName, attributes }) {
  return TAGS.has(localName) && [...attributes].every(({ name, value }) =>
    LINKS.includes(name) ? staysHere(value) : NAMES.test(name.toLowerCase()));
}

/** Return whether a URL is within this site. @param {string} address */
function staysHere(address) {
  try {
    const { origin, pathname } = new URL(address, document.baseURI);
    return origin === location.origin && pathname.startsWith(ROOT);
  } catch {
    return false;
  }
}
