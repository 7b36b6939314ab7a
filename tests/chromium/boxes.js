/*
 * A function for `page.evaluate` that lists the layout defects of a table: unintended overlaps, clipped content, and boxes
 * outside their container.
 *
 * Elements may not overlap, with two exceptions: cards in a hand, which each show an edge, and menus on the slip (the
 * message panel), which may cover the hand or the trick.
 */
(table) => {
  const wrong = [];
  const all = (selector) => [...table.querySelectorAll(selector)].filter((each) => each.checkVisibility({ visibilityProperty: true }));
  /** Return the visible box of an element, clipped by a scrolling slip around it. */
  const box = (each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    const [scrolls] = all(".fs-felt > .fs-slip").filter((slip) => slip !== each && slip.contains(each));
    const around = scrolls?.getBoundingClientRect() ?? { left, top, right, bottom };
    const seen = { left: Math.max(left, around.left), top: Math.max(top, around.top),
      right: Math.min(right, around.right), bottom: Math.min(bottom, around.bottom) };
    return { ...seen, width: Math.max(0, seen.right - seen.left), height: Math.max(0, seen.bottom - seen.top) };
  };
  const name = (each) => each.id || each.dataset.card || each.dataset.value || [each.className, each.textContent.trim().slice(0, 20)].join(" ");
  const told = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join(" ");
  const pairs = (list) => list.flatMap((one, place) => list.slice(place + 1).map((other) => [one, other]));

  /** Overlap of visible boxes that is tolerated because of rounding, in pixels. */
  const MOST = 2;
  const over = (one, other) => {
    const [a, b] = [box(one), box(other)];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (a.width && b.width && wide > MOST && high > MOST && !one.contains(other) && !other.contains(one))
      wrong.push(`${name(one)} (${told(a)}) lies over ${name(other)} (${told(b)})`);
  };
  /** Pixels by which a card is raised if it is selected, recommended, or one that a rule forces the player to choose from. */
  const RAISED = 10;
  const within = (each, where, called, raised = 0) => {
    if (!where) return;
    const [own, room] = [box(each), box(where)];
    if (own.width && (own.left < room.left - MOST || own.top < room.top - raised - MOST || own.right > room.right + MOST || own.bottom > room.bottom + MOST))
      wrong.push(`${name(each)} (${told(own)}) is not within ${called} (${told(room)})`);
  };
  const cut = (each, called = name(each), below = 0) => {
    if (each.scrollHeight > each.clientHeight + MOST + below) wrong.push(`${called} is cut: ${each.scrollHeight} of ${each.clientHeight} px high: ${each.innerText.replace(/\s+/g, " ").slice(0, 60)}`);
    if (each.scrollWidth > each.clientWidth + MOST) wrong.push(`${called} is cut: ${each.scrollWidth} of ${each.clientWidth} px wide: ${each.innerText.replace(/\s+/g, " ").slice(0, 60)}`);
  };

  const [stage] = all(".fs-stage"), [felt] = all(".fs-felt"), [ring] = all(".fs-ring"), [own] = all(".fs-own");
  const [facts] = all(".fs-facts"), [slip] = all(".fs-felt > .fs-slip"), [bar] = all(".fs-stage > .fs-bar");
  const [tray] = all(".fs-felt > .fs-tray"), frame = [facts, slip, tray, own, bar].filter(Boolean);
  const hand = all(".fs-hand > *"), laid = all(".fs-laid > .fs-card"), tabs = all(".fs-tab").filter((each) => !each.closest("[data-shut]"));
  const seats = all(".fs-seat > .fs-plate, .fs-seat > .fs-fan, .fs-seat > .fs-open"), options = all(".fs-part .fs-option, .fs-field, .fs-add, .fs-part > :is(label, legend)");
  const boxes = all(".fs-box, .fs-ending");

  // the parts of the table, and the elements in each
  for (const [one, other] of pairs(frame)) over(one, other);
  for (const each of frame) within(each, stage, "the table");
  for (const each of [...seats, ...tabs, ...laid, ...all(".fs-laid > .fs-note")]) within(each, ring, "the ring");
  for (const each of [...hand, ...options, ...all(".fs-own > .fs-plate")]) within(each, own, "the reader's part", RAISED);
  for (const each of all(".fs-bar > *")) within(each, bar, "the bar");
  for (const each of boxes) within(each, felt, "the felt");
  for (const each of all(".fs-tray button, .fs-tray summary, .fs-number")) within(each, tray, "the tray");
  for (const each of all(".fs-tray > *, .fs-tray button")) cut(each);

  // the elements around the trick
  const lying = [...seats, ...tabs, ...laid, ...boxes];
  for (const [one, other] of pairs(lying)) over(one, other);
  for (const each of lying) for (const part of frame) if (!part.matches("[data-whole]")) over(each, part); // unfolded text lies over the trick
  for (const [one, other] of pairs(all(".fs-bar > *"))) over(one, other);
  for (const [one, other] of pairs(options)) over(one, other);
  for (const each of slip ? options : []) over(each, slip);
  for (const [one, other] of pairs(all(".fs-laid > .fs-note, .fs-plate"))) over(one, other);

  // at least an edge of each card in the hand is visible
  const LEAST = hand.length && hand[0].localName === "button" ? 32 : 24;
  hand.forEach((card, place) => {
    const [at, next] = [box(card), hand[place + 1] && box(hand[place + 1])];
    const seen = next && next.top < at.bottom - 8 && next.left > at.left ? Math.min(next.left, at.right) - at.left : at.width;
    if (seen < LEAST) wrong.push(`of ${name(card)} ${Math.round(seen)} px are seen`);
  });
  for (const tab of tabs) if (box(tab).width < 13.5) wrong.push(`the open card ${name(tab)} is ${Math.round(box(tab).width)} px wide`);
  for (const card of laid) if (box(card).width < 26.5) wrong.push(`${name(card)} of the trick is ${Math.round(box(card).width)} px wide`);

  // Nothing is clipped: longer text is folded behind the slip's button. The check mark on a selected card may extend below
  // the reader's area.
  for (const each of [...all(".fs-facts, .fs-sheet, .fs-box, .fs-plate > .fs-name, .fs-plate"), ring].filter(Boolean)) cut(each);
  for (const each of all(".fs-bar > button")) cut(each);
  for (const each of all(".fs-ending")) {
    if (each.scrollWidth > each.clientWidth + MOST) wrong.push(`${name(each)} is cut: ${each.scrollWidth} of ${each.clientWidth} px wide`);
    if (each.scrollHeight > each.clientHeight + MOST && each.tabIndex < 0) wrong.push(`${name(each)} can't be scrolled with the keyboard`);
  }
  if (own) cut(own, "the reader's part", RAISED);
  const rest = slip?.querySelector(":scope > .fs-rest"), folded = slip?.matches("[data-cut]:not([data-whole])");
  if (slip && !slip.matches("[data-whole]")) cut(slip, "the slip");
  if (folded && rest.checkVisibility() && rest.scrollHeight <= rest.clientHeight + 1) wrong.push("nothing is behind “Read more”");
  if (rest && !folded && !slip.matches("[data-whole]") && rest.scrollHeight > rest.clientHeight + MOST) wrong.push("the reasons are cut, and there is no “Read more”");
  const wider = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wider > 0) wrong.push(`the page is ${wider} px too wide`);
  return wrong;
}
