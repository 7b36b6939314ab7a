/**
 * Questions on the table. Answers and reasons are in the page's HTML, so checking an answer doesn't need Python. Python generates
 * fresh questions.
 */

import { action, all, blurWithin, fill, focusOnceSeen, freshSeed, fromHtml, gap, make, one, say } from "../shared/dom.js";
import { Mode } from "./mode.js";
import { chosenVariant } from "./variant-choice.js";
import { note } from "../shared/answer-log.js";
import { put } from "../shared/translation.js";

/** Pattern for a link: the index of a question on the page and, optionally, the seed of a fresh question like it. */
const LINK = /^\d+(,\d{1,10})?$/;
/** Seconds after which the reader is assumed to have been away, so that the time isn't recorded. */
const AWAY = 600;
/** Milliseconds within which an answer is painted. */
const SEEN = 100;

export class Question extends Mode {
  place = 0;
  /** The seed of the fresh question on the table, or null for a question from the page. @type {number | null} */
  seed = null;
  checked = false;
  /** True if an answer must be confirmed with the “Check” button. */
  check = false;
  /** Ids of the rules that decide the question on the table. @type {string[]} */
  #turnsOn = [];
  /**
   * The time when the question was shown, or 0 if the reader didn't ask for it, because the time taken is then unknown.
   */
  #since = 0;
  #tries = 1;
  /** True if answers are ignored because another question is about to be shown. */
  held = false;
  /** The HTML of the fresh question on the table. */
  shown = "";

  /** @param {{place?: number, seed?: number | null, link?: string}} state */
  start({ place = 0, seed = null, link }) {
    const [at, wanted] = link === undefined ? [place, seed] : link.split(",").map(Number);
    this.place = this.content.steps[at] ? at : 0;
    const { rules = [], shows = [] } = this.content.steps[this.place];
    this.#turnsOn = [...rules, ...shows];
    this.furnishAuthors([]);
    this.#lay(this.content.steps[this.place].html, "", true);
    if (wanted !== null && wanted !== undefined && Number.isInteger(wanted)) {
      this.seed = wanted; // part of the stored state while Python starts
      this.askAnother(wanted);
    }
    if (link !== undefined && !LINK.test(link)) this.tell("The link to this question is damaged; here is the page's own.");
  }

  state() {
    return { place: this.place, seed: this.seed };
  }

  get linkState() {
    return [this.place, ...(this.seed === null ? [] : [this.seed])].join(",");
  }

  get stage() {
    return this.table.stage;
  }

  get many() {
    return this.stage.hasAttribute("data-many");
  }

  /** @param {string} html @param {string} said @param {boolean} [still] */
  #lay(html, said, still = false) {
    this.checked = false;
    this.#since = this.table.touched ? performance.now() : 0;
    this.#tries = 1;
    const laid = fromHtml(html);
    const single = !laid.hasAttribute("data-many") && !laid.querySelector("input");
    this.check = !single || laid.querySelectorAll(".fs-part").length > 1;
    return this.table.show(html, this.#bar(), { say: said, focus: said ? "fs-lead" : "", still });
  }

  #bar() {
    const given = this.table.lesson?.bar(this);
    if (given) return given;
    const { steps } = this.content;
    return [
      action("again", "Try again", { off: !this.checked }), this.another && action("another", "Another like this"),
      steps.length > 1 && make("span", { class: "fs-count" }, `${this.place + 1} of ${steps.length}`), gap(),
      this.checked && this.place + 1 < steps.length ? action("on", "Next ›", { main: true })
        : this.check && action("check", "Check", { main: true, off: this.checked }),
    ];
  }

  /** @param {string} deed @param {string} value @param {HTMLElement} element */
  press(deed, value, element) {
    if (deed === "option") this.#choose(element);
    else if (deed === "bet") one(this.stage, `[data-bet="${value}"]`).click(); // a card in the trick represents its player
    else if (deed === "add") this.#add(element, Number(value));
    else if (deed === "check") this.#check();
    else if (deed === "another") this.askAnother(freshSeed());
    else if (deed === "on") this.start({ place: this.place + 1 });
    else if (deed === "again") this.#again();
    else if (deed === "link") this.copyLink("quiz", this.linkState);
  }

  /** @param {string} key */
  key(key) {
    if (key !== "n") return false;
    if (this.checked && !this.table.lesson?.press("lesson-next")) {
      this.press(this.place + 1 < this.content.steps.length ? "on" : "another", "", this.table);
    }
    return true;
  }

  /** @param {HTMLElement} option */
  #choose(option) {
    if (this.checked || this.held) return;
    const part = /** @type {HTMLElement} */ (option.closest(".fs-part"));
    if (!this.many) for (const other of part.querySelectorAll(".fs-option")) other.setAttribute("aria-pressed", "false");
    option.setAttribute("aria-pressed", String(option.getAttribute("aria-pressed") !== "true"));
    if (!this.check) this.#check();
  }

  /** @param {HTMLElement} pressed @param {number} step */
  #add(pressed, step) {
    const field = /** @type {HTMLInputElement} */ (document.getElementById(pressed.dataset.field ?? ""));
    field.value = String((Number(field.value.replace("−", "-")) || 0) + step).replace("-", "−");
  }

  /** The kind of the current question if fresh questions of that kind can be generated, otherwise an empty string. */
  get another() {
    return this.content.steps[this.place].kind;
  }

  /** Return the kind of fresh question that matches or resembles a question on the page, or an empty string.
   * @param {number} place */
  kindOf(place) {
    const { kind, like } = this.content.steps[place];
    return kind || like || "";
  }

  /**
   * Show a fresh question on the table. In a course, `about` restricts it: the rules to ask about, the rules taught so far, and a
   * scenario to resemble.
   *
   * @param {number} seed @param {{rules?: string[], taught?: string[], scenario?: ScenarioJson}} [about]
   * @param {(html: string) => boolean} [wanted] returns whether to accept the question @param {number} [place] index of the
   * original
   * @returns {Promise<boolean | null>} whether the question is on the table; null if it wasn't accepted
   */
  async askAnother(seed, about, wanted = () => true, place = this.place) {
    const { source } = this.content;
    const answer = await this.ask({
      op: "quiz", game: source.game, variant: source.variant ?? (chosenVariant() || undefined),
      players: source.players, options: source.options,
      rules: source.rules, kind: this.kindOf(place), seed, ...about,
    }, () => this.askAnother(seed, about, wanted, place));
    if (!answer) return false;
    if (!wanted(answer.html)) return null;
    this.place = place;
    this.seed = seed;
    this.#turnsOn = [...answer.rules, ...answer.shows];
    this.shown = answer.html;
    this.table.heading = answer.title;
    this.#lay(answer.html, answer.say);
    return true;
  }

  #again() {
    for (const option of this.stage.querySelectorAll(".fs-option")) {
      option.setAttribute("aria-pressed", "false");
      option.removeAttribute("data-outcome");
    }
    this.stage.querySelector(".fs-ending")?.remove();
    this.checked = false;
    this.#tries++;
    fill(this.table.bar, this.#bar());
    this.tell(this.stage.querySelector("legend")?.textContent || "Try again.");
  }

  #check() {
    if (this.held) return;
    const numbers = /** @type {HTMLInputElement[]} */ ([...this.stage.querySelectorAll("input.fs-field")]);
    const told = numbers.length ? checkNumbers(numbers) : this.#checkOptions();
    if (told.hold) return this.#hold(told.hold);
    this.checked = true;
    blurWithin(this.table.bar);
    this.table.lesson?.answered(told.right === true, this.#tries > 1);
    this.stage.dataset.checked = "";
    const lead = make("p", { class: "fs-lead", id: "fs-lead" }, told.lead ?? "");
    const slip = one(this.stage, ".fs-felt > .fs-slip");
    slip.dataset.kind = told.right ? "yes" : "no";
    delete slip.dataset.whole;
    const panel = this.#tellWhy(slip, lead);
    const others = this.#others(slip);
    this.#note(told.right === true, slip);
    this.report("answered", { right: told.right === true, tries: this.#tries });
    fill(this.table.bar, this.#bar());
    say(panel.textContent?.replace(/\s+/g, " ").trim() ?? "");
    if (others) reasonsIn(panel).append(others);
    this.table.places.look();
    lead.tabIndex = -1;
    const next = told.right && this.table.bar.querySelector(".fs-main:not([aria-disabled])");
    focusOnceSeen(next instanceof HTMLElement ? next : lead);
  }

  /** Show the answer on the slip, or a sum on a panel instead of the trick. Return the element that shows it.
   * @param {HTMLElement} slip @param {HTMLElement} lead */
  #tellWhy(slip, lead) {
    const why = [...one(this.stage, ".fs-reasons").childNodes].map((node) => node.cloneNode(true));
    if (!one(this.stage, ".fs-reasons").querySelector(":scope > .fs-sheet")) {
      slip.replaceChildren(lead, ...why);
      return slip;
    }
    const attributes = { class: "fs-ending", id: "fs-ending", tabindex: 0, "data-kind": slip.dataset.kind };
    const panel = make("section", attributes, lead, ...why);
    slip.replaceChildren();
    slip.before(panel);
    return panel;
  }

  /** Show a message above the question if the answer can't be checked yet. @param {string} why */
  #hold(why) {
    const slip = one(this.stage, ".fs-felt > .fs-slip");
    slip.querySelector(".fs-hold")?.remove();
    slip.prepend(make("p", { class: "fs-hold" }, make("b", {}, why)));
    say(why);
    this.table.places.look();
  }

  /**
   * Store the result for the rules concerned. A right answer counts for the rules that decide the question, regardless of the
   * rules that the quiz lists. A wrong answer counts for the rules that its reasons name, or for all deciding rules if they name
   * none. In a review session a wrong answer also counts for the rule under review. Results from an author's draft aren't stored.
   *
   * @param {boolean} right @param {HTMLElement} slip
   */
  #note(right, slip) {
    const { game, rules: meant = [] } = this.content.source;
    if (this.figure.brought && !this.table.lesson) return;
    const named = /** @type {HTMLAnchorElement[]} */ ([...slip.querySelectorAll("a[href*='#rule-']")])
      .map(({ href }) => href.split("#rule-")[1]).filter((rule) => this.#turnsOn.includes(rule));
    const [missed = []] = [named, this.#turnsOn, meant].filter((rules) => rules.length);
    const asked = this.figure.brought ? meant : [];
    const seconds = this.#since ? (performance.now() - this.#since) / 1000 : 0;
    const how = { right, tries: this.#tries, seconds: seconds < AWAY ? Math.ceil(seconds) : 0 };
    note(game, new Set(right ? this.#turnsOn : [...missed, ...asked]), how);
    // after the answer has been painted; if it fails, the next result retries it
    setTimeout(() => import("../shared/spaced-repetition.js").then(({ refresh }) => refresh()).catch(() => {}), SEEN);
  }

  /**
   * Move the reasons that don't decide the answer to a collapsed list and return it, or null if there are none. If several
   * answers can be chosen, the reasons for wrong ones come first. Each rule is linked once.
   *
   * @param {HTMLElement} slip
   */
  #others(slip) {
    const options = all(this.stage, ".fs-option");
    const about = (/** @type {HTMLElement} */ { dataset: { of = "" } }, /** @type {string[]} */ outcomes) =>
      of.split(" ").some((place) => outcomes.includes(options[Number(place)].dataset.outcome ?? ""));
    const turns = slip.dataset.kind === "yes" ? ["right"] : ["missed", "wrong"];
    const first = (/** @type {HTMLElement} */ reason) => Number(this.many && about(reason, ["wrong"]));
    const reasons = all(slip, ".fs-reason").sort((before, after) => first(after) - first(before));
    const rest = reasons.filter((reason) => reason.dataset.told !== undefined || !about(reason, turns));
    const kept = reasons.filter((reason) => !rest.includes(reason));
    kept[0]?.parentElement?.append(...kept);
    for (const reason of rest) reason.remove();
    const links = /** @type {HTMLAnchorElement[]} */ ([...kept, ...rest].flatMap((reason) => [...reason.querySelectorAll("a")]));
    links.forEach((link, place) => links.findIndex(({ href }) => href === link.href) < place && link.remove());
    return rest.length ? make("details", { class: "fs-log" }, make("summary", {}, "The others"), make("ul", {}, ...rest)) : null;
  }

  /** Draw a ring around the cards in the trick that represent right answers. @param {HTMLElement[]} options */
  #ring(options) {
    for (const { dataset: { bet, right } } of options) {
      this.stage.querySelector(`.fs-laid[data-value="${bet}"]`)?.classList.toggle("fs-won", right !== undefined);
    }
  }

  #checkOptions() {
    const options = all(this.stage, ".fs-option");
    const marked = options.filter((option) => option.getAttribute("aria-pressed") === "true");
    const parts = [...this.stage.querySelectorAll(".fs-part")];
    if (!marked.length || (!this.many && parts.some((part) => !part.querySelector("[aria-pressed=true]")))) {
      return { hold: this.many ? "Mark at least one first." : "Choose one first." };
    }
    for (const option of options) {
      const [is, was] = [option.hasAttribute("data-right"), marked.includes(option)];
      option.dataset.outcome = is ? (was ? "right" : "missed") : was ? "wrong" : "left";
    }
    this.#ring(options);
    const right = options.every(({ dataset: { outcome } }) => outcome === "right" || outcome === "left");
    if (right) return { lead: "Right!", right };
    return { lead: this.many ? howMany(options) : theRight(options), right };
  }
}

/** Return the element for a panel's reasons: its own list or, without one, the panel. @param {HTMLElement} panel */
const reasonsIn = (panel) => panel.querySelector(".fs-rest") ?? panel;

/** Return a sentence with the number of right answers found, or of wrong ones marked. @param {HTMLElement[]} options */
function howMany(options) {
  const [found, missed, wrong] = ["right", "missed", "wrong"].map((outcome) =>
    options.filter((option) => option.dataset.outcome === outcome).length);
  if (!missed) return `${wrong} too many:`;
  return found ? `You found ${found} of ${found + missed}.` : `You found none of ${missed}.`;
}

/** Return a sentence with the right answers. @param {HTMLElement[]} options */
function theRight(options) {
  const answers = options.filter((option) => option.hasAttribute("data-right"))
    .map((option) => option.getAttribute("aria-label") ?? option.textContent);
  return `${put("No: it's")} ${answers.join(", ")}. ${put("Here is why:")}`;
}

/** @param {HTMLInputElement[]} numbers @returns {{hold?: string, lead?: string, right?: boolean}} */
function checkNumbers(numbers) {
  const values = numbers.map((field) => Number(field.value.trim().replace("−", "-"))); // an empty box shows 0 as its placeholder
  if (!values.every(Number.isInteger)) {
    return { hold: "Enter whole numbers, with a minus sign for a loss; an empty box is 0." };
  }
  let right = 0;
  numbers.forEach((field, place) => {
    const wanted = Number(/** @type {HTMLElement} */ (field.closest(".fs-part")).dataset.answer);
    field.dataset.outcome = values[place] === wanted ? "right" : "wrong";
    right += values[place] === wanted ? 1 : 0;
  });
  if (numbers.length === 1 && !right) return { lead: "Not quite. Here is the sum:", right: false };
  return right === numbers.length ? { lead: "Right, all of it!", right: true }
    : { lead: `${right} of ${numbers.length} right. Here is the sum:`, right: false };
}
