/**
 * The colours of a page in a frame, and whether the frame can show a table. This classic script runs before the page is drawn.
 * Nothing else reads the query: `?theme=light`, `dark` or `auto`. It sets attributes of the root element for the style sheet:
 *
 *     data-md-color-scheme=slate    dark
 *     data-live                     the table is shown; otherwise the strip and its description
 *     data-opaque                   the frame may not load the site's pictures, so that neither can be drawn
 *     data-refused                  the query asks for an unknown theme
 */

(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const asked = new URLSearchParams(location.search).get("theme") ?? "auto";
  const known = ["light", "dark", "auto"].includes(asked);

  function applyScheme() {
    if (asked === "dark" || (asked !== "light" && dark.matches)) root.setAttribute("data-md-color-scheme", "slate");
    else root.removeAttribute("data-md-color-scheme");
  }

  dark.addEventListener("change", applyScheme);
  applyScheme();
  root.toggleAttribute("data-refused", !known);
  root.toggleAttribute(origin === "null" ? "data-opaque" : "data-live", true);
  addEventListener("error", ({ target }) => {
    if (target instanceof HTMLScriptElement) root.removeAttribute("data-live");
  }, true);
})();
