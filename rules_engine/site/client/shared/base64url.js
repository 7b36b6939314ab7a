/**
 * Encoding of strings as URL-safe Base64 with a leading checksum, which detects truncated or altered links. Python writes saved
 * hands in the same format. Base64 without a checksum, as in old links, is accepted too.
 */

const MARK = "fs1";
const SEALED = /^fs1\.([\da-f]{8})\.([\w-]+)$/;
const LETTERS = /^[\w-]+=*$/;
/** The reversed polynomial of CRC-32, as zlib uses it. */
const POLYNOMIAL = 0xedb88320;

/** @param {Uint8Array} bytes @returns {string} eight hexadecimal digits */
function crc32(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? POLYNOMIAL : 0);
  }
  return (~sum >>> 0).toString(16).padStart(8, "0");
}

/** @param {string} text */
export function inLetters(text) {
  const bytes = new TextEncoder().encode(text);
  const letters = btoa([...bytes].map((each) => String.fromCharCode(each)).join(""));
  return `${MARK}.${crc32(bytes)}.${letters.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

/** Decode a string. Return null if it is damaged. @param {string} given */
export function ofLetters(given) {
  const [, sum = "", sealed = ""] = SEALED.exec(given) ?? [];
  const letters = sealed || (LETTERS.test(given) ? given : "");
  if (!letters) return null;
  try {
    const bytes = Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (each) => each.charCodeAt(0));
    return sum && crc32(bytes) !== sum ? null : new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Return whether a saved hand is complete and unaltered. @param {string} save */
export const isWhole = (save) => SEALED.test(save) && ofLetters(save) !== null;
