/** The reader's progress, shown in links to courses that the reader has started. */

import { all, make } from "../shared/dom.js";
import { begunCourses, pageName } from "../shared/progress.js";

/** Add the reader's progress to the page's links to courses. */
function showProgress() {
  const begun = begunCourses();
  for (const link of /** @type {HTMLAnchorElement[]} */ (all(document, ".md-content a[href]"))) {
    const record = link.hash ? undefined : begun.get(pageName(link.pathname));
    if (record && !link.querySelector(".fs-how-far")) {
      const told = make("span", { class: "fs-how-far" }, ": ", `step ${record.at + 1} of ${record.of}, go on`);
      link.insertBefore(told, link.querySelector(".fs-due")); // the number of due rules comes last
    }
  }
}

globalThis.document$?.subscribe(showProgress);
showProgress();
