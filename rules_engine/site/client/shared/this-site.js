/** The site that these scripts belong to. The build fills in what it knows; sites that share an origin are told apart by it. */

/** Whether versions of the site lie side by side, as mike lays them: they share what a reader has done. */
const VERSIONED = false;
/** The games of the site; null where nobody knows. @type {readonly string[] | null} */
const GAMES = null;

/** The path of the site's root; among versions that of this one. */
export const ROOT = new URL("../../../..", import.meta.url).pathname;
/** The path that names what the browser keeps: the versions of a site have one. */
export const SITE = VERSIONED ? new URL("..", new URL(ROOT, import.meta.url)).pathname : ROOT;

/** Whether the site has a game. @param {string} game */
export const isOurs = (game) => /** @type {readonly string[] | null} */ (GAMES)?.includes(game) ?? true;
