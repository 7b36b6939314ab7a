/** The catalogue of the engine's messages in the page's language, for pages that aren't in English. */

/** @type {Map<string, Promise<Record<string, string>>>} */
const fetched = new Map();

/** Return the engine's messages in the page's language. They are fetched once per visit. */
export function engineWords() {
  const address = new URL(document.getElementById("fs-words")?.dataset.src ?? "", document.baseURI).href;
  const known = fetched.get(address);
  if (known) return known;
  const asked = fetch(address).then((response) => {
    if (!response.ok) throw new Error(`${response.status} for ${address}`);
    return response.json();
  });
  fetched.set(address, asked);
  asked.catch(() => fetched.delete(address));
  return asked;
}
