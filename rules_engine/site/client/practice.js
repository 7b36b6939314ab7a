/** A practice hand: played in Python, shown here, kept in the browser's storage and in a link. */

import { ask } from "./asking.js";
import {
  addressFor, button, claim, focusOn, freshSeed, fromHtml, make, morph, moveInHand, plainKey, roveHands, say, showAddress,
  sourceOf, wished,
} from "./dom.js";
import { engine } from "./engine.js";
import { valueOf } from "./example.js";

const WAIT = "follow-suit-wait";
const KEYS = { u: "undo", n: "next", l: "last", h: "hint" };

/** @param {HTMLElement} widget @param {AbortSignal} signal */
export function livePractice(widget, signal) {
  const source = sourceOf(widget);
  const place = `follow-suit:${location.pathname}#${widget.id}`;
  const choice = /** @type {HTMLFormElement | null} */ (widget.querySelector(":scope > .fs-choice"));
  let save = "";
  let picked = "";
  let busy = false;
  let clock = 0;

  const begin = button("Deal and play", () => deal(), { class: "fs-main fs-begin" });
  const resume = button("Go on with your hand", () => bringBack(kept()), { class: "fs-resume", hidden: true });
  const wait = make("select", { class: "fs-wait", onchange: () => keepWait(wait.value) },
    ...[["0", "when I say so"], ["1000", "after 1 second"], ["2500", "after 2½ seconds"], ["5000", "after 5 seconds"]]
      .map(([value, label]) => make("option", { value }, label)));
  wait.value = keptWait();
  const pace = make("label", { class: "fs-pace", hidden: true }, "Next trick ", wait);
  widget.querySelector(":scope > .fs-controls").replaceChildren(begin, resume, pace);
  if (choice) choice.hidden = false;
  choice?.addEventListener("change", () => {
    choice.dataset.changed = "";
    offerTables(choice);
  }, { signal });
  if (choice) offerTables(choice);

  /** @param {object} message  @param {() => void} again */
  async function send(message, again, deed = "") {
    if (busy) return;
    busy = true;
    clearTimeout(clock);
    const answer = await ask(widget, message, again);
    busy = false;
    if (answer && !signal.aborted) show(answer, deed);
  }

  function show(answer, deed) {
    const stage = widget.querySelector(":scope > .fs-stage");
    const within = deed === "" || stage.contains(document.activeElement) || document.activeElement === document.body;
    const before = document.activeElement?.id;
    save = answer.save;
    picked = answer.picked;
    widget.dataset.playing = "";
    begin.hidden = resume.hidden = true;
    pace.hidden = false;
    if (choice) choice.hidden = true;
    morph(stage, fromHtml(answer.html));
    roveHands(widget);
    say(answer.say);
    if (within && answer.focus) focusOn(answer.focus);
    else if (within && before && !document.getElementById(before)) focusOn(`${widget.id}-status`);
    keep(save);
    if (answer.waiting && Number(wait.value)) clock = window.setTimeout(() => act("next"), Number(wait.value));
  }

  function deal() {
    const wanted = choice ? Object.fromEntries(new FormData(choice)) : {};
    const first = !save && !kept() && !("changed" in (choice?.dataset ?? {}));
    send({
      op: "practice", game: source.game, options: source.options, seed: source.setup.seed ?? freshSeed(),
      ...(first ? { setup: source.setup } : { seed: freshSeed() }),
      variant: wanted.variant ?? source.variant, players: Number(wanted.players) || source.players,
    }, deal);
  }

  function bringBack(text) {
    send({ op: "resume", save: text }, () => bringBack(text));
  }

  function act(deed, value = "") {
    if (deed === "new") startOver();
    else if (deed === "link") copyLink();
    else send({ op: "do", save, do: deed, value, picked, seed: freshSeed() }, () => act(deed, value), deed);
  }

  function startOver() {
    if (choice) {
      choice.hidden = false;
      choice.dataset.changed = "";
      begin.hidden = false;
      begin.focus();
      if (!choice.querySelector("select")) deal();
    } else deal();
  }

  async function copyLink() {
    const address = addressFor("hand", widget.id, save);
    showAddress(address);
    try {
      await navigator.clipboard.writeText(address);
      say("The link is copied: it brings back exactly this position.");
      flash("Link copied");
    } catch {
      say("The link to this position now stands in the address bar.");
      flash("See the address bar");
    }
  }

  function flash(text) {
    const link = widget.querySelector("[data-do=link]");
    if (link) link.textContent = text;
  }

  function keep(text) {
    try {
      sessionStorage.setItem(place, text);
    } catch { /* storage is full or forbidden: the hand goes on without it */ }
  }

  function kept() {
    try {
      return sessionStorage.getItem(place) ?? "";
    } catch {
      return "";
    }
  }

  widget.addEventListener("click", (event) => {
    const pressed = /** @type {HTMLElement} */ (event.target).closest(".fs-stage [data-do]");
    if (pressed && save) act(pressed.dataset.do, valueOf(pressed));
  }, { signal });

  widget.addEventListener("keydown", (event) => {
    if (moveInHand(event)) return;
    const key = plainKey(event);
    const card = /** @type {HTMLElement} */ (event.target).closest("button.fs-card");
    if (key !== "?" && !KEYS[key]) return;
    claim(event);
    if (!save) return;
    if (key === "?") {
      if (card) act("why", card.dataset.do === "play" ? card.dataset.value : card.dataset.first);
    } else if (key !== "n" || widget.querySelector("[data-do=next]")) act(KEYS[key]);
  }, { signal });

  signal.addEventListener("abort", () => clearTimeout(clock));

  const linked = wished("hand", widget.id);
  if (linked) bringBack(linked);
  else if (kept()) {
    if (engine.state === "ready") bringBack(kept());
    else resume.hidden = false;
  }
}

/** Only the tables that the chosen variant is for can be chosen. @param {HTMLFormElement} choice */
function offerTables(choice) {
  const { variant, players } = /** @type {Record<string, HTMLSelectElement>} */ (/** @type {unknown} */ (choice.elements));
  if (!variant || !players) return;
  const allowed = variant.selectedOptions[0].dataset.players.split(" ");
  for (const table of players.options) table.disabled = !allowed.includes(table.value);
  if (players.selectedOptions[0].disabled) players.value = allowed.includes("4") ? "4" : allowed[0];
}

function keptWait() {
  try {
    return localStorage.getItem(WAIT) ?? "0";
  } catch {
    return "0";
  }
}

function keepWait(value) {
  try {
    localStorage.setItem(WAIT, value);
  } catch { /* not kept: the choice holds for this visit */ }
}
