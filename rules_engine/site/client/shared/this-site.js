/** The identity of the site that these scripts belong to, among all sites on an origin. The build fills in the constants. */

/** True if versions of the site are in sibling folders, as the tool mike deploys them. Versions share the reader's records. */
const VERSIONED = false;
/** The games of the site, or null if unknown. @type {readonly string[] | null} */
const GAMES = null;

/** The path of the site's root; in a versioned site, of this version's root. */
export const ROOT = new URL("../../../..", import.meta.url).pathname;
/** The path used in storage keys, shared by all versions of a site. */
export const SITE = VERSIONED ? new URL("..", new URL(ROOT, import.meta.url)).pathname : ROOT;

/** Return whether the site has a game; true for any game if the site's games are unknown. @param {string} game */
export const isOurs = (game) => /** @type {readonly string[] | null} */ (GAMES)?.includes(game) ?? true;
