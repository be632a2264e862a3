/**
 * Which part of a page is SVG or MathML and which is HTML: that decides what a tag means (HTML standard, 13.2.6.5).
 *
 * The same in Python is `src/countermark/page_side/foreign.py`, which tells where it is simpler than the standard.
 */

export const ROOTS = ["svg", "math"];
/** Inside these elements of SVG and of MathML the page is HTML again. */
const POINTS = { svg: ["foreignobject", "desc", "title"], math: ["mi", "mo", "mn", "ms", "mtext"] };
/** Start tags that no SVG and no MathML can hold: they end it. */
const ENDING = new Set(
  (
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta " +
    "nobr ol p pre ruby s small span strong strike sub sup table tt u ul var"
  ).split(" "),
);

/** More of them inside each other than any page has: what is deeper is not followed, so that every tag is told at once. */
const DEEPEST = 64;

/** The open elements that switch between HTML and SVG or MathML, and the templates. */
export class Foreign {
  /** @type {{ name: string, isForeign: boolean, root: string, hasHtml: boolean }[]} */
  #open = [];

  /** Whether what comes next is SVG or MathML. */
  get isHere() {
    return this.#open.at(-1)?.isForeign ?? false;
  }

  /** Whether some SVG, MathML or template is open: more tags tell something then. */
  get isInside() {
    return this.#open.length > 0;
  }

  /** Whether what comes next is part of a template, which a browser keeps aside. */
  get isInTemplate() {
    return this.#open.some(({ name }) => name === "template");
  }

  /** A start tag; `isClosed`: it ends with a slash. Returns whether it is one of HTML's. */
  open(name, isClosed) {
    if (this.isHere && ENDING.has(name)) this.#leave();
    if (!this.isHere) {
      this.#openInHtml(name, isClosed);
      return true;
    }
    const { root } = this.#open.at(-1);
    if (!isClosed && (name === root || POINTS[root].includes(name))) this.#push(name, name === root, root);
    return false;
  }

  /** An end tag. */
  close(name) {
    if (this.isHere && (name === "p" || name === "br")) return this.#leave();
    for (let at = this.#open.length - 1; at >= 0; at -= 1) {
      if (this.#open[at].name === name) {
        this.#open.length = at;
        return;
      }
      if (this.#open[at].hasHtml) return;
    }
  }

  #openInHtml(name, isClosed) {
    if (!ROOTS.includes(name)) {
      const around = this.#open.at(-1);
      if (around) around.hasHtml = true;
    } else if (!isClosed) this.#push(name, true, name);
    if (name === "template") this.#push(name, false, "");
  }

  #push(name, isForeign, root) {
    if (this.#open.length < DEEPEST) this.#open.push({ name, isForeign, root, hasHtml: false });
  }

  #leave() {
    while (this.isHere) this.#open.pop();
  }
}
