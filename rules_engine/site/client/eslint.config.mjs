/** ESLint rules that `make lint` checks in addition to the TypeScript compiler, which reports undefined names. */

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
  "no-restricted-syntax": ["error", { // the minifier strips spaces in nested templates
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

/** Oldest supported browsers, as listed in docs/offline.md. The syntax is ES2022 without the features that any of them lacks. */
const BROWSERS = ["chrome 93", "firefox 91", "safari 15.4"];
/** Array methods that are reported on every object. Other methods are reported only if the object's type is known. */
const OF_ARRAYS = ["findlast-findlastindex", "toreversed", "tosorted", "tospliced"];
const OLDER = {
  ...esx.configs["flat/restrict-to-es2022"].rules,
  ...Object.fromEntries(OF_ARRAYS.map((each) => [`es-x/no-array-prototype-${each}`, ["error", { aggressive: true }]])),
  "es-x/no-class-static-block": "error",
  "es-x/no-object-hasown": "error",
  "es-x/no-regexp-lookbehind-assertions": "error",
  "compat/compat": "error",
};
/** APIs that the scripts use only after checking that they exist. */
const ASKED_FOR = ["navigator.connection"];

export default [
  { files: ["**/*.js"], rules: RULES, linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/client/*.js", "**/client/{embed,offline,page,playground,python,shared,table}/*.js", "docs/**/*.js"], // not `worker/`
    plugins: { "es-x": esx, compat },
    rules: OLDER,
    settings: { targets: BROWSERS, polyfills: ASKED_FOR },
  },
];
