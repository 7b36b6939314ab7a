/**
 * A text editor with line numbers, highlighted lines with errors, and a list of completions below.
 *
 * It is a native text field, so it works with every keyboard, screen reader and phone. The completions are a list box that the
 * field controls. While a word is being typed, the arrow keys move through the list, Enter and Tab accept the highlighted option,
 * and Escape closes the list. No option is highlighted by default, so Enter starts a new line and Tab leaves the field as usual.
 */

import { fill, make, updateAttribute } from "../shared/dom.js";
import { entryOf } from "../shared/entries.js";

/**
 * @typedef {{text: string, about: string, back: number}} Choice
 * @typedef {"seen" | "next" | "marked"} How options are offered: shown, and reachable with the arrow keys only while a word is
 * being typed ("seen"); always reachable with the arrow keys ("next"); with the first option highlighted ("marked")
 */

/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowUp: -1 };
/** Keys that move the caret without changing the text. */
const MOVES = new Set(["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"]);

export class Editor {
  /** The part of the text before the caret that an option replaces. */
  #typed = "";
  /** The complete text before the caret when the options were offered. */
  #before = "";
  /** @type {Choice[]} */
  #choices = [];
  #marked = -1;
  /** True if the arrow keys move through the options. */
  #keys = false;

  /** @param {{label: string, changed: () => void, moved: () => void, asked: (how: How) => void}} told callbacks */
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
    this.list.addEventListener("pointerdown", (event) => event.preventDefault()); // keep the caret in place
    this.list.addEventListener("click", ({ target }) => {
      const option = /** @type {HTMLElement} */ (target).closest("[role=option]");
      if (option) this.#take([...this.list.children].indexOf(option));
    });
  }

  get text() {
    return this.field.value;
  }

  /** The text before the caret and the text after it. */
  get parts() {
    const { value, selectionStart } = this.field;
    return { before: value.slice(0, selectionStart), after: value.slice(selectionStart) };
  }

  /** The number of the caret's line, from 1. */
  get line() {
    return this.parts.before.split("\n").length;
  }

  /** Replace the text and clear the undo history. @param {string} text */
  begin(text) {
    this.field.value = text;
    this.field.setSelectionRange(0, 0);
    this.field.scrollTop = 0;
    this.number();
    this.offer("", []);
  }

  /** Replace a range as if the text had been typed, so that the browser can undo it.
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

  /** Replace the complete text, keeping the caret's line number. The browser can undo it. @param {string} text */
  replaceAll(text) {
    const { line } = this;
    this.replace(0, this.text.length, text);
    const at = text.split("\n").slice(0, line).join("\n").length;
    this.field.setSelectionRange(at, at);
  }

  /** Select a line and scroll to it. @param {number} line from 1 */
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

  /** Render the line numbers, and highlight lines with errors. @param {number[]} [faults] */
  number(faults = []) {
    const count = this.text.split("\n").length;
    fill(this.gutter, Array.from({ length: count }, (_, place) =>
      make("span", { "data-fault": faults.includes(place + 1) }, String(place + 1))));
    this.gutter.scrollTop = this.field.scrollTop;
  }

  // ---- completions

  /** Show completions. Each would replace `typed`, the end of the text before the caret.
   * @param {string} typed @param {Choice[]} choices @param {How} [how] */
  offer(typed, choices, how = "seen") {
    this.#typed = this.list.dataset.typed = typed;
    this.#before = this.parts.before;
    this.#choices = choices;
    this.#keys = how !== "seen" || typed !== "";
    fill(this.list, choices.map(({ text, about }, place) =>
      make("div", { role: "option", id: `fs-option-${place}`, "aria-selected": "false" },
        make("b", {}, text.trim()), about && make("small", {}, about))));
    this.list.hidden = !choices.length;
    this.#mark(how === "marked" && choices.length ? 0 : -1);
  }

  /** Discard the options if the caret has moved. */
  #stale() {
    if (this.parts.before !== this.#before) this.offer("", []);
  }

  /** @param {number} place */
  #mark(place) {
    this.#marked = place;
    [...this.list.children].forEach((option, at) => option.setAttribute("aria-selected", String(at === place)));
    const option = this.list.children[place];
    for (const each of [this.field, this.list]) {
      updateAttribute(each, "aria-activedescendant", option?.id ?? false);
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

  /** Handle a key that opens, closes, navigates or accepts the completions.
   * @param {KeyboardEvent} event @returns {boolean} whether the key was handled */
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

  /** Return the index of the next or previous option, wrapping around at the ends. @param {number} step */
  #stepped(step) {
    const count = this.#choices.length;
    return this.#marked < 0 ? (step > 0 ? 0 : count - 1) : (this.#marked + step + count) % count;
  }

  /** Indent a new line like the previous one, and deeper after a colon or a list item. @param {InputEvent} event */
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
