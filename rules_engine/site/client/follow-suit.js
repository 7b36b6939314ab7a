/**
 * The widgets of a page come alive. Each stands whole in the page already; this adds stepping, answering
 * and playing. No game is known here: every picture and sentence was made by the engine, at build time or in
 * the worker, and only the message fields that `rules_engine/table/messages.py` lists are read.
 *
 * The element is a custom one, so that it comes and goes with Material's instant navigation by itself.
 */

import { liveExample } from "./example.js";
import { liveQuiz } from "./quiz.js";
import { livePractice } from "./practice.js";
import { foresee } from "./intent.js";
import "./around.js";
import "./forward.js";
import "./preview.js";
import "./offline.js";
import "./place.js";

const KINDS = { example: liveExample, quiz: liveQuiz, practice: livePractice };

class FollowSuitWidget extends HTMLElement {
  /** @type {AbortController | undefined} ends every listener when the widget leaves the page */
  #leaving;

  connectedCallback() {
    this.#leaving = new AbortController();
    KINDS[this.dataset.kind]?.(this, this.#leaving.signal);
    foresee(this, this.#leaving.signal);
    this.dataset.alive = "";
  }

  disconnectedCallback() {
    this.#leaving?.abort();
  }
}

if (!customElements.get("fs-widget")) customElements.define("fs-widget", FollowSuitWidget);

/** The theme lets wide tables scroll, but not by keyboard: they need to be in the tab order then. */
function reachWideTables() {
  for (const wrap of document.querySelectorAll(".md-typeset__scrollwrap")) {
    if (wrap.scrollWidth > wrap.clientWidth) wrap.tabIndex = 0;
    else wrap.removeAttribute("tabindex");
  }
}

const settled = () => setTimeout(reachWideTables, 50);
globalThis.document$?.subscribe(settled);
addEventListener("resize", settled);
settled();
