/** A notice about damaged records in the browser's storage, with buttons to save them to a file or delete them. */

import { button, make } from "../shared/dom.js";
import { saveFile } from "../table/save-file.js";

/** @typedef {{damaged: string, forgetDamaged(): void}} Kept */

/** @param {Kept[]} kept @param {() => void} onchange called after the records were deleted
 * @returns {HTMLElement[]} empty if nothing is damaged */
export function trouble(kept, onchange) {
  const damaged = kept.filter((each) => each.damaged);
  const forget = () => {
    for (const each of damaged) each.forgetDamaged();
    onchange();
  };
  const save = () => saveFile("damaged.txt", damaged.map((each) => each.damaged).join("\n"), "text/plain");
  return damaged.length ? [
    make("p", { class: "fs-unreadable" }, "Some of what was kept could not be read. It was put aside; the rest is here."),
    make("div", { class: "fs-row" }, button("Save that to a file", save),
      button("Forget it", forget, { id: "fs-forget-damaged" })),
  ] : [];
}
