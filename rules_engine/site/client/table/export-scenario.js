/** Export of the table's content, as a file for authors, as a picture or to the referee page. */

import { copied } from "../shared/dom.js";
import { saveFile } from "./save-file.js";
import { savePicture } from "./save-picture.js";

/** Save an example or a puzzle as a file, copy a quiz to the clipboard, draw a picture, or open the position on the referee page.
 * @param {import("./mode.js").Mode} mode @param {string} kind @param {Omit<RecordMessage, "op" | "kind">} played */
export async function record(mode, kind, played) {
  if (["svg", "png", "image"].includes(kind)) return savePicture(mode, kind, played);
  const answer = await mode.ask({ op: "record", kind, ...played }, () => record(mode, kind, played));
  if (!answer) return;
  const { text, name, say: why } = answer;
  if (!text) mode.tell(why);
  else if (kind === "table") location.assign(`${mode.table.dataset.atTable}#fs:table:${text}`);
  else if (kind === "quiz" && await copied(text)) {
    mode.tell("The quiz is copied, as YAML: its title and intro are yours to write.");
  } else {
    saveFile(name, text);
    mode.tell(`Saved as ${name}: its title, intro and notes are yours to write.`);
  }
}
