/**
 * The games played at a real table and their players, entered once and used by the referee and the score keeper.
 *
 * @typedef {{variant: string, players: string[], options: Record<string, string>}} Round `players`: their names, clockwise
 * @typedef {{game: string, rounds: Record<string, Round>, names: string[]}} Known the `game` played last, the latest round in
 * each game, and all names entered, the latest first
 */

import { after, byName, most, newest, record } from "./joining.js";
import { Journal, ours, sharedBy } from "./journal.js";
import * as is from "./shape.js";
import { isOurs } from "./this-site.js";
import { entryOf } from "./entries.js";

/** Maximum number of names remembered. */
const MOST = 24;
const GAME = /^[\w-]+$/;
const NAME = is.text(100);
const ROUND = is.shape({ variant: is.text(), players: is.list(NAME, 20), options: is.mapOf(/^/, is.text()) },
  () => ({ variant: "", options: {} }));
/** The stored record: the latest game and rounds with the time they were entered, and each name with the time it was last
 * entered. */
const KNOWN = record({
  game: newest(is.text(100, GAME)), rounds: byName(GAME, newest(ROUND)), names: byName(/^[^\0]{1,100}$/, most()),
});

/** The schema for the legacy record, which was shared by all sites on an origin. */
const SHARED = is.shape({ game: is.text(100), rounds: is.mapOf(GAME, ROUND), names: is.list(NAME) },
  () => ({ game: "", rounds: {}, names: [] }));

export const KEPT = new Journal("names", KNOWN, sharedBy(SHARED, ({ game, rounds, names }) => {
  const own = Object.entries(ours(rounds) ?? {}).map(([each, round]) => [each, [0, round]]);
  /** @type {import("./shape.js").Value<typeof KNOWN.read>} */
  const value = {
    game: game && isOurs(game) ? [0, game] : undefined, rounds: Object.fromEntries(own),
    names: Object.fromEntries(names.map((name, place) => [name, names.length - place])),
  };
  return names.length || own.length ? value : undefined;
}));

/** @returns {Known} */
export function known() {
  const { game, rounds = {}, names = {} } = KEPT.read().value ?? {};
  const latest = Object.entries(names).sort(([, one], [, other]) => other - one).slice(0, MOST);
  return {
    game: game?.[1] ?? "", names: latest.map(([name]) => name),
    rounds: Object.fromEntries(Object.entries(rounds).map(([each, [, round]]) => [each, round])),
  };
}

/** Return the latest round in a game, or null. @param {string} game @returns {Round | null} */
export const roundOf = (game) => entryOf(known().rounds, game) ?? null;

/** @param {string} game @param {Round} round @param {readonly string[]} usual default names of the seats, which aren't remembered
 * @returns {boolean} whether it was stored */
export function rememberRound(game, { variant, players, options }, usual) {
  const { game: last, rounds = {}, names = {} } = KEPT.read().value ?? {};
  const own = players.map((name) => name.trim()).filter((name) => name && !usual.includes(name)).reverse();
  const at = after(Math.max(last?.[0] ?? 0, entryOf(rounds, game)?.[0] ?? 0, ...Object.values(names)));
  return KEPT.add({
    game: [at, game], rounds: { [game]: [at, { variant, players, options }] },
    names: Object.fromEntries(own.map((name, place) => [name, at + place])),
  });
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Return a name for use among other names and numbers: Hebrew or Arabic names are wrapped in directional isolates, as in the
 * engine's sentences, so that they don't reorder the text around them.
 *
 * @param {string} name
 */
export const isolated = (name) => RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;

/** Return unique seat names without spaces, as the engine requires. @param {string[]} names @param {readonly string[]} usual */
export function seatNames(names, usual) {
  /** @type {string[]} */
  const seats = [];
  for (const [place, name] of usual.entries()) {
    const whole = (names[place] ?? "").trim().replace(/[\s+]+/g, "-") || name;
    seats.push(seats.includes(whole) ? `${whole}-${place + 1}` : whole);
  }
  return seats;
}
