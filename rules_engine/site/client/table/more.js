/** What stands behind “More”: it lies over the table as a dialog does, and closes as one does. */

import { all, focusOn } from "../shared/dom.js";

export class More {
  /** The id of what opened it. */
  #opener = "";

  /** @param {import("./table.js").FollowSuitTable} table */
  constructor(table) {
    this.table = table;
  }

  get #isOpen() {
    return this.table.hasAttribute("data-more");
  }

  open() {
    this.#opener = document.activeElement?.id ?? "";
    this.table.dataset.more = "";
    this.tell();
    focusOn("fs-less");
  }

  /** It is put away, and what opened it has the focus again. */
  close() {
    if (!this.#isOpen) return;
    const within = this.table.side.contains(document.activeElement);
    this.table.removeAttribute("data-more");
    this.tell();
    if (within) focusOn(this.#opener);
  }

  /** Whether it is open is told, and while it is, the table below it takes no part. */
  tell() {
    const { stage, side } = this.table;
    for (const sign of all(this.table, "#fs-more, #fs-do-more")) {
      sign.setAttribute("aria-haspopup", "dialog");
      sign.setAttribute("aria-expanded", String(this.#isOpen));
    }
    stage.inert = this.#isOpen;
    for (const [name, value] of [["role", "dialog"], ["aria-labelledby", "fs-more-title"]]) {
      if (this.#isOpen) side.setAttribute(name, value);
      else side.removeAttribute(name);
    }
  }
}
