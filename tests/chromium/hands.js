/* Once the last answer is there: how the table looks, and where to press to take the hand further. For `page.evaluate`. */
async (lot) => {
  const table = document.querySelector("fs-table");
  const all = (selector) => [...table.querySelectorAll(selector)];
  const able = (selector) => all(selector).filter((each) => each.ariaDisabled !== "true");
  const middle = (each) => {
    const box = each.getBoundingClientRect();
    const next = each.matches(".fs-hand > .fs-card") && each.nextElementSibling?.getBoundingClientRect();
    const right = next && next.top < box.bottom - 8 && next.left > box.left ? Math.min(next.left, box.right) : box.right;
    return [(box.left + right) / 2, (box.top + box.bottom) / 2];
  };
  const any = (list) => list[Math.floor(lot * list.length)];

  /** The buttons to press one after the other; none while others move. */
  function offered() {
    const answers = able("#fs-answers button:not([data-do=pick])");
    const numbers = all("#fs-numbers button");
    if (numbers.length && (lot < 0.7 || !answers.length)) return [any(numbers), ...able("#fs-do-bid")];
    if (answers.length) return [any([...answers, ...able("#fs-do-next")])];
    const give = all("#fs-do-give")[0];
    const cards = able(".fs-hand[data-active] button.fs-card");
    if (give) return [...cards.slice(0, Number(give.dataset.count)), give];
    const main = able("#fs-do-next, #fs-do-deal, .fs-bar > #fs-do-new");
    return main.length ? main : cards.length ? [any(cards)] : [];
  }

  const since = performance.now();
  while (table.hasAttribute("aria-busy") || !offered().length) {
    if (performance.now() - since > 30_000 || all(".fs-fault").length) break;
    await new Promise(requestAnimationFrame);
  }

  // ---- what is wrong with how it looks
  const wrong = all(".fs-fault").map((fault) => fault.textContent);
  const name = (each) => each.id || each.dataset.card || each.className || each.localName;
  const header = Math.max(0, document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0);
  const felt = all(".fs-stage")[0].getBoundingClientRect();
  const within = (box, [left, top, right, bottom]) =>
    box.left >= left - 1 && box.top >= top - 1 && box.right <= right + 1 && box.bottom <= bottom + 1;
  const told = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join(" ");
  const must = (each, room, where) => {
    const box = each.getBoundingClientRect();
    if (box.width && !within(box, room)) wrong.push(`${name(each)} (${told(box)}) is not within ${where} (${room.map(Math.round).join(" ")})`);
  };
  const seen = [0, header, innerWidth, innerHeight];
  for (const each of all(".fs-facts, .fs-slip, .fs-hand > *, .fs-bar, .fs-bar > *, .fs-laid > *, .fs-seat, .fs-plate, #fs-numbers button, .fs-sheet")) {
    must(each, seen, "the window");
  }
  const sides = [felt.left, felt.top, felt.right, felt.bottom];
  for (const each of all(".fs-felt :is(.fs-slip, .fs-hand > *, .fs-laid > *, .fs-seat, .fs-plate, #fs-numbers button)")) must(each, sides, "the table");
  const bar = all(".fs-bar")[0].getBoundingClientRect();
  for (const each of all(".fs-bar > button")) must(each, [bar.left, bar.top, bar.right, bar.bottom], "the bar");
  const slip = all(".fs-slip")[0].getBoundingClientRect();
  for (const each of all(".fs-slip > .fs-lead, .fs-answers button")) must(each, [slip.left, slip.top, slip.right, slip.bottom], "the slip");
  const facts = all(".fs-facts")[0];
  if (facts.scrollHeight > facts.clientHeight + 1) wrong.push(`facts are cut off: ${facts.innerText.replace(/\s+/g, " ")}`);
  const cross = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    if (a.width && b.width && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2) {
      wrong.push(`${name(one)} (${told(a)}) lies over ${name(other)} (${told(b)})`);
    }
  };
  const apart = [".fs-facts", ".fs-slip", ".fs-own", ".fs-bar"].map((part) => all(part)[0]);
  apart.forEach((one, place) => apart.slice(place + 1).forEach((other) => cross(one, other)));
  for (const each of all(".fs-laid > .fs-card, .fs-seat, #fs-numbers")) for (const part of apart) cross(each, part);
  const laid = all(".fs-laid > .fs-card");
  laid.forEach((one, place) => laid.slice(place + 1).forEach((other) => cross(one, other)));
  for (const each of laid) for (const seat of all(".fs-seat")) cross(each, seat);

  /** What is pressed must be what is seen there. */
  for (const each of all(".fs-hand > .fs-card, .fs-bar > button, .fs-answers button, #fs-numbers button")) {
    const [x, y] = middle(each);
    if (x && !each.contains(document.elementFromPoint(x, y))) wrong.push(`${name(each)} is covered at ${Math.round(x)} ${Math.round(y)}`);
  }
  const width = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (width > 0) wrong.push(`the page is ${width} pixels too wide`);

  const places = {};
  for (const each of all(".fs-slip, .fs-bar, .fs-bar > button:not(.fs-main), .fs-hand")) places[name(each)] = told(each.getBoundingClientRect());
  for (const each of all(".fs-bar > button.fs-main")) places.main = told(each.getBoundingClientRect()).split(" ").slice(1).join(" ");
  const steps = offered();
  return {
    wrong, places, scroll: scrollY,
    press: steps.map(middle),
    over: all(".fs-sheet").length > 0,
    said: document.getElementById("fs-live")?.textContent ?? "",
    slip: all(".fs-slip")[0].innerText,
    overflow: all(".fs-slip")[0].scrollHeight - all(".fs-slip")[0].clientHeight,
    focus: document.activeElement?.id || document.activeElement?.localName,
    shift: globalThis.shifted ?? 0,
  };
}
