/**
 * Asking the engine from the table: with progress while Python starts, and a plain message where it can't. What a panel
 * shows is said as well, so that nobody has to see it.
 */

import { CancelledError, engine, EngineError } from "../python/engine.js";
import { button, make, say } from "../shared/dom.js";
import { entryOf } from "../shared/entries.js";
import { put } from "../shared/translation.js";

/** @typedef {import("../python/engine.js").Status} Status */

/** The steps of a start as a card player understands them. @type {Record<string, string>} */
const STEPS = { "Fetching Python": "Fetching the rules engine", "Starting Python": "Getting the table ready" };

/** An answer takes some milliseconds; one that takes so long is worth a word. */
const LONG = 2_500;

/** What is fetched sooner needs no figures, and nobody calls it off. */
const AT_ONCE = 700;
/** After such a time one can tell how long it will take. */
const TELLS = 2_000;

say(""); // what is to be heard must be in the page before it has anything to say

/**
 * Asks, and shows on the table how far Python has come. Resolves to the answer, or to null
 * where the engine could not be asked or said what was wrong; the table then shows why.
 *
 * @template {keyof Operations} Op
 * @param {import("./table.js").FollowSuitTable} table
 * @param {Question<Op>} question
 * @param {() => void} again what a reader's “Try again” does after a question was given up
 * @param {boolean} [aside] the reader plays meanwhile and waits for nothing: it is told above the table
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
    else fill(panel); // something else lies there by now
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
      panel.blur(); // the focus is the answer's
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

/** Shows on the table what went wrong without the engine.
 * @param {HTMLElement} table @param {string} message @param {() => void} [again] */
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
    setTimeout(() => bar.isConnected && showStatus(panel, engine.status), AT_ONCE); // even if nothing comes
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

/** Figures that change with each second are for the eye; who plays meanwhile hears the hand.
 * @param {HTMLElement} panel @param {string} stage @param {string} told */
function sayStep(panel, stage, told) {
  if (panel.dataset.said !== stage && !panel.hasAttribute("data-aside")) say(told);
  panel.dataset.said = stage;
}

/** When a panel began to tell of megabytes, and how many bytes there were by then. */
let begun = { at: 0, sofar: 0 };

/** How many megabytes have come, and how long the rest will take; nothing of what comes at once.
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
