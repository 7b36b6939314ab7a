/** The home page: the button that starts the hand, and the panel for readers who return, with their last hand or course, the
 * rules that come back today, and today's puzzle. A script in the page (`theme_patches.show_early`) has already decided whether
 * the panel is shown, so that nothing moves. */

import { all, fill, make } from "../shared/dom.js";
import { dateOf, followed, resultsOf } from "../shared/days.js";
import { countDue } from "../shared/due-rules.js";
import { entryOf } from "../shared/entries.js";
import { lastHand } from "../shared/last-hand.js";
import { begunCourses, pagePath } from "../shared/progress.js";

/** Average time for a question that comes back, in minutes. */
const A_QUESTION = 0.5;

class FollowSuitResume extends HTMLElement {
  #leaving = new AbortController();

  connectedCallback() {
    const { signal } = this.#leaving;
    for (const kind of ["follow-suit-days", "follow-suit-known", "storage"]) {
      addEventListener(kind, () => this.#show(), { signal });
    }
    this.#show();
  }

  disconnectedCallback() {
    this.#leaving.abort();
  }

  #show() {
    const [play, rules, puzzle] = /** @type {HTMLAnchorElement[]} */ (all(this, "a"));
    showHand(play);
    const due = countDue();
    showLink(rules, due ? due === 1 ? "1 rule comes back today" : `${due} rules come back today` : "No rule comes back today",
      due ? `about ${Math.ceil(due * A_QUESTION)} min` : "What you know");
    const solved = followed().some((game) => (entryOf(resultsOf(game), dateOf())?.how ?? "tried") !== "tried");
    if (solved) showLink(puzzle, "Today's puzzle is solved", "Look at it again");
    else showLink(puzzle, "Today's puzzle waits for you", "Not solved yet");
  }
}

/** Show the reader's last hand or, if its match is over, the course begun last. @param {HTMLAnchorElement} link */
function showHand(link) {
  const hand = lastHand();
  const [[page, course] = []] = [...begunCourses()].reverse();
  if (hand && !hand.finished) {
    link.href = pagePath(hand.page);
    showLink(link, `Go on with hand ${hand.hand}`, hand.name);
  } else if (page && course) {
    link.href = pagePath(page);
    showLink(link, "Go on with your course", `step ${course.at + 1} of ${course.of}`);
  } else showLink(link, "Play another hand", "Choose a game");
}

/** @param {HTMLElement} link @param {string} what @param {string} more */
const showLink = (link, what, more) => fill(link, make("b", {}, what), make("small", {}, more));

/** Start or resume the hand on the page's table. */
addEventListener("click", (event) => {
  const { target } = event;
  const pressed = target instanceof Element && target.closest(".fs-deals");
  const start = pressed && document.querySelector("fs-table :is(#fs-do-resume, #fs-do-new)");
  if (!(start instanceof HTMLElement)) return;
  event.preventDefault();
  start.click();
  if (matchMedia("(max-width: 37.5em)").matches) document.querySelector("fs-table")?.scrollIntoView();
}, true);

if (!customElements.get("fs-resume")) customElements.define("fs-resume", FollowSuitResume);
