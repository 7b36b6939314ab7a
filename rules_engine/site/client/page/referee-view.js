/** The referee's user interface: chips (toggle buttons) for facts about the table, the cards in the trick, the reader's hand, and
 * the pad of cards. */

import { all, fill, fragment, make, one, pointTo, updateAttribute } from "../shared/dom.js";
import { isolated } from "../shared/names.js";
import { entryOf } from "../shared/entries.js";
import { svg } from "../shared/svg.js";
import { put } from "../shared/translation.js";
import { cardOf } from "./referee-state.js";

/** @typedef {import("./referee.js").FollowSuitReferee} Referee */

/** Maximum number of numeric calls shown as chips; more are shown as a drop-down list. */
const MANY = 14;

/** Render the complete referee, and keep the focus on the chip that has it. @param {Referee} of */
export function show(of) {
  const { now } = of.entered;
  const again = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.again : undefined;
  fill(one(of, ".fs-case-rows"), phases(of), leaders(of), of.entered.rows.map((each) => told(of, each)), ways(of), calls(of));
  const lain = one(of, ".fs-lain");
  fill(lain, now.cards.map((move, place) => laid(of, move, place)));
  lain.hidden = now.phase !== "play";
  showHand(of);
  showPad(of);
  showBar(of);
  if (again) /** @type {HTMLElement | null} */ (of.querySelector(`[data-again="${CSS.escape(again)}"]`))?.focus();
}

/** Return a row of chips. On a phone an answered row shows only the answer; tapping it shows all chips.
 * @param {string} label @param {HTMLElement[]} inside @param {{wanted?: boolean, told?: boolean}} [how] */
const row = (label, inside, { wanted = false, told: isTold = false } = {}) => make("div", {
  class: "fs-row", role: "group", "aria-label": label, "data-wanted": wanted && "true", "data-told": isTold && "true",
}, make("b", {}, label), inside);

/** @param {Record<string, string>} data @param {Node | string} inside @param {boolean} [on] undefined for a button with an action
 * @param {Record<string, import("../shared/dom.js").Attribute>} [more] */
function chip(data, inside, on, more = {}) {
  const made = make("button", { type: "button", class: "fs-tell", "aria-pressed": on?.toString(), ...more }, inside);
  Object.assign(made.dataset, data, { again: Object.values(data).join(" ") });
  return made;
}

/** @param {Referee} of @param {import("./referee-state.js").Row} about */
function told(of, { key, label, several, seats, values }) {
  const now = entryOf(of.entered.now.told, key) ?? [];
  const shown = [
    ...(seats ? of.choice.seats.map((value, place) => ({ value, inside: of.nameOf(place) })) : []),
    ...values.map(({ value, html }) => ({ value, inside: fragment(html) })),
  ];
  const chips = shown.map(({ value, inside }) => chip({ row: key, value }, inside, now.includes(value)));
  return row(label, chips, { wanted: of.answer?.missing.includes(key), told: !several && now.length > 0 });
}

/** Render the row of chips for the leader of the trick. @param {Referee} of */
function leaders(of) {
  const { phase, leader } = of.entered.now;
  const chips = of.choice.seats.map((_, place) => chip({ lead: String(place) }, of.nameOf(place), leader === place));
  return phase === "play" && row("Led by", chips, { told: !of.asksLeader });
}

/** Render the drop-down list of phases, if there is more than one. @param {Referee} of */
function phases(of) {
  const { tool, phase: now } = of.entered.now;
  const found = Object.entries(of.choice.phases);
  const list = make("select", { class: "fs-phase", "aria-label": "What is to be done", onchange: () => of.begin(list.value) },
    found.map(([phase, label]) => make("option", { value: phase, selected: phase === now }, label)));
  return tool === "turn" && found.length > 1 && row("Now", [list]);
}

/** Render a row for each card that may have been played in several ways, with a chip for each way. @param {Referee} of */
function ways(of) {
  return Object.entries(of.answer?.ways ?? {}).map(([place, found]) => {
    const made = row("Played as", found.map(({ move, html }) =>
      chip({ way: move, place }, fragment(html), of.entered.now.cards[Number(place)] === move)), { wanted: !of.answer?.certain });
    one(made, "b").prepend(...all(made, "button:first-of-type > .fs-tag").map((card) => card.cloneNode(true)), " ");
    return made;
  });
}

/** Render the calls made so far and the possible next ones. @param {Referee} of */
function calls(of) {
  const { phase, calls: made } = of.entered.now;
  if (phase === "play") return null;
  const found = of.answer?.calls ?? [];
  const numbers = found.filter(({ move }) => /\d/.test(move));
  const many = numbers.length > MANY;
  const chips = found.filter((way) => !many || !numbers.includes(way)).map(call);
  if (many) chips.push(numberList(numbers), chip({ call: "" }, "Say it", false));
  return [made.length > 0 && make("p", { class: "fs-calls" }, made.join(", ")), chips.length > 0 && row("Next", chips)];
}

/** @param {MoveButton} way @returns {HTMLElement} */
const call = ({ move, html, legal, why }) => chip({ call: move }, fragment(html), undefined,
  legal === false ? { "aria-disabled": "true", title: fragment(why).textContent ?? "" } : {});

/** @param {MoveButton[]} numbers @returns {HTMLElement} */
const numberList = (numbers) => make("select", { class: "fs-numbers", "aria-label": "Number" },
  numbers.map(({ move, html }) => make("option", { value: move }, fragment(html).textContent ?? move)));

/** @param {Referee} of @param {string} move @param {number} place */
function laid(of, move, place) {
  const { answer, choice } = of;
  const seat = answer?.seats.length ? answer.seats[place] : (of.entered.now.leader + place) % choice.players;
  const who = seat === null ? "" : isolated(of.nameOf(seat));
  const passed = answer?.moves[place]?.startsWith("pass ") && "true";
  const about = { class: answer?.won.includes(place) ? "fs-won" : "", "data-passed": passed };
  return make("li", { ...about, "data-amiss": answer?.impossible === place && "true" },
    face(of, cardOf(move)), make("small", {}, who, passed && [" ", make("i", {}, "passed")]));
}

/** Return the SVG picture of a card. @param {Referee} of @param {string} card */
function face(of, card) {
  const key = /** @type {HTMLElement | null} */ (of.querySelector(`.fs-key[data-card="${CSS.escape(card)}"]`));
  const name = key?.querySelector("[aria-label]")?.getAttribute("aria-label") ?? card;
  const picture = svg("svg", { viewBox: "0 0 100 140", role: "img", "aria-label": name });
  const use = svg("use", {});
  pointTo(use, `${of.source.faces}#${key?.dataset.face}`);
  picture.append(use);
  return picture;
}

/** @param {Referee} of */
function showHand(of) {
  const mine = one(of, ".fs-mine");
  mine.hidden = of.entered.now.tool !== "turn" || of.choice.spoken.includes(of.entered.now.phase);
  const who = of.answer?.next;
  mine.dataset.who = typeof who === "number" ? of.nameOf(who) : "";
  fill(mine, of.entered.now.hand.map((card) => make("li", {}, make("button", {
    type: "button", "data-take": card, "data-again": `take ${card}`,
    "aria-disabled": entryOf(of.answer?.cards, card)?.legal === false && "true",
  }, face(of, card)))));
}

/** @param {Referee} of */
function showPad(of) {
  const { hand, tool, phase } = of.entered.now;
  one(of, ".fs-pad").hidden = of.choice.spoken.includes(phase);
  for (const key of all(of, ".fs-key")) {
    const card = key.dataset.card ?? "";
    const gone = of.entered.gone(card);
    const held = tool === "turn" && hand.includes(card);
    key.hidden = !of.choice.cards.includes(card);
    key.toggleAttribute("data-gone", gone);
    key.toggleAttribute("data-held", held);
    updateAttribute(key, "aria-disabled", gone && "true");
    updateAttribute(key, "aria-pressed", of.entered.toHand && String(held));
  }
}

/** @param {Referee} of */
function showBar(of) {
  const { tool, phase, target } = of.entered.now;
  const change = one(of, "[data-do=target]");
  change.hidden = tool !== "turn" || phase !== "play";
  change.textContent = put(target === "hand" ? "Back to the trick" : "Your hand");
  one(of, "[data-do=next]").hidden = phase !== "play";
}

/** Move the focus between the cards on the pad with the arrow keys, Home and End.
 * @param {KeyboardEvent} event @param {HTMLElement[]} keys */
export function moveOnPad(event, keys) {
  const wide = keys.filter((key) => key.offsetTop === keys[0].offsetTop).length || 1;
  /** @type {Record<string, number>} */
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: wide, ArrowUp: -wide, Home: -Infinity, End: Infinity };
  const step = entryOf(steps, event.key);
  if (step === undefined) return;
  event.preventDefault();
  const here = keys.indexOf(/** @type {HTMLElement} */ (event.target));
  keys[Math.min(Math.max(here + step, 0), keys.length - 1)].focus();
}
