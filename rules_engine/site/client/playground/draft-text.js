/** Helpers for a draft (a scenario being written): requests about it, links that contain it, and the message shown if it is
 * correct. */

import { engine } from "../python/engine.js";
import { hashText } from "../shared/dom.js";
import { fetchJson, once } from "../shared/fetched.js";
import { inLetters, ofLetters } from "../shared/base64url.js";

const LINK = "#draft:";

/** Send a request about a draft to the engine. If the engine lacks the modules for drafts, load them from the URL `modules` and
 * retry.
 * @param {DraftMessage} question @param {string} modules */
export async function askDraft(question, modules) {
  const answer = await engine.call(question);
  return "needs" in answer ? engine.call({ ...question, modules: await modulesAt(modules) }) : answer;
}

/** Return the URL of this page with a draft's text in the fragment. @param {string} text */
export function linkWith(text) {
  return `${location.origin}${location.pathname}${LINK}${inLetters(text)}`;
}

/** @param {FigureContent} content */
export function holds(content) {
  const count = content.steps.length - 1;
  if (content.kind === "example") return count === 1 ? "This holds: one step." : `This holds: ${count} steps.`;
  return content.kind === "quiz" ? "This holds: the quiz lies on the table." : "This holds: the puzzle lies on the table.";
}

/** Return the game named in a draft's text, or an empty string if the site lacks it.
 * @param {string} text @param {object} games */
export function gameOf(text, games) {
  const named = text.match(/^game: *(\S+)/m)?.[1] ?? "";
  return Object.keys(games).includes(named) ? named : "";
}

/** Return the text in the URL fragment: an empty string if there is none, null if it is damaged. */
export function textOfLink() {
  const asked = `#${hashText()}`;
  return asked.startsWith(LINK) ? ofLetters(asked.slice(LINK.length)) : "";
}

/** Fetch the Python modules for drafts. @param {string} address */
const modulesAt = (address) => once(new URL(address, document.baseURI).href,
  (url) => fetchJson(url, "What reads YAML could not be fetched: reload the page."));
