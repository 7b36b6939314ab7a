/** The site that these scripts belong to, which identifies it among sites of one origin. The build fills in the constants. */

/** True if versions of the site are in sibling folders, as mike deploys them. Versions share the reader's records. */
const VERSIONED = false;
/** The games of the site, or null if unknown. @type {readonly string[] | null} */
const GAMES = null;

/** The path of the site's root; in a versioned site, of this version's root. */
export const ROOT = new URL("../../../..", import.meta.url).pathname;
/** The path in the keys of stored records, which all versions of a site share. */
export const SITE = VERSIONED ? new URL("..", new URL(ROOT, import.meta.url)).pathname : ROOT;

/** Return whether the site has a game, or might have it. @param {string} game */
export const isOurs = (game) => /** @type {readonly string[] | null} */ (GAMES)?.includes(game) ?? true;
