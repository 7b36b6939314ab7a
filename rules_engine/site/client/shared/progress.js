/** How far a reader has come in courses: kept in the browser, by game and page. */

import { after, byName, newest, record } from "./joining.js";
import { Journal, ours, sharedBy } from "./journal.js";
import * as is from "./shape.js";
import { MISFIT } from "./shape.js";
import { ROOT, SITE } from "./this-site.js";
import { entryOf } from "./entries.js";

/**
 * @typedef {{done: string[], at: number, of: number, knows: string[], known: string[]}} Progress
 * `at` and `of`: the step to go on with, and how many there are; `knows` and `known`: games, and the steps known with them
 */

/** The name of a page, the same one in each version. @param {string} path its path at this origin */
export function pageName(path) {
  if (path.startsWith(ROOT)) return path.slice(ROOT.length);
  return path.startsWith(SITE) ? path.slice(SITE.length).replace(/^[^/]*\//, "") : path; // of another version
}

/** The path of a page. @param {string} name see `pageName` */
export const pagePath = (name) => name.startsWith("/") ? name : ROOT + name;

const STEPS = is.list(is.text(), 1_000);
const GAME = /^[\w-]+$/;
const PAGE = /^[^\0]{1,500}$/;
/** What was done in either of two tabs is done. @type {import("./joining.js").Kind<string[]>} */
const ALL = { read: STEPS, join: (one, other) => [...new Set([...one, ...other])] };
const COURSE = record({ done: ALL, way: newest(is.shape({ at: is.count(), of: is.count() })),
  knowing: newest(is.shape({ knows: STEPS, known: STEPS })) });
const COURSES = byName(GAME, byName(PAGE, COURSE));

/** A course as all sites of an origin shared it; the games known were one name once. */
const SHARED = is.shape({ done: STEPS, at: is.count(), of: is.count(), known: STEPS,
  knows: is.either(STEPS, (given, loss) => {
    const one = is.text()(given, loss);
    return one === MISFIT ? MISFIT : [one];
  }) }, () => ({ done: [], at: 0, of: 0, known: [], knows: [] }));

/** @type {(course: import("./shape.js").Value<typeof SHARED>) => import("./shape.js").Value<typeof COURSE.read>} */
const moved = ({ done, at, of, knows, known }) => ({ done, way: [0, { at, of }], knowing: [0, { knows, known }] });

export const KEPT = new Journal("courses", COURSES, sharedBy(is.mapOf(GAME, is.mapOf(PAGE, SHARED)), (shared) => {
  const games = Object.entries(ours(shared) ?? {}).map(([game, pages]) =>
    [game, Object.fromEntries(Object.entries(pages).map(([page, course]) => [pageName(page), moved(course)]))]);
  return games.length ? Object.fromEntries(games) : undefined;
}));

const records = () => KEPT.read().value ?? {};

/** @param {import("./shape.js").Value<typeof COURSE.read>} [course] @returns {Progress} */
const progressOf = ({ done = [], way, knowing } = {}) =>
  ({ done, ...(way?.[1] ?? { at: 0, of: 0 }), ...(knowing?.[1] ?? { knows: [], known: [] }) });

/** @param {string} game @param {string} path its page @returns {Progress} */
export const courseRecord = (game, path) => progressOf(entryOf(entryOf(records(), game), pageName(path)));

/** @param {string} game @param {string} path its page @param {Partial<Progress>} changed @returns {boolean} whether it is kept */
export function keepCourse(game, path, changed) {
  const page = pageName(path);
  const before = entryOf(entryOf(records(), game), page);
  const { done, at, of, knows, known } = { ...progressOf(before), ...changed };
  return KEPT.add({ [game]: { [page]: {
    done,
    ...("at" in changed || "of" in changed ? { way: [after(before?.way?.[0]), { at, of }] } : {}),
    ...("knows" in changed || "known" in changed ? { knowing: [after(before?.knowing?.[0]), { knows, known }] } : {}),
  } } });
}

/** The pages of courses that were begun and aren't done, each with how far. @returns {Map<string, Progress>} by `pageName` */
export function begunCourses() {
  const found = Object.values(records()).flatMap((pages) => Object.entries(pages))
    .map(([page, course]) => /** @type {[string, Progress]} */ ([page, progressOf(course)]));
  return new Map(found.filter(([, { done, of }]) => done.length && done.length < of));
}

/** The courses of a game that were begun, each with its page's name. @param {string} game @returns {[string, Progress][]} */
export function coursesOf(game) {
  return Object.entries(entryOf(records(), game) ?? {})
    .map(([page, course]) => /** @type {[string, Progress]} */ ([page, progressOf(course)]))
    .filter(([, { done }]) => done.length);
}

/** The games of which a course was begun at some time. */
export const begunGames = () => Object.keys(records());

/** The game of a course that was begun at some time, by its page; else nothing. @param {string} path */
export const gameOfCourse = (path) => Object.entries(records()).find(([, pages]) => entryOf(pages, pageName(path)))?.[0] ?? "";
