/**
 * The switch between the light, dark and system colour schemes. This module replaces the theme's script, which forces three style
 * recalculations at every page load. An inline script in the head has already set the page's colours, so this module only shows
 * the right icon and handles the reader's choice.
 */

import { make } from "../shared/dom.js";

const SYSTEM = "(prefers-color-scheme)";
const LIGHT = matchMedia("(prefers-color-scheme: light)");
const PARTS = ["media", "scheme", "primary", "accent"];

const form = document.querySelector("[data-fs-palette]");
const choices = [...(form?.querySelectorAll("input") ?? [])];

/** @param {Element} choice @param {string} part */
const partOf = (choice, part) => choice.getAttribute(`data-md-color-${part}`) ?? "";

/** The choice for the current page, used if storage is blocked. @type {{index: number} | null} */
let unkept = null;

function kept() {
  try {
    return globalThis.__md_get?.("__palette") ?? unkept;
  } catch {
    return unkept;
  }
}

/** @param {{index: number, color: Record<string, string>}} choice */
function keep(choice) {
  unkept = choice;
  try {
    globalThis.__md_set?.("__palette", choice);
  } catch {
    // storage is blocked: the choice is lost when the page is closed
  }
}

/** @param {number} index */
function wear(index) {
  const chosen = choices[index];
  const wanted = `(prefers-color-scheme: ${LIGHT.matches ? "light" : "dark"})`;
  const worn = partOf(chosen, "media") === SYSTEM ? choices.find((each) => partOf(each, "media") === wanted) ?? chosen : chosen;
  const color = Object.fromEntries(PARTS.map((part) => [part, partOf(part === "media" ? chosen : worn, part)]));
  for (const [part, value] of Object.entries(color)) {
    const name = `data-md-color-${part}`;
    if (document.body.getAttribute(name) !== value) document.body.setAttribute(name, value);
  }
  choices.forEach((each, place) => each.nextElementSibling?.toggleAttribute("hidden", place !== index));
  const { style } = document.documentElement; // the root element's scheme sets the colour of the scroll bars
  const scheme = color.scheme === "default" ? "" : getComputedStyle(document.body).colorScheme;
  if (style.colorScheme !== scheme) style.colorScheme = scheme;
  keep({ index, color });
  paintBar();
}

/** Set the colour of a phone's address bar to the header's, unless the page defines a theme colour. */
function paintBar() {
  const named = document.querySelector("meta[name=theme-color]:not([data-fs-bar])");
  const head = document.querySelector("header");
  if (named || !head) return;
  const bar = document.querySelector("meta[data-fs-bar]") ?? make("meta", { name: "theme-color", "data-fs-bar": true });
  bar.setAttribute("content", getComputedStyle(head).backgroundColor);
  document.head.append(bar);
}

/** Return the index of the stored choice or, by default, of the first choice that matches the system's scheme. */
function current() {
  const index = Number(kept()?.index);
  return choices[index] ? index : Math.max(0, choices.findIndex((each) => matchMedia(partOf(each, "media")).matches));
}

/** Switch to another colour scheme without transitions. @param {number} index */
function change(index) {
  document.body.setAttribute("data-md-color-switching", "");
  wear(index);
  setTimeout(() => document.body.removeAttribute("data-md-color-switching"), 50);
}

if (choices.length) {
  wear(current());
  choices.forEach((choice, index) => choice.addEventListener("change", () => change(index)));
  form?.addEventListener("keydown", (event) => {
    if (/** @type {KeyboardEvent} */ (event).key !== "Enter") return;
    const next = choices[(current() + 1) % choices.length];
    next.click();
    next.focus();
  });
  LIGHT.addEventListener("change", () => change(current()));
  globalThis.document$?.subscribe(paintBar);
}
