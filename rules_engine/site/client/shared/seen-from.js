/** HTML that the engine wrote for one page, shown on another. */

import { fromHtml, pointTo } from "./dom.js";

/** Return HTML with absolute URLs. @param {string} html @param {string} page the URL of the page to which they are relative */
export function seenFrom(html, page) {
  const stage = fromHtml(html);
  for (const use of stage.querySelectorAll("use")) {
    pointTo(use, new URL(use.getAttribute("xlink:href") ?? "", page).href);
  }
  for (const link of stage.querySelectorAll("a")) link.href = new URL(link.getAttribute("href") ?? "", page).href;
  return stage.outerHTML;
}

/** Return a figure's content with absolute URLs.
 * @param {FigureContent} content @param {string} page the URL of the page to which they are relative @returns {FigureContent} */
export const contentSeenFrom = (content, page) =>
  ({ ...content, steps: content.steps.map((step) => ({ ...step, html: seenFrom(step.html, page) })) });
