/**
 * The linguistic data for the search: stop words, word forms and synonyms in each language. The build inlines this module into
 * the search worker, because the theme starts the worker as a classic script, which can't import modules.
 */

/** Stop words, ignored unless a query consists of nothing else. */
const STOP_ENGLISH = new Set((
  "a about actually allowed also always am an and any anybody anyone anything are arent as at be been being but by can cant " +
  "could did didnt do does doesnt dont either even ever everybody everyone for forbidden from had happen happens has have " +
  "he her his how i if im in is isnt it its ive just many may me mean means might much must my need needs no nobody not of " +
  "ok on only or our permitted please possible really shall she should so somebody someone something still than that the " +
  "their them then there they this to too us want was we were what whats when where which who whose why will with would you " +
  "your"
).split(" "));

const STOP_GERMAN = new Set((
  "aber alle als also am an auch auf aus bei bin bis da damit dann darf darfst das dass dem den denn der des die dies diese " +
  "doch du durch ein eine einem einen einer eines er erlaubt es etwas fur gibt habe haben hat hier ich ihr im immer in ist ja " +
  "jede jeder kann kannst kein keine konnen man mein mich mir mit muss musst mussen nach nein nicht noch nur ob oder passiert " +
  "sein sich sie sind so soll uber um und unser vom von vor wann warum was wenn wer werden wie wird wo zu zum zur"
).split(" "));

/** Words ignored when matching phrases. */
export const LITTLE = new Set(["a", "an", "the", "of"]);
/** Words that a query may omit from a phrase: *must trump* for *must I trump*. */
export const SELF = new Set(["i", "ich"]);
/** Ranks of cards. After one of them and *of*, the name of a suit doesn't mean the game: *the Queen of Spades*. */
export const RANKS = new Set("ace king queen jack knave ten nine eight seven six five four three two deuce".split(" "));

const NUMBERS = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen " +
  "nineteen twenty"
).split(" ");
const GERMAN_NUMBERS = "null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf".split(" ");

const HUNDREDS = new RegExp(`\\b(${NUMBERS.slice(1, 10).join("|")}) hundred\\b`, "g");

const FORMS = new Map(Object.entries({
  led: "lead", won: "win", dealt: "deal", held: "hold", took: "take", taken: "take", broke: "break", broken: "break",
  lost: "lose", threw: "throw", thrown: "throw", drew: "draw", drawn: "draw", higher: "high", highest: "high",
  lower: "low", lowest: "low", hundred: "100",
}));

/** Groups of synonyms, given as stems, by language. */
const ALIKE = { en: [["end", "over", "finish"]], de: [["end", "vorbei", "schluss"]] };

/** Return a text in lower case, without accents and apostrophes. @param {string} text */
function folded(text) {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}|['’]/gu, "").replaceAll("ß", "ss");
}

/** Return the words in a text, folded for comparison. @param {string} text @returns {string[]} */
export function wordsOf(text) {
  return folded(text).replace(HUNDREDS, (_, count) => `${numeral(count)}00`).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Return the stem of an English word: *passes*, *passing* and *pass* share a stem. @param {string} word */
function stemEnglish(word) {
  const one = numeral(FORMS.get(word) ?? word.replace(/(x|ch|sh|ss)es$|([^su])s$/, "$1$2"));
  return one.length < 5 ? one.replace(/(..)e$/, "$1")
    : one.replace(/(?:ing|ed)$/, "").replace(/([bdgmnprt])\1$/, "$1").replace(/(..)e$/, "$1");
}

/** Return the stem of a German word: *schlägt*, *schlagen* and *geschlagen* share a stem. @param {string} word */
function stemGerman(word) {
  const value = GERMAN_NUMBERS.indexOf(word);
  if (value >= 0) return String(value);
  if (word.length < 5) return word.replace(/(...)n$/, "$1");
  return word.replace(/^ge(?=.{3,}[tn]$)/, "").replace(/(?:e[mnrs]?|s?t|[ns])$/, "");
}

/** @param {string} word */
function numeral(word) {
  const value = NUMBERS.indexOf(word);
  return value < 0 ? word : String(value);
}

/** Return a word with *ae*, *oe* and *ue*, the usual substitutes for *ä*, *ö* and *ü*, replaced by *a*, *o* and *u*.
 * @param {string} word */
export function plain(word) {
  return word.replace(/([aou])e/g, "$1");
}

/** @typedef {{stop: Set<string>, stem: (word: string) => string, alike: string[][]}} Words */

/** @type {Words} */
const ENGLISH = { stop: STOP_ENGLISH, stem: (word) => plain(stemEnglish(word)), alike: ALIKE.en };
/** @type {Words} */
const GERMAN = { stop: STOP_GERMAN, stem: (word) => plain(stemGerman(plain(word))), alike: ALIKE.de };

/** Return the linguistic data for a language; English is the default. @param {string} code */
export const languageOf = (code) => code === "de" ? GERMAN : ENGLISH;

/** Return the largest of a list of non-negative numbers. Unlike `Math.max`, it has no limit on the number of arguments.
 * @param {number[]} numbers */
export const largest = (numbers) => numbers.reduce((one, other) => Math.max(one, other), 0);

/**
 * Return whether two words differ by one inserted, deleted or changed letter, or by a swap of adjacent letters.
 *
 * @param {string} a @param {string} b
 */
export function oneOff(a, b) {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return Math.max(left.length, right.length) < 2 || (left.length === 2 && left === right[1] + right[0]);
}
