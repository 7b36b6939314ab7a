/** Pictures of what is on the table: a file as SVG or PNG, or a PNG on the clipboard. */

import { saveFile } from "./save-file.js";

/** Pixels of a PNG per unit of the picture, enough for screens with a high density and for print. */
const DENSITY = 3;

/** @typedef {Omit<PictureMessage, "op" | "theme">} Drawn */

/** Save or copy a picture.
 * @param {import("./mode.js").Mode} mode @param {string} kind `svg`, `png` or `image` @param {Drawn} drawn */
export async function savePicture(mode, kind, drawn) {
  const theme = document.body.dataset.mdColorScheme === "slate" ? "dark" : "light";
  const answer = await mode.ask({ op: "picture", theme, ...drawn }, () => savePicture(mode, kind, drawn));
  if (!answer) return;
  const { svg, name } = answer;
  const file = `${name}.${kind}`;
  if (kind === "svg") saveFile(file, svg, "image/svg+xml");
  else if (kind === "png") {
    const png = await pngOf(svg).catch(() => null);
    if (!png) return mode.tell("The browser couldn't draw the picture. Save it as SVG instead.");
    saveFile(file, png, "image/png");
  } else if (!await isCopied(svg)) return mode.tell("The browser didn't let the picture be copied. Save it instead.");
  if (kind === "image") mode.tell("The picture is copied.");
  else mode.tell(`Saved as ${file}.`);
}

/** Copy a picture to the clipboard as PNG. @param {string} svg @returns {Promise<boolean>} whether the browser permitted it */
async function isCopied(svg) {
  try {
    const png = pngOf(svg).then((drawn) => drawn ?? Promise.reject(new TypeError()));
    // eslint-disable-next-line compat/compat -- the reader is told if there is none
    await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
    return true;
  } catch {
    return false;
  }
}

/** Draw a picture on a canvas, and return it as PNG, or null if the browser can't. @param {string} svg
 * @returns {Promise<Blob | null>} */
async function pngOf(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`; // the page's policy permits `data:` for images, but not `blob:`
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width * DENSITY, image.height * DENSITY];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
}
