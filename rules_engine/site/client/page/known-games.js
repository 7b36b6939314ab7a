/** The question "Which of these do you know?" at the start of a course. The steps that the chosen games cover are ticked, and the
 * differences from these games are listed. */

import { all, button, fill, make } from "../shared/dom.js";
import { courseRecord, keepCourse } from "../shared/progress.js";

/** The stored value for "None of them". */
const NONE = "";

/** Add the question to a course, if the course lists such games. @param {HTMLElement} course @param {() => void} onchange */
export function askWhatIsKnown(course, onchange) {
  const { game = "" } = course.dataset;
  const games = /** @type {Map<string, HTMLElement>} */ (new Map(
    all(course, "dt").map((name) => [name.textContent ?? "", name.nextElementSibling])));
  if (!games.size) return;
  const differs = make("div", { "aria-live": "polite" });
  const chosen = () => courseRecord(game, location.pathname).knows;
  const chips = [...games.keys(), NONE].map((name) =>
    button(name || "None of them", () => choose(name), { class: "fs-chip-button" }));

  const show = () => {
    const knows = chosen();
    const about = [...games].filter(([name]) => knows.includes(name));
    [...games.keys(), NONE].forEach((name, place) => chips[place].setAttribute("aria-pressed", String(knows.includes(name))));
    fill(differs, about.map(([name, told]) => make("p", {}, about.length > 1 && make("b", {}, `${name}: `), told.textContent)));
    return about.flatMap(([, { dataset }]) => (dataset.steps ?? "").split(" ").filter(Boolean));
  };
  /** @param {string} name */
  const choose = (name) => {
    const others = chosen().filter((each) => each !== name && each !== NONE);
    keepCourse(game, location.pathname, { knows: name === NONE ? [NONE] : chosen().includes(name) ? others : [...others, name] });
    keepCourse(game, location.pathname, { known: show() });
    onchange();
  };

  course.append(make("p", { class: "fs-ask", id: "fs-course-known" }, "Which of these do you know? Several may be chosen."),
    make("div", { class: "fs-chips", role: "group", "aria-labelledby": "fs-course-known" }, chips), differs);
  show();
}
