/** Translations of the scripts' messages: sentences with fixed numbers and with variable ones. */

import assert from "node:assert/strict";
import test from "node:test";

test("a number that belongs to a sentence isn't taken for one that changes", async () => {
  const words = { "an empty box is 0.": "ein leeres Feld gilt als 0.", "{n} of {n2} right.": "{n} von {n2} richtig." };
  const place = { lang: "de", textContent: JSON.stringify(words) };
  globalThis.document = { documentElement: { lang: "de" }, getElementById: () => place };
  const { put } = await import("../../rules_engine/site/client/shared/translation.js");
  assert.equal(put("an empty box is 0."), "ein leeres Feld gilt als 0.");
  assert.equal(put("2 of 4 right."), "2 von 4 richtig.");
});
