/** The score keeper's user interface: steppers for numbers, choices, warnings, and the score sheet. */

import { all, fragment, icon, make, morph, one } from "../shared/dom.js";
import { KEPT as NAMES, isolated, known } from "../shared/names.js";
import { entryOf } from "../shared/entries.js";
import { put } from "../shared/translation.js";
import { asked, doubts, holds, isSmall, numbers } from "./score-validation.js";
import { evening, scoredOf, signed } from "./saved-match.js";
import { trouble } from "./error-messages.js";
import { verbatim } from "./rendering.js";

/** @typedef {import("./score.js").FollowSuitScore} Score @typedef {import("./saved-match.js").Match} Match */
/** @typedef {readonly number[]} Seats @typedef {import("../shared/dom.js").Child} Child */

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];

/** @param {Score} of */
export function draw(of) {
  morph(one(of, "#fs-score-here"), make("div", { id: "fs-score-here" },
    make("p", { class: "fs-score-note", hidden: !of.note }, of.note), of.match ? match(of, of.match) : begin(of),
    make("input", { type: "file", accept: ".json", hidden: true, tabindex: "-1", "aria-hidden": "true" })));
  tellDamaged(of, of.match === null, () => of.show());
}

/** Return a button whose clicks the score keeper handles.
 * @param {string} deed @param {string} value @param {Child} label
 * @param {Record<string, import("../shared/dom.js").Attribute>} [more] */
function key(deed, value, label, more = {}) {
  const id = ["fs-score", deed, value.replace(/\W/g, (sign) => `_${sign.charCodeAt(0)}`)].join("-");
  return make("button", { type: "button", id, "data-do": deed, "data-value": value, ...more }, label);
}

/** @param {string} deed @param {string} value @param {Child} label @param {boolean} on */
const pick = (deed, value, label, on) => key(deed, value, label, { "aria-pressed": String(on) });

/** Return a label: its HTML with suit symbols, if it has any, otherwise its text.
 * @param {{label: string, html?: string}} named */
const signs = ({ label, html }) => html ? fragment(html) : label;

/** @param {string} label @param {Child} inside @param {Child} [shown] */
const row = (label, inside, shown = label) => make("div", { class: "fs-score-ask", role: "group", "aria-label": label },
  make("b", {}, shown), make("div", { class: "fs-score-chips" }, inside));

/** @param {...Child} inside the buttons, the main one last */
const bar = (...inside) => make("div", { class: "fs-score-bar" }, inside);

/** @param {string} text */
const soft = (text) => make("p", { class: "fs-score-soft" }, text);

/** Return a date in the page's language; in English the day comes first.
 * @param {Date} at @param {Intl.DateTimeFormatOptions} how */
const date = (at, how) => at.toLocaleDateString(document.documentElement.lang.replace(/^(en)?$/, "en-GB"), how);
const LONG = /** @type {const} */ ({ day: "numeric", month: "long", year: "numeric" });

/** Attributes of the main button. */
const MAIN = { class: "fs-main" };

// ---- a new game, and the list of games

/** @param {Score} of */
function begin(of) {
  const { begin: { players, dealer }, choice: { sides }, games } = of;
  return [
    make("h2", { class: "fs-score-head" }, "New game"), ways(of), names(players, of.choice.names),
    sides.length < players.length && soft(sides.map(of.called).join(" – ")),
    row("Who deals first?", players.map((name, seat) => pick("dealer", String(seat), name, seat === dealer))),
    bar(key("bring", "", "Open a file"), key("start", "", "Begin", MAIN)),
    games.length > 0 && [make("h2", {}, "Games that you keep"), list(games)],
  ];
}

/** @param {readonly string[]} players @param {readonly string[]} usual the default names, which needn't be deleted */
function names(players, usual) {
  const fields = players.map((name, seat) => make("input", {
    id: `fs-score-name-${seat}`, "data-seat": seat, value: name === usual[seat] ? "" : name, placeholder: usual[seat],
    list: "fs-score-known", maxlength: 20, autocomplete: "off",
    onfocus: (/** @type {Event} */ { target }) => target instanceof HTMLInputElement && target.select(),
    "aria-label": `Player ${seat + 1}`,
  }));
  const remembered = known().names.map((name) => make("option", { value: name }));
  return row("Names, clockwise",
    make("div", { class: "fs-score-names" }, fields, make("datalist", { id: "fs-score-known" }, remembered)));
}

/** Render the choices for variant, number of players and options, leaving out those with a single value. @param {Score} of */
function ways(of) {
  const { offer: { choices, options: words }, choice } = of;
  /** @param {string} label @param {string} deed @param {[string, string][]} values @param {string} now */
  const chips = (label, deed, values, now) =>
    values.length > 1 && row(label, values.map(([value, text]) => pick(deed, value, text, value === now)));
  const variants = new Map(choices.map(({ variant, called }) => [variant, called]));
  const mine = choices.filter(({ variant }) => variant === choice.variant);
  const counts = [...new Set(mine.map(({ seats }) => String(seats.length)))].sort();
  const fits = mine.filter(({ seats }) => seats.length === choice.seats.length);
  return [
    chips("Rules", "variant", [...variants], choice.variant),
    chips("Players", "players", counts.map((count) => [count, count]), String(choice.seats.length)),
    Object.entries(choice.options).map(([name, now]) => {
      const values = [...new Set(fits.map(({ options }) => entryOf(options, name) ?? ""))];
      const called = (/** @type {string} */ each) => entryOf(words, each) ?? each;
      return chips(called(name), "option", values.map((value) => [`${name}:${value}`, called(value)]), `${name}:${now}`);
    }),
  ];
}

/** Render the list of stored games. @param {Match[]} games */
function list(games) {
  return make("ul", { class: "fs-score-list" }, games.map((game) => make("li", {}, key("open", game.id, summary(game)),
    key("forget", game.id, icon("cross"), { "aria-label": `Forget ${game.players.map(isolated).join(", ")}` }))));
}

/** Render a summary of a game: players, date, number of hands and totals. @param {Match} game */
export function summary({ players, at, hands, scored }) {
  const { answer, whole } = scoredOf({ scored, hands });
  const day = date(new Date(at), { weekday: "short", day: "numeric", month: "short" });
  const count = put(hands.length === 1 ? "1 hand" : `${hands.length} hands`);
  const totals = whole ? answer?.hands[answer.hands.length - 1]?.totals?.map(signed).join(" : ") : "";
  const told = [day, count, totals, whole && answer?.over && put("over")].filter(Boolean).join(" · ");
  return [make("b", {}, verbatim(players.map(isolated).join(", "))), " ", make("small", {}, verbatim(told))];
}

/** Append a notice about unreadable scores.
 * @param {HTMLElement} place @param {boolean} wanted
 * @param {() => void} onchange called after the scores were deleted */
export function tellDamaged(place, wanted, onchange) {
  for (const old of all(place, ".fs-lost")) old.remove();
  if (!wanted) return;
  const { damaged } = evening();
  const count = damaged === 1 ? "One score that was kept here can't be read."
    : `${damaged} scores that were kept here can't be read.`;
  const told = make("div", { class: "fs-lost" }, damaged > 0 && soft(count), trouble([NAMES], onchange));
  if (told.firstChild) place.append(told);
}

// ---- a game in progress

/** @param {Score} of @param {Match} game */
function match(of, game) {
  const { answer, whole } = of.scored;
  const over = whole && Boolean(answer?.over) && !of.editing;
  const told = whole && answer && game.hands.length > 0 && followed(answer);
  const [table, notes] = [sheet(of, game, over), [fault(of, game), of.more && menu(of, game, whole)]];
  if (over) return [ended(answer), told, table, notes, buttons(of, game, key("begin", "again", "New game", MAIN))];
  const right = holds(of.form, of.told);
  const preview = right ? of.answerTo(of.hands)?.hands[of.place] : undefined;
  return [entry(of, preview), table, told, notes, buttons(of, game, writing(of, right)),
    preview && lines(of, preview)]; // below the buttons, so that they don't move
}

/** @param {Score} of @param {Match} game @param {Child} main */
function buttons(of, game, main) {
  return bar(key("undo", "", "Undo", { "aria-disabled": !game.before.length && "true" }),
    key("menu", "", "More", { "aria-expanded": String(of.more) }), main);
}

/** @param {Score} of @param {boolean} right */
function writing({ editing }, right) {
  const ready = right ? MAIN : { "aria-disabled": "true" };
  if (!editing) return key("write", "", "Save hand", ready);
  return [key("edit", "cancel", "Cancel"), key("write", "", "Change it", ready)];
}

/** Render the menu with actions on the score sheet. @param {Score} of @param {Match} game @param {boolean} whole */
function menu({ choice }, game, whole) {
  const late = { "aria-disabled": !whole && "true" };
  return make("div", { class: "fs-score-menu" }, names(game.players, choice.names),
    key("text", "", "Copy as text", late), key("link", "", "Send a link"), key("save", "", "Save as a file"),
    key("print", "", "Print the sheet", late), key("begin", "", "Another game"), key("forget", game.id, "Forget this game"));
}

/** Render the result of a game. @param {ScoreAnswer | null} answer */
const ended = (answer) => make("h2", { class: "fs-score-head" }, answer?.consequences.at(-1)?.text ?? "The game is over.");

/** Render the engine's sentences after the last hand, each with a link to its rule. The final result is already in the heading.
 * @param {ScoreAnswer} answer */
function followed({ consequences, over }) {
  return make("div", { class: "fs-score-soft" }, consequences.map(({ text, title, rule }, place) =>
    make("p", {}, !(over && place === consequences.length - 1) && [text, " "],
      make("a", { class: "fs-rule", href: rule }, title))));
}

/** Render the reason why the totals are missing or incomplete. @param {Score} of @param {Match} game @returns {Child} */
function fault(of, game) {
  const { answer, whole } = of.scored;
  if (of.fault) {
    return [soft("The sums can't be done now. What you enter is kept."), soft(of.fault), key("retry", "", "Try again")];
  }
  if (!whole) return game.hands.length > 0 && soft("The sums follow in a moment. Go on entering.");
  const scored = answer?.hands.length ?? 0;
  return scored !== game.hands.length && soft(answer?.over ? "The game was over before the last hands: they don't count."
    : `Hand ${scored + 1} doesn't add up any more: press its number and change it.`);
}

// ---- the hand being entered

/** @param {Score} of @param {ScoredHand} [preview] the score of the hand if it is complete and consistent */
function entry(of, preview) {
  const { choice, place, dealer, editing } = of;
  const { answer, whole } = of.scored;
  const facts = [[put("Dealer"), of.called([dealer])]];
  if (whole && answer && !editing) {
    if (answer.leads !== null) facts.push([put("Leads"), of.called([answer.leads])]);
    facts.push(...answer.facts.slice(1).map(([label, told]) => [label, told]));
  }
  const points = (/** @type {Seats} */ seats) => {
    const side = choice.sides.findIndex((each) => String(each) === String(seats));
    return preview && side >= 0 ? plus(preview.points[side]) : "";
  };
  return [
    make("h2", { class: "fs-score-head" }, `Hand ${place + 1}`, editing && [" ", key("strike", "", "Strike it out")]),
    make("p", { class: "fs-score-facts" }, facts.map(([label, told]) => `${label}: ${told}`).join(" · ")),
    blocks(of, points), verdict(of),
  ];
}

/** @param {number} points */
const plus = (points) => points > 0 ? `+${points}` : signed(points);

/** Render the form fields for a hand. Consecutive numbers for the same sides share a block.
 * @param {Score} of @param {(seats: Seats) => string} points */
function blocks(of, points) {
  /** @type {FormField[][]} */
  const groups = [];
  for (const ask of asked(of.form, of.told)) {
    const last = groups[groups.length - 1];
    if (ask.who?.length && String(last?.[0].who) === String(ask.who)) last.push(ask);
    else groups.push([ask]);
  }
  return groups.map((group) => {
    const [ask] = group;
    if (ask.options) return choose(of, ask, ask.options);
    return ask.who?.length ? people(of, group, points) : row(ask.label, stepper(of, ask, 0, ask.label), signs(ask));
  });
}

/** @param {Score} of @param {FormField} ask @param {readonly FieldOption[]} options */
function choose({ told, called }, ask, options) {
  return row(ask.label, options.map((option, place) => pick("choose", `${ask.key}:${place}`,
    signs({ ...option, label: option.label || called(option.seats) }), entryOf(told, ask.key) === option.value)), signs(ask));
}

/** Render a row for each side, with a stepper for each field.
 * @param {Score} of @param {FormField[]} group
 * @param {(seats: Seats) => string} points */
function people(of, group, points) {
  const who = group[0].who ?? [];
  const alike = String(who) === String(of.choice.sides);
  const measures = { "data-numbers": group.length, "data-sides": alike && who.length };
  return make("div", { class: "fs-score-people", ...measures }, who.map((seats, place) => {
    const name = of.called(seats);
    const steps = group.map((ask) => make("div", { class: "fs-score-one" }, make("small", { "aria-hidden": "true" }, signs(ask)),
      stepper(of, ask, place, `${name}, ${ask.label}`)));
    const about = { class: "fs-score-person", role: "group", "aria-label": name };
    return make("div", about, make("b", { title: name }, name), steps, make("output", {}, points(seats)));
  }));
}

/** Return the action and its argument for a keyboard event within a stepper, or empty strings. @param {KeyboardEvent} event */
export function keyed({ key: pressed, target, altKey, ctrlKey, metaKey }) {
  const step = /** @type {HTMLElement} */ (target).closest("[data-at]");
  if (!(step instanceof HTMLElement) || altKey || ctrlKey || metaKey) return ["", ""];
  const { at = "" } = step.dataset;
  if (/^\d$/.test(pressed)) return ["digit", `${at}:${pressed}`];
  if (pressed === "Backspace") return ["digit", `${at}:erase`];
  return [{ ArrowUp: "more", ArrowDown: "less" }[pressed] ?? "", at];
}

/** Render a stepper (−, value, +), and the number pad if it is open for this field.
 * @param {Score} of @param {FormField} ask
 * @param {number} place @param {string} name */
function stepper({ told, pad, typing, hint }, ask, place, name) {
  const at = `${ask.key}:${place}`;
  const value = typing?.at === at ? typing.value : numbers(told, ask.key)[place];
  const { least = 0, most = 0 } = ask;
  return make("div", { class: "fs-stepper", "data-at": at },
    key("less", at, "−", { "aria-label": `${name}: ${put("less")}`, "aria-disabled": value === least && "true" }),
    key("pad", at, value === null ? "–" : signed(value), {
      "aria-label": `${name}: ${value ?? put("not told yet")}`, "aria-expanded": String(pad === at),
    }),
    key("more", at, "+", { "aria-label": `${name}: ${put("more")}`, "aria-disabled": value === most && "true" }),
    pad === at && make("div", { class: "fs-score-pad", role: "group" }, keys(at, ask, value),
      make("p", { hidden: !hint, "aria-hidden": "true" }, hint)));
}

/** @param {string} at @param {FormField} ask @param {number | null} value */
function keys(at, ask, value) {
  const { least = 0, most = 0 } = ask;
  if (isSmall(ask)) {
    return Array.from({ length: most - least + 1 }, (_, place) => least + place)
      .map((number) => pick("set", `${at}:${number}`, signed(number), number === value));
  }
  return [...DIGITS.map((digit) => key("digit", `${at}:${digit}`, digit)),
    least < 0 && key("digit", `${at}:±`, "±", { "aria-label": "Other sign" }),
    key("digit", `${at}:erase`, icon("erase"), { "aria-label": "Erase" }), key("pad", at, "Done", { id: "fs-score-done" })];
}

/** @param {Score} of */
function verdict({ form, told, called, hint }) {
  const found = doubts(form, told, called);
  const right = found.every((doubt) => doubt.right);
  return make("p", { class: "fs-score-verdict", role: "status", "data-right": String(right) },
    [hint, ...found.map(({ text }) => text)].filter(Boolean).join(right ? " · " : " "), right && [" ", icon("check")]);
}

/** Render the points in a hand line by line, each with a link to its rule. @param {Score} of @param {ScoredHand} scored */
function lines({ choice, called }, scored) {
  return make("ul", { class: "fs-score-lines" }, scored.lines.map(({ label, means, rule, points }) => {
    const whose = (/** @type {Seats} */ seats, /** @type {number} */ place) => `${called(seats)} ${plus(points[place])}`;
    const brought = choice.sides.map((seats, place) => points[place] && whose(seats, place)).filter(Boolean).join(", ");
    return make("li", {}, make("a", { class: "fs-rule", href: rule }, label), " ", means && `(${means}): `, brought);
  }));
}

// ---- the sheet

/** Return the names of a side's players. Each is a separate element, so that long names are shortened individually.
 * @param {Score} of @param {Seats} seats */
function partners({ called }, seats) {
  if (seats.length === 1) return called(seats);
  return seats.flatMap((seat, place) => [" ", make("span", {}, `${place ? "+ " : ""}${called([seat])}`)]).slice(1);
}

/** Render the score sheet, with a title for printing. @param {Score} of @param {Match} game @param {boolean} over */
function sheet(of, game, over) {
  const { choice } = of;
  const { sides, called } = choice;
  const { answer, whole } = of.scored;
  const won = (/** @type {Seats} */ seats) => over && seats.some((seat) => answer?.winners.includes(seat));
  const heads = sides.map((seats) =>
    make("th", { scope: "col", title: of.called(seats), class: won(seats) && "fs-score-won", "data-side": seats.length > 1 },
      partners(of, seats)));
  const last = whole ? answer?.hands[answer.hands.length - 1]?.totals : undefined;
  const totals = cells(sides, game.hands.length ? last : sides.map(() => 0));
  return [
    make("h2", { class: "fs-score-so-far" }, "So far", " ", make("small", {}, choice.unit)),
    make("p", { class: "fs-score-title" }, `${of.offer.name}, ${called}, ${date(new Date(game.at), LONG)}`,
      make("small", {}, [...new Set(counted(of).map(({ label }) => label))].join(" / "))),
    make("table", { class: "fs-score-sheet", "data-columns": sides.length },
      make("thead", {}, make("tr", {}, make("td"), heads)),
      make("tbody", {}, game.hands.map((_, place) =>
        hand(of, place, cells(sides, answer?.hands[place]?.points, entered(of, place))))),
      make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, "Total"), totals))),
  ];
}

/** Render a hand's row in the sheet. Its number is a button that opens the hand for editing. In games with choices, such as a
 * contract, a second row shows the scored lines or the options chosen.
 * @param {Score} of @param {number} place @param {Node[]} points */
function hand(of, place, points) {
  const { editing, form, match: game } = of;
  const change = `Hand ${place + 1}: change it`;
  const open = key("edit", String(place), [String(place + 1), " ", icon("pencil")],
    { "aria-pressed": String(place === editing?.place), title: change, "aria-label": change });
  const last = place + 1 === game?.hands.length && "true";
  const found = of.scored.answer?.hands[place];
  const told = found?.lines.length ? lines(of, found) : chosen(of, place);
  return [make("tr", { "data-last": last }, make("th", { scope: "row" }, open), points),
    found && form.asks.some(({ options }) => options)
      && make("tr", {}, make("td", { colspan: points.length + 1, class: "fs-score-brought" }, told))];
}

/** Return the options chosen in a hand that scored no lines, such as one that was thrown in.
 * @param {Score} of @param {number} place */
function chosen({ form, match: game }, place) {
  const told = game?.hands[place] ?? {};
  return asked(form, told).flatMap(({ key: name, options = [] }) =>
    options.filter(({ value }) => value === entryOf(told, name)).map(({ label }) => label)).filter(Boolean).join(", ");
}

/** Return the fields for the numbers of each player or side, which the printed sheet shows in small type. @param {Score} of */
const counted = ({ form }) => form.asks.filter(({ who }) => who?.length);

/** Return the numbers that were entered for each side in a hand. @param {Score} of @param {number} place */
function entered({ choice: { sides }, form, match: game }, place) {
  const told = game?.hands[place] ?? {};
  const asks = asked(form, told).filter(({ who }) => who?.length);
  return sides.map((side) => asks.map(({ key: name, who = [] }) => numbers(told, name)
    .filter((_, at) => who[at].every((seat) => side.includes(seat))).map((number) => number ?? "–").join("+")).join(" / "));
}

/** @param {readonly Seats[]} sides @param {Seats | undefined} points @param {string[]} [notes] */
const cells = (sides, points, notes = []) => sides.map((_, place) => make("td", {},
  points?.[place] === undefined ? "…" : signed(points[place]), notes[place] && make("small", {}, verbatim(notes[place]))));
