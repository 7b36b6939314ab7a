/**
 * Asking the engine from the table: with progress while Python starts, and a plain message where it can't. What a panel
 * shows is said as well, so that nobody has to see it.
 */

import { engine, EngineError } from "../python/engine.js";
import { button, make, say } from "../shared/dom.js";
import { put } from "../shared/translation.js";

/** @typedef {import("../python/engine.js").Status} Status */

/** The steps of a start as a card player understands them. @type {Record<string, string>} */
const STEPS = { "Fetching Python": "Fetching the rules engine", "Starting Python": "Getting the table ready" };

/** An answer takes some milliseconds; one that takes so long is worth a word. */
const LONG = 2_500;

say(""); // what is to be heard must be in the page before it has anything to say

/**
 * Asks, and shows on the table how far Python has come. Resolves to the answer, or to null
 * where the engine could not be asked or said what was wrong; the table then shows why.
 *
 * @template {keyof Operations} Op
 * @param {import("./table.js").FollowSuitTable} table
 * @param {Question<Op>} question
 * @param {() => void} again what a reader's “Try again” does after a question was given up
 * @returns {Promise<Operations[Op]["answer"] | null>}
 */
export async function ask(table, question, again) {
  const panel = panelOf(table);
  const { mode } = table;
  let clock = 0;
  const show = (/** @type {Status} */ status) => {
    clearTimeout(clock);
    showStatus(panel, status);
    if (status.state === "ready") clock = window.setTimeout(() => showNote(panel, "The rules are still thinking…"), LONG);
  };
  const unlisten = engine.onchange(show);
  const fault = (/** @type {string} */ message, /** @type {boolean} */ retry) => {
    if (table.mode === mode) showFault(panel, message, retry ? again : undefined);
    else fill(panel); // something else lies there by now
  };
  table.setAttribute("aria-busy", "true");
  try {
    /** @type {Question<Op>} */
    const whole = { links: table.links, ...question };
    const asked = engine.call(whole);
    show(engine.status);
    const answer = await asked;
    if (!("error" in answer || "lacks" in answer)) {
      fill(panel);
      panel.blur(); // the focus is the answer's
      return answer;
    }
    if ("error" in answer) fault(answer.error, answer.kind === "fault");
  } catch (error) {
    fault(error instanceof Error ? error.message : String(error), !(error instanceof EngineError) || error.retry);
  } finally {
    unlisten();
    clearTimeout(clock);
    table.removeAttribute("aria-busy");
  }
  return null;
}

/** Shows on the table what went wrong without the engine.
 * @param {HTMLElement} table @param {string} message @param {() => void} again */
export function tellFault(table, message, again) {
  showFault(panelOf(table), message, again);
}

/** What went wrong has had its time once something else is shown. @param {HTMLElement} table */
export function clearFault(table) {
  const panel = panelOf(table);
  if (panel.querySelector(".fs-fault")) fill(panel);
}

/** @param {HTMLElement} table */
function panelOf(table) {
  /** @type {HTMLElement | null} */
  let panel = table.querySelector(":scope > .fs-engine");
  if (!panel) {
    panel = make("div", { class: "fs-engine" });
    table.append(panel);
  }
  return panel;
}

/**
 * Puts something else into the panel, or nothing. Who was in it stays in it.
 *
 * @param {HTMLElement} panel @param {...Node} children
 */
function fill(panel, ...children) {
  const within = panel.contains(document.activeElement);
  panel.replaceChildren(...children);
  if (children.length) panel.scrollIntoView({ block: "nearest" }); // what was pressed may be far below it
  if (!within) return;
  panel.tabIndex = -1;
  (panel.querySelector("button") ?? panel).focus({ preventScroll: true });
}

/** @param {HTMLElement} panel @param {Status} status */
function showStatus(panel, { state, stage, fraction = 0, message }) {
  if (state !== "starting") return fill(panel);
  if (!panel.querySelector("progress")) {
    const bar = make("progress", { max: 100, "aria-label": "Starting Python" });
    fill(panel, make("span", { class: "fs-stage-name" }), bar);
  }
  const [name, bar] = /** @type {[HTMLElement, HTMLProgressElement]} */ ([...panel.children]);
  bar.value = Math.round(fraction * 100);
  const step = put(`${STEPS[stage ?? ""] ?? stage}…`);
  const told = message ? `${put(message)} ${step}` : step;
  if (name.textContent === told) return;
  name.textContent = told;
  say(told);
}

/** @param {HTMLElement} panel @param {string} text */
function showNote(panel, text) {
  fill(panel, make("span", { class: "fs-stage-name" }, text));
  say(text);
}

/** @param {HTMLElement} panel @param {string} message @param {() => void} [again] */
function showFault(panel, message, again) {
  const told = put(`${message}${/[.!?]$/.test(message) ? "" : "."} Everything else on this page works as before.`);
  fill(panel, make("p", { class: "fs-fault" }, told), ...(again ? [button("Try again", again, { class: "fs-again" })] : []));
  say(told);
}
