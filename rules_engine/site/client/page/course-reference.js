/** A course's table for looking up: below the text on wide screens, otherwise in a dialog that a button in each step opens. */

import { all, button, make } from "../shared/dom.js";
import { Sheet } from "../shared/sheet.js";

/** Move the page's reference table, if it has one, below the steps, and add a button to each step.
 * @param {HTMLElement} text the page's text @param {HTMLElement[]} sections the steps */
export function furnishReference(text, sections) {
  const written = text.querySelector("details.fs-course-reference");
  if (!written) return;
  const [summary, ...content] = written.children;
  const title = summary.textContent?.trim() ?? "";
  for (const table of all(written, "table")) table.className = "fs-plain"; // without a class, the theme would style it
  const reference = make("section", { class: "fs-course-reference", "aria-label": title }, content);
  written.remove();
  sections[sections.length - 1].after(reference);
  for (const section of sections) {
    section.prepend(button(title, () => show(title, reference), { class: "fs-link fs-course-look" }));
  }
}

/** @param {string} title @param {HTMLElement} reference */
function show(title, reference) {
  const shown = [...reference.children].map((each) => each.cloneNode(true));
  new Sheet({ class: "fs-rule-sheet fs-course-reference" }, [make("h2", {}, title), ...shown]).open(title);
}
