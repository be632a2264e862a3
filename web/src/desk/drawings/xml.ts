/** Reads the XML that a drawing frame writes, piece by piece and strictly; no document is made of it, so nothing in it can act. */
export type XmlPiece =
  | { is: "open"; name: string; attributes: readonly [string, string][]; closed: boolean }
  | { is: "close"; name: string }
  | { is: "text"; text: string };

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const REFERENCE = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g;
const PIECE = /<!--[^]*?-->|<(\/?)([A-Za-z][\w.:-]*)((?:\s+[A-Za-z_][\w.:-]*="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
const ATTRIBUTE = /\s+([A-Za-z_][\w.:-]*)="([^"<]*)"/g;
const LARGEST_CODE = 0x10ffff;

/** Characters that no XML text holds, spelled out or not. */
const UNFIT = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

function plain(text: string): string {
  const read = text.replace(REFERENCE, (_, name?: string, decimal?: string, hexadecimal?: string) => {
    if (name !== undefined) return NAMED[name] ?? "";
    const code = decimal === undefined ? parseInt(hexadecimal ?? "0", 16) : Number(decimal);
    return code <= LARGEST_CODE ? String.fromCodePoint(code) : "";
  });
  return read.replace(UNFIT, "");
}

/** Throws a RangeError at anything else than elements, attributes in double quotes, text and comments. */
export function* readXml(xml: string): Generator<XmlPiece> {
  PIECE.lastIndex = 0;
  for (let at = 0; at < xml.length; ) {
    PIECE.lastIndex = at;
    const found = PIECE.exec(xml);
    if (found === null) throw new RangeError("What came of it is not well-formed.");
    at = PIECE.lastIndex;
    const [, ends, name, attributes, closed, text] = found;
    if (text !== undefined) yield { is: "text", text: plain(text) };
    else if (name === undefined) continue;
    else if (ends === "/") yield { is: "close", name };
    else yield { is: "open", name, attributes: attributesOf(attributes ?? ""), closed: closed === "/" };
  }
}

const attributesOf = (written: string) => [...written.matchAll(ATTRIBUTE)].map(([, name = "", value = ""]): [string, string] => [name, plain(value)]);

const MARKUP: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => MARKUP[sign] ?? "");
