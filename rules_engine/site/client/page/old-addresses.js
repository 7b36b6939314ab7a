/**
 * Addresses arrive that aren't quite as they were sent. A game's rules and hands stood on its first page once, so
 * `games/ID/#rule-…` and `games/ID/#fs:…` are in saves, in copied links and in other people's pages: what isn't on the page that
 * they name is looked for where it is now. Mail filters write `%23` for `#`, and messengers take the full stop of a sentence for
 * a part of the address.
 */

import { hashText } from "../shared/dom.js";

/** What takes links of its own on pages that weren't there then. */
const NEW = "fs-referee, fs-score";
/** The sign before what a page is asked for, as some mail filters write it. */
const SIGN = /%23/i;

function forward() {
  const pages = /** @type {HTMLElement | null} */ (document.querySelector(".fs-pages"));
  const wish = wished();
  if (SIGN.test(location.pathname)) return location.replace(location.href.replace(SIGN, "#"));
  if (!pages || !wish || document.getElementById(wish.id) || document.querySelector(NEW)) return;
  const address = wish.isHand ? pages.dataset.play : pages.dataset.rules;
  const target = new URL(address ?? "", document.baseURI);
  if (target.pathname === location.pathname) return;
  target.hash = location.hash;
  location.replace(target);
}

/** What an address asks for: the id of an element, and whether that is a hand to play. */
function wished() {
  const hash = hashText();
  if (hash !== location.hash.slice(1) && document.getElementById(hash)) location.replace(`#${hash}`);
  const [mark, kind, id = ""] = hash.split(":");
  if (mark === "fs") return { id, isHand: kind === "hand" };
  return hash.startsWith("rule-") ? { id: hash, isHand: false } : null;
}

/** Mends addresses in which a mail program wrote `#` as `%23`: the host sends the marked page in place of the missing one. */
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
