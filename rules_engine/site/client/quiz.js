/** A quiz: answers and reasons are in the page, so nothing is fetched to check one; Python makes fresh questions. */

import { ask } from "./asking.js";
import { addressFor, focusOn, freshSeed, fromHtml, moveInHand, say, showAddress, sourceOf, wished } from "./dom.js";

/** @param {HTMLElement} widget @param {AbortSignal} signal */
export function liveQuiz(widget, signal) {
  const source = sourceOf(widget);

  function enliven(question) {
    const fields = question.querySelectorAll("input.fs-number").length;
    question.querySelector(".fs-check").hidden = !(question.hasAttribute("data-many") || fields);
    question.querySelector(".fs-another").hidden = false;
  }

  widget.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const question = /** @type {HTMLElement} */ (target.closest(".fs-question"));
    if (!question) return;
    const option = /** @type {HTMLElement} */ (target.closest(".fs-option"));
    if (option) choose(question, option);
    else if (target.closest(".fs-check")) check(question);
    else if (target.closest(".fs-another")) another(question, freshSeed());
  }, { signal });

  widget.addEventListener("keydown", (event) => {
    if (moveInHand(event)) return;
    const field = /** @type {HTMLElement} */ (event.target).closest("input.fs-number");
    if (field && event.key === "Enter") check(/** @type {HTMLElement} */ (field.closest(".fs-question")));
  }, { signal });

  async function another(question, seed) {
    const place = question.id;
    const answer = await ask(widget, {
      op: "quiz", game: source.game, variant: source.variant, players: source.players, options: source.options,
      rules: source.rules, kind: question.dataset.kind, seed, widget: place,
    }, () => another(question, seed));
    if (!answer || signal.aborted) return;
    const fresh = fromHtml(answer.html);
    question.replaceWith(fresh);
    enliven(fresh);
    say(answer.say);
    focusOn(`${place}-prompt`);
    showAddress(addressFor("quiz", place, String(seed)));
  }

  for (const question of widget.querySelectorAll(".fs-question")) {
    enliven(question);
    const seed = wished("quiz", question.id);
    if (/^\d{1,10}$/.test(seed)) another(question, Number(seed));
    else if (seed) say("The link to this question is damaged; here is the question of the page.");
  }
}

function choose(question, option) {
  if (question.hasAttribute("data-checked")) return;
  const many = question.hasAttribute("data-many");
  const part = option.closest(".fs-part");
  if (!many) for (const other of part.querySelectorAll(".fs-option")) other.setAttribute("aria-pressed", "false");
  const pressed = option.getAttribute("aria-pressed") !== "true";
  option.setAttribute("aria-pressed", String(pressed));
  const parts = [...question.querySelectorAll(".fs-part")];
  if (!many && parts.every((each) => each.querySelector("[aria-pressed=true]"))) check(question);
}

function check(question) {
  const numbers = [...question.querySelectorAll("input.fs-number")];
  const told = numbers.length ? checkNumbers(question, numbers) : checkOptions(question);
  if (told === null) return;
  question.setAttribute("data-checked", "");
  question.querySelector(".fs-answer").open = true;
  question.querySelector(".fs-check").hidden = true;
  const result = question.querySelector(".fs-result");
  result.textContent = told;
  say(told);
}

function checkOptions(question) {
  const options = [...question.querySelectorAll(".fs-option")];
  if (!options.some((option) => option.getAttribute("aria-pressed") === "true")) {
    note(question, "Mark at least one first.");
    return null;
  }
  let faults = 0;
  for (const option of options) {
    const right = option.hasAttribute("data-right");
    const marked = option.getAttribute("aria-pressed") === "true";
    const outcome = right ? (marked ? "right" : "missed") : marked ? "wrong" : "left";
    option.dataset.outcome = outcome;
    faults += outcome === "missed" || outcome === "wrong" ? 1 : 0;
    const reason = [...question.querySelectorAll(".fs-reason")].find((each) => each.dataset.value === option.dataset.value
      && each.hasAttribute("data-right") === right);
    if (reason) reason.dataset.outcome = outcome;
  }
  if (!faults) return "Right.";
  if (!question.hasAttribute("data-many")) {
    const answers = options.filter((option) => option.hasAttribute("data-right")).map((option) => option.dataset.value);
    return `Not so: the answer is ${answers.join(", ")}. The reason stands below.`;
  }
  return `${faults} of ${options.length} marked wrongly or missed. The reasons stand below.`;
}

function checkNumbers(question, numbers) {
  const values = numbers.map((field) => Number(field.value.trim().replace("−", "-")));
  if (numbers.some((field, place) => !field.value.trim() || !Number.isInteger(values[place]))) {
    note(question, "Fill in a whole number in each field; −2 or -2 for less than nothing.");
    return null;
  }
  let faults = 0;
  numbers.forEach((field, place) => {
    const right = Number(field.closest(".fs-part").dataset.answer);
    field.dataset.outcome = values[place] === right ? "right" : "wrong";
    faults += values[place] === right ? 0 : 1;
  });
  return faults ? `${faults} of ${numbers.length} not right. The working stands below.` : "Right, all of it.";
}

function note(question, text) {
  question.querySelector(".fs-result").textContent = text;
  say(text);
}
