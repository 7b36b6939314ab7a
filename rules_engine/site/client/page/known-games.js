/** The question "Which of these do you know?" at the start of a course. The steps that the chosen games cover are ticked, and the
 * differences from these games are listed. */

import { all, button, fill, make } from "../shared/dom.js";
import { courseRecord, keepCourse } from "../shared/progress.js";

/** The stored value for the answer that the reader knows none of the games. */
const NONE = "";

/** Add the question to a course, if the course lists such games. @param {HTMLElement} course @param {() => void} onchange */
export function askWhatIsKnown(course, onchange) {
  const { game = "" } = course.dataset;
  const answers = all(course, "dt").map((label) => ({
    label: label.textContent ?? "", name: label.hasAttribute("data-none") ? NONE : label.textContent ?? "",
    about: /** @type {HTMLElement} */ (label.nextElementSibling),
  }));
  if (!answers.length) return;
  const told = make("div", { "aria-live": "polite" });
  const chosen = () => courseRecord(game, location.pathname).knows;
  const chips = answers.map(({ label, name }) => button(label, () => choose(name), { class: "fs-chip-button" }));

  const show = () => {
    const knows = chosen();
    const about = answers.filter(({ name }) => knows.includes(name));
    answers.forEach(({ name }, place) => chips[place].setAttribute("aria-pressed", String(knows.includes(name))));
    fill(told, about.map((each) => make("p", {}, about.length > 1 && make("b", {}, `${each.label}: `), each.about.textContent)));
    return about.flatMap((each) => (each.about.dataset.steps ?? "").split(" ").filter(Boolean));
  };
  /** @param {string} name */
  const choose = (name) => {
    const others = chosen().filter((each) => each !== name && each !== NONE);
    keepCourse(game, location.pathname, { knows: name === NONE ? [NONE] : chosen().includes(name) ? others : [...others, name] });
    keepCourse(game, location.pathname, { known: show() });
    onchange();
  };

  course.append(make("p", { class: "fs-ask", id: "fs-course-known" }, "Which of these do you know? Several may be chosen."),
    make("div", { class: "fs-chips", role: "group", "aria-labelledby": "fs-course-known" }, chips), told);
  show();
}
