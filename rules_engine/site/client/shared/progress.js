/** The reader's progress in courses, stored in the browser by game and page. */

import { after, byName, newest, record } from "./joining.js";
import { Journal, ours, sharedBy } from "./journal.js";
import * as is from "./shape.js";
import { MISFIT } from "./shape.js";
import { ROOT, SITE } from "./this-site.js";
import { entryOf } from "./entries.js";

/**
 * @typedef {{done: string[], at: number, of: number, knows: string[], known: string[]}} Progress `at` and `of`: the index of the
 * next step, and the number of steps; `knows`: games that the reader knows already; `known`: the steps that those games cover
 */

/** Return the name of a page, which is the same in all versions of the site. @param {string} path the page's URL path */
export function pageName(path) {
  if (path.startsWith(ROOT)) return path.slice(ROOT.length);
  return path.startsWith(SITE) ? path.slice(SITE.length).replace(/^[^/]*\//, "") : path; // a page from another version
}

/** Return the path of a page. @param {string} name see `pageName` */
export const pagePath = (name) => name.startsWith("/") ? name : ROOT + name;

const STEPS = is.list(is.text(), 1_000);
const GAME = /^[\w-]+$/;
const PAGE = /^[^\0]{1,500}$/;
/** Lists of steps, merged by union: a step done in any tab counts as done. @type {import("./joining.js").Kind<string[]>} */
const ALL = { read: STEPS, join: (one, other) => [...new Set([...one, ...other])] };
const COURSE = record({ done: ALL, way: newest(is.shape({ at: is.count(), of: is.count() })),
  knowing: newest(is.shape({ knows: STEPS, known: STEPS })) });
const COURSES = byName(GAME, byName(PAGE, COURSE));

/** The schema for a course in the legacy record; `knows` was a single name in early versions. */
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

/** @param {string} game @param {string} path the page's URL path @returns {Progress} */
export const courseRecord = (game, path) => progressOf(entryOf(entryOf(records(), game), pageName(path)));

/** @param {string} game @param {string} path the page's URL path @param {Partial<Progress>} changed
 * @returns {boolean} whether it was stored */
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

/** Return the courses that the reader has begun but not finished. @returns {Map<string, Progress>} by `pageName` */
export function begunCourses() {
  const found = Object.values(records()).flatMap((pages) => Object.entries(pages))
    .map(([page, course]) => /** @type {[string, Progress]} */ ([page, progressOf(course)]));
  return new Map(found.filter(([, { done, of }]) => done.length && done.length < of));
}

/** Return the courses in a game that the reader has begun, each with the name of its page.
 * @param {string} game @returns {[string, Progress][]} */
export function coursesOf(game) {
  return Object.entries(entryOf(records(), game) ?? {})
    .map(([page, course]) => /** @type {[string, Progress]} */ ([page, progressOf(course)]))
    .filter(([, { done }]) => done.length);
}

/** Return the games in which the reader has ever begun a course. */
export const begunGames = () => Object.keys(records());

/** Return the game of the course on a page, or an empty string if the reader has never begun that course. @param {string} path */
export const gameOfCourse = (path) => Object.entries(records()).find(([, pages]) => entryOf(pages, pageName(path)))?.[0] ?? "";
