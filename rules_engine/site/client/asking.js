/** Asking the engine from a widget: with progress while Python starts, and a plain message where it can't. */

import { engine } from "./engine.js";
import { button, linksOf, make } from "./dom.js";

/**
 * Asks, and shows under the widget's controls how far Python has come. Resolves to the answer, or to null
 * where the engine could not be asked or said what was wrong; the widget then shows why.
 *
 * @param {HTMLElement} widget
 * @param {object} question
 * @param {() => void} again what a reader's “Try again” does after a question was given up
 */
export async function ask(widget, question, again) {
  const panel = panelOf(widget);
  const show = (status) => showStatus(panel, status);
  const unlisten = engine.onchange(show);
  widget.setAttribute("aria-busy", "true");
  try {
    const asked = engine.call({ widget: widget.id, links: linksOf(widget), ...question });
    show(engine.status);
    const answer = await asked;
    panel.replaceChildren();
    if (answer.error === undefined) return answer;
    showFault(panel, answer.error, answer.kind === "fault" ? again : undefined);
  } catch (error) {
    showFault(panel, error.message, error.retry === false ? undefined : again);
  } finally {
    unlisten();
    widget.removeAttribute("aria-busy");
  }
  return null;
}

function panelOf(widget) {
  let panel = widget.querySelector(":scope > .fs-engine");
  if (!panel) {
    panel = make("div", { class: "fs-engine", role: "status" });
    (widget.querySelector(":scope > .fs-controls") ?? widget.firstElementChild).after(panel);
  }
  return /** @type {HTMLElement} */ (panel);
}

function showStatus(panel, status) {
  if (status.state === "starting") {
    const percent = Math.round((status.fraction ?? 0) * 100);
    let bar = panel.querySelector("progress");
    if (!bar) {
      bar = make("progress", { max: 100, "aria-label": "Starting Python" });
      panel.replaceChildren(make("span", { class: "fs-stage-name" }), bar);
    }
    bar.value = percent;
    const name = panel.querySelector(".fs-stage-name");
    if (name.textContent !== `${status.stage}…`) name.textContent = `${status.stage}…`;
  } else if (status.state === "failed") {
    showFault(panel, status.message, status.retry ? () => engine.retry() : undefined);
  } else panel.replaceChildren();
}

function showFault(panel, message, again) {
  panel.replaceChildren(make("p", { class: "fs-fault" }, message, " Everything else on this page works as before."));
  if (again) panel.append(button("Try again", again, { class: "fs-again" }));
}
