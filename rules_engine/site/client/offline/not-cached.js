/**
 * The page shown in place of one that can't be loaded. It resembles the site without loading any of its files, which may not be
 * cached, and is in the language of the requested edition. The build includes this file in the service worker, since not every
 * browser supports module service workers.
 */

const EDITIONS = new Map(Object.entries(SITE.words));
const TITLES = new Map(Object.entries(SITE.files).map(([path, { title }]) => [path, title ?? ""]));

const LOOK = `body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1d2524;background:#fbfaf6}header{background:#14594c}
header a,header a:visited{display:block;padding:14px 20px;color:#fff;font-weight:700;text-decoration:none}
main{max-width:38rem;margin:auto;padding:8px 20px 40px}h1{font-size:1.5rem}a{color:#14594a}ul{padding:0;list-style:none}
li a{display:inline-block;padding:9px 0}.main{display:inline-block;padding:10px 18px;border-radius:10px;background:#14594c;
color:#fff;text-decoration:none}@media(prefers-color-scheme:dark){body{color:#e8e6df;background:#1e2129}a{color:#7fd0b5}}`;

/** @param {string} asked @param {string[]} kept cached pages, relative to the site's root @param {string} root the site's URL */
export function notKeptPage(asked, kept, root) {
  const edition = editionOf(asked);
  const { title, told, again, list } = /** @type {EditionWords} */ (EDITIONS.get(edition));
  const addressOf = (/** @type {string} */ path) => root + path + (/(?:^|\/)$/.test(path) ? SITE.index : "");
  const ours = kept.filter((path) => editionOf(path) === edition);
  const links = (ours.length ? ours : kept).map((path) => `<li><a href="${addressOf(path)}">${nameOf(path)}</a></li>`);
  const those = links.length ? `<p>${list}</p><ul>${links.join("\n")}</ul>` : "";
  return `<!doctype html><html lang="${edition.slice(0, -1) || "en"}"><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${LOOK}</style>
<header><a href="${addressOf("")}">${TITLES.get("") ?? ""}</a></header><main>
<h1>${title}</h1><p>${told}</p><p><a class="main" href="">${again}</a></p>
${those}</main>`;
}

/** Return the folder of the edition (language) that a page belongs to. @param {string} path */
const editionOf = (path) => [...EDITIONS.keys()].find((folder) => folder && path.startsWith(folder)) ?? "";

/** Return a page's title without the site's name, followed by the game's name unless the title contains it.
 * @param {string} path */
function nameOf(path) {
  const bare = (/** @type {string} */ of) => (TITLES.get(of) ?? "").replace(/ - [^-]*$/, "");
  const name = bare(path);
  const game = bare(path.replace(/[^/]+\/$/, ""));
  return /^(?:[a-z]+\/)?games\/[^/]+\/[^/]+\/$/.test(path) && !name.includes(game) ? `${name}: ${game}` : name;
}
