/**
 * Redirects for old and altered URLs. A game's rules and hands were once on its first page, so URLs such as `games/ID/#rule-…`
 * and `games/ID/#fs:…` occur in saves, copied links and other people's pages; they are redirected to the current pages. Mail
 * filters escape `#` as `%23`, and messengers append a sentence's full stop to the URL.
 */

import { hashText } from "../shared/dom.js";

/** Selector for tools that handle links in the URL fragment themselves. */
const NEW = "fs-referee, fs-score";

function forward() {
  const pages = /** @type {HTMLElement | null} */ (document.querySelector(".fs-pages"));
  const wish = wished();
  if (!pages || !wish || document.getElementById(wish.id) || document.querySelector(NEW)) return;
  const address = wish.isHand ? pages.dataset.play : pages.dataset.rules;
  const target = new URL(address ?? "", document.baseURI);
  if (target.pathname === location.pathname) return;
  target.hash = location.hash;
  location.replace(target);
}

/** Return the target of the URL fragment (an element's id, and whether it is a hand to play), or null if there is none. */
function wished() {
  const hash = hashText();
  if (hash !== location.hash.slice(1) && document.getElementById(hash)) location.replace(`#${hash}`);
  const [mark, kind, id = ""] = hash.split(":");
  if (mark === "fs") return { id, isHand: kind === "hand" };
  return hash.startsWith("rule-") ? { id: hash, isHand: false } : null;
}

/** Fix a URL in which a mail program escaped `#` as `%23`. For such a URL the host returns the 404 page, which a meta element
 * identifies. */
function mendHash() {
  const { pathname, search, hash } = location;
  const mended = pathname.replace(/%(?:25)*23/, "#");
  if (mended !== pathname && document.querySelector("meta[name=follow-suit][content=missing]")) {
    location.replace(mended.replace("#", `${search}#`) + hash);
  }
}

mendHash();
forward();
addEventListener("hashchange", forward);
globalThis.document$?.subscribe(forward);
