// Stylelint rules that `make lint` checks: mistakes, conventions that keep diffs readable, and the kit: sizes, weights, corners and
// colours are the variables in styles/tokens.css. The formatting is described in docs/design/styles.md.

const TEXT = String.raw`var\(--fs-text-\w+\)`;
const CORNER = String.raw`(0|var\(--fs-(radius|radius-small|pill)\))`;

/** Values that aren't from the kit: paper is measured in points and millimetres, a circle has no corners, a card's corners grow with
 * the card, and text may be capped where its space doesn't grow with it, or hidden next to its icon. */
const KIT = {
  "font-size": [`/^${TEXT}$/`, `/^(min|max)\\((${TEXT}|16px), (${TEXT}|[\\d.]+(px|vw|cqw))\\)$/`, "/^[\\d.]+pt$/", "inherit", "0"],
  font: ["inherit", `/^(600 )?${TEXT}\\//`],
  "font-weight": ["400", "600", "700", "inherit"],
  "/^border(-[a-z]+)*-radius$/": [`/^${CORNER}( ${CORNER})*$/`, "50%", "inherit", "/^[\\d.]+mm$/", "calc(var(--w) * 0.09)"],
};

export default {
  reportDescriptionlessDisables: true,
  reportInvalidScopeDisables: true,
  reportNeedlessDisables: true,
  reportUnscopedDisables: true,
  rules: {
    "at-rule-no-unknown": true,
    "block-no-empty": true,
    "color-named": "never",
    "color-no-hex": true,
    "color-no-invalid-hex": true,
    "comment-no-empty": true,
    "custom-property-no-missing-var-function": true,
    "declaration-block-no-duplicate-custom-properties": true,
    "declaration-block-no-duplicate-properties": true,
    "declaration-block-no-redundant-longhand-properties": true,
    "declaration-block-no-shorthand-property-overrides": true,
    "declaration-block-single-line-max-declarations": 1,
    "declaration-no-important": true,
    "declaration-property-value-allowed-list": KIT,
    "font-family-no-duplicate-names": true,
    "font-family-no-missing-generic-family-keyword": true,
    "function-calc-no-unspaced-operator": true,
    "function-disallowed-list": ["/^(color|hsla?|hwb|lab|lch|oklab|oklch|rgba?)$/"],
    "keyframe-block-no-duplicate-selectors": true,
    "keyframe-declaration-no-important": true,
    "length-zero-no-unit": [true, { ignore: ["custom-properties"], ignoreFunctions: ["var"] }],
    "media-feature-name-no-unknown": true,
    "named-grid-areas-no-invalid": true,
    "no-duplicate-selectors": true,
    "no-empty-source": true,
    "property-no-deprecated": true,
    "property-no-unknown": true,
    "selector-anb-no-unmatchable": true,
    "selector-class-pattern": "^((fs|md|footnote)-|headerlink$|(no-)?js$)",
    "selector-pseudo-class-no-unknown": true,
    "selector-pseudo-element-no-unknown": true,
    "selector-type-no-unknown": [true, { ignore: ["custom-elements"] }],
    "shorthand-property-no-redundant-values": true,
    "string-no-newline": true,
    "unit-no-unknown": true,
  },
  overrides: [{ files: ["**/styles/tokens.css"], rules: { "color-no-hex": null, "function-disallowed-list": null } }],
};
