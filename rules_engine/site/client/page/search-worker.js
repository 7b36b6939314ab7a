/**
 * Finds the section of a rule. The theme's search box talks to this worker as it would to the theme's own: it sends
 * `{type: 0, data}` once, then `{type: 2, data: query}` for each query, and gets `{type: 1}` and `{type: 3, data: {items}}`.
 * The list of sections is made by `rules_engine/site/pages/search.py`, and fetched once somebody turns to the box.
 *
 * Words count more in a title, or among those that the author put beside a rule, than in a text; words that follow one another
 * there as they were typed count most. The rarer a word is, the more it counts, and what says nothing counts nothing. Accents
 * don't matter (*ü*, *ue* and *u* are one), nor whether a number is written in letters, nor which of some words that mean one
 * thing is asked for: *over*, *end* and *finish*. Who names a game gets what belongs to it before all else; who names none, what
 * belongs to the game whose page is open, if that has about as much of what was asked for as any other. Who asks in a sentence
 * gets questions that are answered before the rest.
 *
 * A page in another language than the site's is searched from pages in that language alone.
 *
 * @typedef {{location: string, page: string, title: string, words?: string, text: string, figures?: string,
 *   language?: string}} Section
 * @typedef {Section & {weights: Map<string, number>, phrases: string, spoken: string, group: string}} Known
 * @typedef {{group: string, whole: string[], single: string[]}} Name
 * @typedef {{forms: Map<string, number>, rarity: number}} Wanted
 * @typedef {{section: Known, sum: number, met: number}} Found
 * @typedef {{section: Known, worth: number, score: number}} Hit what it has of what was asked; that with the open game first
 */

import { LITTLE, SELF, languageOf, largest, oneOff, plain, wordsOf } from "./search-words.js";

const ROOT = new URL("../../../../", self.location.href);
const READY = 1;
const QUERY = 2;
const RESULT = 3;

/** So many pages are shown, and so many sections of each before the reader asks for more. */
const PAGES = 12;
const AT_ONCE = 3;

/** What a word counts by where it stands; and if it stands in the page's title alone. */
const FIELDS = /** @type {const} */ ([["title", 10], ["words", 8], ["text", 2], ["figures", 2]]);
const OF_THE_PAGE = 3;
/** Stands between the cells of a row. */
const CELLS = " – ";
/** Or in a row of a table alone: a list of cards has the cards of any case that somebody asks about. */
const IN_A_ROW = 0.3;
/** How well it fits if it only begins as the word that was asked for, or is one letter off. */
const PREFIX = 0.7;
const MISTYPED = 0.4;

/** How near in what it has a section of the open game must come to the best one, and how much more it counts then. */
const AS_WELL = 0.8;
const HERE = 30;
/** How much more all counts that the game has which was named. */
const NAMED = 1000;
/** How much more the beginning of a page counts than its sections, outside games, whose sections are rules. */
const PAGE_ITSELF = 2;

/** A word names a game if so much of what has it is in the pages of that game. */
const ITS_OWN = 0.9;

/** The language that is searched in now; an empty text for the site's own. @type {string | undefined} */
let language;
let { stop: STOP, stem, alike } = languageOf("");

/** The stems of a text in their order, but for little words. @param {string[]} words */
function inOrder(words) {
  return words.filter((word) => !LITTLE.has(word)).map(stem);
}

/** A text as a row of stems with spaces around, in which a phrase can be looked for. @param {string[]} words */
function row(words) {
  return ` ${inOrder(words).join(" ")} `;
}

// -- the list

/** @type {Promise<Section[]> | undefined} */
let list;

/** What is known of the sections in the language that is searched in. @type {Known[]} */
let searched = [];

/** @type {Name[]} */
let names = [];
/** All stems of these, with the number of sections that have each. @type {Map<string, number>} */
const everywhere = new Map();

function sections() {
  list ??= read().catch(() => {
    list = undefined; // the next query tries again
    return [];
  });
  return list;
}

/** @returns {Promise<Section[]>} */
async function read() {
  const response = await fetch(new URL("search/sections.json", ROOT));
  return response.json();
}

/** Turns to the language of the page that is open. @param {Section[]} listed */
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
 * The games, each with its whole name and the words of it that hardly any other game's pages have.
 *
 * @param {Known[]} listed @returns {Name[]}
 */
function namesOf(listed) {
  const games = listed.filter(({ location, group }) => (
    location === group && listed.some((each) => each.group === group && pageOf(each) !== group)
    && !listed.some((each) => each.group !== group && each.group.startsWith(group)))); // a list of games is none
  return games.map(({ group, title }) => {
    const whole = inOrder(wordsOf(title));
    const own = listed.filter((each) => each.group === group);
    const count = (/** @type {string} */ word) => own.filter(({ weights }) => weights.has(word)).length;
    return { group, whole, single: whole.filter((word) => count(word) > ITS_OWN * (everywhere.get(word) ?? 0)) };
  });
}

/** The game that a query names, and the words of the query that do: by the whole name, else by a word that no other game has.
 * @param {string[]} words @returns {{group: string, naming: string[]}} */
function named(words) {
  const stems = words.map(stem);
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

/** The pages that have others below them. @param {Section[]} listed */
function foldersOf(listed) {
  const pages = new Set(listed.map(pageOf));
  return new Set([...pages].map(above).filter((folder) => pages.has(folder)));
}

/** What belongs together: the pages of one game, below its first. @param {string} page @param {Set<string>} folders */
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
 * Where the reader is: the page says so when somebody turns to the box. Who was faster than this script is asked for it, and
 * answered again.
 *
 * @type {string | undefined}
 */
let here;
let lastQuery = "";

/** Where cookies are blocked there is none: then it isn't known which page is open. @type {BroadcastChannel | undefined} */
let open;
try {
  open = new BroadcastChannel(`follow-suit search ${ROOT.pathname}`);
} catch { /* as said */ }
open?.addEventListener("message", ({ data }) => {
  if (data === "where") return; // another tab's search asks
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
 * The stems that a word may mean, each with how well it fits: itself, words that begin so, and, if there are none at all,
 * what is one letter off.
 *
 * @param {string} word @param {boolean} last whether it may still be typed
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
 * How much a section has of what is wanted: the words by where they stand, and which share of them it has at all.
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

/** So many pairs of words that stand as they were asked say all that pairs can. */
const PAIRS = 4;

/**
 * How much more a section counts for what it is; `several` says whether more than one word does.
 *
 * @param {Known} section @param {string[]} stems @param {boolean} inSentence @param {boolean} several
 */
function standing({ location, page, title, phrases, spoken, group }, stems, inSentence, several) {
  const asked = shareOf(title, stems);
  const answers = title.endsWith("?") && (inSentence || (several && asked === 1)) ? 1.25 + asked : 1;
  const isRule = location.includes("#rule-") ? 1.5 : answers;
  const isTitle = row(wordsOf(title)) === ` ${stems.join(" ")} ` && !location.includes("#term-") ? 3 : 1 + asked / 4;
  const isPage = !location.includes("#");
  const ofPage = isPage ? "" : row(wordsOf(page)); // that the reader named the game says nothing of the section
  const pairs = stems.slice(1).map((each, place) => ` ${stems[place]} ${each} `).filter((pair) => !ofPage.includes(pair));
  const kept = pairs.map((pair) => (phrases.includes(pair) ? 3 : Number(spoken.includes(pair)) / 2));
  const ofNoGame = isPage && !names.some((game) => game.group === group) ? PAGE_ITSELF : 1;
  return isRule * isTitle * ofNoGame * (1 + kept.reduce((sum, each) => sum + each, 0) / Math.min(pairs.length || 1, PAIRS));
}

/** How much of what a title says was asked. @param {string} title @param {string[]} stems */
function shareOf(title, stems) {
  const said = wordsOf(title).filter((word) => !STOP.has(word)).map(stem);
  return said.filter((each) => stems.includes(each)).length / (said.length || 1);
}

// -- what is shown

/** The hits as the theme lists them: by page, each headed by the page itself; what the open game has of it comes first.
 * @param {Hit[]} hits @param {Set<string>} found */
function byPage(hits, found) {
  /** @type {Map<string, Hit[]>} */
  const pages = new Map();
  const least = (hits[0]?.worth ?? 0) / 50; // not of the most: the named game may have less than another
  for (const each of hits.filter(({ worth }) => worth >= least)) {
    const page = pageOf(each.section);
    pages.set(page, [...(pages.get(page) ?? []), each]);
  }
  return [...pages].slice(0, PAGES).map(([page, own]) => items(page, own, found));
}

/** The page's own row leads to the best of its sections: where no address is that of a page, the theme takes the last for it.
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

/** Between sentences, but not between the cells of a row, nor behind a letter that stands for a name. */
const BETWEEN = /([.!?…]["”’)]?) (?=[^\p{Ll}–])/gu;
const INITIAL = /(?:^|\P{L})\p{Lu}\.$/u;
const CUT = "\u0000"; // no text holds it

/** @param {string} line */
function sentencesOf(line) {
  const before = (/** @type {number} */ at) => line.slice(Math.max(0, at - 2), at);
  return line.replace(BETWEEN, (all, end, at) => INITIAL.test(before(at) + end) ? all : end + CUT).split(CUT);
}

const ENDS = /[.!?…:]["”’)]?$/;

/** So long is what is shown of a section if sentences can be left out, and so long is a sentence that isn't cut. */
const ROOM = 200;
const LONGEST = 240;

/**
 * How the section begins, as far as there is room; and the sentence that has most of what was asked for and isn't in the title,
 * if it comes later. The heads of a table's columns begin nothing.
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

/** A text that ends where a sentence does, or says that there is more. @param {string} text */
function ended(text) {
  if (text.length > LONGEST) return `${text.slice(0, LONGEST - 4).replace(/\P{L}*\s\S*$/u, "")} …`;
  return ENDS.test(text) || !text ? text.replace(/:$/, " …") : `${text} …`;
}

/** Text as HTML, with the words that were found marked. @param {string} text @param {Set<string>} found */
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
