/** MathML from a drawing frame, built anew from what a formula needs: no links, colours, styles, or lengths that reach elsewhere. */
import { readXml, type XmlPiece } from "./xml";

const MATHML = "http://www.w3.org/1998/Math/MathML";

const ELEMENTS = new Set(
  ("math mrow mi mn mo ms mtext mspace msup msub msubsup munder mover munderover mfrac msqrt mroot mtable mtr mtd mpadded mphantom " +
    "menclose mstyle mmultiscripts mprescripts none").split(" "),
);
const WORDS = new Map<string, RegExp>(
  Object.entries({
    "display|displaystyle|scriptlevel|stretchy|fence|separator|form|symmetric|largeop|movablelimits|accent|accentunder": /^[a-z]+$|^[0-3]$/,
    "mathvariant|notation|columnalign|rowalign|columnlines|rowlines|frame|align": /^[a-z -]{1,200}$/,
    "columnspan|rowspan": /^[1-9]\d?$/,
    // None is negative, or long enough to reach over what stands around it.
    "width|height|depth|lspace|rspace|minsize|maxsize|linethickness|columnspacing|rowspacing": /^(?:0|[0-7]?(?:\.\d+)?(?:em|ex))$/,
  }).flatMap(([names, form]) => names.split("|").map((name): [string, RegExp] => [name, form])),
);

const MOST_ELEMENTS = 3000;
const DEEPEST = 100;

const isKept = ([name, value]: readonly [string, string]) => WORDS.get(name)?.test(value) === true;

function elementOf({ name, attributes }: Extract<XmlPiece, { is: "open" }>): Element {
  const made = document.createElementNS(MATHML, name);
  for (const [key, value] of attributes.filter(isKept)) made.setAttribute(key, value);
  return made;
}

/** Throws a RangeError, with the words for a person, when it is no formula that can be shown. */
export function safeFormula(xml: string): Element {
  const open: Element[] = [];
  let [whole, skipped, left]: [Element | null, number, number] = [null, 0, MOST_ELEMENTS];
  for (const piece of readXml(xml)) {
    if (piece.is === "text") {
      if (skipped === 0) open.at(-1)?.append(piece.text);
    } else if (piece.is === "close") {
      if (skipped > 0) skipped -= 1;
      else open.pop();
    } else if (skipped > 0 || !ELEMENTS.has(piece.name) || (whole === null) !== (piece.name === "math")) {
      skipped += piece.closed ? 0 : 1;
    } else {
      if ((left -= 1) < 0 || open.length > DEEPEST) throw new RangeError("The formula is too large.");
      const made = elementOf(piece);
      if (whole === null) whole = made;
      else open.at(-1)?.append(made);
      if (!piece.closed) open.push(made);
    }
  }
  if (whole === null) throw new RangeError("What came of it is no formula.");
  return whole;
}
