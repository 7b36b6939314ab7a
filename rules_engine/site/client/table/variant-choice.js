/** The menu for choosing a variant on a page. The choice is stored in the page's URL, and the page marks the differences. */

import { all } from "../shared/dom.js";

/** Return the variant in the URL, or an empty string. */
export function chosenVariant() {
  return new URL(location.href).searchParams.get("variant") ?? "";
}

export class FollowSuitVariant extends HTMLElement {
  connectedCallback() {
    const select = this.querySelector("select");
    if (!select) return;
    this.hidden = false;
    const wanted = chosenVariant();
    if ([...select.options].some(({ value }) => value === wanted)) select.value = wanted;
    this.#mark(select.value);
    select.onchange = () => {
      const address = new URL(location.href);
      address.searchParams.set("variant", select.value);
      history.replaceState(history.state, "", address);
      this.#mark(select.value);
    };
  }

  /** Mark the headings of rules that apply only to some variants, and the figures that show another variant.
   * @param {string} variant */
  #mark(variant) {
    /** @type {Record<string, string[]>} */
    const partly = JSON.parse(this.dataset.rules ?? "{}");
    for (const [rule, variants] of Object.entries(partly)) {
      const heading = document.getElementById(`rule-${rule}`);
      if (heading) heading.dataset.variant = variants.includes(variant) ? "ours" : "other";
    }
    for (const figure of all(document, "fs-figure[data-variant]")) {
      const special = figure.querySelector(".fs-variant-name") !== null;
      figure.toggleAttribute("data-other", special && figure.dataset.variant !== variant);
    }
  }
}
