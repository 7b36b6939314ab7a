/** The position of a figure in the text, above the sheet that shows it. */

/** Pixels between the figure and the sheet. */
const MARGIN = 12;

/**
 * Scroll a figure to just above an open sheet, if there is space for it.
 *
 * @param {HTMLElement} sheet @param {HTMLElement} [figure]
 */
export function scrollAbove(sheet, figure) {
  if (!figure) return;
  const { top, bottom, height } = figure.getBoundingClientRect();
  const [start, end] = [parseFloat(getComputedStyle(sheet).scrollMarginTop), innerHeight - sheet.offsetHeight - MARGIN];
  if (height <= end - start && (top < start || bottom > end)) scrollBy({ top: bottom - end, behavior: "instant" });
}
