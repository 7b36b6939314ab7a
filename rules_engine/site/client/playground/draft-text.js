/** The text of a draft: requests about it, links that contain it, and the message that it is correct. */

import { engine } from "../python/engine.js";
import { hashText } from "../shared/dom.js";
import { inLetters, ofLetters } from "../shared/base64url.js";

const LINK = "#draft:";

/** Send a request about a draft. If the engine lacks the modules for drafts, they are loaded from the address `modules` first.
 * @param {DraftMessage} question @param {string} modules */
export async function askDraft(question, modules) {
  const answer = await engine.call(question);
  return "lacks" in answer ? engine.call({ ...question, modules: await modulesAt(modules) }) : answer;
}

/** Return a link to this page that contains a text. @param {string} text */
export function linkWith(text) {
  return `${location.origin}${location.pathname}${LINK}${inLetters(text)}`;
}

/** @param {FigureContent} content */
export function holds(content) {
  const count = content.steps.length - 1;
  if (content.kind === "example") return count === 1 ? "This holds: one step." : `This holds: ${count} steps.`;
  return content.kind === "quiz" ? "This holds: the quiz lies on the table." : "This holds: the puzzle lies on the table.";
}

/** Return the game that a text names, or an empty text if the site lacks it. @param {string} text @param {object} games */
export function gameOf(text, games) {
  const named = text.match(/^game: *(\S+)/m)?.[1] ?? "";
  return Object.keys(games).includes(named) ? named : "";
}

/** Return the text in the page's address: empty if there is none, null if it is damaged. */
export function textOfLink() {
  const asked = `#${hashText()}`;
  return asked.startsWith(LINK) ? ofLetters(asked.slice(LINK.length)) : "";
}

/** @type {Map<string, Promise<Record<string, string>>>} */
const fetched = new Map();

/** Fetch the Python modules for drafts, once per visit. @param {string} address */
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
