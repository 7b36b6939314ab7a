/** Dialogs over the page, which their button, a press outside, Escape and the browser's Back button close. */

import { closed, opened } from "./back-button.js";
import { button, make } from "./dom.js";

export class Sheet {
  /** @param {Record<string, import("./dom.js").Attribute>} attributes
   * @param {import("./dom.js").Child} content
   * @param {...import("./dom.js").Child} links shown next to the button that closes the dialog */
  constructor(attributes, content, ...links) {
    this.close = () => this.dialog.close();
    this.dialog = make("dialog", attributes, content,
      make("p", { class: "fs-rule-ways" }, button("Close", this.close, { autofocus: true }), ...links));
    this.dialog.addEventListener("close", () => {
      closed(this.close);
      this.dialog.remove();
    });
    this.dialog.addEventListener("keydown", (event) => event.stopPropagation()); // keys don't reach what is below
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.close());
  }

  /** @param {string} title the dialog's name for screen readers */
  open(title) {
    this.dialog.setAttribute("aria-label", title);
    document.body.append(this.dialog);
    this.dialog.showModal();
    opened(this.close);
  }
}
