/**
 * The playground: an editor for a scenario. A correct scenario is shown on the page's table; otherwise its errors are listed by
 * line. Python parses, plays and completes the scenario, with modules that only this page loads. One draft per game is stored in
 * this browser, and is never sent anywhere.
 *
 * @typedef {{name: string, text: string, links: Record<string, string>}} Begin the initial draft of a game
 */

import { button, copied, fill, make, one, say, updateAttribute } from "../shared/dom.js";
import { entryOf } from "../shared/entries.js";
import { askDraft, gameOf, holds, linkWith, textOfLink } from "./draft-text.js";
import { Editor } from "./editor.js";
import { engine } from "../python/engine.js";
import { Example } from "../table/example-mode.js";
import { set, setting } from "../shared/storage.js";
import { saveFile } from "../table/save-file.js";

/** Delay between the last keystroke and the check of the draft, in milliseconds. */
const PAUSE = 350;

export class FollowSuitPlayground extends HTMLElement {
  /** @type {{games: Record<string, Begin>, modules: string}} */
  offer = { games: {}, modules: "" };
  game = "";
  /** @type {Editor | null} */
  editor = null;
  /** Number of pending requests. The progress of Python's start is shown only while a request is pending. */
  #waiting = 0;
  /** The latest correct draft: its content, the lines where its steps begin, and its text.
   * @type {{content: FigureContent, lines: number[], written: string} | null} */
  #right = null;
  /** The last text checked, and a promise of its result. @type {{text: string, told: Promise<CheckAnswer | null>} | null} */
  #looked = null;
  #clock = 0;
  #asked = 0;
  /** @type {AbortController | undefined} */
  #leaving;

  connectedCallback() {
    if (this.editor) return;
    this.offer = JSON.parse(this.querySelector(".fs-source")?.textContent ?? "{}");
    this.#leaving = new AbortController();
    this.#furnish();
    this.figure.brought = () => this.content();
    this.#leaving.signal.addEventListener("abort", engine.onchange(() => this.#starting()));
    const linked = textOfLink();
    const kept = setting("draft-game", "");
    const games = Object.keys(this.offer.games);
    this.game = gameOf(linked ?? "", this.offer.games) || (games.includes(kept) ? kept : games[0]);
    this.#lay(linked || this.kept);
    if (linked) this.#offerOwn();
    else if (linked === null) {
      this.#warn("fs-damaged", "The link to a draft is damaged: part of it is missing or changed. Here is your own.");
    }
  }

  disconnectedCallback() {
    this.#leaving?.abort();
    clearTimeout(this.#clock);
  }

  get figure() {
    return /** @type {HTMLElementTagNameMap["fs-figure"]} */ (this.closest("fs-figure"));
  }

  get table() {
    return one(document, "fs-table");
  }

  get writing() {
    return /** @type {Editor} */ (this.editor);
  }

  /** The initial draft for this game. */
  get begin() {
    return /** @type {Begin} */ (entryOf(this.offer.games, this.game));
  }

  /** The stored draft for this game, or the initial one. */
  get kept() {
    return setting(`draft-${this.game}`, this.begin.text);
  }

  // ---- editing

  #furnish() {
    const onchange = () => {
      this.game = games.value;
      this.#lay(this.kept);
    };
    const games = make("select", { id: "fs-draft-game", onchange },
      Object.entries(this.offer.games).map(([game, { name }]) => make("option", { value: game }, name)));
    this.editor = new Editor({
      label: "The example, as YAML", changed: () => this.#changed(), moved: () => this.#follow(),
      asked: (how) => this.#complete(how),
    });
    const file = make("input", { type: "file", accept: ".yml,.yaml,.json", hidden: true, tabindex: "-1", "aria-hidden": "true",
      onchange: () => this.#open(file) });
    this.querySelector(".fs-draft")?.remove();
    this.append(
      make("div", { class: "fs-tools" }, make("label", {}, "Game ", games),
        button("Fill in", () => this.#fill(), { class: "fs-main", title: "Put in what the engine knows" }),
        button("Save file", () => this.#save()), button("Copy", () => this.#copy(this.writing.text, "The text is copied.")),
        button("Open a file", () => file.click()), button("Copy link", () => this.#copyLink()),
        button("Begin anew", () => this.writing.replaceAll(this.begin.text)), file),
      make("div", { class: "fs-verdict" }, make("p", { id: "fs-verdict" }, ""),
        button("Show the table", () => this.#show(), { class: "fs-show" })),
      this.editor.element,
      make("div", { class: "fs-next" }, this.editor.list, make("p", { class: "fs-how", id: "fs-how" },
        matchMedia("(pointer: coarse)").matches ? "What can stand next is offered here."
          : "Ctrl and Space: what can stand here. Arrows and Enter take it, Escape shuts it.")),
      make("ol", { class: "fs-faults", "aria-label": "What is wrong" }));
    this.addEventListener("focusin", () => engine.state === "idle" && this.#look(), { once: true });
  }

  /** Open a draft for the chosen game in the editor. @param {string} text */
  #lay(text) {
    const chosen = this.querySelector("select");
    if (chosen) chosen.value = this.game;
    set("draft-game", this.game);
    this.#right = null;
    this.writing.begin(text);
    const opensWith = this.figure.dataset.game === this.game && text === this.begin.text && engine.state === "idle";
    if (opensWith) this.#tell("This holds. Change it, and see what happens.", []);
    else this.#look();
  }

  #changed() {
    if (!set(`draft-${this.game}`, this.writing.text) && !this.querySelector(".fs-unkept")) {
      this.#warn("fs-damaged fs-unkept", "This browser keeps nothing now: save the text to a file before you leave.");
    }
    clearTimeout(this.#clock);
    this.#clock = window.setTimeout(() => this.#look(), PAUSE);
    this.#complete();
  }

  /** @param {HTMLInputElement} file */
  async #open({ files }) {
    const text = await files?.[0]?.text();
    if (text === undefined) return;
    const game = gameOf(text, this.offer.games);
    if (game && game !== this.game) {
      this.game = game;
      this.#lay(this.kept);
    }
    this.writing.replaceAll(text.replace(/\r\n/g, "\n"));
  }

  async #fill() {
    const { text } = this.writing;
    const answer = await this.#ask({ do: "fill", text });
    if (!answer || text !== this.writing.text) return;
    const { added, fault } = answer;
    if (answer.text !== text) this.writing.replaceAll(answer.text);
    const lines = added.map((each) => `line ${each.line}, ${each.message}`);
    const nothing = fault || "There was nothing to fill in: every step says what the engine knows of it.";
    await this.#look(lines.length ? `Filled in: ${lines.join("; ")}.` : nothing);
  }

  #save() {
    const title = this.writing.text.match(/^title: *(.+)$/m)?.[1] ?? "";
    const words = title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
    const name = words ? `${words}.yml` : `${this.game}-draft.yml`;
    saveFile(name, this.writing.text);
    this.#note(`Saved as ${name}.`);
  }

  /** @param {string} text @param {string} done */
  async #copy(text, done) {
    if (await copied(text)) this.#note(done);
    else {
      this.writing.field.select();
      this.#note("The browser doesn't let this page copy. The text is marked: copy it by the keyboard.");
    }
  }

  async #copyLink() {
    const address = linkWith(this.writing.text);
    if (await copied(address)) this.#note("The link is copied. It holds the whole text.");
    else {
      history.replaceState(history.state, "", address);
      this.#note("The address of this page holds the whole text now: copy it.");
    }
  }

  /** Show a warning below the verdict, and announce it. @param {string} style @param {string} told */
  #warn(style, told) {
    one(this, ".fs-verdict").after(make("p", { class: style }, told));
    say(told);
  }

  #offerOwn() {
    history.replaceState(history.state, "", location.pathname + location.search);
    if (this.kept === this.writing.text) return;
    const own = button("Back to my own draft", () => {
      own.remove();
      this.#lay(this.kept);
    });
    one(this, ".fs-verdict").append(own);
  }

  // ---- checking

  /** @template {keyof Drafting} Do @param {DraftQuestion<Do>} question @returns {Promise<Drafting[Do]["answer"] | null>} */
  async #ask(question) {
    this.#waiting++;
    try {
      const answer = await askDraft({ op: "draft", game: this.game, links: this.links, ...question }, this.offer.modules);
      if (!("error" in answer || "needs" in answer)) return answer;
      if ("error" in answer) this.#tell(answer.error, []);
    } catch (error) {
      this.#tell(error instanceof Error ? error.message : String(error), []);
    } finally {
      this.#waiting--;
    }
    return null;
  }

  get links() {
    const { games } = this.offer;
    const { links } = this.begin; // a game without pages, such as Bridge, has only the general rules
    return entryOf(games, gameOf(this.writing.text, games))?.links ?? { ...links, game: links.general };
  }

  /** Return the latest correct draft as content for the table. Throws if there is none. */
  async content() {
    await this.#check(this.writing.text);
    if (this.#right) return this.#right.content;
    throw new Error("There is no table yet: the draft has a fault. What it is stands beside it.");
  }

  /** Check a text and return the result, which is cached for the last text checked. @param {string} text */
  async #check(text) {
    if (this.#looked?.text !== text) this.#looked = { text, told: this.#ask({ do: "check", text }) };
    const looked = this.#looked;
    const answer = await looked.told;
    if (!answer && this.#looked === looked) this.#looked = null; // retry at the next check
    if (answer?.rewritten && text === this.writing.text) this.writing.replaceAll(answer.rewritten); // which starts another check
    if (answer?.content) this.#right = { content: answer.content, lines: answer.lines ?? [], written: text };
    return answer;
  }

  /** Check the draft, and show it on the table if it is correct. @param {string} [done] a message about the preceding action */
  async #look(done = "") {
    clearTimeout(this.#clock);
    const { text } = this.writing;
    const before = JSON.stringify(this.#right?.content);
    const answer = await this.#check(text);
    if (!answer || text !== this.writing.text || this.#leaving?.signal.aborted) return;
    this.#tell(done || (answer.content ? holds(answer.content) : ""), answer.faults);
    if (!answer.content || JSON.stringify(answer.content) === before) return this.#follow();
    this.#furnishTable(answer.content);
    await this.table.put(this.figure, { state: answer.content.kind === "example" ? { step: this.step } : {} });
  }

  /** Open the table as a sheet over the text. */
  async #show() {
    await this.#look();
    await this.table.put(this.figure, { wanted: true, state: { step: this.step } });
  }

  /** Set the table's links and suit colours for the draft's game. @param {FigureContent} content */
  #furnishTable(content) {
    const { game, general, faces } = this.links;
    Object.assign(this.table.dataset, { gamePage: game, generalPage: general, faces });
    updateAttribute(this.table, "data-suit-colours", content.colours || false);
  }

  /** The index of the step that contains the caret. */
  get step() {
    const { line } = this.writing;
    return this.#right?.lines.filter((each) => each <= line).length ?? 0;
  }

  /** Show the step that contains the caret on the table, unless the text has changed since the table was updated. */
  #follow() {
    const { mode } = this.table;
    if (this.#right?.written !== this.writing.text || !(mode instanceof Example) || mode.figure !== this.figure) return;
    if (document.activeElement === this.writing.field && !mode.line && mode.step !== Math.min(this.step, mode.last)) {
      mode.go(this.step, true);
    }
  }

  /** @param {import("./editor.js").How} [how] */
  async #complete(how = "seen") {
    const asked = ++this.#asked;
    const { before, after } = this.writing.parts;
    if (how === "seen" && engine.state !== "ready") return;
    const answer = await this.#ask({ do: "complete", before, after, game: this.game });
    if (!answer || asked !== this.#asked || before !== this.writing.parts.before) return;
    this.writing.offer(answer.typed, answer.options, how);
  }

  // ---- messages

  #starting() {
    const { state, stage = "", fraction = 0 } = engine.status;
    if (state === "starting" && this.#waiting) this.#note(`${stage} … ${Math.round(fraction * 100)} %`);
  }

  /** @param {string} text */
  #note(text) {
    const verdict = one(this, "#fs-verdict");
    if (verdict.textContent === text) return;
    verdict.textContent = text;
    if (!text.endsWith("%")) say(text);
  }

  /** @param {string} text @param {LineMessage[]} faults */
  #tell(text, faults) {
    const count = faults.length === 1 ? "One thing is wrong." : faults.length ? `${faults.length} things are wrong.` : "";
    this.#note([text, count].filter(Boolean).join(" "));
    this.dataset.holds = String(!faults.length);
    this.writing.number(faults.map(({ line }) => line));
    fill(one(this, ".fs-faults"), faults.map(({ line, message }) =>
      make("li", {}, button([make("b", {}, `Line ${line}`), ` ${message}`], () => this.writing.go(line)))));
  }
}

if (!customElements.get("fs-playground")) customElements.define("fs-playground", FollowSuitPlayground);
