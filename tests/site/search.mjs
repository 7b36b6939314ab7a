/**
 * Runs the search of a built site by exchanging messages with its worker.
 *
 *     node search.mjs <search-worker.js> <folder of the site> '[["query", "page that is open"], …]'
 *
 * Prints the results of each query in display order: `[[{location, title, text}, …of one page], …]`.
 */

import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";

const [script, site, asked] = process.argv.slice(2);
const ROOT = "https://example.org/book/";
const listeners = {};
let turned;
let answer;

runInNewContext(readFileSync(script, "utf8"), {
  URL,
  BroadcastChannel: class {
    addEventListener(_, listener) {
      turned = listener;
    }

    postMessage() {}
  },
  fetch: async (url) => ({ json: async () => JSON.parse(readFileSync(String(url).replace(ROOT, `${site}/`), "utf8")) }),
  self: {
    location: { href: `${ROOT}assets/followsuit/page-0/page/search-worker.js` },
    addEventListener: (type, listener) => (listeners[type] = listener),
    postMessage: (message) => answer(message),
  },
});

function told(type, data) {
  return new Promise((resolve) => {
    answer = resolve;
    listeners.message({ data: { type, data } });
  });
}

const answers = [];
await told(0, { config: {}, docs: [] });
for (const [query, page] of JSON.parse(asked)) {
  turned({ data: `${ROOT}${page}` });
  answers.push((await told(2, query)).data.items);
}
console.log(JSON.stringify(answers));
