/**
 * The table's interface to the engine, with a progress panel while Python starts and a message if it can't start. Screen readers
 * announce the panel's text.
 */

import { CancelledError, engine, EngineError } from "../python/engine.js";
import { button, make, say } from "../shared/dom.js";
import { entryOf } from "../shared/entries.js";
import { put } from "../shared/translation.js";

/** @typedef {import("../python/engine.js").Status} Status */

/** Names for the steps of a start, in words that card players understand. @type {Record<string, string>} */
const STEPS = { "Fetching Python": "Fetching the rules engine", "Starting Python": "Getting the table ready" };

/** Milliseconds after which a note says that the rules are still working. Most responses take a few milliseconds. */
const LONG = 2_500;

/** Milliseconds before a start shows figures and a button to cancel it. */
const AT_ONCE = 700;
/** Milliseconds before the remaining time of a start is estimated. */
const TELLS = 2_000;

say(""); // a live region must be in the page before its first announcement

/**
 * Send a request and show the progress of Python's start on the table. Resolve to the response, or to null if the engine is
 * unavailable or reports an error, which the table then shows.
 *
 * @template {keyof Operations} Op
 * @param {import("./table.js").FollowSuitTable} table
 * @param {Question<Op>} question
 * @param {() => void} again callback of the “Try again” button
 * @param {boolean} [aside] whether the reader plays meanwhile; progress then appears above the table
 * @returns {Promise<Operations[Op]["answer"] | null>}
 */
export async function ask(table, question, again, aside = false) {
  const panel = panelOf(table);
  const { mode } = table;
  panel.toggleAttribute("data-aside", aside);
  let clock = 0;
  const show = (/** @type {Status} */ status) => {
    clearTimeout(clock);
    showStatus(panel, status);
    if (status.state === "ready") clock = window.setTimeout(() => showNote(panel, "The rules are still thinking…"), LONG);
  };
  const unlisten = engine.onchange(show);
  const fault = (/** @type {string} */ message, /** @type {boolean} */ retry) => {
    if (table.mode === mode) showFault(panel, message, retry ? again : undefined);
    else fill(panel); // the table shows something else by now
  };
  if (!aside) table.setAttribute("aria-busy", "true");
  try {
    /** @type {Question<Op>} */
    const whole = { links: table.links, ...question };
    const asked = engine.call(whole);
    show(engine.status);
    const answer = await asked;
    if (!("error" in answer || "lacks" in answer)) {
      fill(panel);
      panel.blur(); // leaves the focus to the response
      return answer;
    }
    if ("error" in answer) fault(answer.error, answer.kind === "fault");
  } catch (error) {
    if (error instanceof CancelledError) fill(panel);
    else fault(error instanceof Error ? error.message : String(error), !(error instanceof EngineError) || error.retry);
  } finally {
    unlisten();
    clearTimeout(clock);
    if (!aside) table.removeAttribute("aria-busy");
  }
  return null;
}

/** Show an error on the table that doesn't come from the engine.
 * @param {HTMLElement} table @param {string} message @param {() => void} [again] */
export function tellFault(table, message, again) {
  showFault(panelOf(table), message, again);
}

/** Remove the error from the panel, if it shows one. @param {HTMLElement} table */
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
 * Replace the panel's content. If the focus was in the panel, it stays there.
 *
 * @param {HTMLElement} panel @param {...Node} children
 */
function fill(panel, ...children) {
  const within = panel.contains(document.activeElement);
  panel.replaceChildren(...children);
  if (children.length) panel.scrollIntoView({ block: "nearest" }); // the pressed button may be far below the panel
  if (!within) return;
  panel.tabIndex = -1;
  /** @type {HTMLElement} */ (panel.querySelector("button:not([hidden])") ?? panel).focus({ preventScroll: true });
}

/** @param {HTMLElement} panel @param {Status} status */
function showStatus(panel, { state, stage = "", fraction = 0, loaded, message }) {
  if (state !== "starting") return fill(panel);
  if (!panel.querySelector("progress")) {
    const bar = make("progress", { max: 100, "aria-label": "Starting Python" });
    fill(panel, make("span", { class: "fs-stage-name" }), bar,
      button("Cancel", () => calledOff(panel), { class: "fs-again", hidden: true }));
    begun = { at: performance.now(), sofar: loaded ? loaded.sofar : 0 };
    setTimeout(() => bar.isConnected && showStatus(panel, engine.status), AT_ONCE); // even without another progress event
  }
  const [name, bar, cancel] = /** @type {[HTMLElement, HTMLProgressElement, HTMLElement]} */ ([...panel.children]);
  bar.value = Math.round(fraction * 100);
  const coming = loadedTold(loaded);
  cancel.hidden = performance.now() - begun.at < AT_ONCE;
  const step = put(`${entryOf(STEPS, stage) ?? stage}${coming || "…"}`);
  const told = message ? `${put(message)} ${step}` : step;
  if (name.textContent === told) return;
  name.textContent = told;
  sayStep(panel, stage, told);
}

/** Announce a new step of the start, unless the reader plays meanwhile. Changing figures aren't announced.
 * @param {HTMLElement} panel @param {string} stage @param {string} told */
function sayStep(panel, stage, told) {
  if (panel.dataset.said !== stage && !panel.hasAttribute("data-aside")) say(told);
  panel.dataset.said = stage;
}

/** The time when the panel began to show progress, and the number of bytes loaded by then. */
let begun = { at: 0, sofar: 0 };

/** Return the megabytes loaded and the estimated remaining time as text, or an empty string during a short download.
 * @param {Loaded | undefined} loaded */
function loadedTold(loaded) {
  const spent = performance.now() - begun.at;
  if (!loaded || spent < AT_ONCE) return "";
  const { sofar, total } = loaded;
  const seconds = ((total - sofar) / (sofar - begun.sofar)) * (spent / 1000);
  const left = spent < TELLS || !Number.isFinite(seconds) ? ""
    : seconds > 90 ? `, about ${Math.ceil(seconds / 60)} minutes left` : `, about ${Math.ceil(seconds / 5) * 5} seconds left`;
  return `: ${megabytes(sofar)} of ${megabytes(total)} MB${left}. You can read on meanwhile.`;
}

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

/** @param {HTMLElement} panel */
function calledOff(panel) {
  engine.cancel();
  say("Cancelled.");
  const lead = panel.closest("fs-table")?.querySelector(".fs-bar button:last-child");
  if (lead instanceof HTMLElement) lead.focus({ preventScroll: true });
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
