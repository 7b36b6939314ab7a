/**
 * A record that several tabs add to at once. Storage has no step that reads and writes, so no two pages write under one name:
 * each has a part of its own, and what is known is all parts joined. A tab that comes late, is frozen or takes over what others
 * wrote loses nothing by that, without locks.
 *
 * What can't be read of a part is left out and told. What a newer version wrote is left alone. What can't be written waits until
 * something can, or until the tab is closed.
 */

import * as is from "./shape.js";
import { parsed } from "./shape.js";
import { onSetElsewhere, set, setting, settingsOf, sharedSetting } from "./storage.js";
import { isOurs } from "./this-site.js";

/** @typedef {"" | "damaged" | "newer"} Fault */
/** @template T @typedef {{epoch: string, at: number, value: T | undefined, fault: Fault}} Part */
/** @template T @typedef {{value: T | undefined, lost: number}} Read */

/** A random number from 1 on. @param {number} below */
export const freshNumber = (below) => 1 + crypto.getRandomValues(new Uint32Array(1))[0] % (below - 1);

/** A name that nothing else has. */
export const freshId = () => [...crypto.getRandomValues(new Uint32Array(2))].map((each) => each.toString(36)).join("");

/** The entries of this site's games; undefined where there is none.
 * @template T @param {Record<string, T>} byName by `GAME` or `GAME/NAME` @returns {Record<string, T> | undefined} */
export function ours(byName) {
  const entries = Object.entries(byName).filter(([name]) => isOurs(name.split("/")[0]));
  return entries.length ? Object.fromEntries(entries) : undefined;
}

/** The part that this page writes. */
const OWN = freshId();
/** Names the time since all was erased last: a part of an earlier one counts no more. */
const EPOCH = "erased";
/** What sites of an origin shared, where some of it can't be read. */
const SHARED = "shared";
/** What is said of a part: its format, the time since all was erased last, and when it was written. */
const ABOUT = { format: is.count(), epoch: is.text(), at: is.count() };
/** Parts that nobody has added to for an hour, in milliseconds, are taken over once there are so many of them. */
const [IDLE, MANY] = [3_600_000, 8];

/** Reads what sites of an origin shared under a name: its schema, and what of it is this site's, undefined where nothing is.
 * @template S, T @param {import("./shape.js").Schema<S>} schema @param {(shared: S) => T | undefined} take
 * @returns {(text: string) => Read<T>} */
export const sharedBy = (schema, take) => (written) => {
  const found = parsed(written, schema);
  return { value: found ? take(found.value) : undefined, lost: found?.lost ?? 1 };
};

/** @template T */
export class Journal {
  /** What couldn't be written yet. @type {{epoch: string, value: T} | null} */
  #waiting = null;
  /** What this page wrote last. */
  #written = "";

  /**
   * @param {string} name @param {import("./joining.js").Kind<T>} kind
   * @param {(text: string) => Read<T>} shared see `sharedBy`
   * @param {number} [format] raised when the kind changes its form
   */
  constructor(name, kind, shared, format = 1) {
    this.name = name;
    this.kind = kind;
    this.shared = shared;
    this.format = format;
    onSetElsewhere(this.#place(OWN), () => this.#writeAgain());
  }

  /** @returns {{value: T | undefined, fault: Fault}} all that is known, and what is wrong with it */
  read() {
    const parts = [...this.#settled().values()];
    const fault = ["newer", "damaged"].find((each) => parts.some((part) => part.fault === each));
    return { value: this.#joined(parts, this.#waits?.value), fault: /** @type {Fault} */ (fault ?? "") };
  }

  /** Adds to what is known. @param {T} more @returns {boolean} whether it outlasts the tab */
  add(more) {
    const parts = this.#settled();
    const mine = this.#joined([parts.get(OWN)], this.#waits?.value, more);
    const idle = [...parts].filter(([id, { fault, at }]) => id !== OWN && !fault && Math.abs(Date.now() - at) > IDLE);
    if (idle.length < MANY || !this.#write(this.#joined(idle.map(([, part]) => part), mine))) return this.#write(mine);
    for (const [id] of idle) set(this.#place(id), "");
    return true;
  }

  /** Forgets all but what a newer version wrote. */
  erase() {
    for (const [id, { fault }] of this.#settled()) if (fault !== "newer") set(this.#place(id), "");
    set(this.#place(EPOCH), freshId());
    this.#waiting = null;
  }

  /** Whether something couldn't be written. */
  get waits() {
    return this.#waits !== null;
  }

  /** The texts of damaged parts. */
  get damaged() {
    return this.#damaged().map((id) => setting(this.#place(id), "")).join("\n");
  }

  /** Removes damaged parts; what can be read of them stays. */
  forgetDamaged() {
    const ids = this.#damaged();
    const value = this.#joined(ids.map((id) => this.#settled().get(id)));
    if (value !== undefined && !this.add(value)) return;
    for (const id of ids) set(this.#place(id), "");
    if (!this.#parts().size) set(this.#place(EPOCH), freshId()); // else what sites shared would be taken over again
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

  /** All parts by their ids. Before there is any, what sites of an origin shared becomes one. @returns {Map<string, Part<T>>} */
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

  /** Another page took this one's part over for one that was closed: what it hadn't read yet isn't lost. */
  #writeAgain() {
    if (!this.#written || setting(this.#place(OWN), "")) return;
    const [mine, all] = [this.#part(this.#written), this.#joined([...this.#parts().values()])];
    if (mine.epoch === this.#epoch && JSON.stringify(all) !== JSON.stringify(this.#joined([mine], all))) {
      set(this.#place(OWN), this.#written);
    }
  }
}
