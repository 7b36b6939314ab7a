/** The “More” panel, which covers the table as a dialog. */

import { all, focusOn, updateAttribute } from "../shared/dom.js";

export class More {
  /** Id of the element that opened the panel. */
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

  /** Close the panel and return the focus to the element that opened it. */
  close() {
    if (!this.#isOpen) return;
    const within = this.table.side.contains(document.activeElement);
    this.table.removeAttribute("data-more");
    this.tell();
    if (within) focusOn(this.#opener);
  }

  /** Update the ARIA attributes, and make the stage inert while the panel is open. */
  tell() {
    const { stage, side } = this.table;
    for (const sign of all(this.table, "#fs-more, #fs-do-more")) {
      sign.setAttribute("aria-haspopup", "dialog");
      sign.setAttribute("aria-expanded", String(this.#isOpen));
    }
    stage.inert = this.#isOpen;
    for (const [name, value] of [["role", "dialog"], ["aria-labelledby", "fs-more-title"]]) {
      updateAttribute(side, name, this.#isOpen && value);
    }
  }
}
