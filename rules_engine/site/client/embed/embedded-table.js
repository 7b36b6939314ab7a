/**
 * The table of a page in a frame. It shows the page's figure at once, but starts Python only after a press. It stores nothing
 * for a reload, and posts its size and results to the embedding page, from which it accepts no messages.
 */

import { button, hashText, make, wish } from "../shared/dom.js";
import { FollowSuitFigure, figureAt } from "../table/figure.js";
import { FollowSuitTable } from "../table/table.js";
import { tellFault } from "../table/ask-engine.js";

/** Pattern for the state in a link: a step and moves, the number and seed of a question, or a saved hand. */
const STATE = /^[\w .,:;+*~|/=-]{0,50000}$/;
const REFUSED = {
  theme: "The address of this frame asks for colours that don't exist: light, dark and auto do.",
  link: "The address of this frame leads to something that this table doesn't have.",
};

class EmbeddedTable extends FollowSuitTable {
  async begin() {
    const figure = figureAt(this.dataset.figure);
    if (!figure) return;
    const link = stateIn(figure);
    const waits = link !== null && needsPython(figure, link);
    const shown = await this.put(figure, { opens: true, ...(link && !waits ? { state: { link } } : {}) });
    if (shown && waits) this.#offer(figure, link);
    if (document.documentElement.hasAttribute("data-refused")) tellFault(this, REFUSED.theme);
    if (link === null && hashText()) tellFault(this, REFUSED.link);
  }

  /** Show a button for the link's state, which needs Python. @param {FollowSuitFigure} figure @param {string} link */
  #offer(figure, link) {
    this.querySelector(":scope > .fs-guest")?.remove();
    const open = () => {
      offer.remove();
      this.put(figure, { wanted: true, state: { link } });
    };
    const offer = make("div", { class: "fs-guest" }, make("b", {}, "A position from a link"),
      button("Show it", open, { class: "fs-main" }));
    this.stage.before(offer);
  }

  keep() {
    // a reload shows the figure again, without Python
  }

  enlarge() {
    // the table fills its frame
  }
}

/** Return the state in the frame's address, an empty string without one, or null if it isn't for this figure.
 * @param {FollowSuitFigure} figure */
function stateIn({ id, kind }) {
  const asked = wish();
  if (!asked) return hashText() ? null : "";
  const isOwn = asked.id === id && asked.kind === (kind === "practice" ? "hand" : kind);
  return isOwn && STATE.test(asked.rest) ? asked.rest : null;
}

/** Return whether the state needs Python: moves of the reader's own, a fresh question, or a hand.
 * @param {FollowSuitFigure} figure @param {string} link */
const needsPython = ({ kind }, link) => kind === "practice" ? link !== "" : kind !== "puzzle" && link.includes(",");

/** Post a message to the embedding page, whose origin isn't known. The message holds nothing private.
 * @param {Record<string, unknown>} told */
function tellParent(told) {
  if (parent !== window) parent.postMessage({ followSuit: 1, ...told }, "*");
}

/** Report the height that the table needs, if the frame is lower. */
function reportSize() {
  const { scrollHeight, clientHeight } = document.documentElement;
  if (scrollHeight > clientHeight) tellParent({ type: "size", height: scrollHeight });
}

/** Define the custom elements, and begin to report. */
export function enliven() {
  for (const type of ["answered", "solved"]) {
    document.addEventListener(`fs-${type}`, (event) => tellParent({ type, .../** @type {CustomEvent} */ (event).detail }));
  }
  new ResizeObserver(reportSize).observe(document.body);
  addEventListener("resize", reportSize);
  customElements.define("fs-figure", FollowSuitFigure);
  customElements.define("fs-table", EmbeddedTable);
}
