/**
 * A field to write a text in: numbers beside its lines, marks where something is wrong, and below it what could stand next.
 *
 * It is the browser's own text field, so every keyboard, screen reader and phone knows it. What could stand next is a list box
 * that the field owns: the arrows go through it while a word is being written, Enter and Tab take what is marked, Escape shuts
 * it. Nothing is marked by itself, so Enter ends the line and Tab leaves the field for who doesn't care.
 */

import { make } from "../shared/dom.js";
import { entryOf } from "../shared/entries.js";

/**
 * @typedef {{text: string, about: string, back: number}} Choice
 * @typedef {"seen" | "next" | "marked"} How options that are only seen unless a word is being written, that the arrows go
 *   through in any case, and whose first one is marked
 */

/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowUp: -1 };
/** The keys that only move the caret. */
const MOVES = new Set(["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"]);

export class Editor {
  /** What stands before the caret that an option takes the place of. */
  #typed = "";
  /** The text before the caret when they were offered. */
  #before = "";
  /** @type {Choice[]} */
  #choices = [];
  #marked = -1;
  /** Whether the arrows go through the options. */
  #keys = false;

  /** @param {{label: string, changed: () => void, moved: () => void, asked: (how: How) => void}} told `asked` for options */
  constructor({ label, changed, moved, asked }) {
    this.field = make("textarea", {
      class: "fs-writing", id: "fs-writing", wrap: "off", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
      "aria-label": label, "aria-autocomplete": "list", "aria-controls": "fs-options", "aria-describedby": "fs-how",
    });
    this.gutter = make("div", { class: "fs-gutter", "aria-hidden": "true" });
    this.list = make("div", {
      class: "fs-options", id: "fs-options", role: "listbox", tabindex: "0", "aria-label": "What can stand here" });
    this.element = make("div", { class: "fs-editor" }, this.gutter, this.field);
    this.asked = asked;
    this.field.addEventListener("input", () => {
      this.number();
      changed();
    });
    this.field.addEventListener("scroll", () => (this.gutter.scrollTop = this.field.scrollTop));
    this.field.addEventListener("beforeinput", (event) => this.#break(event));
    for (const each of [this.field, this.list]) {
      each.addEventListener("keydown", (event) => this.#key(/** @type {KeyboardEvent} */ (event)));
    }
    for (const name of ["keyup", "click", "focus"]) this.field.addEventListener(name, moved);
    this.field.addEventListener("click", () => this.#stale());
    this.field.addEventListener("keyup", ({ key }) => MOVES.has(key) && this.#stale());
    this.list.addEventListener("pointerdown", (event) => event.preventDefault()); // the caret stays where it is
    this.list.addEventListener("click", ({ target }) => {
      const option = /** @type {HTMLElement} */ (target).closest("[role=option]");
      if (option) this.#take([...this.list.children].indexOf(option));
    });
  }

  get text() {
    return this.field.value;
  }

  /** The text before the caret, and the one behind it. */
  get parts() {
    const { value, selectionStart } = this.field;
    return { before: value.slice(0, selectionStart), after: value.slice(selectionStart) };
  }

  /** The line of the caret, from 1. */
  get line() {
    return this.parts.before.split("\n").length;
  }

  /** Begins with a text; nothing of the one before can be brought back. @param {string} text */
  begin(text) {
    this.field.value = text;
    this.field.setSelectionRange(0, 0);
    this.field.scrollTop = 0;
    this.number();
    this.offer("", []);
  }

  /** Puts a text in the place of another, as if it were typed: the browser can undo it.
   * @param {number} from @param {number} to @param {string} text */
  replace(from, to, text) {
    const { scrollTop } = this.field;
    this.field.focus({ preventScroll: true });
    this.field.setSelectionRange(from, to);
    if (!document.execCommand("insertText", false, text)) {
      this.field.setRangeText(text, from, to, "end");
      this.field.dispatchEvent(new Event("input"));
    }
    this.field.scrollTop = scrollTop;
  }

  /** Puts another text in the place of all, the caret staying in its line. @param {string} text */
  replaceAll(text) {
    const { line } = this;
    this.replace(0, this.text.length, text);
    const at = text.split("\n").slice(0, line).join("\n").length;
    this.field.setSelectionRange(at, at);
  }

  /** Goes to a line, and marks it as chosen. @param {number} line from 1 */
  go(line) {
    const lines = this.text.split("\n");
    const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    this.field.focus({ preventScroll: true });
    this.field.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
    const height = this.field.scrollHeight / Math.max(lines.length, 1);
    this.field.scrollTop = Math.max(0, (line - 4) * height);
    this.element.scrollIntoView({ block: "nearest" });
    this.#stale();
  }

  /** Numbers the lines, those with a fault marked. @param {number[]} [faults] */
  number(faults = []) {
    const count = this.text.split("\n").length;
    this.gutter.replaceChildren(...Array.from({ length: count }, (_, place) =>
      make("span", { "data-fault": faults.includes(place + 1) }, String(place + 1))));
    this.gutter.scrollTop = this.field.scrollTop;
  }

  // ---- what could stand next

  /** Offers what could stand in the place of the end of the text before the caret.
   * @param {string} typed @param {Choice[]} choices @param {How} [how] */
  offer(typed, choices, how = "seen") {
    this.#typed = this.list.dataset.typed = typed;
    this.#before = this.parts.before;
    this.#choices = choices;
    this.#keys = how !== "seen" || typed !== "";
    this.list.replaceChildren(...choices.map(({ text, about }, place) =>
      make("div", { role: "option", id: `fs-option-${place}`, "aria-selected": "false" },
        make("b", {}, text.trim()), ...(about ? [make("small", {}, about)] : []))));
    this.list.hidden = !choices.length;
    this.#mark(how === "marked" && choices.length ? 0 : -1);
  }

  /** Options are for one place. */
  #stale() {
    if (this.parts.before !== this.#before) this.offer("", []);
  }

  /** @param {number} place */
  #mark(place) {
    this.#marked = place;
    [...this.list.children].forEach((option, at) => option.setAttribute("aria-selected", String(at === place)));
    const option = this.list.children[place];
    for (const each of [this.field, this.list]) {
      if (option) each.setAttribute("aria-activedescendant", option.id);
      else each.removeAttribute("aria-activedescendant");
    }
    option?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {number} place */
  #take(place) {
    const { text, back } = this.#choices[place];
    const at = this.field.selectionStart;
    const behind = this.text.slice(at);
    const once = text.endsWith(" ") && behind.startsWith(" ") ? text.trimEnd() : text;
    this.replace(at - this.#typed.length, this.field.selectionEnd, once);
    const end = this.field.selectionStart - back;
    this.field.setSelectionRange(end, end);
    this.offer("", []);
    this.asked("next");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing || event.altKey || !this.#means(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Does what a key means for the options. @param {KeyboardEvent} event @returns {boolean} whether it means something */
  #means({ key, ctrlKey, shiftKey, target }) {
    const step = entryOf(STEPS, key);
    if (key === " " && ctrlKey) this.asked("marked");
    else if (shiftKey || !this.#choices.length) return false;
    else if (key === "Escape") this.offer("", []);
    else if (step && (this.#keys || target === this.list)) this.#mark(this.#stepped(step));
    else if ((key === "Enter" || key === "Tab") && this.#marked >= 0) this.#take(this.#marked);
    else return false;
    return true;
  }

  /** The option a step away from the one that is marked; round and round. @param {number} step */
  #stepped(step) {
    const count = this.#choices.length;
    return this.#marked < 0 ? (step > 0 ? 0 : count - 1) : (this.#marked + step + count) % count;
  }

  /** A new line begins below the one before, and further in where that opens something. @param {InputEvent} event */
  #break(event) {
    if (event.inputType !== "insertLineBreak") return;
    const line = this.parts.before.split("\n").at(-1) ?? "";
    const [, indent, dash] = /** @type {RegExpMatchArray} */ (line.match(/^( *)(- )?/));
    const deeper = (dash ? 2 : 0) + (/:\s*$/.test(line) ? 2 : 0);
    if (!indent && !deeper) return;
    event.preventDefault();
    this.replace(this.field.selectionStart, this.field.selectionEnd, `\n${indent}${" ".repeat(deeper)}`);
  }
}
