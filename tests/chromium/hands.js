/* A function for `page.evaluate` that returns the state of the table after the last response, and the points to click next. */
async (lot) => {
  const table = document.querySelector("fs-table");
  const all = (selector) => [...table.querySelectorAll(selector)];
  const able = (selector) => all(selector).filter((each) => each.ariaDisabled !== "true");
  const any = (list) => list[Math.floor(lot * list.length)];
  const box = (each) => each.getBoundingClientRect();
  const name = (each) => each.id || each.dataset.card || each.dataset.value || each.className || each.localName;
  const told = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join(" ");

  /** Return the centre of the visible part of an element: the next card in a hand may cover its right side. */
  const seen = (each) => {
    const { left, right, top, bottom } = box(each);
    const next = each.matches(".fs-hand > .fs-card") && each.nextElementSibling ? box(each.nextElementSibling) : null;
    const edge = next && next.left > left && next.top < bottom - 8 ? Math.min(next.left, right) : right;
    return { x: (left + edge) / 2, y: (top + bottom) / 2, wide: edge - left, high: bottom - top };
  };

  /** Return the buttons to click, in order. The list is empty while other players move. */
  function offered() {
    const answers = able("#fs-answers button:not([data-do=pick], .fs-unfold)").filter((each) => each.checkVisibility());
    const numbers = all("#fs-numbers button");
    if (numbers.length && (lot < 0.7 || !answers.length)) return [any(numbers), ...able("#fs-do-bid")];
    if (answers.length) return [any([...answers, ...able("#fs-do-next")])];
    const cards = able(".fs-hand[data-active] button.fs-card");
    const [give] = all("#fs-do-give");
    if (give) return [...cards.slice(0, Number(give.dataset.count)), give];
    const main = able("#fs-do-next, #fs-do-on, #fs-do-deal, .fs-bar > #fs-do-new");
    return main.length ? main : cards.length ? [any(cards)] : [];
  }

  const since = performance.now();
  while (table.hasAttribute("aria-busy") || !offered().length) {
    if (performance.now() - since > 30_000 || all(".fs-fault").length) break;
    await new Promise(requestAnimationFrame);
  }

  for (const talk of all(".fs-talk")) talk.open = lot < 0.5; // opens the menu of announcements half of the time
  const press = (globalThis.offeredNow = offered());
  for (const each of press) each.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });

  // the slip's overflow is measured after layout
  for (const frames of [1, 2]) await new Promise((done) => requestAnimationFrame(() => done(frames)));

  // ---- layout defects: the table's boxes (boxes.js), and checks that apply only to hands
  const wrong = [...all(".fs-fault").map((fault) => fault.textContent), ...boxes(table)];
  const within = (selector, { left, top, right, bottom }, where) => {
    for (const each of all(selector)) {
      const at = box(each);
      const out = at.left < left - 1 || at.top < top - 1 || at.right > right + 1 || at.bottom > bottom + 1;
      if (at.width && out) wrong.push(`${name(each)} (${told(at)}) is not within ${where} (${told({ left, top, right, bottom })})`);
    }
  };
  // what stays in view above the table; as a sheet, it covers the bar of the game's pages
  const bars = document.querySelectorAll(getComputedStyle(table).position === "fixed" ? ".md-header" : ".md-header, .fs-pages");
  const header = Math.max(0, ...[...bars].map((each) => box(each).bottom));
  const [slip] = all(".fs-slip"), [own] = all(".fs-own"), [bar] = all(".fs-bar"), [hand] = all(".fs-hand");
  const parts = ".fs-facts, .fs-bar, .fs-bar > *, .fs-ending, .fs-slip, .fs-hand > *, .fs-laid > *, .fs-seat > *, .fs-plate, .fs-tray";
  within(parts, { left: 0, top: header, right: innerWidth, bottom: innerHeight }, "the window");
  const [tray] = all(".fs-tray");
  within(".fs-slip > .fs-lead", box(slip), "the slip");
  if (tray) within(".fs-tray button, .fs-tray summary", box(tray), "the tray");

  /** Controls must be visible, and wide enough for a finger. */
  for (const each of all(".fs-hand > .fs-card, .fs-bar > button, .fs-tray button, .fs-talk > summary")) {
    const { x, y, wide, high } = seen(each);
    const least = each.matches(".fs-card") ? 32 : 44;
    if (wide && !each.contains(document.elementFromPoint(x, y))) wrong.push(`${name(each)} is covered at ${Math.round(x)} ${Math.round(y)}`);
    if (wide && Math.min(wide, high) < least - 0.5) wrong.push(`${name(each)} is too small: ${Math.round(wide)} by ${Math.round(high)}`);
  }

  /*
   * ---- Elements with fixed positions. The main button's label changes, so its left edge may move. In a low window, the
   * score takes up the full width, and the text about the last trick uses the space of the finished hand.
   */
  const scored = innerHeight <= 480 && all(".fs-ending").length ? "below the score: " : "";
  const places = { [`${scored}bar`]: told(box(bar)) };
  const rows = hand?.dataset.rows;
  if (hand?.checkVisibility()) Object.assign(places, { [`${tray ? "tray" : "slip"} above ${rows}`]: Math.round(box(tray ?? slip).bottom), [`hand of ${rows}`]: Math.round(box(own).top) });
  const shown = (selector) => all(selector).filter((each) => each.checkVisibility());
  const room = `below facts of ${box(all(".fs-facts")[0]).height}, messages of ${Math.round(box(own).top - box(slip).top)}`;
  for (const card of shown(".fs-laid > .fs-card")) places[`card at ${card.parentNode.dataset.at} ${room}`] = told(box(card));
  const inRows = ".fs-places:not(:has(> .fs-seat > .fs-tabs))"; // otherwise a name plate grows upwards
  for (const plate of shown(`${inRows} > .fs-seat > .fs-plate`)) places[`plate at ${plate.parentNode.dataset.at} ${room}`] = Math.round(box(plate).bottom);
  for (const each of all(".fs-bar > button:not(.fs-main)")) places[scored + each.id] = told(box(each));
  for (const each of all(".fs-bar > .fs-main")) places[`${scored}the main button`] = told(box(each)).replace(/^\d+ /, "");
  return {
    wrong, places, scroll: scrollY,
    press: press.map(seen).map(({ x, y }) => [x, y]),
    over: all(".fs-ending").length > 0,
    talk: all("#fs-answers [data-do=say]").length > 0 && all(".fs-bubble").length > 0,
    refuses: able(".fs-hand[data-active] button.fs-card").length > 0 && all(".fs-hand button.fs-shut").length > 0,
    focus: document.activeElement === document.body ? "nowhere" : document.activeElement.id,
  };
}
