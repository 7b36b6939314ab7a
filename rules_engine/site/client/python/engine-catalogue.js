/** The catalogue of the engine's messages in the page's language, for pages that aren't in English. */

import { fetchJson, once } from "../shared/fetched.js";

/** Return the engine's messages in the page's language. They are fetched once per visit.
 * @returns {Promise<Record<string, string>>} */
export const engineWords = () =>
  once(new URL(document.getElementById("fs-words")?.dataset.src ?? "", document.baseURI).href, (address) => fetchJson(address));
