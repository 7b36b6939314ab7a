/**
 * The search worker, which replaces the theme's worker and uses the same protocol: the search box sends `{type: 0, data}` once,
 * then `{type: 2, data: query}` for each query, and receives `{type: 1}` and `{type: 3, data: {items}}`. The list of sections,
 * made by `rules_engine/site/pages/search.py`, is loaded when the box gets the focus.
 *
 * Words in a title or among a rule's keywords count more than words in its text. Phrases in the query's word order count most.
 * Rare words count more than common ones, and stop words not at all. Accents don't matter (*ü*, *ue* and *u* are equal), nor does
 * it matter whether numbers are words or digits. Synonyms such as *over*, *end* and *finish* are equal, too. If a query names a
 * game, its sections come first. If it names none, sections of the open page's game come first, provided that they match about as
 * well as any others. If the query is a sentence, sections whose title is a question rank higher.
 *
 * If the open page isn't in the site's language, only pages in that page's language are searched.
 *
 * @typedef {{location: string, page: string, title: string, words?: string, text: string, figures?: string,
 * language?: string}} Section
 * @typedef {Section & {weights: Map<string, number>, phrases: string, spoken: string, group: string}} Known
 * @typedef {{group: string, whole: string[], single: string[]}} Name
 * @typedef {{forms: Map<string, number>, rarity: number}} Wanted
 * @typedef {{section: Known, sum: number, met: number}} Found
 * @typedef {{section: Known, worth: number, score: number}} Hit `worth`: the section's relevance; `score`: the relevance weighted
 * by game
 */

import { LITTLE, RANKS, SELF, languageOf, largest, oneOff, plain, wordsOf } from "./search-words.js";

const ROOT = new URL("../../../../", self.location.href);
const READY = 1;
const QUERY = 2;
const RESULT = 3;

/** Maximum number of pages shown, and of sections shown for each page before the reader expands it. */
const PAGES = 12;
const AT_ONCE = 3;

/** Weight of a word by the field that contains it, and weight of a word that only the page's title contains. */
const FIELDS = /** @type {const} */ ([["title", 10], ["words", 8], ["text", 2], ["figures", 2]]);
const OF_THE_PAGE = 3;
/** Separator between the cells of a table row. */
const CELLS = " – ";
/** Weight of a word found only in a table row; it is low because a list of cards matches every query about cards. */
const IN_A_ROW = 0.3;
/** Weight of a prefix match, and of a match with one letter wrong. */
const PREFIX = 0.7;
const MISTYPED = 0.4;

/** Factor by which sections of the open page's game are preferred, and the minimum share of the best match that they need for
 * it. */
const AS_WELL = 0.8;
const HERE = 30;
/** Factor for sections about the game that the query names. */
const NAMED = 1000;
/** Factor for the first section of a page that isn't about a game; the sections of such pages aren't rules. */
const PAGE_BONUS = 2;

/** Minimum share of a word's occurrences, counted in sections, that must be in one game for the word to identify that game. */
const ITS_OWN = 0.9;

/** The language of the current search; an empty string for the site's language. @type {string | undefined} */
let language;
let { stop: STOP, stem, alike } = languageOf("");

/** Return the stems of a text in order, without articles and "of". @param {string[]} words */
function inOrder(words) {
  return words.filter((word) => !LITTLE.has(word)).map(stem);
}

/** Return the stems of a text as a space-padded string, in which phrases can be searched. @param {string[]} words */
function row(words) {
  return ` ${inOrder(words).join(" ")} `;
}

// -- the index

/** @type {Promise<Section[]> | undefined} */
let list;

/** The indexed sections in the current language. @type {Known[]} */
let searched = [];

/** @type {Name[]} */
let names = [];
/** The number of sections that contain each stem. @type {Map<string, number>} */
const everywhere = new Map();

function sections() {
  list ??= read().catch(() => {
    list = undefined; // retry at the next query
    return [];
  });
  return list;
}

/** @returns {Promise<Section[]>} */
async function read() {
  const response = await fetch(new URL("search/sections.json", ROOT));
  return response.json();
}

/** Rebuild the index if the open page's language has changed. @param {Section[]} listed */
function turnTo(listed) {
  const codes = new Set(listed.map((section) => section.language ?? ""));
  const wanted = [...codes].find((code) => code && here?.startsWith(`${code}/`)) ?? "";
  if (wanted === language) return;
  language = wanted;
  ({ stop: STOP, stem, alike } = languageOf(language));
  const folders = foldersOf(listed);
  searched = listed.filter((section) => (section.language ?? "") === language).map((section) => known(section, folders));
  everywhere.clear();
  for (const { weights } of searched) for (const each of weights.keys()) everywhere.set(each, (everywhere.get(each) ?? 0) + 1);
  names = namesOf(searched);
}

/**
 * Return the names of the games: the stems of each name, and those stems that are almost unique to the game.
 *
 * @param {Known[]} listed @returns {Name[]}
 */
function namesOf(listed) {
  const games = listed.filter(({ location, group }) => (
    location === group && listed.some((each) => each.group === group && pageOf(each) !== group)
    && !listed.some((each) => each.group !== group && each.group.startsWith(group)))); // excludes a page that lists games
  return games.map(({ group, title }) => {
    const whole = inOrder(wordsOf(title));
    const own = listed.filter((each) => each.group === group);
    const count = (/** @type {string} */ word) => own.filter(({ weights }) => weights.has(word)).length;
    return { group, whole, single: whole.filter((word) => count(word) > ITS_OWN * (everywhere.get(word) ?? 0)) };
  });
}

/** Return the game that a query names and the words that name it: its full name or, failing that, a word almost unique to the
 * game.
 * @param {string[]} words @returns {{group: string, naming: string[]}} */
function named(words) {
  const ofCard = words.map((_, place) => place > 1 && words[place - 1] === "of" && RANKS.has(words[place - 2]));
  const stems = words.filter((_, place) => !ofCard[place]).map(stem); // the Queen of Spades doesn't name Spades
  const whole = names.filter((name) => name.whole.length && ` ${stems.join(" ")} `.includes(` ${name.whole.join(" ")} `));
  const [name] = whole.length ? whole : names.filter(({ single }) => single.some((each) => stems.includes(each)));
  const naming = name ? words.filter((word) => (whole.length ? name.whole : name.single).includes(stem(word))) : [];
  return { group: name?.group ?? "", naming };
}

/** @param {Section} section @param {Set<string>} folders @returns {Known} */
function known(section, folders) {
  /** @type {Map<string, number>} */
  const weights = new Map();
  const isRow = section.location.includes("#term-");
  const inRow = (/** @type {string} */ line) => !isRow && line.includes(CELLS);
  const lines = section.text.split("\n");
  const told = { ...section, text: lines.filter((line) => !inRow(line)).join("\n") };
  for (const [name, weight] of FIELDS) {
    for (const each of new Set(wordsOf(told[name] ?? "").map(stem))) weights.set(each, (weights.get(each) ?? 0) + weight);
  }
  for (const each of wordsOf(lines.filter(inRow).join("\n")).map(stem)) if (!weights.has(each)) weights.set(each, IN_A_ROW);
  for (const each of wordsOf(section.page).map(stem)) if (!weights.has(each)) weights.set(each, OF_THE_PAGE);
  const said = [section.title, section.words ?? ""].map(wordsOf);
  const phrases = [...said, ...said.map((words) => words.filter((word) => !SELF.has(word)))].map(row).join("");
  return { ...section, weights, phrases, spoken: row(wordsOf(section.text)), group: groupOf(pageOf(section), folders) };
}

/** Return the pages that have subpages. @param {Section[]} listed */
function foldersOf(listed) {
  const pages = new Set(listed.map(pageOf));
  return new Set([...pages].map(above).filter((folder) => pages.has(folder)));
}

/** Return the group that a page belongs to: the first page of its game, or the page itself.
 * @param {string} page @param {Set<string>} folders */
function groupOf(page, folders) {
  const folder = above(page);
  return !folders.has(page) && folders.has(folder) && folder.split("/").length > 2 ? folder : page;
}

/** @param {{location: string}} section */
function pageOf({ location }) {
  return location.split("#")[0];
}

/** @param {string} page */
function above(page) {
  return page.replace(/[^/]*\/?$/, "");
}

// -- a query

/**
 * The path of the open page, which the page reports when the search box gets the focus. This worker also requests the path when
 * it starts, and answers the last query again if the path arrives later.
 *
 * @type {string | undefined}
 */
let here;
let lastQuery = "";

/** The channel to the page; undefined if cookies are blocked, in which case the open page is unknown.
 * @type {BroadcastChannel | undefined} */
let open;
try {
  open = new BroadcastChannel(`follow-suit search ${ROOT.pathname}`);
} catch { /* cookies are blocked */ }
open?.addEventListener("message", ({ data }) => {
  if (data === "where") return; // a request from another tab's worker
  const isLate = here === undefined && lastQuery;
  here = String(data).startsWith(ROOT.href) ? data.slice(ROOT.href.length).split(/[?#]/)[0] : "";
  if (isLate) answer(lastQuery);
  else sections();
});
open?.postMessage("where");

/** @param {string} query */
async function answered(query) {
  const listed = await sections();
  if (listed.length) turnTo(listed);
  const asked = wordsOf(query);
  const telling = asked.filter((word) => !STOP.has(word) && !STOP.has(plain(word)));
  const game = named(asked);
  const besides = telling.filter((word) => !game.naming.includes(word));
  const words = [...new Set([besides, telling, asked].find((some) => some.length) ?? [])];
  const wanted = words.map((word) => sought(word, word === asked.at(-1)));
  const group = groupOf(here ?? "", foldersOf(listed));
  const found = searched.map((section) => match(section, wanted)).filter(({ met }) => met > 0);
  const enough = AS_WELL * largest(found.map(({ met }) => met));
  const hits = found.map(({ section, sum, met }) => {
    const worth = sum * met ** 3 * standing(section, inOrder(asked), telling.length < asked.length, words.length > 1);
    const isNear = group && section.group === group && met >= enough;
    return { section, worth, score: worth * (game.group ? (section.group === game.group ? NAMED : 1) : isNear ? HERE : 1) };
  });
  return byPage(hits.sort((a, b) => b.score - a.score), new Set(wanted.flatMap(({ forms }) => [...forms.keys()])));
}

/** @param {string} word @param {boolean} last @returns {Wanted} */
function sought(word, last) {
  const forms = matches(word, last);
  const most = largest([...forms.keys()].map((form) => everywhere.get(form) ?? 0));
  return { forms, rarity: Math.log(1 + everywhere.size / (most + 1)) };
}

/**
 * Return the stems that match a word, with their weights: its own stem, its synonyms and the stems that begin with it. If there
 * are none, return the stems that differ by one letter.
 *
 * @param {string} word @param {boolean} last whether the word is the query's last, which may be incomplete
 * @returns {Map<string, number>}
 */
function matches(word, last) {
  const whole = stem(word);
  const same = alike.find((each) => each.includes(whole)) ?? [whole];
  const begins = (/** @type {string} */ each) => word.length > (last ? 0 : 3) && each.startsWith(plain(word));
  const found = [...everywhere.keys()].filter((each) => same.includes(each) || begins(each));
  if (found.length) return new Map(found.map((each) => [each, same.includes(each) ? 1 : PREFIX]));
  const near = word.length < 4 ? [] : [...everywhere.keys()].filter((each) => oneOff(each, whole));
  return new Map(near.map((each) => [each, MISTYPED]));
}

/**
 * Match a section with the query's words. Return the sum of their weights, and the share of the words that it contains.
 *
 * @param {Known} section @param {Wanted[]} wanted @returns {Found}
 */
function match(section, wanted) {
  let [sum, met, all] = [0, 0, 0];
  for (const { forms, rarity } of wanted) {
    const best = largest([...forms].map(([form, fit]) => fit * (section.weights.get(form) ?? 0)));
    sum += best * rarity;
    met += rarity * Math.min(1, best);
    all += rarity;
  }
  return { section, sum, met: met / (all || 1) };
}

/** Number of matching pairs of adjacent words that earn the full phrase bonus; long queries need no more. */
const PAIRS = 4;

/**
 * Return the ranking factor for a section, based on its type, its title and the phrases in it. `inSentence` is true if the query
 * contains stop words, `several` if it has several words.
 *
 * @param {Known} section @param {string[]} stems @param {boolean} inSentence @param {boolean} several
 */
function standing({ location, page, title, phrases, spoken, group }, stems, inSentence, several) {
  const asked = shareOf(title, stems);
  const answers = title.endsWith("?") && (inSentence || (several && asked === 1)) ? 1.25 + asked : 1;
  const isRule = location.includes("#rule-") ? 1.5 : answers;
  const isTitle = row(wordsOf(title)) === ` ${stems.join(" ")} ` && !location.includes("#term-") ? 3 : 1 + asked / 4;
  const isPage = !location.includes("#");
  const ofPage = isPage ? "" : row(wordsOf(page)); // a page's title names its game, which shouldn't favour its sections
  const pairs = stems.slice(1).map((each, place) => ` ${stems[place]} ${each} `).filter((pair) => !ofPage.includes(pair));
  const kept = pairs.map((pair) => (phrases.includes(pair) ? 3 : Number(spoken.includes(pair)) / 2));
  const bonus = isPage && !names.some((game) => game.group === group) ? PAGE_BONUS : 1;
  return isRule * isTitle * bonus * (1 + kept.reduce((sum, each) => sum + each, 0) / Math.min(pairs.length || 1, PAIRS));
}

/** Return the share of a title's words that the query contains. @param {string} title @param {string[]} stems */
function shareOf(title, stems) {
  const said = wordsOf(title).filter((word) => !STOP.has(word)).map(stem);
  return said.filter((each) => stems.includes(each)).length / (said.length || 1);
}

// -- results

/** Return the hits grouped by page, in the format that the theme expects. @param {Hit[]} hits @param {Set<string>} found */
function byPage(hits, found) {
  /** @type {Map<string, Hit[]>} */
  const pages = new Map();
  const least = (hits[0]?.worth ?? 0) / 50; // relative to relevance, not score: the named game may be less relevant
  for (const each of hits.filter(({ worth }) => worth >= least)) {
    const page = pageOf(each.section);
    pages.set(page, [...(pages.get(page) ?? []), each]);
  }
  return [...pages].slice(0, PAGES).map(([page, own]) => items(page, own, found));
}

/** Return the result items for a page. If no hit is the page itself, add a heading item that links to its best section, because
 * the theme treats the last item as the page.
 * @param {string} page @param {Hit[]} hits @param {Set<string>} found */
function items(page, hits, found) {
  const [{ section, score }] = hits;
  const listed = hits.map((each, place) => ({
    location: each.section.location,
    title: marked(each.section.title, found),
    text: excerpt(each.section, found),
    terms: {},
    score: place < AT_ONCE ? score : each.score / 2,
  }));
  if (section.location === page) return listed;
  const heading = { location: section.location, title: escaped(section.page), text: "", terms: {}, score: 0 };
  return [...listed.filter(({ location }) => location !== page), heading];
}

/** The end of a sentence (not the gap between table cells), and an initial, after which no sentence ends. */
const BETWEEN = /([.!?…]["”’)]?) (?=[^\p{Ll}–])/gu;
const INITIAL = /(?:^|\P{L})\p{Lu}\.$/u;
const CUT = "\u0000"; // a character that occurs in no text

/** @param {string} line */
function sentencesOf(line) {
  const before = (/** @type {number} */ at) => line.slice(Math.max(0, at - 2), at);
  return line.replace(BETWEEN, (all, end, at) => INITIAL.test(before(at) + end) ? all : end + CUT).split(CUT);
}

const ENDS = /[.!?…:]["”’)]?$/;

/** Excerpts longer than the first limit get no more sentences, and sentences longer than the second are cut (in characters). */
const ROOM = 200;
const LONGEST = 240;

/**
 * Return an excerpt from a section: its first sentences, and a later sentence if that one contains the most query words missing
 * from the title. A table's header row is skipped.
 *
 * @param {Section} section @param {Set<string>} found
 */
function excerpt({ title, text }, found) {
  const all = text.split("\n").flatMap((line) => sentencesOf(line));
  const sentences = all.slice(Math.max(0, all.findIndex((each) => ENDS.test(each))));
  const told = new Set(wordsOf(title).map(stem));
  const counts = sentences.map((each) => (
    new Set(wordsOf(each).map(stem).filter((form) => found.has(form) && !told.has(form))).size + (ENDS.test(each) ? 0.5 : 0)));
  const best = counts.indexOf(largest(counts));
  let [begun, length] = [1, sentences[0].length];
  while (begun < sentences.length && length + sentences[begun].length < ROOM && ENDS.test(sentences[begun])) {
    length += sentences[begun++].length;
  }
  if (best < begun) return marked(ended(sentences.slice(0, begun).join(" ")), found);
  const [first, later] = [ended(sentences[0]), ended(sentences[best])];
  const gap = best === 1 || first.endsWith("…") ? " " : " … ";
  return marked(first.length + later.length > LONGEST ? first : first + gap + later, found);
}

/** Return a text that ends with a complete sentence, or with an ellipsis if it was cut. @param {string} text */
function ended(text) {
  if (text.length > LONGEST) return `${text.slice(0, LONGEST - 4).replace(/\P{L}*\s\S*$/u, "")} …`;
  return ENDS.test(text) || !text ? text.replace(/:$/, " …") : `${text} …`;
}

/** Return text as HTML with the matching words highlighted. @param {string} text @param {Set<string>} found */
function marked(text, found) {
  return text.split(/([\p{L}\p{N}'’]+)/u).map((part, place) => (
    place % 2 && wordsOf(part).some((word) => found.has(stem(word))) ? `<mark>${part}</mark>` : escaped(part))).join("");
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** @param {string} query */
async function answer(query) {
  lastQuery = query;
  self.postMessage({ type: RESULT, data: { items: await answered(query) } });
}

self.addEventListener("message", ({ data: { type, data } }) => {
  if (type === QUERY) answer(data);
  else self.postMessage({ type: READY });
});
