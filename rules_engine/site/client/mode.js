/** What lies on the table: a worked example, a question, a hand. The table hands on what is pressed. */

import { addressFor, say } from "./dom.js";

export class Mode {
  /**
   * @param {import("./table.js").FollowSuitTable} table
   * @param {import("./figure.js").FollowSuitFigure} figure
   * @param {import("./figure.js").Content} content
   */
  constructor(table, figure, content) {
    this.table = table;
    this.figure = figure;
    this.content = content;
    this.left = false;
  }

  /** Shows it, as it was kept or as a link wants it. @param {any} state */
  start(state) {
    void state;
  }

  /** @param {string} deed @param {string} value @param {HTMLElement} element */
  press(deed, value, element) {
    void [deed, value, element];
  }

  /** @param {string} key @param {HTMLElement} target @returns {boolean} whether the key meant something here */
  key(key, target) {
    void [key, target];
    return false;
  }

  /** What brings it back. @returns {any} */
  state() {
    return {};
  }

  leave() {
    this.left = true;
  }

  /** A link that opens at the table; the page's own address stays as it is. @param {string} kind @param {string} rest */
  async copyLink(kind, rest) {
    const address = addressFor(kind, this.figure.id, rest);
    try {
      await navigator.clipboard.writeText(address);
      this.tell("The link is copied. It opens this table just as it is now.");
    } catch {
      this.tell("Copy this link:", address);
    }
  }

  /** A word on the slip that stays until something else is said. @param {string} lead @param {string} [more] */
  tell(lead, more = "") {
    const slip = this.table.stage.querySelector(".fs-slip");
    if (slip) {
      const parts = [lead, more].filter(Boolean).map((text, place) => {
        const line = document.createElement("p");
        line.className = place ? "fs-copy" : "fs-lead";
        line.textContent = text;
        return line;
      });
      slip.replaceChildren(...parts);
    }
    say(`${lead} ${more}`);
  }
}
