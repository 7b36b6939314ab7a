/** A worked example: stepping through what the page holds, and what-if from any step. */

import { ask } from "./asking.js";
import {
  addressFor, button, claim, focusOn, fromHtml, make, morph, moveInHand, plainKey, roveHands, say, showAddress, sourceOf, wished,
} from "./dom.js";

const PACE = 2000;

/** @param {HTMLElement} widget @param {AbortSignal} signal */
export function liveExample(widget, signal) {
  const moments = [...widget.querySelectorAll(":scope > template.fs-moment")];
  const steps = [...widget.querySelectorAll(":scope > .fs-steps > .fs-step")];
  const start = /** @type {HTMLElement} */ (widget.querySelector(":scope > .fs-start"));
  const last = moments.length - 1;
  let step = 0;
  let playing = 0;
  /** @type {null | {moves: string[], picked: string}} the reader's own line, away from the book */
  let line = null;
  let busy = false;

  const back = button("◀", () => go(step - 1), { "aria-label": "Step back", title: "Step back (←)" });
  const on = button("▶", () => go(step + 1), { "aria-label": "Step on", title: "Step on (→ or N)", class: "fs-main" });
  const first = button("|◀", () => go(0), { "aria-label": "To the start", title: "To the start (Home)" });
  const end = button("▶|", () => go(last), { "aria-label": "To the end", title: "To the end (End)" });
  const run = button("Play", () => (playing ? pause() : playThrough()), { class: "fs-run" });
  const slider = make("input", { type: "range", min: 0, max: last, value: 0, "aria-label": "Step", oninput: () => go(+slider.value) });
  const where = make("span", { class: "fs-where" });
  const all = button("All steps", showAll, { "aria-pressed": "false", class: "fs-all" });
  const whatIf = button("What if…", () => vary(""), { class: "fs-whatif" });
  const controls = widget.querySelector(":scope > .fs-controls");
  controls.replaceChildren(
    make("div", { class: "fs-steppers", role: "group", "aria-label": "Steps of the example" }, first, back, on, end, run),
    make("div", { class: "fs-scrub" }, slider, where),
    make("div", { class: "fs-extras" }, all, whatIf));

  function stage() {
    return widget.querySelector(":scope > .fs-stage");
  }

  function go(wanted, quietly = false) {
    if (line) leaveLine();
    step = Math.min(Math.max(wanted, 0), last);
    morph(stage(), moments[step].content.firstElementChild.cloneNode(true));
    steps.forEach((each, place) => each.classList.toggle("fs-now", place + 1 === step));
    start.classList.toggle("fs-now", step === 0);
    show();
    if (!quietly) say(`Step ${step} of ${last}. ${told()}`);
    if (step === last) pause();
  }

  function told() {
    const now = step === 0 ? start : steps[step - 1];
    return [...now.querySelectorAll(".fs-move, .fs-standing, .fs-event")].map(spoken).join(" ");
  }

  function show() {
    slider.value = String(step);
    slider.setAttribute("aria-valuetext", `Step ${step} of ${last}`);
    where.textContent = step === 0 ? `Start · ${last} step${last === 1 ? "" : "s"}` : `Step ${step} of ${last}`;
    for (const [control, off] of [[back, step === 0], [first, step === 0], [on, step === last], [end, step === last]]) {
      control.setAttribute("aria-disabled", String(off));
    }
    whatIf.hidden = Boolean(line);
    run.hidden = last < 2;
  }

  function playThrough() {
    if (step === last) go(0, true);
    run.textContent = "Pause";
    playing = setInterval(() => go(step + 1), PACE);
    go(step + 1);
  }

  function pause() {
    clearInterval(playing);
    playing = 0;
    run.textContent = "Play";
  }

  function showAll() {
    const shown = widget.toggleAttribute("data-all");
    all.setAttribute("aria-pressed", String(shown));
  }

  /** One message about the reader's own line, from where it stands; the book's step stays where it is. */
  async function vary(deed, value = "", from = { step, moves: [], picked: "", ...line }) {
    if (busy) return;
    busy = true;
    pause();
    if (step !== from.step) go(from.step, true);
    const question = { op: "whatif", scenario: sourceOf(widget), ...from, do: deed, value };
    const answer = await ask(widget, question, () => vary(deed, value, from));
    busy = false;
    if (!answer || signal.aborted || step !== from.step) return; // the reader may have stepped on
    line = { moves: answer.moves, picked: answer.picked };
    widget.dataset.varied = "";
    const within = [whatIf, document.body].includes(document.activeElement) || stage().contains(document.activeElement);
    morph(stage(), fromHtml(answer.html));
    roveHands(widget);
    show();
    say(answer.say);
    if (within || !deed) focusOn(answer.focus);
    showAddress(addressFor("whatif", widget.id, [step, ...line.moves].join(",")));
  }

  function leaveLine() {
    line = null;
    delete widget.dataset.varied;
    showAddress(addressWithout());
  }

  widget.addEventListener("click", (event) => {
    const pressed = /** @type {HTMLElement} */ (event.target).closest("[data-do]");
    if (!pressed || !line) return;
    if (pressed.dataset.do === "book") {
      go(step);
      whatIf.focus();
    } else vary(pressed.dataset.do, valueOf(pressed));
  }, { signal });

  widget.addEventListener("keydown", (event) => {
    if (moveInHand(event)) return;
    const key = plainKey(event);
    const to = { ArrowRight: step + 1, n: step + 1, ArrowLeft: step - 1, Home: 0, End: last }[key];
    if (to === undefined) return;
    claim(event);
    if (!line) go(to);
  }, { signal });

  signal.addEventListener("abort", pause);
  go(0, true);
  const wish = wished("whatif", widget.id);
  if (wish) followLink(wish);

  async function followLink(wish) {
    const [from, ...moves] = wish.split(",");
    const at = Number(from);
    if (!Number.isInteger(at) || at < 0 || at > last) {
      say("The link to this example is damaged; the example stands at its start.");
      return;
    }
    await vary("", "", { step: at, moves, picked: "" });
    widget.scrollIntoView({ block: "nearest" });
  }
}

export function valueOf(pressed) {
  const field = pressed.dataset.from ? document.getElementById(pressed.dataset.from) : null;
  return field ? /** @type {HTMLSelectElement} */ (field).value : pressed.dataset.value ?? "";
}

function spoken(element) {
  const copy = element.cloneNode(true);
  for (const hidden of copy.querySelectorAll("[aria-hidden=true], .fs-rule")) hidden.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
}

function addressWithout() {
  const address = new URL(location.href);
  address.hash = "";
  return address.href.replace(/#$/, "");
}
