/** What `make lint` asks of the scripts beside what the compiler does. Names are the compiler's business. */

import js from "@eslint/js";

const RULES = {
  ...js.configs.recommended.rules,
  "no-undef": "off",
  eqeqeq: "error",
  "no-else-return": "error",
  "no-shadow": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": "error",
  complexity: ["error", 12],
  "max-depth": ["error", 3],
  "max-len": ["error", 130],
  "max-lines": ["error", 400],
  "max-lines-per-function": ["error", { max: 40, skipComments: true }],
  "max-params": ["error", 5],
};

export default [
  { files: ["**/*.js"], rules: RULES, linterOptions: { reportUnusedDisableDirectives: "error" } },
];
