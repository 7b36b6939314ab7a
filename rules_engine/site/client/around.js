/**
 * What stands around a page's text, for those who go by keyboard: a drawer and a search box that are closed take no focus.
 * And the search is told, when somebody turns to its box, which page is open.
 */

const SEARCH = new BroadcastChannel("follow-suit search");

addEventListener("focusin", ({ target }) => {
  if (target instanceof Element && target.matches(".md-search__input")) SEARCH.postMessage(location.href);
});
