/** Downloads made in the page. */

import { make } from "../shared/dom.js";

/** Let the browser save content as a file. @param {string} name @param {string | Blob} content @param {string} [type] */
export function saveFile(name, content, type = "application/yaml") {
  const address = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // the browser reads the file only after it has asked where to save it
}
