/**
 * Games whose score is kept: each by itself in the browser, so that two tabs with two games never write over each other; in
 * links, in files, and as a plain text.
 *
 * @typedef {import("./adding-up.js").Told} Told
 * @typedef {{variant: string, options: Record<string, string>, players: string[], dealer: number}} Begin
 * @typedef {Begin & {id: string, game: string, hands: Told[], draft: Told, at: number, before: Told[][],
 *   scored: {of: string, answer: ScoreAnswer} | null}} Match
 *   `before`: what the hands were, for undo; `scored`: what the engine said of them last; `at`: when it was changed last
 */

import { inLetters, ofLetters } from "../shared/letters.js";
import { set, setting, settingsOf } from "../shared/storage.js";

const PLACE = "score-";
/** Raised when what is kept changes its form. */
const FORMAT = 1;
/** So often one can undo. */
const STEPS = 30;

/** What couldn't be written: it stays as long as the page. @type {Map<string, Match>} */
const unwritten = new Map();

/** So many players are the usual ones. */
const USUAL = 4;

/** The way to play that comes nearest to what is told of it. @param {readonly ScoreChoice[]} choices @param {Begin} wanted */
export function choiceFor(choices, { variant, options, players }) {
  const count = players.length || USUAL;
  const fits = choices.filter((each) => each.variant === (variant || choices[0].variant));
  const right = fits.filter(({ seats }) => seats.length === count);
  const same = right.filter((each) => Object.entries(each.options).every(([name, value]) => options[name] === value));
  return [...same, ...right, ...fits, ...choices][0];
}

/** Whether a game is one of these, and can be played so. @param {Match} match @param {ScoreOffer} offer */
export function isOf(match, { game, choices }) {
  const { variant, seats } = choiceFor(choices, match);
  return match.game === game && variant === match.variant && seats.length === match.players.length;
}

/** What is told of a new game, made whole: everybody has a name. @param {readonly ScoreChoice[]} choices @param {Begin} wanted
 * @param {readonly string[]} names those that are remembered @returns {Begin} */
export function seated(choices, wanted, names) {
  const choice = choiceFor(choices, wanted);
  const left = names.filter((name) => !wanted.players.includes(name));
  const players = choice.names.map((name, place) => wanted.players[place] || left.shift() || name);
  return { variant: choice.variant, options: choice.options, players, dealer: wanted.dealer % players.length };
}

/** A game that begins. @param {string} game @param {Begin} how @returns {Match} */
export const begun = (game, how) => ({
  ...how, game, id: newId(), hands: [], draft: {}, at: Date.now(), before: [], scored: null,
});

/** A game whose players are called otherwise: the engine's sentences have their names, so it says them anew.
 * @param {Match} match @param {readonly ScoreChoice[]} choices @param {string[]} players @returns {Match} */
export const renamed = (match, choices, players) =>
  ({ ...match, players: seated(choices, { ...match, players }, []).players, at: Date.now(), scored: null });

/** A game without one of its hands. @param {Match} match @param {number} which */
export const struck = (match, which) => changed(match, match.hands.filter((_, place) => place !== which));

/** A name that no other game has. */
export const newId = () => [...crypto.getRandomValues(new Uint32Array(2))].map((each) => each.toString(36)).join("");

/** @param {string} id */
export const settingOf = (id) => PLACE + id;

/** @param {Match} match @returns {boolean} whether the browser keeps it */
export function keep(match) {
  const kept = set(settingOf(match.id), written(match));
  if (kept) unwritten.delete(match.id);
  else unwritten.set(match.id, match);
  return kept;
}

/** @param {string} id */
export function forget(id) {
  unwritten.delete(id);
  set(settingOf(id), "");
  return null;
}

/** @param {string} id @returns {Match | null} */
export const kept = (id) => unwritten.get(id) ?? read(setting(settingOf(id), ""));

/** All games, the newest first, and how many can't be read. @param {string} [game] */
export function evening(game) {
  const ids = new Set([...settingsOf(PLACE).map((name) => name.slice(PLACE.length)), ...unwritten.keys()]);
  const found = [...ids].map(kept);
  const matches = /** @type {Match[]} */ (found.filter((match) => match && (!game || match.game === game)));
  return { matches: matches.sort((one, other) => other.at - one.at), damaged: found.filter((match) => !match).length };
}

/** @param {Match} match */
export const written = (match) => JSON.stringify({ format: FORMAT, ...match });

const isWord = (/** @type {unknown} */ each) => typeof each === "string";
const isPlain = (/** @type {unknown} */ each) => typeof each === "object" && each !== null && !Array.isArray(each);

/** A game as it was written; null where that is none. @param {string} text @returns {Match | null} */
export function read(text) {
  try {
    const { format, ...given } = JSON.parse(text);
    const match = { at: 0, draft: {}, before: [], scored: null, ...given };
    return format === FORMAT && isMatch(match) ? match : null;
  } catch {
    return null;
  }
}

/** @param {Record<keyof Match, any>} match */
function isMatch({ id, game, variant, options, players, dealer, hands, draft, at, before, scored }) {
  const isScored = scored === null || (isWord(scored.of) && scored.answer.hands.every(isPlain));
  return /^\w+$/.test(id) && [game, variant, ...players].every(isWord) && dealer in players && Number.isInteger(at) && isScored
    && [options, draft, ...hands, ...before.flat()].every(isPlain);
}

/** What a link holds: what was told, not how it came to it. @param {Match} match */
export const linkText = (match) => inLetters(written({ ...match, before: [], scored: null }));

/** @param {string} letters */
export const readLink = (letters) => read(ofLetters(letters) ?? "");

/** What the referee counted of a hand, and at which table; null where that is damaged.
 * @param {string} letters @returns {{variant: string, players: string[], told: Told} | null} */
export function readCounted(letters) {
  try {
    const { variant, players, told } = JSON.parse(ofLetters(letters) ?? "");
    return isWord(variant) && players.every(isWord) && isPlain(told) ? { variant, players, told } : null;
  } catch {
    return null;
  }
}

/** The game that goes on, of some with the newest first. @param {Match[]} matches */
export const unfinished = ([last]) => last && !last.scored?.answer.over ? last : null;

/** What was counted at one table, as far as it goes into a game of another, and what is said of it.
 * @param {ReturnType<typeof readCounted>} counted @param {Pick<Match, "variant" | "players"> | null} match
 * @returns {{told: Told | null, note: string}} */
export function compared(counted, match) {
  if (!counted || !match) return { told: null, note: "The link is damaged: part of it is missing or changed." };
  const { variant, players, told } = counted;
  if (players.length !== match.players.length) {
    return { told: null, note: "The tricks are of another number of players than this game. Nothing was written." };
  }
  if (variant !== match.variant) {
    return { told: null, note: "The tricks are of another variant than this game. Nothing was written." };
  }
  return { told, note: players.every((name, place) => name === match.players[place])
    ? "The tricks are counted. Fill in what is still missing, then write it down."
    : "The tricks are counted seat by seat: other names sat at the referee's table. See whether each has their own." };
}

/** Hands as they are now; what they were can be brought back. @param {Match} match @param {Told[]} hands @returns {Match} */
export const changed = (match, hands) => ({
  ...match, hands, at: Date.now(), before: [...match.before, match.hands].slice(-STEPS),
});

/** The game before the last change; the hand that was written down last is told again. @param {Match} match @returns {Match} */
export function undone(match) {
  const hands = match.before[match.before.length - 1];
  const more = match.hands.length > hands.length ? match.hands[hands.length] : match.draft;
  return { ...match, hands, at: Date.now(), before: match.before.slice(0, -1), draft: more };
}

/** What the engine said of as many of these hands as it knows: a hand's points hang on none that comes later.
 * @param {Pick<Match, "scored" | "hands">} match @returns {{answer: ScoreAnswer | null, whole: boolean}} */
export function scoredOf({ scored, hands }) {
  if (!scored) return { answer: null, whole: false };
  const known = JSON.parse(scored.of).slice(0, scored.answer.hands.length);
  const same = JSON.stringify(known) === JSON.stringify(hands.slice(0, known.length));
  return { answer: same ? scored.answer : null, whole: scored.of === JSON.stringify(hands) };
}

/** A number as a score sheet has it. @param {number} points */
export const signed = (points) => points < 0 ? `−${-points}` : String(points);

/** A sheet as plain text, for a chat. @param {string} title @param {string[]} names @param {ScoreAnswer} answer */
export function plainText(title, names, { hands, told }) {
  const list = (/** @type {readonly number[]} */ points) =>
    names.map((name, place) => `${name} ${signed(points[place])}`).join(", ");
  const lines = hands.map(({ points }, place) => `${place + 1}: ${list(points)}`);
  const totals = hands.slice(-1).map((last) => `= ${list(last.totals)}`);
  return [title, ...lines, ...totals, ...told.map(({ text }) => text)].join("\n");
}
