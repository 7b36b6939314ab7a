/** Links to courses that were begun say how far the reader has come, on the pages that have such links. */

import { visited } from "../offline/registration.js";
import { all, make } from "../shared/dom.js";
import { begunCourses, pageName } from "../shared/progress.js";
import { put } from "../shared/translation.js";

/** Marks the page's links to courses. */
function tellProgress() {
  const begun = begunCourses();
  for (const link of /** @type {HTMLAnchorElement[]} */ (all(document, ".md-content a[href]"))) {
    const record = link.hash ? undefined : begun.get(pageName(link.pathname));
    if (record && !link.querySelector(".fs-how-far")) {
      const told = make("span", { class: "fs-how-far" }, ": ", put(`step ${record.at + 1} of ${record.of}, go on`));
      link.insertBefore(told, link.querySelector(".fs-due")); // how many rules are due comes last
    }
  }
}

globalThis.document$?.subscribe(tellProgress);
tellProgress();

visited([import.meta.url]); // it may have come after the page told what it loaded
