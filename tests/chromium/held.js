/* A function for `page.evaluate` that lists the layout defects in part of a page: text that is cut off, buttons that are
   covered or narrower than their text, and boxes outside the window. Scrollable content and text behind a "more" button are
   allowed. */
async (part) => {
  const wrong = new Set();
  const shown = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const said = (text) => text.replace(/\s+/g, " ").trim().slice(0, 40);
  const name = (each) => [each.localName, each.id && `#${each.id}`, each.className && `.${String(each.className).split(" ")[0]}`,
    ` “${said(each.ariaLabel ?? each.textContent)}”`].filter(Boolean).join("");
  const told = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join(" ");
  const styles = new Map();
  const style = (each) => styles.get(each) ?? styles.set(each, getComputedStyle(each)).get(each);
  /** Tolerance in pixels, for rounding and for letters that overflow their line. */
  const LEAST = 2;

  const unseen = (each) => each.closest(".fs-unseen, [hidden], [data-icon], .fs-slip[data-cut]:not([data-whole]), .fs-unfold, use") !== null;
  const clips = (each) => {
    const { overflowX, overflowY, display } = style(each);
    if (display === "contents" || display === "inline") return {};
    return { x: ["hidden", "clip"].includes(overflowX), y: ["hidden", "clip"].includes(overflowY), scrolls: [overflowX, overflowY].some((how) => ["auto", "scroll"].includes(how)) };
  };

  const line = document.createRange();
  /** Yield the visible text nodes of an element. */
  function* textsIn(within) {
    const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const around = text.parentElement;
      if (text.data.trim() && around && !unseen(around) && shown(around)) yield text;
    }
  }

  // ---- text in elements that clip their content
  for (const text of textsIn(part)) {
    const around = text.parentElement;
    line.selectNodeContents(text);
    const size = parseFloat(style(around).fontSize);
    for (const box of line.getClientRects()) {
      const middle = (box.top + box.bottom) / 2;
      const [top, bottom] = [middle - size / 2, middle + size / 2];
      for (let each = around; each && each !== document.body; each = each.parentElement) {
        const { x, y, scrolls } = clips(each);
        if (scrolls || each.localName === "fs-table") break;
        if (!x && !y) continue;
        const edge = each.getBoundingClientRect();
        if ((y && (top < edge.top - LEAST || bottom > edge.bottom + LEAST)) || (x && (box.left < edge.left - LEAST || box.right > edge.right + LEAST)))
          wrong.add(`“${said(text.data)}” (${told({ left: box.left, top, right: box.right, bottom })}) is cut by ${name(each)} (${told(edge)})`);
      }
    }
  }

  // ---- controls after scrolling to them
  const boxOf = (each) => (style(each).display === "inline" ? each.getClientRects()[0] : each.getBoundingClientRect());
  const points = (each, { left, top, right, bottom, width, height }) => {
    const round = parseFloat(style(each).borderTopLeftRadius) || 0;
    const inset = Math.min(Math.max(5, 0.3 * round + 2), width / 3, height / 3);
    const middle = [(left + right) / 2, (top + bottom) / 2];
    if (style(each).display === "inline") return [middle]; // the lines of a two-line link may overlap
    return [middle, ...[left + inset, right - inset].flatMap((x) => [[x, top + inset], [x, bottom - inset]])];
  };
  const coveredAt = (each, box) => points(each, box).filter(([x, y]) => {
    const over = document.elementFromPoint(x, y);
    const alike = over?.matches("input") && over.closest("form")?.contains(each); // an icon within a field
    return !(over && (each.contains(over) || alike || over.closest("label")?.contains(each)));
  });
  const pressed = [...part.querySelectorAll("button, select, summary, input, label[for], a[href]")].filter((each) => shown(each) && !unseen(each));
  for (const each of pressed) {
    if (each.matches(".fs-hand > .fs-card") || each.closest("[inert]")) continue; // see boxes.js
    if (each.matches("input") && style(each).opacity === "0") continue; // readers click its label instead
    let box = boxOf(each);
    if (!box || box.width < 1 || box.height < 1) continue;
    // the theme's sidebar follows the page's scrolling and moves the element
    for (let tries = 0; tries < 4 && coveredAt(each, box).length; tries++) {
      each.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      for (const frames of [1, 2]) await new Promise((done) => requestAnimationFrame(() => done(frames)));
      box = boxOf(each);
    }
    if (box.right > innerWidth + LEAST || box.left < -LEAST) wrong.add(`${name(each)} (${told(box)}) stands out of the window`);
    for (const [x, y] of coveredAt(each, box)) {
      const over = document.elementFromPoint(x, y);
      wrong.add(`${name(each)} (${told(box)}) is covered by ${over ? name(over) : "the window's edge"} at ${Math.round(x)} ${Math.round(y)}`);
    }
    if (each.localName === "button") for (const text of textsIn(each)) {
      line.selectNodeContents(text);
      const { left, right } = line.getBoundingClientRect();
      if (left < box.left - LEAST || right > box.right + LEAST) wrong.add(`${name(each)} (${told(box)}) is narrower than its text (${Math.round(left)} to ${Math.round(right)})`);
    }
  }
  const wider = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wider > 0) wrong.add(`the page is ${wider} px too wide`);
  return [...wrong];
}
