/** How far a reader has come in courses: kept in the browser, by game and page. */

import { set, setting } from "./storage.js";

/**
 * @typedef {{done: string[], at: number, of: number, knows: string | string[], known: string[]}} Progress
 * `at` and `of`: the step to go on with, and how many there are; `knows` and `known`: games, and the steps known with them
 */

/** @type {Progress} */
const NOTHING = { done: [], at: 0, of: 0, knows: [], known: [] };

/** @returns {Record<string, Record<string, Partial<Progress>>>} */
function records() {
  try {
    const read = JSON.parse(setting("courses", "{}"));
    return read && typeof read === "object" && !Array.isArray(read) ? read : {};
  } catch {
    return {};
  }
}

/** @param {string} game @param {string} page @returns {Progress} */
export function courseRecord(game, page) {
  const kept = records()[game]?.[page] ?? {};
  const { done, known } = kept;
  return { ...NOTHING, ...kept, done: Array.isArray(done) ? done : [], known: Array.isArray(known) ? known : [] };
}

/** What another tab kept since is read again first.
 * @param {string} game @param {string} page @param {Partial<Progress>} changed */
export function keepCourse(game, page, changed) {
  const kept = records();
  kept[game] = { ...kept[game], [page]: { ...courseRecord(game, page), ...changed } };
  set("courses", JSON.stringify(kept));
}

/** The pages of courses that were begun and aren't done, each with how far. @returns {Map<string, Progress>} */
export function begunCourses() {
  const found = new Map();
  for (const [game, pages] of Object.entries(records())) {
    for (const page of Object.keys(pages)) {
      const record = courseRecord(game, page);
      if (record.done.length && record.done.length < record.of) found.set(page, record);
    }
  }
  return found;
}

/** The courses of a game that were begun, each with its page. @param {string} game @returns {[string, Progress][]} */
export function coursesOf(game) {
  return Object.keys(records()[game] ?? {}).map((page) => /** @type {[string, Progress]} */ ([page, courseRecord(game, page)]))
    .filter(([, { done }]) => done.length);
}

/** The game of a course that was begun at some time, by its page; else nothing. @param {string} page */
export function gameOfCourse(page) {
  return Object.entries(records()).find(([, pages]) => page in pages)?.[0] ?? "";
}
