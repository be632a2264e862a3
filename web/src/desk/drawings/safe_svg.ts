/** An SVG from a drawing frame, written anew from what a still picture needs: shown as an image, where nothing runs anyway. */
import { escaped, readXml, type XmlPiece } from "./xml";

const SVG = "http://www.w3.org/2000/svg";
const XHTML = "http://www.w3.org/1999/xhtml";

const SHAPES = new Set(
  ("svg g defs symbol use marker path rect circle ellipse line polyline polygon text tspan textPath title desc linearGradient " +
    "radialGradient stop clipPath mask pattern style foreignObject").split(" "),
);
const WORDS = new Set("div span p br b i em strong u s code pre ul ol li sub sup small table thead tbody tr td th".split(" "));
/** What led somewhere is a group of shapes. */
const REPLACED = new Map([["a", "g"]]);

const MOST_ELEMENTS = 20_000;
const DEEPEST = 300;
const LARGEST_PX = 20_000;
const PLAIN_NAME = /^[a-z][a-zA-Z0-9-]*$/;
const LOADS = /url\s*\(\s*(?!["']?#)|@import|image-set|src\s*\(|\\|expression\s*\(/i;
/** What leads or loads, and what is written here for the whole picture. */
const NOT_KEPT = new Set(["src", "srcset", "href", "ping", "action", "formaction", "background", "filter", "is", "slot", "xmlns", "tabindex"]);

export interface Picture {
  svg: string;
  title: string;
  width: number;
  height: number;
}

type Opened = Extract<XmlPiece, { is: "open" }>;

function kept([name, value]: readonly [string, string]): string {
  if (name === "href" || name === "xlink:href") return /^#[\w.:-]+$/.test(value) ? ` href="${escaped(value)}"` : "";
  const keeps = PLAIN_NAME.test(name) && !name.startsWith("on") && !NOT_KEPT.has(name) && !LOADS.test(value);
  return keeps ? ` ${name}="${escaped(value)}"` : "";
}

function sizeOf({ attributes }: Opened): [number, number] | null {
  const given = new Map(attributes);
  const box = (given.get("viewBox") ?? "").trim().split(/[\s,]+/).map(Number);
  const [width, height] = box.length === 4 ? box.slice(2) : ["width", "height"].map((name) => parseFloat(given.get(name) ?? ""));
  if (width === undefined || height === undefined) return null;
  return [width, height].every((length) => length > 0 && length <= LARGEST_PX) ? [Math.ceil(width), Math.ceil(height)] : null;
}

/** The picture as it is written: what is open, and how deep in something that is left out. */
class Writer {
  private readonly parts: string[] = [];
  private readonly open: { name: string; words: boolean }[] = [];
  private left = MOST_ELEMENTS;
  private skipped = 0;
  private style: string | null = null;
  size: [number, number] | null = null;
  title = "";

  constructor(
    private readonly paper: string,
    private readonly face: string,
  ) {}

  take(piece: XmlPiece): void {
    if (piece.is === "text") this.write(piece.text);
    else if (piece.is === "close") this.end();
    else this.begin(piece);
  }

  get whole(): string | null {
    return this.open.length === 0 && this.skipped === 0 && this.size !== null ? this.parts.join("") : null;
  }

  private begin(piece: Opened): void {
    const name = REPLACED.get(piece.name) ?? piece.name;
    if (this.skipped > 0 || !this.isKept(name)) {
      this.skipped += piece.closed ? 0 : 1;
      return;
    }
    this.left -= 1;
    if (this.left < 0 || this.open.length > DEEPEST) throw new RangeError("What came of it is too large to be shown.");
    this.parts.push(this.open.length === 0 ? this.root(piece) : this.tag(name, piece));
    this.open.push({ name, words: this.isWords(name) });
    if (name === "style") this.style = "";
    if (piece.closed) this.end();
  }

  private isWords(name: string): boolean {
    const parent = this.open.at(-1);
    return parent !== undefined && (parent.words || parent.name === "foreignObject") && WORDS.has(name);
  }

  private isKept(name: string): boolean {
    const parent = this.open.at(-1);
    if (parent === undefined) return this.parts.length === 0 && name === "svg";
    if (parent.words || parent.name === "foreignObject") return WORDS.has(name);
    return SHAPES.has(name) && parent.name !== "style";
  }

  private tag(name: string, { attributes }: Opened): string {
    const space = this.open.at(-1)?.name === "foreignObject" ? ` xmlns="${XHTML}"` : "";
    return `<${name}${space}${attributes.map(kept).join("")}>`;
  }

  /** On its own paper, wherever it is printed; and nothing in it moves. */
  private root(piece: Opened): string {
    this.size = sizeOf(piece);
    if (this.size === null) throw new RangeError("What came of it has no size that can be shown.");
    const [width, height] = this.size;
    const attributes = piece.attributes.filter(([name]) => !["width", "height", "style"].includes(name)).map(kept).join("");
    const still = `<style>${escaped(this.face)}*{animation:none!important;transition:none!important}</style>`;
    return `<svg xmlns="${SVG}" width="${width}" height="${height}" style="background:${escaped(this.paper)}"${attributes}>${still}`;
  }

  private write(text: string): void {
    if (this.skipped > 0 || this.open.length === 0) return;
    if (this.open.length === 2 && this.open[1]?.name === "title") this.title += text;
    if (this.style === null) this.parts.push(escaped(text));
    else this.style += text;
  }

  private end(): void {
    if (this.skipped > 0) return void (this.skipped -= 1);
    const closed = this.open.pop();
    if (closed === undefined) throw new RangeError("What came of it is not well-formed.");
    if (this.style !== null && !LOADS.test(this.style)) this.parts.push(escaped(this.style));
    this.style = null;
    this.parts.push(`</${closed.name}>`);
  }
}

/** `face` is the desk's own @font-face rule. Throws a RangeError, with the words for a person, when it is no picture that can be shown. */
export function safePicture(xml: string, { paper, face }: { paper: string; face: string }): Picture {
  const writer = new Writer(paper, face);
  for (const piece of readXml(xml)) writer.take(piece);
  const { whole, size, title } = writer;
  if (whole === null || size === null) throw new RangeError("What came of it is no picture.");
  return { svg: whole, title: title.trim(), width: size[0], height: size[1] };
}
