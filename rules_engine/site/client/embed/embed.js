/**
 * An optional script for other sites' pages with tables of this site in frames:
 *
 *     <script src="https://SITE/embed/embed.js" async></script>
 *
 * It makes a frame as high as its table needs, and dispatches the bubbling events `followsuit:answered` and `followsuit:solved`
 * on the frame. It listens to messages from these frames only, and sends none.
 */

(() => {
  const { currentScript } = document;
  if (!(currentScript instanceof HTMLScriptElement)) return;
  const folder = new URL(".", currentScript.src);
  const MAX_HEIGHT = 1600;
  const frames = () => [...document.querySelectorAll("iframe")].filter(({ src }) => src.startsWith(folder.href));

  addEventListener("message", ({ data, origin, source }) => {
    const frame = frames().find(({ contentWindow }) => contentWindow === source);
    if (!frame || origin !== folder.origin || data?.followSuit !== 1) return;
    const { type, height, id, game, right, tries, help } = data;
    if (type === "size" && height > 0) frame.style.height = `${Math.min(Math.ceil(height), MAX_HEIGHT)}px`;
    const detail = type === "answered" ? { id, game, right, tries } : { id, game, help };
    if (type === "answered" || type === "solved") {
      frame.dispatchEvent(new CustomEvent(`followsuit:${type}`, { bubbles: true, detail }));
    }
  });
  // a frame that loaded before this script reports its size again when it is resized
  for (const frame of frames()) if (frame.offsetHeight) frame.style.height = `${frame.offsetHeight - 1}px`;
})();
