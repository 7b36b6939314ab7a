// Random damage for fuzz tests, the JavaScript counterpart of tests/fuzz.py. The damage is reproducible from a seed.

export const MARKUP = "<img src=x onerror=alert(1)>";
/** Values of every type, and strings that are special to some parser. */
const ODD = [null, true, false, 0, -1, 1, 2, 7, 1.5, 1e6, -1e12, 1e300, "", "x", "South", "standard", "5SW", "0", "-1", "null", "x".repeat(300),
  "\0", "\ud800", MARKUP, "{", "__proto__", "constructor", "toString", "hasOwnProperty", "snakebit", [], {}, [[]], [{}], { "": null }, { x: 1 },
  { length: 3 }, [1, 2, 3], ["South"], [null]];
const SIGNS = [..."\0\t\n .,:;-_#%&{}[]()<>'\"\\|*?!@`~01aZéß漢\ufeff", "\ud800"];

export class Chance {
  #state;

  constructor(seed) {
    this.#state = (seed * 2_654_435_761 + 1) >>> 0;
  }

  /** Return a random number from 0 to 1. */
  part() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(many) { return Math.floor(this.part() * many); }
  of(list) { return list[this.below(list.length)]; }
}

/** Return a JSON value with one to three random changes. */
export function damaged(value, chance) {
  let changed = value;
  for (let times = chance.of([1, 1, 2, 3]); times; times--) changed = change(changed, chance);
  return changed;
}

function change(value, chance) {
  const goesOn = chance.part() < 0.85;
  if (goesOn && Array.isArray(value) && value.length) return changeList(value, chance.below(value.length), chance);
  if (goesOn && value && typeof value === "object" && Object.keys(value).length) return changeEntry(value, chance.of(Object.keys(value)), chance);
  if (typeof value === "string" && chance.part() < 0.5) return damagedText(value, chance);
  if (typeof value === "number" && chance.part() < 0.5) return value + chance.of([-1, 1, 2, 100, 0.5]);
  return chance.of(ODD);
}

function changeEntry(value, key, chance) {
  const kind = chance.part();
  const entries = Object.entries(value);
  if (kind < 0.15) return Object.fromEntries(entries.filter(([name]) => name !== key));
  if (kind < 0.25) return Object.fromEntries([...entries, [String(chance.of(ODD)), value[key]]]);
  return Object.fromEntries(entries.map(([name, each]) => [name, name === key ? change(each, chance) : each]));
}

function changeList(value, place, chance) {
  const kind = chance.part();
  if (kind < 0.15) return value.filter((_, at) => at !== place);
  if (kind < 0.3) return [...value.slice(0, place), value[place], ...value.slice(place)];
  return value.map((each, at) => at === place ? change(each, chance) : each);
}

/** Return the text with a random part inserted, replaced, removed, moved or duplicated. */
export function damagedText(text, chance) {
  const [place, end] = [chance.below(text.length + 1), chance.below(text.length + 1)].sort((one, other) => one - other);
  const cut = [text.slice(0, place), text.slice(place, end), text.slice(end)];
  return [cut[0], text.slice(0, place) + chance.of(SIGNS) + text.slice(place), text.slice(0, place) + chance.of(SIGNS) + text.slice(place + 1),
    cut[0] + cut[1] + cut[1] + cut[2], cut[0] + cut[2], cut[2] + cut[1] + cut[0]][chance.below(6)];
}

/** Serialize a value with damage: usually to the JSON value, otherwise to the serialized text. */
export const writtenBadly = (value, chance) =>
  chance.part() < 0.3 ? damagedText(JSON.stringify(value), chance) : JSON.stringify(damaged(value, chance)) ?? "undefined";
