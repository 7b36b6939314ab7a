/**
 * Which game is played at a real table, and by whom: a reader tells it once, for the referee and for the score.
 *
 * @typedef {{variant: string, players: string[], options: Record<string, string>}} Round players by their names, clockwise
 * @typedef {{game: string, rounds: Record<string, Round>, names: string[]}} Known
 *   the `game` played last, who plays what, and all names told, the latest first
 */

import { set, setting } from "./storage.js";

const PLACE = "names";
/** So many names are remembered. */
const MOST = 24;

/** @returns {Known} */
export function known() {
  try {
    return { game: "", rounds: {}, names: [], ...JSON.parse(setting(PLACE, "{}")) };
  } catch {
    return { game: "", rounds: {}, names: [] };
  }
}

/** Who plays a game, if that was told. @param {string} game @returns {Round | null} */
export const roundOf = (game) => known().rounds[game] ?? null;

/** @param {string} game @param {Round} round @param {readonly string[]} usual what seats are called, which are nobody's names */
export function rememberRound(game, round, usual) {
  const { rounds, names } = known();
  const own = round.players.map((name) => name.trim()).filter((name) => name && !usual.includes(name));
  const told = [...new Set([...own, ...names])].slice(0, MOST);
  set(PLACE, JSON.stringify({ game, rounds: { ...rounds, [game]: round }, names: told }));
}

/** Names as the engine takes them: each in one piece, and unlike the others.
 * @param {string[]} names @param {readonly string[]} usual */
export function seatNames(names, usual) {
  /** @type {string[]} */
  const seats = [];
  for (const [place, name] of usual.entries()) {
    const whole = (names[place] ?? "").trim().replace(/[\s+]+/g, "-") || name;
    seats.push(seats.includes(whole) ? `${whole}-${place + 1}` : whole);
  }
  return seats;
}
