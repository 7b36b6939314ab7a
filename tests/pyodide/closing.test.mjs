// The closing questions of a course, on a fake table: `node --test closing.test.mjs`.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { anew, engine, PaperElement, PaperTable } from "./paper.mjs";

const { answerOf, AskingAfresh, placesAbout } = await import("../../rules_engine/site/client/page/fresh-questions.js");
const { beforeClosing, Closing, closingQuestions } = await import("../../rules_engine/site/client/page/course-final-quiz.js");

beforeEach(anew);

/** The record of a reader who has no progress yet. */
const NEW = { done: [], known: [] };

const step = (id, asked) => ({ id, title: id, figure: `figure-${id}`, rules: Object.keys(asked), asked });
const STEPS = [step("follow", { follow: "Follow suit", trump: "Trumps" }), step("deal", {}), step("score", { score: "The score" })];

/** Return closing questions on a fake table, whose quizzes have two questions each and can generate others. */
function closing(steps, { taught = ["follow", "trump", "score"], ready = false, deals = [] } = {}) {
  engine.status.state = ready ? "ready" : "off";
  const laid = [];
  const table = Object.assign(new PaperTable("fs-table"), {
    async put(figure) {
      const asked = { figure: figure.id, place: 0 };
      laid.push(asked);
      this.mode = {
        content: { steps: [{ html: "one" }, { html: "two" }], source: { game: "paper" } }, place: 0, kindOf: () => "trick-winner",
        start: ({ place }) => (asked.place = place),
        async askAnother(seed, how, wanted, place) {
          this.shown = deals.shift() ?? `cards ${seed}`;
          if (!wanted(this.shown)) return null;
          return Boolean(Object.assign(asked, how, { place, shown: this.shown, held: this.held }));
        },
      };
    },
  });
  for (const { figure } of steps) document.body.append(new PaperElement("fs-figure", { id: figure }));
  return { laid, going: new Closing(table, closingQuestions(steps, NEW), taught, new AskingAfresh(),
    { rulesPage: "../rules/", then: "../learn-money/" }), table };
}

test("a rule of each step is asked first, then the others, and all again until there are fifteen", () => {
  const asked = closingQuestions(STEPS, NEW);
  assert.equal(asked.length, 15);
  assert.deepEqual(asked.slice(0, 4).map(({ rule, round }) => `${rule} ${round}`), ["follow 0", "score 0", "trump 0", "follow 1"]);
  assert.deepEqual([...new Set(asked.map(({ rule }) => rule))].sort(), ["follow", "score", "trump"]);
});

test("of steps on which no question rests none is asked", () => {
  assert.deepEqual(closingQuestions([step("deal", {})], NEW), []);
});

test("steps after the hand are asked about if they are done, and steps known from another game never", () => {
  const hand = step("hand", {});
  document.body.append(new PaperElement("fs-figure", { id: hand.figure, "data-kind": "practice" }));
  const steps = [STEPS[0], hand, step("rare", { rare: "Rare" }), STEPS[2]];
  const rules = (record) => [...new Set(closingQuestions(steps, { ...NEW, ...record }).map(({ rule }) => rule))];
  assert.deepEqual(rules({}), ["follow", "trump"]);
  assert.deepEqual(rules({ done: ["score"] }), ["follow", "score", "trump"]);
  assert.deepEqual(rules({ done: ["score", "rare"], known: ["follow"] }), ["rare", "score"]);
});

test("the answer of a question is its numbers, its right options, or that all are right", () => {
  const option = (value, right = "") => `<button data-do="option" data-value="${value}"${right} aria-pressed="false"></button>`;
  assert.equal(answerOf('<p data-answer="-5"></p>'), "-5");
  assert.equal(answerOf(option("yes", " data-right") + option("no")), "yes");
  assert.equal(answerOf(option("9S", " data-right") + option("8S", " data-right")), "all");
  assert.equal(answerOf(option("North") + option("East")), "");
});

test("a question with the answer of the one on the table is dealt again", async () => {
  const asks = (number) => ({ html: `<p data-answer="${number}"></p><b data-card="${number}C">` });
  const question = { content: { steps: [asks(3)], source: {} }, place: 0, seed: null, kindOf: () => "own-score", shown: "",
    deals: ["<i></i><p data-answer=\"3\"></p>", "<p data-answer=\"4\"></p>"], async askAnother(seed, how, wanted) {
      const came = this.deals.shift();
      return wanted(came) ? Boolean(this.shown = came) : null;
    } };
  engine.status.state = "ready";
  assert.equal(await new AskingAfresh().ask(question, ["score"], ["score"]), true);
  assert.equal(answerOf(question.shown), "4");
});

test("with Python each is dealt anew, about its rule, and rests on nothing that wasn't taught", async () => {
  const { laid, going } = closing(STEPS, { ready: true });
  assert.equal(await going.ask(), true);
  const [{ figure, taught, rules, scenario }] = laid;
  assert.deepEqual({ figure, taught, rules, scenario },
    { figure: "figure-follow", taught: ["follow", "trump", "score"], rules: ["follow"], scenario: { game: "paper" } });
});

test("nearly the same cards are dealt again, as long as others may come", async () => {
  const cards = (...held) => held.map((card) => `<b data-card="${card}"></b>`).join("") + `<p data-answer="${held[0]}"></p>`;
  const like = ["9S", "8C", "9C", "KC"];
  const question = { content: { steps: [{ html: cards("9S", "8C", "9C", "AC") }], source: {} }, place: 0, seed: 1, kindOf: () => "suits",
    shown: cards(...like), async askAnother(seed, how, wanted) {
      const came = this.deals.shift();
      if (!wanted(came)) return null;
      this.shown = came;
      return true;
    } };
  engine.status.state = "ready";
  question.deals = [cards("9S", "8C", "9C", "QC"), cards("2S", "3S", "9C", "KC")];
  assert.equal(await new AskingAfresh().ask(question, ["rank"], ["rank"]), true);
  assert.equal(question.shown, cards("2S", "3S", "9C", "KC"));
  question.deals = Array.from({ length: 9 }, (_, place) => cards("2S", "3S", "9C", "KC", `${place + 1}H`));
  assert.equal(await new AskingAfresh().ask(question, ["rank"], ["rank"]), true);
});

test("the same cards with their reasons in another order are no fresh question", async () => {
  const { laid, going } = closing(STEPS, { ready: true, deals: ['two<div class="fs-slip fs-reasons" hidden>5, 9</div>', "three"] });
  await going.ask();
  assert.equal(laid[0].shown, "three");
});

test("the page's own question, which lies there meanwhile, takes no answer", async () => {
  const { laid, going, table } = closing(STEPS, { ready: true });
  await going.ask();
  assert.deepEqual([laid[0].held, table.mode.held], [true, false]);
});

test("neither the page's own question nor one that was asked comes once more", async () => {
  const deals = ["one", 'cards data-seed="4"', 'cards data-seed="5"', "others"];
  const { laid, going } = closing(STEPS, { ready: true, deals });
  for (const right of [true, false]) {
    await going.ask();
    going.answered(right);
  }
  assert.deepEqual(laid.map(({ shown }) => shown), ['cards data-seed="4"', "others"]);
});

test("a rule is asked by those questions of a step whose answer rests on it", () => {
  const content = { steps: [{ rules: ["lead"] }, { rules: ["pass"] }, { rules: ["pass", "lead"] }] };
  assert.deepEqual(placesAbout(content, ["pass"], 1), [2, 1]);
  assert.deepEqual(placesAbout(content, ["pay"], 1), [2, 0, 1]);
  const shows = { steps: [{ rules: ["lead"] }, { rules: ["pass"], shows: ["lead"] }, { rules: ["pay"], shows: ["pass"] }] };
  assert.deepEqual(placesAbout(shows, ["lead"], 0), [0, 1]);
  assert.deepEqual(placesAbout(shows, ["pass"], 0), [1, 2]);
});

test("without it the quiz's own questions take turns", async () => {
  const { laid, going } = closing(STEPS);
  for (let place = 0; place < 7; place++) {
    await going.ask();
    going.answered(true);
  }
  const follow = laid.filter((_, place) => place % 3 === 0);
  assert.deepEqual(follow.map(({ figure, place }) => [figure, place]), [0, 1, 0].map((place) => ["figure-follow", place]));
});

test("how far it is counts the question that lies there", async () => {
  const { going } = closing(STEPS);
  await going.ask();
  assert.equal(going.told, "Question 1 of 15");
  going.answered(true);
  await going.ask();
  assert.equal(going.told, "Question 2 of 15");
});

const headingOf = (end) => end.all.find(({ tag }) => tag === "h2").textContent.trim();

/** Return the final text after correct answers to all questions except the one on the missed rule. */
async function ended(missed) {
  const { going } = closing(STEPS);
  const end = new PaperElement("div");
  const again = [];
  for (const { rule } of closingQuestions(STEPS, NEW)) {
    await going.ask();
    going.answered(rule !== missed);
  }
  assert.equal(await going.ask(), false);
  going.show(end, (asked = []) => again.push(...asked));
  return { end, again, lines: end.querySelectorAll("li").map((each) => each.textContent) };
}

test("the end tells how each rule went, what comes next, and asks what was missed again", async () => {
  const { end, again, lines } = await ended("trump");
  assert.equal(headingOf(end), "10 of 15");
  assert.deepEqual(lines.map((each) => each.replace(/\s+/g, " ").trim()),
    ["Follow suit 5 of 5", "The score 5 of 5", "Trumps 0 of 5"]);
  assert.deepEqual(end.querySelectorAll("a").map(({ attributes }) => attributes.get("href")).slice(0, 3),
    ["../learn-money/", "../play/", "../card/"]);
  end.querySelector(".fs-main").onclick();
  assert.deepEqual([...new Set(again.map(({ rule }) => rule))], ["trump"]);
  assert.equal(again.length, 5);
});

test("where all was right nothing is asked again", async () => {
  const { end } = await ended("");
  assert.equal(headingOf(end), "15 of 15");
  assert.equal(end.querySelectorAll(".fs-main").length, 0);
  assert.deepEqual(end.querySelectorAll("button").map((each) => each.textContent.trim()), ["All once more"]);
});

test("a course whose steps teach no rules ends with ways on, not with closing questions", () => {
  const [end, idea] = [new PaperElement("div"), step("draw", {})];
  beforeClosing(end, [idea], () => assert.fail("there is nothing to ask"), () => {});
  assert.equal(headingOf(end), "That was the course");
  assert.deepEqual(end.querySelectorAll("a").map(({ attributes }) => attributes.get("href")), ["../play/", "../puzzles/"]);
  beforeClosing(end, [idea, STEPS[0]], () => {}, () => {});
  assert.equal(headingOf(end), "The closing questions");
});
