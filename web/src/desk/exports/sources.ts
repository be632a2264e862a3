/** Where in an exported page the sources of drawings and formulas stand: in the hub's own HTML, which stays as it is around them. */
import { LABELS } from "../drawings/drawable";

interface SourceSpan {
  start: number;
  end: number;
}

const ARTICLE = '<article class="document">';
const ARTICLE_END = "</article>";
// No value of an attribute holds < or >: the hub has written both as references.
const FENCE = `(?<=pre)[^<>]* data-language="(?:${LABELS.join("|")})"[^<>]* data-block="`;
const SOURCE = new RegExp(`<(pre|span)(?= )(?:[^<>]* data-math="|${FENCE})[^<>]*>`, "gi");

/** Behind the end tag of an element whose content begins there. */
function endOf(html: string, name: string, inner: number): number {
  const tags = new RegExp(`<(/?)${name}(?=[ >])[^<>]*>`, "g");
  tags.lastIndex = inner;
  let depth = 1;
  for (let found = tags.exec(html); found !== null; found = tags.exec(html)) {
    depth += found[1] === "" ? 1 : -1;
    if (depth === 0) return tags.lastIndex;
  }
  return html.length;
}

export function sourcesIn(html: string): SourceSpan[] {
  const begins = html.indexOf(ARTICLE);
  const ends = html.lastIndexOf(ARTICLE_END);
  const spans: SourceSpan[] = [];
  if (begins < 0) return spans;
  SOURCE.lastIndex = begins + ARTICLE.length;
  for (let found = SOURCE.exec(html); found !== null; found = SOURCE.exec(html)) {
    const end = endOf(html, found[1] ?? "", SOURCE.lastIndex);
    if (end > ends) break;
    spans.push({ start: found.index, end });
    SOURCE.lastIndex = end;
  }
  return spans;
}
