/** A small picture of an element, drawn by the browser itself. */

const NODES_AT_MOST = 400;
const SIDE_AT_MOST = 1_600;
const BYTES_AT_MOST = 400 * 1024;
const TRIES: readonly (readonly [scale: number, type: string, quality: number])[] = [
  [1, "image/webp", 0.85],
  [0.6, "image/webp", 0.7],
  [0.3, "image/webp", 0.6],
];

/** A copy that looks the same without the page's style sheets. */
function copied(element: Element): Element {
  const clone = element.cloneNode(true) as HTMLElement;
  const copies = [clone, ...clone.querySelectorAll<HTMLElement>("*")];
  for (const [at, original] of [element, ...element.querySelectorAll("*")].entries()) {
    const copy = copies[at];
    const style = getComputedStyle(original);
    for (const name of style) copy?.style.setProperty(name, style.getPropertyValue(name));
  }
  for (const gone of clone.querySelectorAll("script,iframe,video,audio,object,embed")) gone.remove();
  for (const marked of clone.querySelectorAll<HTMLElement>("mark[data-air-id]")) marked.style.background = "none";
  for (const outlined of clone.querySelectorAll<HTMLElement>("[data-air-element-id]")) outlined.style.outline = "none";
  clone.style.margin = "0";
  clone.style.outline = "none";
  return clone;
}

/** A page that says nothing of its ground has the browser's. */
function plainGround(): string {
  const schemes = getComputedStyle(document.documentElement).colorScheme;
  const isDark = schemes.includes("dark") && (!schemes.includes("light") || matchMedia("(prefers-color-scheme: dark)").matches);
  return isDark ? "#121212" : "#fff";
}

/** The colours that shine through an element without a ground of its own, the farthest first. */
function groundOf(element: Element): string[] {
  const colours = [];
  for (let at = element.parentElement; at !== null; at = at.parentElement) colours.unshift(getComputedStyle(at).backgroundColor);
  return [plainGround(), ...colours];
}

function drawing(element: Element, width: number, height: number): string {
  const html = new XMLSerializer().serializeToString(copied(element));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><foreignObject width="100%" height="100%">${html}</foreignObject></svg>`;
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

async function taken(element: Element): Promise<string | null> {
  const { width, height } = element.getBoundingClientRect();
  if (width < 1 || height < 1 || element.querySelectorAll("*").length > NODES_AT_MOST) return null;
  const ground = groundOf(element);
  const image = new Image();
  image.src = drawing(element, Math.ceil(width), Math.ceil(height));
  await image.decode();
  for (const [scale, type, quality] of TRIES) {
    const by = Math.min(scale, SIDE_AT_MOST / Math.max(width, height));
    const canvas = Object.assign(document.createElement("canvas"), { width: Math.ceil(width * by), height: Math.ceil(height * by) });
    const pen = canvas.getContext("2d");
    for (const colour of ground) {
      if (pen === null) return null;
      pen.fillStyle = colour;
      pen.fillRect(0, 0, canvas.width, canvas.height);
    }
    pen?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const made = canvas.toDataURL(type, quality);
    if (made.length <= BYTES_AT_MOST) return made;
  }
  return null;
}

/** A data: address of at most 400 KB; null where the browser, the page's policy or the element's size forbids it. */
export const pictureOf = (element: Element): Promise<string | null> => taken(element).catch(() => null);
