/**
 * The table's interface to the engine, with a progress panel while Python starts and a message if it can't start. Screen readers
 * announce the panel's text.
 */

import { CancelledError, engine, EngineError } from "../python/engine.js";
import { button, fill, focusInPlace, make, say } from "../shared/dom.js";
import { entryOf } from "../shared/entries.js";
import { put } from "../shared/translation.js";

/** @typedef {import("../python/engine.js").Status} Status @typedef {import("../shared/dom.js").Child} Child */

/** Names shown to readers for the stages of Python's start. @type {Record<string, string>} */
const STEPS = { "Fetching Python": "Fetching the rules engine", "Starting Python": "Getting the table ready" };

/** Milliseconds after which a message says that the rules are still working. Most responses take a few milliseconds. */
const LONG = 2_500;

/** Milliseconds before the panel shows the amount loaded and a “Cancel” button. */
const AT_ONCE = 700;
/** Milliseconds before the panel estimates the remaining time. */
const TELLS = 2_000;

say(""); // a live region must be in the page before its first announcement

/**
 * Send a request and show the progress of Python's start on the table. Resolve to the response. If the engine is unavailable or
 * reports an error, show the error on the table and resolve to null.
 *
 * @template {keyof Operations} Op
 * @param {import("./table.js").FollowSuitTable} table
 * @param {Question<Op>} question
 * @param {() => void} again callback for the “Try again” button
 * @param {boolean} [aside] whether the reader can play meanwhile; progress then appears above the table
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
    else fillPanel(panel); // the table now shows something else
  };
  if (!aside) table.setAttribute("aria-busy", "true");
  try {
    /** @type {Question<Op>} */
    const whole = { links: table.links, ...question };
    const asked = engine.call(whole);
    show(engine.status);
    const answer = await asked;
    if (!("error" in answer || "needs" in answer)) {
      fillPanel(panel);
      panel.blur(); // lets the response take the focus
      return answer;
    }
    if ("error" in answer) fault(answer.error, answer.kind === "fault");
  } catch (error) {
    if (error instanceof CancelledError) fillPanel(panel);
    else fault(error instanceof Error ? error.message : String(error), !(error instanceof EngineError) || error.retry);
  } finally {
    unlisten();
    clearTimeout(clock);
    if (!aside) table.removeAttribute("aria-busy");
  }
  return null;
}

/** Show an error from outside the engine on the table.
 * @param {HTMLElement} table @param {string} message @param {() => void} [again] */
export function tellFault(table, message, again) {
  showFault(panelOf(table), message, again);
}

/** Remove the error from the panel, if it shows one. @param {HTMLElement} table */
export function clearFault(table) {
  const panel = panelOf(table);
  if (panel.querySelector(".fs-fault")) fillPanel(panel);
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
 * @param {HTMLElement} panel @param {...Child} children
 */
function fillPanel(panel, ...children) {
  const within = panel.contains(document.activeElement);
  fill(panel, ...children);
  if (children.length) panel.scrollIntoView({ block: "nearest" }); // the clicked button may be far below the panel
  if (!within) return;
  panel.tabIndex = -1;
  focusInPlace(panel.querySelector("button:not([hidden])") ?? panel);
}

/** @param {HTMLElement} panel @param {Status} status */
function showStatus(panel, { state, stage = "", fraction = 0, loaded, message }) {
  if (state !== "starting") return fillPanel(panel);
  if (!panel.querySelector("progress")) {
    const bar = make("progress", { max: 100, "aria-label": "Starting Python" });
    fillPanel(panel, make("span", { class: "fs-stage-name" }), bar,
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

/** Announce a new stage of Python's start, unless the reader is playing. Changing numbers aren't announced.
 * @param {HTMLElement} panel @param {string} stage @param {string} told */
function sayStep(panel, stage, told) {
  if (panel.dataset.said !== stage && !panel.hasAttribute("data-aside")) say(told);
  panel.dataset.said = stage;
}

/** The time when the panel began to show progress, and the number of bytes loaded by then. */
let begun = { at: 0, sofar: 0 };

/** Return the megabytes loaded and the estimated remaining time as text, or an empty string if loading has only just begun.
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
  focusInPlace(panel.closest("fs-table")?.querySelector(".fs-bar button:last-child"));
}

/** @param {HTMLElement} panel @param {string} text */
function showNote(panel, text) {
  fillPanel(panel, make("span", { class: "fs-stage-name" }, text));
  say(text);
}

/** @param {HTMLElement} panel @param {string} message @param {() => void} [again] */
function showFault(panel, message, again) {
  const told = put(`${message}${/[.!?]$/.test(message) ? "" : "."} Everything else on this page works as before.`);
  fillPanel(panel, make("p", { class: "fs-fault" }, told), again && button("Try again", again, { class: "fs-again" }));
  say(told);
}
