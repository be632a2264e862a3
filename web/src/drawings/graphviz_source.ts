/** What a graph begins with where its author says nothing else: a face whose widths are known to Graphviz, and quiet edges. */

/** Graphviz reckons with Verdana, which is a little wider than the desk's face: words fit into what is drawn around them. */
const DEFAULTS =
  "graph [fontname=Verdana bgcolor=transparent pad=0.1] node [fontname=Verdana] edge [fontname=Verdana fontsize=12 arrowsize=0.8];";

/** A comment, a name in quotes, or what is neither and no brace; each reads on from where the last one ended. */
const PIECE = /(?<![^\n])#[^\n]*|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"(?:[^"\\]|\\[^])*(?:"|$)|[^"/{#]+|[^{]/y;

/** Behind the first brace, and in the same lines, so that an error names the line that the author knows. */
export function withDefaults(source: string): string {
  let at = (PIECE.lastIndex = 0);
  while (PIECE.test(source)) at = PIECE.lastIndex;
  return source[at] === "{" ? `${source.slice(0, at + 1)} ${DEFAULTS}${source.slice(at + 1)}` : source;
}
