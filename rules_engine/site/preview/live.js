/**
 * The client of the live preview on pages that `followsuit serve` sends. It reloads the page when its content has changed, and
 * lists the problems in the site. After a reload, the table restores its own state, and this script resumes a hand in play.
 */

/** @type {HTMLScriptElement} */
const own = /** @type {any} */ (document.querySelector("script[data-mark]"));
const { page = "", mark } = own.dataset;
const CLOSED = "follow suit: faults closed";
const MANY = 6; // a longer list would cover the table, so it is collapsed
const PLAYING = "follow suit: playing";

const panel = document.createElement("details");
panel.id = "fs-faults";
panel.setAttribute("role", "status");
const style = document.createElement("style");
style.textContent = `
#fs-faults { position: fixed; z-index: 100; left: 8px; bottom: 8px; max-width: min(52rem, calc(100vw - 16px)); max-height: 60vh;
  overflow: auto; padding: 8px 12px; border: 2px solid #b3261e; border-radius: 10px; background: #fff8f7; color: #410e0b;
  font: 14px/1.45 system-ui, sans-serif; box-shadow: 0 4px 16px rgb(0 0 0 / 0.3); }
#fs-faults[hidden] { display: none; }
#fs-faults summary { cursor: pointer; font-weight: 600; }
#fs-faults :is(p, pre) { margin: 6px 0; white-space: pre-wrap; overflow-wrap: anywhere; }
#fs-faults pre { font: 13px/1.4 ui-monospace, monospace; }
`;
panel.hidden = true;
document.head.append(style);
document.body.append(panel);
panel.addEventListener("click", ({ target }) => { // called before the click toggles `open`
  if (target instanceof Element && target.matches("summary")) sessionStorage.setItem(CLOSED, panel.open ? "yes" : "");
});

/** @param {string} tag @param {string} text */
function told(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/** @param {string} summary @param {HTMLElement[]} lines @param {boolean} open */
function tell(summary, lines, open) {
  panel.hidden = !summary;
  panel.replaceChildren(told("summary", summary), ...lines);
  panel.open = open;
}

function openAgain() {
  sessionStorage.setItem(PLAYING, document.querySelector("fs-table[data-playing]") ? "yes" : "");
  location.reload();
}

/** Resume the hand in play when the table offers that; `frames` is the number of animation frames to wait for it. */
function goOn(frames = 600) {
  const offered = /** @type {HTMLElement | null} */ (document.querySelector("#fs-do-resume"));
  if (offered) offered.click();
  else if (frames) requestAnimationFrame(() => goOn(frames - 1));
}

if (sessionStorage.getItem(PLAYING)) goOn();
sessionStorage.setItem(PLAYING, "");

/** @param {{page: string, fault: string, problems: string[]}} news */
function hear({ page: now, fault, problems }) {
  if (!fault && now !== mark) openAgain();
  else if (fault) tell("The site can't be built", [told("pre", fault), told("p", "The page is as it was before.")], true);
  else if (!problems.length) tell("", [], false);
  else {
    const count = problems.length === 1 ? "1 fault" : `${problems.length} faults`;
    const asked = sessionStorage.getItem(CLOSED);
    tell(`${count} in the pages built so far`, problems.map((each) => told("p", each)),
      asked === null ? problems.length <= MANY : !asked);
  }
}

const news = new EventSource(new URL(`news?page=${encodeURIComponent(page)}`, import.meta.url));
news.onmessage = ({ data }) => hear(JSON.parse(data));
news.onerror = () => tell("followsuit serve has ended", [told("p", "Start it again: the page goes on by itself.")], false);
addEventListener("pagehide", () => news.close());

// a service worker from a site served here earlier would show outdated pages
navigator.serviceWorker?.getRegistrations().then((all) => all.forEach((each) => each.unregister()));
