/**
 * Keeps the site for when there is no network: pages as they are visited, Python once it was used, all of it at a
 * reader's wish. The build puts `const SITE` before this file: the list of what this version is made of. Why it
 * does as it does is told in docs/design/offline.md.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const SCOPE = worker.registration.scope;
const CACHE = `follow-suit ${new URL(SCOPE).pathname}`; // other sites may share our origin
const WHOLE = `${SCOPE}?whole`; // an entry of the cache: the reader wants all of the site

/** Addresses that name what they hold: ours, the theme's, and those that the build gave a digest. */
const BY_CONTENT = /-[0-9a-f]{16}\/|\.[0-9a-f]{8}\.min\.(?:js|css)$|\?[0-9a-f]{16}$/;

/** So many milliseconds a page that is kept waits for a newer one. */
const PATIENCE = 2500;

// -- requests

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(SCOPE) || request.headers.has("Range")) return;
  const address = addressOf(request.url);
  if (BY_CONTENT.test(address)) event.respondWith(once(event, address));
  else if (request.mode === "navigate" || listed(address)) event.respondWith(newest(event, address));
});

/**
 * What never changes is fetched once. Who asks past the browser's cache has found it damaged.
 *
 * @param {FetchEvent} event @param {string} address
 */
async function once(event, address) {
  const { cache } = event.request;
  const kept = cache === "reload" ? undefined : await taken(address);
  if (kept && cache !== "no-cache") return kept;
  const response = await fromNetwork(event, address).catch((error) => {
    if (kept) return kept;
    throw error;
  });
  return response.ok ? response : kept ?? response;
}

/**
 * The site's own answer, if it comes soon; else what was kept of an earlier one.
 *
 * @param {FetchEvent} event @param {string} address
 */
async function newest(event, address) {
  const network = fromNetwork(event, address);
  const soon = network.catch(() => undefined);
  event.waitUntil(soon);
  const kept = await taken(address);
  if (!kept) return network.catch((error) => notKept(event.request, address, error));
  const first = await Promise.race([soon, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  return first && first.status < 500 ? first : kept;
}

/** @param {FetchEvent} event @param {string} address */
async function fromNetwork(event, address) {
  const response = await fetch(event.request);
  if (isWhole(response, address)) event.waitUntil(put(address, response.clone()).catch(() => {})); // the disk may be full
  if (event.request.mode === "navigate" && response.ok) event.waitUntil(leaveIfUnwanted().catch(() => {}));
  return response;
}

/** No errors, nothing from elsewhere, and no page in the place of a file. @param {Response} response @param {string} address */
function isWhole(response, address) {
  const isHtml = (response.headers.get("Content-Type") ?? "").startsWith("text/html");
  return response.status === 200 && response.type === "basic" && !response.redirected && isHtml === isPage(address);
}

/**
 * What a reader sees who follows a link to a page that isn't kept, without a network.
 *
 * @param {Request} request @param {string} address @param {unknown} error
 */
async function notKept(request, address, error) {
  if (request.mode !== "navigate") throw error;
  if (await taken(`${address}/`)) return Response.redirect(`${address}/`);
  const kept = [];
  for (const path of Object.keys(SITE.files)) if (SITE.files[path].title && (await taken(SCOPE + path))) kept.push(path);
  const page = notKeptPage(address.slice(SCOPE.length), kept);
  return new Response(page, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

const LOOK = `body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1d2524;background:#fbfaf6}header{background:#14594c}
header a,header a:visited{display:block;padding:14px 20px;color:#fff;font-weight:700;text-decoration:none}
main{max-width:38rem;margin:auto;padding:8px 20px 40px}h1{font-size:1.5rem}a{color:#14594a}ul{padding:0;list-style:none}
li a{display:inline-block;padding:9px 0}.main{display:inline-block;padding:10px 18px;border-radius:11px;background:#14594c;
color:#fff;text-decoration:none}@media(prefers-color-scheme:dark){body{color:#e8e6df;background:#1e2129}a{color:#7fd0b5}}`;

/**
 * In the site's look, though nothing of it may be here, and in the language of the edition that was asked for.
 *
 * @param {string} asked @param {string[]} kept pages, from the site's root
 */
function notKeptPage(asked, kept) {
  const edition = editionOf(asked);
  const { title, told, again, list } = SITE.words[edition];
  const ours = kept.filter((path) => editionOf(path) === edition);
  const links = (ours.length ? ours : kept).map((path) => `<li><a href="${SCOPE}${path}">${nameOf(path)}</a></li>`);
  const those = links.length ? `<p>${list}</p><ul>${links.join("\n")}</ul>` : "";
  return `<!doctype html><html lang="${edition.slice(0, -1) || "en"}"><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${LOOK}</style>
<header><a href="${SCOPE}">${SITE.files[""]?.title ?? ""}</a></header><main>
<h1>${title}</h1><p>${told}</p><p><a class="main" href="">${again}</a></p>
${those}</main>`;
}

/** The folder of the edition that a page is in. @param {string} path */
const editionOf = (path) => Object.keys(SITE.words).find((folder) => folder && path.startsWith(folder)) ?? "";

/** A page's title, without the site's; behind it the game's, where it isn't in it. @param {string} path */
function nameOf(path) {
  const bare = (/** @type {string} */ of) => (SITE.files[of]?.title ?? "").replace(/ - [^-]*$/, "");
  const name = bare(path);
  const game = bare(path.replace(/[^/]+\/$/, ""));
  return /^(?:[a-z]+\/)?games\/[^/]+\/[^/]+\/$/.test(path) && !name.includes(game) ? `${name}: ${game}` : name;
}

// -- the cache

let unwanted = false;

async function open() {
  if (unwanted) throw new Error("The site is not to be kept any more");
  return caches.open(CACHE);
}

/** An answer that was kept; a browser that forbids to keep any has none. @param {string} address */
async function taken(address) {
  return open().then((cache) => cache.match(address, { ignoreVary: true })).catch(() => undefined);
}

/** @param {string} address @param {Response} response */
async function put(address, response) {
  const cache = await open();
  await cache.put(address, response);
}

/** An address as the cache knows it: static hosts don't look at what follows the question mark. @param {string} url */
function addressOf(url) {
  const { origin, pathname, search } = new URL(url);
  return origin + pathname.replace(/\/index\.html$/, "/") + (BY_CONTENT.test(search) ? search : "");
}

/** @param {string} address @returns {Listed | undefined} */
function listed(address) {
  return SITE.files[address.slice(SCOPE.length)];
}

/** @param {string} address */
function isPage(address) {
  return /(?:\/|\.html)$/.test(address);
}

// -- one version after another

/** Before this version takes over, it fetches anew what was kept of the one before: files before the pages that load them. */
worker.addEventListener("install", (event) => event.waitUntil(renew()));

async function renew() {
  const kept = new Set((await (await open()).keys()).map(({ url }) => unversioned(url)));
  const wanted = (/** @type {string} */ path) => SITE.files[path].part === "pages" && kept.has(unversioned(SCOPE + path));
  await keepAll(wholeSite().filter((each) => kept.has(WHOLE) || wanted(each)));
}

/** What the host hands out otherwise than it was built is left out, till the next visit. @param {string[]} paths */
async function keepAll(paths) {
  for (const path of paths) {
    await keepFile(path).catch((error) => {
      if (!(error instanceof Different)) throw error;
    });
  }
}

/** @param {string} address */
const unversioned = (address) => address.replace(/-[0-9a-f]{16}\/|\.[0-9a-f]{8}\.min\.|\?[0-9a-f]{16}$/, "*");

/** All that a reader needs who keeps the site, pages last. */
function wholeSite() {
  const paths = Object.keys(SITE.files).filter((path) => SITE.files[path].part !== "other");
  return paths.sort((a, b) => Number(isPage(SCOPE + a)) - Number(isPage(SCOPE + b)));
}

/** No page of an earlier version is open any more, so nobody needs its files. */
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver() {
  const cache = await open();
  for (const { url } of await cache.keys()) if (url !== WHOLE && (await isStale(cache, url))) await cache.delete(url);
  await worker.clients.claim();
}

/** @param {Cache} cache @param {string} url */
async function isStale(cache, url) {
  if (!listed(url) || !isPage(url)) return !listed(url);
  const kept = await cache.match(url);
  return !kept || !(await isOurs(url, kept));
}

/** @type {Promise<Response> | undefined} */
let askedForItself;

/** A site that ships no service worker any more wants to be rid of this one too. */
async function leaveIfUnwanted() {
  askedForItself ??= fetch(worker.location.href, { method: "HEAD", cache: "no-store" });
  const { status } = await askedForItself;
  if (unwanted || (status !== 404 && status !== 410)) return;
  unwanted = true;
  await caches.delete(CACHE);
  await worker.registration.unregister();
}

// -- wishes of the page: see registration.js

/** @typedef {(bytes: number) => void} Told hears how many bytes have arrived */

/** @type {Record<string, (wish: any, told: Told) => Promise<unknown>>} */
const DEEDS = { visited, played, state, keep, remove };

worker.addEventListener("message", (event) => {
  const { deed, ...wish } = event.data;
  const [port] = event.ports;
  const done = DEEDS[deed](wish, (bytes) => port.postMessage({ bytes }));
  event.waitUntil(done.then(
    (answer) => port.postMessage({ answer }),
    ({ name, message }) => port.postMessage({ problem: { name, message } }),
  ));
});

/**
 * What a page loaded before there was a service worker; and what is missing of a site that is to be kept whole.
 *
 * @param {{addresses: string[]}} wish
 */
async function visited({ addresses }) {
  const all = [...addresses, ...SITE.always.map((path) => SCOPE + path)];
  const known = all.filter((url) => BY_CONTENT.test(addressOf(url)) || listed(addressOf(url)));
  await Promise.all(known.filter((url) => url.startsWith(SCOPE)).map(fetchIfMissing));
  if (!(await taken(WHOLE))) return;
  const kept = new Set((await (await open()).keys()).map((request) => request.url));
  await keepAll(wholeSite().filter((path) => !kept.has(SCOPE + path)));
}

/** @param {string} url */
async function fetchIfMissing(url) {
  const address = addressOf(url);
  if (await taken(address)) return;
  const response = await fetch(url);
  if (isWhole(response, address)) await put(address, response);
}

/** Python runs. What of it hasn't passed here is fetched: other games, or all if it started before there was a service worker. */
async function played() {
  for (const path of Object.keys(SITE.files)) if (SITE.files[path].part === "python") await fetchIfMissing(SCOPE + path);
}

/** What the whole site is made of, and what of it is kept. */
async function state() {
  const kept = new Set((await (await open()).keys()).map(({ url }) => url));
  const files = wholeSite().map((path) => ({ path, bytes: SITE.files[path].bytes, kept: kept.has(SCOPE + path) }));
  return { files, whole: kept.has(WHOLE) };
}

/** One file of the whole site, fetched unless it is here undamaged. @param {{path: string}} wish @param {Told} told */
async function keep({ path }, told) {
  if (!(await taken(WHOLE))) await put(WHOLE, new Response());
  await keepFile(path, told);
}

async function remove() {
  await caches.delete(CACHE);
}

class Different extends Error {
  name = "Different";
}

/** @param {string} path @param {Told} told */
async function keepFile(path, told = () => {}) {
  const address = SCOPE + path;
  const kept = await taken(address);
  if (kept && (await isBuilt(address, kept))) return;
  const response = await fetch(address, { cache: kept ? "reload" : "no-cache" }).catch((error) => {
    throw Object.assign(new Error("The network doesn't answer"), { cause: error });
  });
  if (!isWhole(response, address)) throw new Different(`The site did not hand out ${path} (${response.status})`);
  const fetched = await received(response, told);
  if (!(await isOurs(address, fetched.clone()))) throw new Different(`${path} is not of this version of the site`);
  await put(address, fetched);
}

/** An answer that has arrived completely. @param {Response} response @param {Told} told */
async function received(response, told) {
  const chunks = [];
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
    told(read.value.length);
  }
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name); // they told of the way here
  return new Response(new Blob(chunks), { headers });
}

/**
 * What the build wrote; of a page it is enough that it belongs to this version's scripts: a host may add to it.
 *
 * @param {string} address @param {Response} response
 */
async function isOurs(address, response) {
  const page = isPage(address) ? response.clone() : null;
  return (await isBuilt(address, response)) || Boolean(page && (await page.text()).includes(SITE.page));
}

/** @param {string} address @param {Response} response */
async function isBuilt(address, response) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
  return btoa(String.fromCharCode(...digest)) === listed(address)?.digest;
}
