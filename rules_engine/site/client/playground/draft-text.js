/** A draft's text: asked about, sent in a link, and what it says of itself. */

import { engine } from "../python/engine.js";
import { hashText } from "../shared/dom.js";
import { inLetters, ofLetters } from "../shared/letters.js";

const LINK = "#draft:";

/** Asks about a draft; the engine gets the modules for it, `modules` being their address, where it hasn't them yet.
 * @param {DraftMessage} question @param {string} modules */
export async function askDraft(question, modules) {
  const answer = await engine.call(question);
  return "lacks" in answer ? engine.call({ ...question, modules: await modulesAt(modules) }) : answer;
}

/** A link to this page that holds a text. @param {string} text */
export function linkWith(text) {
  return `${location.origin}${location.pathname}${LINK}${inLetters(text)}`;
}

/** @param {FigureContent} content */
export function holds(content) {
  const count = content.steps.length - 1;
  if (content.kind === "example") return count === 1 ? "This holds: one step." : `This holds: ${count} steps.`;
  return content.kind === "quiz" ? "This holds: the quiz lies on the table." : "This holds: the puzzle lies on the table.";
}

/** The game that a text names, if the site has it. @param {string} text @param {object} games */
export function gameOf(text, games) {
  const named = text.match(/^game: *(\S+)/m)?.[1] ?? "";
  return Object.keys(games).includes(named) ? named : "";
}

/** The text that the page's address holds; null where what it holds is none. */
export function textOfLink() {
  const asked = `#${hashText()}`;
  return asked.startsWith(LINK) ? ofLetters(asked.slice(LINK.length)) : "";
}

/** @type {Map<string, Promise<Record<string, string>>>} */
const fetched = new Map();

/** What Python needs for drafts, once a visit. @param {string} address */
function modulesAt(address) {
  const known = fetched.get(address);
  if (known) return known;
  const asked = fetch(new URL(address, document.baseURI)).then((response) => {
    if (!response.ok) throw new Error("What reads YAML could not be fetched: reload the page.");
    return response.json();
  });
  fetched.set(address, asked);
  asked.catch(() => fetched.delete(address));
  return asked;
}
