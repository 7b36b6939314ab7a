// A fake page for testing the modes of the table: elements, storage, and an engine with prepared responses.

import { register } from "node:module";
import { turns } from "./turns.mjs";

const NO_MORPH = "data:text/javascript,export const Idiomorph = { morph() {} }";
const FSRS = new URL("../../node_modules/ts-fsrs/dist/index.mjs", import.meta.url).href;
const GLICKO = new URL("../../node_modules/glicko2-lite/index.js", import.meta.url).href;
const OTHERS = { "idiomorph.esm.js": NO_MORPH, "ts-fsrs.js": FSRS, "glicko2-lite.js": GLICKO };
register(`data:text/javascript,${encodeURIComponent(`
  import { readFile } from "node:fs/promises";
  const OTHERS = ${JSON.stringify(OTHERS)};
  /** Add a script's query string to its imports, so that each query loads separate instances, as in another tab or site. */
  export async function resolve(name, context, next) {
    const other = OTHERS[name.split("/").at(-1)];
    if (other) return { url: other, shortCircuit: true };
    const { search } = new URL(context.parentURL ?? "file:");
    return next(search && name.startsWith(".") && !name.includes("?") ? name + search : name, context);
  }
  /** Load a script with the values that the build would write into it. */
  export async function load(url, context, next) {
    const { pathname, searchParams } = new URL(url);
    if (!pathname.endsWith("/this-site.js") || !searchParams.has("root")) return next(url, context);
    const source = (await readFile(new URL(url.split("?")[0]), "utf8"))
      .replace('new URL("../../../..", import.meta.url).pathname', JSON.stringify(searchParams.get("root")))
      .replace("const GAMES = null", "const GAMES = " + JSON.stringify(searchParams.getAll("game")))
      .replace("const VERSIONED = false", "const VERSIONED = " + searchParams.has("versioned"))
      .replace('new URL("..", new URL(ROOT, import.meta.url)).pathname', 'ROOT.replace(/[^/]+[/]$/, "")');
    return { format: "module", source, shortCircuit: true };
  }
`)}`);

const SELECTOR = /^([a-z-]+)?((?:[.#][\w-]+|\[[\w-]+(?:=[\w-]+)?\])*)$/;

export class PaperElement {
  constructor(tag = "div", attributes = {}, ...children) {
    this.tag = tag;
    this.attributes = new Map(Object.entries(attributes));
    this.children = [];
    this.text = "";
    this.parentElement = null;
    this.append(...children);
    this.dataset = new Proxy({}, {
      get: (_, name) => this.getAttribute(dashed(name)) ?? undefined,
      set: (_, name, value) => this.setAttribute(dashed(name), value) ?? true,
      deleteProperty: (_, name) => this.removeAttribute(dashed(name)) ?? true,
    });
  }

  get id() { return this.getAttribute("id") ?? ""; }
  set id(id) { this.setAttribute("id", id); }
  get value() { return this.getAttribute("value") ?? ""; }
  set value(value) { this.setAttribute("value", value); }
  get childNodes() { return this.children; }
  get firstElementChild() { return this.children[0] ?? null; }
  /** Return the content of a template. No test depends on its HTML, so it is a dummy. */
  get content() { return new PaperElement("fragment", {}, new PaperElement("div")); }
  get textContent() { return this.text + this.children.map((each) => each.textContent).join(" "); }
  set textContent(text) { this.children = []; this.text = text; }
  getAttribute(name) { return this.attributes.get(name) ?? null; }
  setAttribute(name, value) { this.attributes.set(name, String(value)); }
  removeAttribute(name) { this.attributes.delete(name); }
  hasAttribute(name) { return this.attributes.has(name); }
  toggleAttribute(name, on) { if (on) this.setAttribute(name, ""); else this.removeAttribute(name); }
  addEventListener(type, listener) { this[`on${type}`] = listener; }
  focus() {}
  blur() {}
  scrollIntoView() {}
  contains(other) { return other === this || this.children.some((each) => each.contains(other)); }
  before(...children) { this.parentElement?.append(...children); }
  remove() { if (this.parentElement) this.parentElement.children = this.parentElement.children.filter((each) => each !== this); }
  replaceWith(other) {
    const { parentElement: around } = this;
    if (!around) return;
    around.children[around.children.indexOf(this)] = other;
    other.parentElement = around;
  }

  replaceChildren(...children) { this.children = []; this.text = ""; this.append(...children); }
  prepend(...children) { this.replaceChildren(...children, ...this.children); }
  cloneNode() { return Object.assign(new PaperElement(this.tag, Object.fromEntries(this.attributes)), { text: this.text }); }

  append(...children) {
    for (const child of children) {
      const each = typeof child === "string" ? Object.assign(new PaperElement("#text"), { text: child }) : child;
      each.parentElement = this;
      this.children.push(each);
    }
  }

  get all() { return this.children.flatMap((each) => [each, ...each.all]); }
  closest(selector) { return this.matches(selector) ? this : this.parentElement?.closest(selector) ?? null; }
  querySelectorAll(selector) { return this.all.filter((each) => each.matches(selector, this)); }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }

  matches(selector, scope = null) {
    return selector.split(/,\s*/).some((each) => this.#fits(each.trim().split(/\s+/), scope));
  }

  /** Match the parts of a selector from last to first. */
  #fits(parts, scope) {
    const [own, ...around] = [...parts].reverse();
    if (own === ":scope") return this === scope;
    if (!this.#is(own)) return false;
    if (!around.length) return true;
    const rest = around.reverse();
    if (rest.at(-1) === ">") return this.parentElement?.#fits(rest.slice(0, -1), scope) ?? false;
    for (let each = this.parentElement; each; each = each.parentElement) if (each.#fits(rest, scope)) return true;
    return false;
  }

  #is(simple) {
    const [, tag, more] = SELECTOR.exec(simple.replaceAll("'", "").replaceAll('"', "")) ?? [];
    if (more === undefined || (tag && tag !== this.tag)) return false;
    return (more.match(/[.#][\w-]+|\[[^\]]+\]/g) ?? []).every((part) => {
      if (part[0] === ".") return (this.getAttribute("class") ?? "").split(" ").includes(part.slice(1));
      if (part[0] === "#") return this.id === part.slice(1);
      const [name, value] = part.slice(1, -1).split("=");
      return value === undefined ? this.hasAttribute(name) : this.getAttribute(name) === value;
    });
  }
}

const dashed = (name) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The page's only table, which records everything that is shown on it. */
export class PaperTable extends PaperElement {
  shown = [];
  links = { game: "", general: "", faces: "", language: "" };
  stage = new PaperElement("div", { class: "fs-stage" }, new PaperElement("div", { class: "fs-slip" }));
  bar = new PaperElement("div", { class: "fs-bar" });
  side = new PaperElement("div", { class: "fs-side" }, new PaperElement("div", { class: "fs-told" }));
  show(html, bar, how = {}) { this.shown.push({ html, ...how }); }
  bring() {}
  places = { look() {}, pause: (breath) => breath };
  forgetLink() { this.forgot = true; }
  reported = [];
  dispatchEvent({ type, detail }) { this.reported.push([type, detail]); }
  closeMore() {}
}

/** Return a fake of a browser's storage, whose items are also properties. If `full` is set, writes fail. */
export function paperStorage() {
  const kept = new Map();
  const methods = {
    full: false,
    getItem: (name) => kept.get(name) ?? null,
    setItem(name, text) {
      if (methods.full) throw new Error("QuotaExceededError");
      kept.set(name, String(text));
    },
    removeItem: (name) => kept.delete(name),
    clear: () => kept.clear(),
  };
  return new Proxy(methods, {
    get: (_, name) => methods[name] ?? kept.get(name),
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: (_, name) => kept.has(name) ? { enumerable: true, configurable: true, value: kept.get(name) } : undefined,
  });
}

const page = new PaperElement("body");
const listeners = [];

/** Dispatch a browser event to the page's listeners. */
export function heard(type, event) {
  for (const [of, listener] of listeners) if (of === type) listener(event);
}

Object.assign(globalThis, {
  HTMLElement: PaperElement,
  document: Object.assign(page, {
    body: page, documentElement: Object.assign(new PaperElement("html"), { lang: "en" }), activeElement: null, title: "A page",
    baseURI: "https://example.org/games/snakebit/",
    createElement: (tag) => new PaperElement(tag), getElementById: (id) => page.querySelector(`#${id}`),
  }),
  window: globalThis,
  dispatchEvent: ({ type }) => heard(type, {}),
  addEventListener: (type, listener) => listeners.push([type, listener]),
  location: new URL("https://example.org/games/snakebit/"),
  requestAnimationFrame: (draw) => setTimeout(draw),
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  localStorage: paperStorage(),
  sessionStorage: paperStorage(),
});

export const { engine } = await import("../../rules_engine/site/client/python/engine.js");

/** The requests made, and the prepared responses (or functions that return them). Without one, the response is a dummy. */
export const asked = [];
export const answers = [];
engine.call = async (question) => {
  asked.push(question);
  const next = answers.shift();
  return (typeof next === "function" ? next() : next) ?? { html: "", say: "", focus: "", picked: "", moves: [] };
};

// Modules that are normally loaded lazily are preloaded, because reading files takes an unpredictable time.
const LATE = ["table/own-puzzles", "table/puzzle-run", "table/export-scenario", "shared/rating", "shared/spaced-repetition", "python/engine-catalogue"];
await Promise.all(LATE.map((name) => import(`../../rules_engine/site/client/${name}.js`)));

/** Wait until all reactions have finished, including timers with delays up to this many milliseconds. */
export const settled = turns;

export function anew() {
  localStorage.clear();
  page.replaceChildren();
  listeners.length = 0;
  localStorage.full = false;
  asked.length = answers.length = 0;
}
