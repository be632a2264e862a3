/** Puts a picture of Graphviz into the desk's colours and face, or on light paper where its author has coloured it. */
import { DRAWING_FACE, type DrawingColours } from "./messages";

const SVG = "http://www.w3.org/2000/svg";
const SANS = `"${DRAWING_FACE}", "Helvetica Neue", Arial, sans-serif`;
const MONO = `"Source Code Pro", ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace`;

/** By the face with which Graphviz has reckoned: what it is shown in, and how much smaller, so that it fits. */
const FACES: readonly [RegExp, string, number][] = [
  [/^(?:verdana|dejavu sans$)/i, SANS, 1],
  [/^(?:courier|consolas)/i, MONO, 1],
  [/^(?:arial|helvetica|nunito|open ?sans|georgia)/i, SANS, 0.93],
  [/^/, SANS, 0.85],
];

/** Graphviz' own colours, in all spellings: they mean ink, paper and a quiet ground, whatever the theme. */
const BLACK = new Set(["black", "#000000"]);
const WHITE = new Set(["white", "#ffffff"]);
const QUIET = new Set(["lightgrey", "lightgray", "#d3d3d3"]);
const NONE = new Set(["none", "transparent"]);
const PAINTS = ["fill", "stroke"] as const;

const isOurs = (colour: string) => [BLACK, WHITE, QUIET, NONE].some((set) => set.has(colour.toLowerCase()));

/** Whether the author has chosen colours, which were chosen for a light ground. */
function isColoured(picture: SVGSVGElement): boolean {
  if (picture.querySelector("stop") !== null) return true;
  return PAINTS.some((paint) => [...picture.querySelectorAll(`[${paint}]`)].some((one) => !isOurs(one.getAttribute(paint) ?? "")));
}

function inkOf(element: Element, paint: (typeof PAINTS)[number], { ink, ink2, ink3 }: DrawingColours): string {
  if (element.localName === "text") return ink;
  if (element.closest(".edge") !== null) return ink2;
  return paint === "stroke" ? ink3 : ink;
}

function paintAnew(element: Element, paint: (typeof PAINTS)[number], colours: DrawingColours): void {
  const colour = element.getAttribute(paint)?.toLowerCase() ?? "";
  if (BLACK.has(colour)) element.setAttribute(paint, inkOf(element, paint, colours));
  else if (WHITE.has(colour)) element.setAttribute(paint, colours.paper);
  else if (QUIET.has(colour)) element.setAttribute(paint, colours.rule);
}

function dressWords(text: Element, { ink }: DrawingColours): void {
  const family = (text.getAttribute("font-family") ?? "").replace(/^["']/, "");
  const [, face = SANS, scale = 1] = FACES.find(([name]) => name.test(family)) ?? [];
  const size = parseFloat(text.getAttribute("font-size") ?? "");
  text.setAttribute("font-family", face);
  if (size > 0) text.setAttribute("font-size", (size * scale).toFixed(2));
  if (!text.hasAttribute("fill")) text.setAttribute("fill", ink);
  // What `xml:space` says to older readers.
  text.setAttribute("style", "white-space:pre");
}

/** Under all of it, but where the author has laid a ground. */
function layPaper(picture: SVGSVGElement, colour: string): void {
  const ground = picture.querySelector(":scope > .graph > polygon:not([fill-opacity])")?.getAttribute("fill") ?? "none";
  if (!NONE.has(ground)) return;
  const paper = document.createElementNS(SVG, "rect");
  const box = (picture.getAttribute("viewBox") ?? "").split(" ");
  ["x", "y", "width", "height"].forEach((name, at) => paper.setAttribute(name, box[at] ?? "0"));
  paper.setAttribute("fill", colour);
  picture.prepend(paper);
}

/** The graph's own label is the picture's name; its parts' names are in their words. */
function nameIt(picture: SVGSVGElement): void {
  for (const title of picture.querySelectorAll("title")) title.remove();
  const words = [...picture.querySelectorAll(":scope > .graph > text")].map((text) => text.textContent);
  if (words.length === 0) return;
  const title = document.createElementNS(SVG, "title");
  title.textContent = words.join(" ");
  picture.prepend(title);
}

export function dress(picture: SVGSVGElement, { colours, light }: { colours: DrawingColours; light: DrawingColours }): void {
  const chosen = colours.dark && isColoured(picture) ? light : colours;
  for (const paint of PAINTS) for (const one of picture.querySelectorAll(`[${paint}]`)) paintAnew(one, paint, chosen);
  for (const text of picture.querySelectorAll("text")) dressWords(text, chosen);
  if (chosen !== colours) layPaper(picture, chosen.paper);
  nameIt(picture);
}
