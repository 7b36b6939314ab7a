/** Exports of a score: a link, plain text, a file, and a request to the engine. */

import { engine } from "../python/engine.js";
import { addressFor, copied, make, one, sent } from "../shared/dom.js";
import { seatNames } from "../shared/names.js";
import { saveFile } from "../table/save-file.js";
import { linkText, plainText, written } from "./saved-match.js";

/** @typedef {import("./score.js").FollowSuitScore} Score */

/** The type of link that opens a score. */
export const KIND = "score";
/** The message for a link to a score that isn't stored in this browser. */
export const UNKNOWN = "This score isn't kept in this browser.";

/** @param {Score} of */
export async function sendLink(of) {
  if (!of.match) return;
  const url = addressFor(KIND, "match", linkText(of.match));
  if (!await sent({ title: document.title, url })) await copy(of, url, "The link is copied: it holds the whole game.");
}

/** @param {Score} of */
export async function copyText(of) {
  const { choice, offer, scored: { answer } } = of;
  const text = answer ? plainText(`${offer.name}, ${choice.called}`, choice.sides.map(of.called), answer) : "";
  await copy(of, text, "The sheet is copied as text.");
}

/** @param {Score} of */
export function saveScore({ match }) {
  if (match) saveFile(`${match.game}-score.json`, written(match), "application/json");
}

/** @param {Score} of @param {string} text @param {string} done */
async function copy(of, text, done) {
  if (await copied(text)) return of.tell(done);
  of.tell("The browser doesn't let this page copy. Mark it and copy it yourself:");
  const field = make("textarea", { readonly: true, rows: 6, "aria-label": "To copy" }, document.createTextNode(text));
  return one(of, ".fs-score-note").append(field);
}

/** Request the score for some hands in a game from the engine. Return null if a part of the engine hasn't loaded yet. Throws if
 * the engine reports an error.
 * @param {SentLinks} links @param {import("./saved-match.js").Match} match @param {readonly string[]} names of the seats
 * @param {import("./score-validation.js").Told[]} hands */
export async function askScore(links, { game, variant, players, options, dealer }, names, hands) {
  const answer = await engine.call({
    op: "score", links, game, variant, players: players.length, options, seats: seatNames(players, names), dealer,
    hands: /** @type {ScoreMessage["hands"]} */ (hands),
  });
  if ("error" in answer) throw new Error(answer.error);
  return "needs" in answer ? null : answer;
}
