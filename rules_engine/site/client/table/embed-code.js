/** The section *Embed* of the “More” panel: the HTML that shows the table in another page, and where to paste it. */

import { button, copied, fill, make } from "../shared/dom.js";

/** The kinds of links, by kind of figure. @type {Record<ScenarioKind, string>} */
const LINKS = { example: "example", quiz: "quiz", puzzle: "", practice: "hand" };
/** Height of the frame in pixels; all tables fit. */
const HEIGHT = 660;
/** The frame needs scripts, the site's own files, and links that open in a new tab. */
const SANDBOX = "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox";
/** @type {[string, string][]} */
const PLACES = [
  ["MkDocs", "Paste the line into the Markdown of a page, between two empty lines."],
  ["Docusaurus", "Paste the line into the page. In MDX, write frameBorder instead of frameborder."],
  ["WordPress", "Add a block “Custom HTML”, and paste the line. Only administrators and editors may do this."],
  ["Moodle", "In the editor, choose “Source code”, and paste the line."],
];

/** Fill the section for the table's current state.
 * @param {HTMLElement} section @param {import("./mode.js").Mode} mode
 * @param {URL} address the URL of the page that shows the figure alone */
export function showCode(section, mode, address) {
  const { id, kind } = mode.figure;
  if (LINKS[kind] && mode.linkState) address.hash = ["fs", LINKS[kind], id, mode.linkState].join(":");
  const line = lineFor(address.href, mode.figure.getAttribute("aria-label") ?? "");
  const code = make("textarea", { readonly: true, rows: 5, spellcheck: "false", "aria-label": "The line to paste" });
  code.value = line;
  code.addEventListener("focus", () => code.select());
  const told = make("p", { role: "status" });
  const copy = async () => {
    if (!await copied(line)) code.select();
    else fill(told, "The line is copied.");
  };
  const places = make("dl", {}, PLACES.map(([name, how]) => [make("dt", {}, name), make("dd", {}, how)]));
  fill(section, section.querySelector("summary"), make("p", {}, "This line shows the table, as it is now, in another page:"),
    code, button("Copy", copy, { class: "fs-main" }), told,
    make("details", { class: "fs-log" }, make("summary", {}, "Where to paste it"), places));
}

/** @param {string} address @param {string} title */
const lineFor = (address, title) => `<iframe src="${escaped(address)}" title="${escaped(title)}" width="100%" height="${HEIGHT}" `
  + `frameborder="0" loading="lazy" allow="clipboard-write" sandbox="${SANDBOX}"></iframe>`;

/** Escape text for an attribute's value. @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
