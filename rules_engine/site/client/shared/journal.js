/**
 * A record in localStorage that several tabs can add to at the same time. localStorage has no atomic read-and-write, so each page
 * writes a part under its own key, and the record is the merge of all parts. No locks are needed: a tab that starts late, is
 * frozen or merges other parts loses nothing.
 *
 * Unreadable entries in a part are skipped and reported. Parts written by a newer version are left unchanged. Values that can't
 * be written are kept in memory until a write succeeds or the tab is closed.
 */

import * as is from "./shape.js";
import { parsed } from "./shape.js";
import { onSetElsewhere, set, setting, settingsOf, sharedSetting } from "./storage.js";
import { isOurs } from "./this-site.js";

/** @typedef {"" | "damaged" | "newer"} Fault */
/** @template T @typedef {{epoch: string, at: number, value: T | undefined, fault: Fault}} Part */
/** @template T @typedef {{value: T | undefined, lost: number}} Read */

/** Return a random integer that is at least 1. @param {number} below */
export const freshNumber = (below) => 1 + crypto.getRandomValues(new Uint32Array(1))[0] % (below - 1);

/** Return a random, practically unique id. */
export const freshId = () => [...crypto.getRandomValues(new Uint32Array(2))].map((each) => each.toString(36)).join("");

/** Return the entries for this site's games, or undefined if there are none.
 * @template T @param {Record<string, T>} byName by `GAME` or `GAME/NAME` @returns {Record<string, T> | undefined} */
export function ours(byName) {
  const entries = Object.entries(byName).filter(([name]) => isOurs(name.split("/")[0]));
  return entries.length ? Object.fromEntries(entries) : undefined;
}

/** The id of the part that this page writes. */
const OWN = freshId();
/** The key of the epoch, which changes when the record is erased. Parts of an earlier epoch are ignored. */
const EPOCH = "erased";
/** The id of the part that preserves a damaged legacy record, which was shared by all sites on an origin. */
const SHARED = "shared";
/** The header of a part: its format, its epoch, and the time it was written. */
const ABOUT = { format: is.count(), epoch: is.text(), at: is.count() };
/** Parts not written for `IDLE` milliseconds are merged into this page's own when there are at least `MANY` of them. */
const [IDLE, MANY] = [3_600_000, 8];

/** Return a parser for a legacy record, which was shared by all sites on an origin. `take` selects this site's entries and
 * returns undefined if there are none.
 * @template S, T @param {import("./shape.js").Schema<S>} schema @param {(shared: S) => T | undefined} take
 * @returns {(text: string) => Read<T>} */
export const sharedBy = (schema, take) => (written) => {
  const found = parsed(written, schema);
  return { value: found ? take(found.value) : undefined, lost: found?.lost ?? 1 };
};

/** @template T */
export class Journal {
  /** The value that couldn't be written yet. @type {{epoch: string, value: T} | null} */
  #waiting = null;
  /** The text that this page wrote last. */
  #written = "";

  /**
   * @param {string} name @param {import("./joining.js").Kind<T>} kind
   * @param {(text: string) => Read<T>} shared see `sharedBy`
   * @param {number} [format] the format version, incremented when the record type changes
   */
  constructor(name, kind, shared, format = 1) {
    this.name = name;
    this.kind = kind;
    this.shared = shared;
    this.format = format;
    onSetElsewhere(this.#place(OWN), () => this.#writeAgain());
  }

  /** Return the merged value, and a fault if a part is damaged or was written by a newer version.
   * @returns {{value: T | undefined, fault: Fault}} */
  read() {
    const parts = [...this.#settled().values()];
    const fault = ["newer", "damaged"].find((each) => parts.some((part) => part.fault === each));
    return { value: this.#joined(parts, this.#waits?.value), fault: /** @type {Fault} */ (fault ?? "") };
  }

  /** Merge a value into the record and store it. @param {T} more @returns {boolean} whether it was stored */
  add(more) {
    const parts = this.#settled();
    const mine = this.#joined([parts.get(OWN)], this.#waits?.value, more);
    const idle = [...parts].filter(([id, { fault, at }]) => id !== OWN && !fault && Math.abs(Date.now() - at) > IDLE);
    if (idle.length < MANY || !this.#write(this.#joined(idle.map(([, part]) => part), mine))) return this.#write(mine);
    for (const [id] of idle) set(this.#place(id), "");
    return true;
  }

  /** Erase the record, except parts written by a newer version. */
  erase() {
    for (const [id, { fault }] of this.#settled()) if (fault !== "newer") set(this.#place(id), "");
    set(this.#place(EPOCH), freshId());
    this.#waiting = null;
  }

  /** True if a value is waiting to be written. */
  get waits() {
    return this.#waits !== null;
  }

  /** The raw text of damaged parts. */
  get damaged() {
    return this.#damaged().map((id) => setting(this.#place(id), "")).join("\n");
  }

  /** Remove the damaged parts; their readable entries are kept. */
  forgetDamaged() {
    const ids = this.#damaged();
    const value = this.#joined(ids.map((id) => this.#settled().get(id)));
    if (value !== undefined && !this.add(value)) return;
    for (const id of ids) set(this.#place(id), "");
    if (!this.#parts().size) set(this.#place(EPOCH), freshId()); // otherwise the legacy record would be copied again
  }

  // ---- parts

  #place = (/** @type {string} */ id) => `${this.name}:${id}`;

  #damaged = () => [...this.#settled()].filter(([, { fault }]) => fault === "damaged").map(([id]) => id);

  get #epoch() {
    return setting(this.#place(EPOCH), "");
  }

  get #waits() {
    return this.#waiting?.epoch === this.#epoch ? this.#waiting : null;
  }

  /** Return all parts by id. If there is none yet, the legacy record is copied into one first. @returns {Map<string, Part<T>>} */
  #settled() {
    const parts = this.#parts();
    if (parts.size || this.#waits || this.#epoch) return parts;
    const written = sharedSetting(this.name);
    const { value, lost } = written ? this.shared(written) : { value: undefined, lost: 0 };
    if (lost && !set(this.#place(SHARED), written)) return parts;
    this.#write(value);
    return this.#parts();
  }

  #parts() {
    const beginning = this.#place("");
    const ids = new Set([OWN, ...settingsOf(beginning).map((name) => name.slice(beginning.length))]);
    const texts = [...ids].map((id) => /** @type {[string, string]} */ ([id, setting(this.#place(id), "")]));
    return new Map(texts.filter(([id, written]) => id !== EPOCH && written).map(([id, written]) => [id, this.#part(written)]));
  }

  /** @param {string} written @returns {Part<T>} */
  #part(written) {
    const about = parsed(written, is.shape(ABOUT))?.value ?? { format: 0, epoch: "", at: 0 };
    if (about.format > this.format) return { ...about, value: undefined, fault: "newer" };
    const found = parsed(written, is.shape({ ...ABOUT, value: this.kind.read }));
    return { ...about, value: found?.value.value, fault: found?.lost === 0 ? "" : "damaged" };
  }

  /** @param {(Part<T> | undefined)[]} parts @param {...(T | undefined)} more */
  #joined(parts, ...more) {
    const epoch = this.#epoch;
    const values = [...parts.map((part) => part?.epoch === epoch ? part.value : undefined), ...more];
    const known = /** @type {T[]} */ (values.filter((value) => value !== undefined));
    return known.length ? known.reduce((all, each) => this.kind.join(all, each)) : undefined;
  }

  /** @param {T | undefined} value */
  #write(value) {
    if (value === undefined) return true;
    const epoch = this.#epoch;
    const written = JSON.stringify({ format: this.format, epoch, at: Date.now(), value });
    const kept = set(this.#place(OWN), written);
    if (kept) this.#written = written;
    this.#waiting = kept ? null : { epoch, value };
    return kept;
  }

  /** Restore this page's part if another tab removed it before merging its latest value. */
  #writeAgain() {
    if (!this.#written || setting(this.#place(OWN), "")) return;
    const [mine, all] = [this.#part(this.#written), this.#joined([...this.#parts().values()])];
    if (mine.epoch === this.#epoch && JSON.stringify(all) !== JSON.stringify(this.#joined([mine], all))) {
      set(this.#place(OWN), this.#written);
    }
  }
}
