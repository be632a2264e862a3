/** The hub's HTML file with its drawings and formulas made: pictures as data, put in beside their sources, which stay as they are. */
import type { DrawingColours } from "../../drawings/messages";
import { coloursOf } from "../drawings/colours";
import { nameOf } from "../drawings/figure";
import { base64, drawingFont } from "../drawings/font";
import { DrawingFrames, engineOf, MOST } from "../drawings/frames";
import { safeFormula } from "../drawings/safe_mathml";
import { safePicture, type Picture } from "../drawings/safe_svg";
import { sourceText } from "../drawings/source";
import { escaped } from "../drawings/xml";
import { sourcesIn } from "./sources";

/** What stands before and behind a source. */
type Around = readonly [string, string];

/** Of all pictures together; the sources of what comes after them stand alone. */
const MOST_CHARACTERS = 30_000_000;
/** What the hub has put between an agent's words: new words, numbers and notes. */
const NOT_THE_SOURCE = "ins, sup.number, .note";

/** A source as an element that belongs to no page, with the agent's words alone. */
function elementOf(html: string): HTMLElement | null {
  const template = document.createElement("template");
  template.innerHTML = html;
  const element = template.content.firstElementChild;
  for (const other of element?.querySelectorAll(NOT_THE_SOURCE) ?? []) other.remove();
  return element instanceof HTMLElement ? element : null;
}

const isMarked = (html: string) => /<(?:mark|sup|ins) class="|<span class="note/.test(html);

const folded = (html: string): Around => [`<details${isMarked(html) ? " open" : ""}><summary>Source</summary>`, "</details></figure>"];

const addressOf = ({ svg }: Picture) => `data:image/svg+xml;base64,${base64(new TextEncoder().encode(svg))}`;

function pictureOf(light: Picture, dark: Picture | null, source: string): string {
  // On paper it is light, whatever the screen is.
  const other = dark === null ? "" : `<source media="screen and (prefers-color-scheme: dark)" srcset="${addressOf(dark)}">`;
  const size = `width="${light.width}" height="${light.height}"`;
  return `<figure class="drawing"><picture>${other}<img src="${addressOf(light)}" alt="${escaped(nameOf(light, source))}" ${size}></picture>`;
}

function formulaAround(formula: Element, element: HTMLElement, html: string): Around {
  const words = escaped(sourceText(element).trim());
  if (element.tagName === "PRE") {
    const [before, behind] = folded(html);
    return [`<figure class="formula display">${formula.outerHTML}${before}`, behind];
  }
  const name = element.dataset["math"] === "display" ? "formula display" : "formula";
  const drawn = `<span class="${name}" title="${words}">${formula.outerHTML}</span>`;
  return isMarked(html) ? [drawn, ""] : [`${drawn}<span hidden>`, "</span>"];
}

class FileDrawings {
  private readonly frames = new DrawingFrames();
  private readonly colours = { light: coloursOf("light"), dark: coloursOf("dark") };
  private readonly left = { ...MOST, characters: MOST_CHARACTERS };

  constructor(private readonly face: string) {}

  /** What is put around a source; null for one that cannot be drawn. */
  async around(html: string): Promise<Around | null> {
    const element = elementOf(html);
    if (element === null) return null;
    const kind = engineOf(element) === "formulas" ? "formulas" : "drawings";
    if ((this.left[kind] -= 1) < 0 || this.left.characters < 0) return null;
    const around = kind === "formulas" ? await this.formula(element, html) : await this.drawing(element, html);
    this.left.characters -= around?.[0].length ?? 0;
    return around;
  }

  end(): void {
    this.frames.end();
  }

  private async formula(element: HTMLElement, html: string): Promise<Around | null> {
    const told = await this.frames.make(element, this.colours.light);
    const formula = told.error === null ? safely(() => safeFormula(told.made)) : null;
    return formula === null ? null : formulaAround(formula, element, html);
  }

  private async drawing(element: HTMLElement, html: string): Promise<Around | null> {
    const light = await this.picture(element, this.colours.light);
    if (light === null) return null;
    const dark = await this.picture(element, this.colours.dark);
    const [before, behind] = folded(html);
    return [`${pictureOf(light, dark, sourceText(element))}${before}`, behind];
  }

  private async picture(element: HTMLElement, colours: DrawingColours): Promise<Picture | null> {
    const told = await this.frames.make(element, colours);
    return told.error === null ? safely(() => safePicture(told.made, { paper: colours.paper, face: this.face })) : null;
  }
}

function safely<Value>(make: () => Value): Value | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The same file where there is nothing to draw; `tell` hears how many of how many are made. */
export async function withDrawings(file: Blob, tell: (made: number, all: number) => void): Promise<Blob> {
  const html = await file.text();
  const spans = sourcesIn(html);
  if (spans.length === 0) return file;
  const drawings = new FileDrawings((await drawingFont()).face);
  const parts: string[] = [];
  let at = 0;
  try {
    for (const [number, { start, end }] of spans.entries()) {
      tell(number, spans.length);
      const source = html.slice(start, end);
      const [before, behind] = (await drawings.around(source)) ?? ["", ""];
      parts.push(html.slice(at, start), before, source, behind);
      at = end;
    }
  } finally {
    drawings.end();
  }
  return new Blob([...parts, html.slice(at)], { type: file.type });
}
