/** A text in the letters that an address may hold. */

/** @param {string} text */
export function inLetters(text) {
  const bytes = [...new TextEncoder().encode(text)].map((each) => String.fromCharCode(each)).join("");
  return btoa(bytes).replace(/\+/g, "-").replace(/\//g, "_");
}

/** The text again; null where the letters hold none. @param {string} letters */
export function ofLetters(letters) {
  try {
    const bytes = atob(letters.replace(/-/g, "+").replace(/_/g, "/"));
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0)));
  } catch {
    return null;
  }
}
