/**
 * Stored scores of games at real tables. Each game has its own storage key, so two tabs with two games never overwrite each
 * other. Games are also shared as links, files and plain text.
 *
 * @typedef {import("./score-validation.js").Told} Told
 * @typedef {{variant: string, options: Record<string, string>, players: string[], dealer: number}} Begin
 * @typedef {Begin & {id: string, game: string, hands: Told[], draft: Told, at: number, before: Told[][],
 * scored: {of: string, answer: ScoreAnswer} | null}} Match `before`: earlier lists of hands, for undo; `scored`: the engine's
 * latest answer; `at`: time of the last change
 */

import { freshId } from "../shared/journal.js";
import { inLetters, ofLetters } from "../shared/base64url.js";
import * as is from "../shared/shape.js";
import { MISFIT, strict } from "../shared/shape.js";
import { entryOf } from "../shared/entries.js";
import { isolated } from "../shared/names.js";
import { set, setting, settingsOf } from "../shared/storage.js";
import { isOurs } from "../shared/this-site.js";

const PLACE = "score-";
/** Version of the storage format, incremented when the format changes. */
const FORMAT = 1;
/** Maximum number of undo steps. */
const STEPS = 30;
/** Maximum number of hands in a game. */
const HANDS = 1_000;

const POINTS = is.number(-1e6, 1e6);
const SEAT = is.count(19);
/** Schema for the answers about a hand, by field: a number, a choice, or a number for each side.
 * @type {import("../shared/shape.js").Schema<Told>} */
const TOLD = is.mapOf(/^\w+$/, is.either(is.orNull(POINTS), is.text(60), is.list(is.orNull(POINTS), 20)), 60);
const PLAYERS = is.list(is.text(60), 20);
const GAME = {
  id: is.text(40, /^\w+$/), game: is.text(60, /^[\w-]+$/), variant: is.text(60), options: is.mapOf(/^[\w-]+$/, is.text(60), 20),
  players: PLAYERS, dealer: SEAT, hands: is.list(TOLD, HANDS),
};
const ANSWER = is.partial({
  hands: is.list(is.partial({ dealer: SEAT, points: is.list(POINTS, 20), totals: is.list(POINTS, 20) }), HANDS),
  dealer: is.orNull(SEAT), leads: is.orNull(SEAT), over: is.flag, winners: is.list(SEAT, 20),
});
/** Schema for the engine's latest answer, without its sentences and links, and the hands that it scores. */
const SUMS = is.shape({
  of: (given) => typeof given === "string" && strict(given, is.list(TOLD, HANDS)) ? given : MISFIT,
  answer: ANSWER,
});
const KEPT = is.shape({
  format: is.oneOf(FORMAT), ...GAME, draft: TOLD, at: is.count(), before: is.list(is.list(TOLD, HANDS), STEPS),
  scored: is.orNull(SUMS),
}, () => ({ draft: {}, at: 0, before: [], scored: null }));
/** Schema for tricks counted by the referee: the table, and the answers about the hand. */
const COUNTED = is.shape({ variant: is.text(60), players: PLAYERS, told: TOLD });

/** Games that couldn't be stored, kept in memory until the page is closed. @type {Map<string, Match>} */
const unwritten = new Map();

/** Default number of players. */
const USUAL = 4;

/** Return the combination of variant, options and number of players that best fits a game's known settings.
 * @param {readonly ScoreChoice[]} choices @param {Begin} wanted */
export function choiceFor(choices, { variant, options, players }) {
  const count = players.length || USUAL;
  const fits = choices.filter((each) => each.variant === (variant || choices[0].variant));
  const right = fits.filter(({ seats }) => seats.length === count);
  const same = right.filter((each) => Object.entries(each.options).every(([name, value]) => entryOf(options, name) === value));
  return [...same, ...right, ...fits, ...choices][0];
}

/** Return whether the offer includes a game's variant, options and number of players.
 * @param {Match} match @param {ScoreOffer} offer */
export function isOf(match, { game, choices }) {
  const { variant, seats, options } = choiceFor(choices, match);
  return match.game === game && variant === match.variant && seats.length === match.players.length
    && Object.entries(match.options).every(([name, value]) => entryOf(options, name) === value);
}

/** Complete the settings for a new game, and give every seat a name.
 * @param {readonly ScoreChoice[]} choices @param {Begin} wanted
 * @param {readonly string[]} names names of players in earlier games @returns {Begin} */
export function seated(choices, wanted, names) {
  const choice = choiceFor(choices, wanted);
  const left = names.filter((name) => !wanted.players.includes(name));
  const players = choice.names.map((name, place) => wanted.players[place] || left.shift() || name);
  return { variant: choice.variant, options: choice.options, players, dealer: wanted.dealer % players.length };
}

/** Return a new game. @param {string} game @param {Begin} how @returns {Match} */
export const begun = (game, how) => ({
  ...how, game, id: newId(), hands: [], draft: {}, at: Date.now(), before: [], scored: null,
});

/** Return the game with other player names. The engine's answer is dropped, because its sentences contain the names.
 * @param {Match} match @param {readonly ScoreChoice[]} choices @param {string[]} players @returns {Match} */
export const renamed = (match, choices, players) =>
  ({ ...match, players: seated(choices, { ...match, players }, []).players, at: Date.now(), scored: null });

/** Return the game without one of its hands. @param {Match} match @param {number} which */
export const struck = (match, which) => changed(match, match.hands.filter((_, place) => place !== which));

/** Return a new game's id. */
export const newId = freshId;

/** @param {string} id */
export const settingOf = (id) => PLACE + id;

/** @param {Match} match @returns {boolean} whether the browser could store it */
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

/** Return whether a game stored under a legacy key belongs to this site. @param {string} shared */
const isOfSite = (shared) => isOurs(read(shared)?.game ?? "?");
/** @param {string} id */
const writtenOf = (id) => setting(settingOf(id), "", isOfSite);

/** @param {string} id @returns {Match | null} */
export const kept = (id) => unwritten.get(id) ?? read(writtenOf(id));

/** Return all stored games, the newest first, and the number of unreadable ones. @param {string} [game] */
export function evening(game) {
  const ids = settingsOf(PLACE).map((name) => name.slice(PLACE.length)).filter(writtenOf);
  const found = [...new Set([...ids, ...unwritten.keys()])].map(kept);
  const matches = /** @type {Match[]} */ (found.filter((match) => match && (!game || match.game === game)));
  return { matches: matches.sort((one, other) => other.at - one.at), damaged: found.filter((match) => !match).length };
}

/** Serialize a game for storage or a file, without the engine's sentences. @param {Match} match */
export function written({ scored, ...match }) {
  const sums = scored && SUMS(scored, { lost: 0 });
  return JSON.stringify({ format: FORMAT, ...match, scored: sums === MISFIT ? scored : sums });
}

/** Parse a stored game, or return null if it is invalid. @param {string} text @returns {Match | null} */
export function read(text) {
  const { format, ...match } = strict(text, KEPT) ?? { format: 0, dealer: 0, players: [] };
  return format && match.dealer < match.players.length ? /** @type {Match} */ (match) : null;
}

/** Parse a game from a file or a link, without undo steps and scores. Return null if it is invalid.
 * @param {string} sent @returns {Match | null} */
export function readSent(sent) {
  const match = read(sent);
  return match && { ...match, before: [], scored: null };
}

/** Serialize a game for a link, without undo steps and scores. @param {Match} match */
export const linkText = (match) => inLetters(written({ ...match, before: [], scored: null }));

/** @param {string} letters */
export const readLink = (letters) => readSent(ofLetters(letters) ?? "");

/** Parse the referee's count of tricks from a link, or return null if it is damaged. @param {string} letters */
export const readCounted = (letters) => strict(ofLetters(letters) ?? "", COUNTED);

/** Return whether two games have the same players, rules and hands. @param {Match} one @param {Match} other */
export const isSame = (one, other) => [one, other].map(({ variant, options, players, dealer, hands }) =>
  JSON.stringify([variant, options, players, dealer, hands])).every((each, _, [first]) => each === first);

/** Return the first game, which is the newest, if it isn't over; otherwise null. @param {Match[]} matches */
export const unfinished = ([last]) => last && !last.scored?.answer.over ? last : null;

/** Rename the players in the unfinished game, if they are the same. @param {string} game @param {string[]} before
 * @param {string[]} players */
export function renameUnfinished(game, before, players) {
  const match = unfinished(evening(game).matches);
  if (match && match.players.join() === before.join()) keep({ ...match, players, scored: null, at: Date.now() });
}

/** Return the referee's count of tricks for a game, and a message about it. The count is null if it doesn't fit the game.
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

/** Return the game with other hands. Undo restores the previous ones.
 * @param {Match} match @param {Told[]} hands @returns {Match} */
export const changed = (match, hands) => ({
  ...match, hands, at: Date.now(), before: [...match.before, match.hands].slice(-STEPS),
});

/** Return the game as it was before the last change. If that change added a hand, its answers become the draft again.
 * @param {Match} match @returns {Match} */
export function undone(match) {
  const hands = match.before[match.before.length - 1];
  const more = match.hands.length > hands.length ? match.hands[hands.length] : match.draft;
  return { ...match, hands, at: Date.now(), before: match.before.slice(0, -1), draft: more };
}

/** Return the engine's latest answer if it scores the first of these hands; it stays valid because a hand's points never depend
 * on later hands. `whole` is true if it scores all of them.
 * @param {Pick<Match, "scored" | "hands">} match @returns {{answer: ScoreAnswer | null, whole: boolean}} */
export function scoredOf({ scored, hands }) {
  if (!scored) return { answer: null, whole: false };
  const known = JSON.parse(scored.of).slice(0, scored.answer.hands?.length ?? 0);
  const same = JSON.stringify(known) === JSON.stringify(hands.slice(0, known.length));
  return { answer: same ? scored.answer : null, whole: scored.of === JSON.stringify(hands) };
}

/** Return an answer with empty values for the fields that aren't stored: sentences, score lines and links.
 * @param {ScoreAnswer} answer @returns {ScoreAnswer} */
export function completed(answer) {
  if ("consequences" in answer) return answer;
  const { hands = [], ...rest } = /** @type {Partial<ScoreAnswer>} */ (answer);
  const whole = hands.every(({ points, totals }) => points && totals);
  return { dealer: null, leads: null, over: false, winners: [], consequences: [], facts: [], ...rest,
    hands: whole ? hands.map((hand) => ({ ...hand, lines: [] })) : [] };
}

/** Format points with a typographic minus sign (U+2212). @param {number} points */
export const signed = (points) => points < 0 ? `−${-points}` : String(points);

/** Return a score sheet as plain text, for a chat. @param {string} title @param {string[]} names @param {ScoreAnswer} answer */
export function plainText(title, names, { hands, consequences }) {
  const list = (/** @type {readonly number[]} */ points) =>
    names.map((name, place) => `${isolated(name)} ${signed(points[place])}`).join(", ");
  const lines = hands.map(({ points }, place) => `${place + 1}: ${list(points)}`);
  const totals = hands.slice(-1).map((last) => `= ${list(last.totals)}`);
  return [title, ...lines, ...totals, ...consequences.map(({ text }) => text)].join("\n");
}
