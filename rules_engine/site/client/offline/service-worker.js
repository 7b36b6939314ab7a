/**
 * The service worker, which caches the site for offline use: visited pages, Python after its first use, and everything on demand.
 * The build prepends `const SITE`, the manifest of this version. The design is explained in docs/design/offline.md.
 */

import { notKeptPage } from "./not-cached.js";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const SCOPE = worker.registration.scope;
const CACHE = `follow-suit ${new URL(SCOPE).pathname}`; // other sites may share the origin
const WHOLE = `${SCOPE}?whole`; // cache entry that marks the reader's choice to keep the complete site

/** Pattern for URLs that contain a digest of the content: our files, the theme's, and those to which the build added a digest. */
const BY_CONTENT = /-[0-9a-f]{16}\/|\.[0-9a-f]{8}\.min\.(?:js|css)$|\?[0-9a-f]{16}$/;

/** Pattern for the folders of our files and the theme's, whose names change with their content. */
const VERSIONED = /^assets\/(?:followsuit|javascripts|stylesheets)\//;

const FILES = new Map(Object.entries(SITE.files));
const WITHOUT_DIGEST = new Set([...FILES.keys()].map((path) => path.split("?")[0]));
/** The top-level folders of the site's files. They may also contain pages of other versions of the site. */
const FOLDERS = new Set([...FILES.keys()].filter((path) => path.includes("/")).map((path) => path.split("/")[0]));

/** Milliseconds to wait for the network before a cached page is served instead. */
const PATIENCE = 2500;

// -- requests

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(SCOPE) || request.headers.has("Range")) return;
  const address = addressOf(request.url);
  if (isOfSite(address) && BY_CONTENT.test(address)) event.respondWith(once(event, address));
  else if (listed(address) || isBeside(address, request.mode)) event.respondWith(newest(event, address));
});

/**
 * Return whether a URL belongs to this site, in this version or another. Other sites may be in folders below our scope.
 *
 * @param {string} address
 */
function isOfSite(address) {
  const path = address.slice(SCOPE.length);
  return FILES.has(path) || (BY_CONTENT.test(path) && (VERSIONED.test(path) || WITHOUT_DIGEST.has(path.split("?")[0])));
}

/**
 * Return whether a URL may belong to an earlier or later version: it is in one of the site's folders or at its top level. Files
 * that a later version has cached before it takes over are served, but no others of that version are cached.
 *
 * @param {string} address @param {string} mode
 */
function isBeside(address, mode) {
  const [first, ...others] = address.slice(SCOPE.length).split("/");
  return FOLDERS.has(first) || (mode === "navigate" ? Boolean(shortened(address)) : !others.length);
}

/** Add the final slash or `.html` that a page's URL lacks. Return undefined if there is no such page. @param {string} address */
function shortened(address) {
  return [`${address}/`, `${address}.html`].find(listed);
}

/**
 * Serve an immutable file from the cache. A request with `cache: "reload"` means that the client found the cached copy damaged,
 * so it goes to the network.
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
 * Serve the network's response if it arrives in time and isn't a server error, otherwise the cached response.
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
  if (isOfSite(address) && isWhole(response, address)) {
    event.waitUntil(put(address, response.clone()).catch(() => {})); // the storage may be full
  }
  if (event.request.mode === "navigate" && response.ok) event.waitUntil(leaveIfUnwanted().catch(() => {}));
  return response;
}

/** Return whether a response may be cached: it is complete, same-origin, not redirected, and not a page in place of a file.
 * @param {Response} response @param {string} address */
function isWhole(response, address) {
  const isHtml = (response.headers.get("Content-Type") ?? "").startsWith("text/html");
  return response.status === 200 && response.type === "basic" && !response.redirected && isHtml === isPage(address);
}

/**
 * Return the fallback page for an unreachable link, or a redirect to a cached URL. Rethrow the error for other requests.
 *
 * @param {Request} request @param {string} address @param {unknown} error
 */
async function notKept(request, address, error) {
  if (request.mode !== "navigate") throw error;
  const [before, ...hash] = address.split(/%(?:25)*23/); // mail filters escape `#`; see also old-addresses.js
  if (hash.length && (await taken(before))) return Response.redirect(`${before}#${hash.join("%23")}`);
  const whole = shortened(address);
  if (whole && (await taken(whole))) return Response.redirect(whole);
  const kept = [];
  for (const [path, { title }] of FILES) if (title && (await taken(SCOPE + path))) kept.push(path);
  const page = notKeptPage(address.slice(SCOPE.length), kept, SCOPE);
  return new Response(page, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

// -- the cache

let unwanted = false;

async function open() {
  if (unwanted) throw new Error("The site is not to be kept any more");
  return caches.open(CACHE);
}

/** Return the cached response, or undefined if there is none or the browser forbids caching. @param {string} address */
async function taken(address) {
  return open().then((cache) => cache.match(address, { ignoreVary: true })).catch(() => undefined);
}

/** @param {string} address @param {Response} response */
async function put(address, response) {
  const cache = await open();
  await cache.put(address, response);
}

/** Return the cache key for a URL. It has no query unless that is a digest, because static hosts ignore queries.
 * @param {string} url */
function addressOf(url) {
  const { origin, pathname, search } = new URL(url);
  return origin + pathname.replace(/\/index\.html$/, "/") + (BY_CONTENT.test(search) ? search : "");
}

/** @param {string} address @returns {Listed | undefined} */
function listed(address) {
  return FILES.get(address.slice(SCOPE.length));
}

/** Return the URL to fetch. Some hosts don't serve a folder's page at the folder's URL. @param {string} address */
function sourceOf(address) {
  return address.endsWith("/") ? address + SITE.index : address;
}

/** @param {string} address */
function isPage(address) {
  return /(?:\/|\.html)$/.test(address);
}

// -- updates

/** Update the cached pages before this version takes over, each page after the files that it loads. */
worker.addEventListener("install", (event) => event.waitUntil(renew()));

async function renew() {
  const kept = new Set((await (await open()).keys()).map(({ url }) => unversioned(url)));
  const wanted = wholeSite().filter((path) => (
    kept.has(WHOLE) || (FILES.get(path)?.part === "pages" && kept.has(unversioned(SCOPE + path)))));
  if (wanted.length) await keepAll([...FILES.keys()].filter((path) => path.startsWith(SITE.page) && SCRIPT.test(path)));
  await keepAll(wanted, (path, page) => keepParts(path, page));
}

/** Pattern for scripts and their data, any of which a page may import. */
const SCRIPT = /\.js(?:on)?$/;
/** Pattern for elements whose files are fetched on use, not when the page opens. */
const PUT_TO_USE = /^<fs-(?:figure|table)\b/;
const NAMES = /\s(src|href|data-[a-z]+)=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

/**
 * Cache the files that a page of this version requests: those that its elements name, and today's file from a list of daily
 * puzzles. Files fetched on use are cached only if they were cached before.
 *
 * @param {string} path @param {Response} response
 */
async function keepParts(path, response) {
  if (!isPage(SCOPE + path)) return;
  const used = new Set();
  const before = await taken(SCOPE + path);
  for (const [place, part] of before ? namedIn(await before.text(), path) : []) if (await taken(part)) used.add(place);
  const parts = namedIn(await response.text(), path).filter(([place]) => !PUT_TO_USE.test(place) || used.has(place));
  await keepListed(parts.map(([, part]) => part));
  for (const [place, list] of parts) if (place.endsWith(" data-days")) await keepListed([await todayOf(list)]);
}

/** @param {string[]} addresses */
async function keepListed(addresses) {
  await keepAll(addresses.filter((address) => listed(address) && !isPage(address)).map((address) => address.slice(SCOPE.length)));
}

/** Return the URLs in a page, each with its element and attribute.
 * @param {string} html @param {string} path @returns {[place: string, address: string][]} */
function namedIn(html, path) {
  const tags = html.match(/<(?!a\s)[a-z][^>]*>/g) ?? [];
  return tags.flatMap((tag) => [...tag.matchAll(NAMES)].map(([, name, ...values]) => {
    const id = / id=["']?([^\s"'>]+)/.exec(tag)?.[1];
    return [`${tag.split(/[\s>]/)[0]} ${id} ${name}`, addressIn(values.join(""), SCOPE + path)];
  }));
}

/** @param {string} written @param {string} base */
function addressIn(written, base) {
  try {
    return addressOf(new URL(written.replaceAll("&amp;", "&"), base).href);
  } catch {
    return "";
  }
}

/** Return the URL of today's file from a list of daily puzzles (see shared/days.js). @param {string} address */
async function todayOf(address) {
  const { first, days, puzzles } = await (await taken(address))?.json().catch(() => null) ?? { days: [] };
  const now = new Date();
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const place = days[Math.round((today - Date.parse(first)) / 86_400_000)];
  return addressIn(String(puzzles?.[place]?.[2]), new URL("..", address).href);
}

/**
 * Cache files. Files whose served content differs from the build are skipped until the next visit.
 *
 * @param {string[]} paths @param {(path: string, fetched: Response) => Promise<unknown>} [first] called before each is cached
 */
async function keepAll(paths, first) {
  for (const path of paths) {
    await keepFile(path, undefined, first).catch((error) => {
      if (!(error instanceof Different)) throw error;
    });
  }
}

/** @param {string} address */
const unversioned = (address) => address.replace(/-[0-9a-f]{16}\/|\.[0-9a-f]{8}\.min\.|\?[0-9a-f]{16}$/, "*");

/** Return the paths of all files of the complete site, pages last. */
function wholeSite() {
  const paths = [...FILES].filter(([, { part }]) => part !== "other").map(([path]) => path);
  return paths.sort((a, b) => Number(isPage(SCOPE + a)) - Number(isPage(SCOPE + b)));
}

/** Remove files of earlier versions, which no open page uses any more. */
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

/** Unregister this service worker and delete its cache if the site no longer ships one. */
async function leaveIfUnwanted() {
  askedForItself ??= fetch(worker.location.href, { method: "HEAD", cache: "no-store" });
  const { status } = await askedForItself;
  if (unwanted || (status !== 404 && status !== 410)) return;
  unwanted = true;
  await caches.delete(CACHE);
  await worker.registration.unregister();
}

// -- messages from the page: see registration.js

/** @typedef {(bytes: number) => void} Told called with the size of each chunk received */

/** @type {Map<string, (wish: any, told: Told) => Promise<unknown>>} */
const DEEDS = new Map(Object.entries({ visited, played, state, keep, remove }));

worker.addEventListener("message", (event) => {
  const { deed, ...wish } = event.data;
  const [port] = event.ports;
  const done = DEEDS.get(deed)?.(wish, (bytes) => port.postMessage({ bytes }));
  if (!done) return;
  event.waitUntil(done.then(
    (answer) => port.postMessage({ answer }),
    ({ name, message }) => port.postMessage({ problem: { name, message } }),
  ));
});

/**
 * Cache files that a page loaded before there was a service worker and, if the complete site is kept, its missing files.
 *
 * @param {{addresses: string[]}} wish
 */
async function visited({ addresses }) {
  const all = [...addresses, ...SITE.always.map((path) => SCOPE + path)];
  await Promise.all(all.filter((url) => url.startsWith(SCOPE) && isOfSite(addressOf(url))).map(fetchIfMissing));
  if (!(await taken(WHOLE))) return;
  const kept = new Set((await (await open()).keys()).map((request) => request.url));
  await keepAll(wholeSite().filter((path) => !kept.has(SCOPE + path)));
}

/** @param {string} url */
async function fetchIfMissing(url) {
  const address = addressOf(url);
  if (await taken(address)) return;
  const response = await fetch(sourceOf(url.split("#")[0]));
  if (isWhole(response, address)) await put(address, response);
}

/** Cache Python's missing files: those for other games, or all if Python started before there was a service worker. */
async function played() {
  for (const [path, { part }] of FILES) if (part === "python") await fetchIfMissing(SCOPE + path);
}

/** Return the complete site's files with their cache status, and whether the reader has chosen to keep the complete site. */
async function state() {
  const kept = new Set((await (await open()).keys()).map(({ url }) => url));
  const files = wholeSite().map((path) => ({ path, bytes: FILES.get(path)?.bytes, kept: kept.has(SCOPE + path) }));
  return { files, whole: kept.has(WHOLE) };
}

/** Cache one file of the complete site, unless an undamaged copy is cached. @param {{path: string}} wish @param {Told} told */
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

/** @param {string} path @param {Told} [told]
 * @param {(path: string, fetched: Response) => Promise<unknown>} [first] */
async function keepFile(path, told = () => {}, first = async () => {}) {
  const address = SCOPE + path;
  const kept = await taken(address);
  if (kept && (await isBuilt(address, kept))) return;
  const response = await fetch(sourceOf(address), { cache: kept ? "reload" : "no-cache" }).catch((error) => {
    throw Object.assign(new Error("The network doesn't answer"), { cause: error });
  });
  if (!isWhole(response, address)) throw new Different(`The site did not hand out ${path} (${response.status})`);
  const fetched = await received(response, told);
  if (!(await isOurs(address, fetched.clone()))) throw new Different(`${path} is not of this version of the site`);
  await first(path, fetched.clone());
  await put(address, fetched);
}

/** Return a copy of the response after its body has arrived completely. @param {Response} response @param {Told} told */
async function received(response, told) {
  const chunks = [];
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
    told(read.value.length);
  }
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name); // these describe the transfer, not the content
  return new Response(new Blob(chunks), { headers });
}

/**
 * Return whether the content is from this build. A page only has to name this version's script folder, since hosts may modify
 * pages.
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
