/** What `make lint` asks of the scripts beside what the compiler does. Names are the compiler's business. */

import js from "@eslint/js";
import compat from "eslint-plugin-compat";
import esx from "eslint-plugin-es-x";

const RULES = {
  ...js.configs.recommended.rules,
  "no-undef": "off",
  eqeqeq: "error",
  "no-else-return": "error",
  "no-shadow": "error",
  "no-var": "error",
  "no-restricted-syntax": ["error", { // what makes scripts small takes spaces out of a template within another one
    selector: "TemplateLiteral TemplateLiteral", message: "Give the inner template a name.",
  }, {
    selector: "BinaryExpression[operator='in'][left.type!='Literal'], ObjectPattern > Property[computed=true]",
    message: "Every object has constructor and toString: ask entryOf (shared/entries.js) or a Map.",
  }],
  "object-shorthand": "error",
  "prefer-const": "error",
  complexity: ["error", 12],
  "max-depth": ["error", 3],
  "max-len": ["error", 130],
  "max-lines": ["error", 400],
  "max-lines-per-function": ["error", { max: 40, skipComments: true }],
  "max-params": ["error", 5],
};

/** What examples and quizzes run in, as docs/offline.md says: the language of 2022 less what came later to one of them. */
const BROWSERS = ["chrome 93", "firefox 91", "safari 15.4"];
/** Looked for whatever they are called on; of any other method it has to be known what that is. */
const OF_ARRAYS = ["findlast-findlastindex", "toreversed", "tosorted", "tospliced"];
const OLDER = {
  ...esx.configs["flat/restrict-to-es2022"].rules,
  ...Object.fromEntries(OF_ARRAYS.map((each) => [`es-x/no-array-prototype-${each}`, ["error", { aggressive: true }]])),
  "es-x/no-class-static-block": "error",
  "es-x/no-object-hasown": "error",
  "es-x/no-regexp-lookbehind-assertions": "error",
  "compat/compat": "error",
};
/** What is only asked for where it is. */
const ASKED_FOR = ["navigator.connection"];

export default [
  { files: ["**/*.js"], rules: RULES, linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/client/*.js", "**/client/{offline,page,playground,python,shared,table}/*.js", "docs/**/*.js"], // not Python's worker
    plugins: { "es-x": esx, compat },
    rules: OLDER,
    settings: { targets: BROWSERS, polyfills: ASKED_FOR },
  },
];
