/** The catalogue of what the engine says in the page's language: fetched for pages in another one than English, once a visit. */

/** @type {Map<string, Promise<Record<string, string>>>} */
const fetched = new Map();

/** What the engine says in the page's language, fetched once a visit. */
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
