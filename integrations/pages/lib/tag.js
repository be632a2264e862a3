/** Finds the place of the script tag in a page that streams by: before the `</body>` that a browser takes for one. */

export const CLIENT = "/__inline-review/client.js";

/** Elements whose content is text and no markup, whatever it looks like. */
const RAW = "script|style|textarea|title|noscript|iframe|noembed|noframes|xmp";
const RAW_START = new RegExp(`^<(${RAW})(?=[\\t\\n\\f\\r />])`, "i");
const DOCUMENT = /^<(?:!doctype|html|head|body)(?=[\t\n\f\r />])/i;
const BODY_END = /^<\/body(?=[\t\n\f\r />])/i;
/** What is held back at the end of a piece until it can be told what it is: the longest is `</noscript>`. */
const HELD = 12;
const LONGEST_TAG = 4096;
/** Inside a tag: which character leads from where to where (HTML standard, 13.2.5.8 and 13.2.5.32 to 13.2.5.40). */
const TURNS = {
  name: (character) => (/[\t\n\f\r /]/.test(character) ? "gap" : "name"),
  gap: (character) => (/[\t\n\f\r /]/.test(character) ? "gap" : "attribute"),
  attribute: (character) => ({ "/": "gap", "=": "equals" })[character] ?? (/[\t\n\f\r ]/.test(character) ? "after" : "attribute"),
  after: (character) => ({ "/": "gap", "=": "equals" })[character] ?? (/[\t\n\f\r ]/.test(character) ? "after" : "attribute"),
  equals: (character) => (/["']/.test(character) ? character : /[\t\n\f\r ]/.test(character) ? "equals" : "value"),
  value: (character) => (/[\t\n\f\r ]/.test(character) ? "gap" : "value"),
  '"': (character) => (character === '"' ? "gap" : '"'),
  "'": (character) => (character === "'" ? "gap" : "'"),
};

/** The tag; a nonce that could end its attribute is none that a policy can have. */
export function scriptTag(nonce) {
  const attribute = /^[A-Za-z0-9+/_=-]+$/.test(nonce ?? "") ? ` nonce="${nonce}"` : "";
  return `<script type="module" src="${CLIENT}"${attribute}></script>`;
}

/**
 * One page on its way: `push` gives what may go on, `end` the rest.
 *
 * It works on bytes as Latin-1 text, so that every encoding that contains ASCII passes unchanged. A fragment of a page, or
 * a page that has the tag already, is left as it is.
 */
export class TagPlacer {
  #nonce;
  #rest = "";
  #state = "text"; // text | tag | raw | comment | bogus | done
  #raw = ""; // the raw element that begins when this tag ends, or that we are in
  #tag = "";
  #part = "name"; // of the tag: a key of TURNS
  #insert = "";
  #isDocument = false;
  /** What to do with the next characters: tells how many it has understood, 0 asks for more. */
  #steps = {
    text: (text, isLast) => this.#readText(text, isLast),
    tag: (text) => this.#readTag(text),
    raw: (text, isLast) => this.#readRaw(text, isLast),
    comment: (text, isLast) => this.#readComment(text, isLast),
    bogus: (text) => this.#readBogus(text),
  };

  /** @param {string} [nonce] what the page's policy asks of scripts */
  constructor(nonce) {
    this.#nonce = nonce;
  }

  /** @param {Buffer} piece @returns {Buffer} */
  push(piece) {
    if (this.#state === "done") return piece;
    return this.#read(piece.toString("latin1"), false);
  }

  /** @returns {Buffer} */
  end() {
    const last = this.#state === "done" ? Buffer.alloc(0) : this.#read("", true);
    // In an unfinished tag, script or comment it would be no script.
    if (this.#state !== "text" || !this.#isDocument) return last;
    // A page may leave its `</body>` out; a script after it all is put into the body by every browser.
    return Buffer.concat([last, this.#bytes(scriptTag(this.#nonce))]);
  }

  #read(piece, isLast) {
    let text = this.#rest + piece;
    let out = "";
    this.#rest = "";
    while (text) {
      const taken = this.#steps[this.#state](text, isLast);
      if (this.#state === "done") return this.#bytes(out + this.#insert + text);
      if (taken === 0) break; // more is needed to tell
      out += text.slice(0, taken);
      text = text.slice(taken);
    }
    this.#rest = text;
    return this.#bytes(out);
  }

  #bytes(text) {
    return Buffer.from(text, "latin1");
  }

  #readText(text, isLast) {
    const at = text.indexOf("<");
    if (at) return at < 0 ? text.length : at;
    if (text.length < HELD && !isLast) return 0;
    if (text.startsWith("<!--")) return this.#enter("comment", 2); // `<!-->` is a whole one
    if (BODY_END.test(text)) return this.#place();
    this.#isDocument ||= DOCUMENT.test(text);
    if (/^<(?:[!?]|\/[^a-z])/i.test(text)) return this.#enter("bogus", 2);
    if (!/^<\/?[a-z]/i.test(text)) return 1;
    this.#raw = RAW_START.exec(text)?.[1].toLowerCase() ?? "";
    this.#tag = "";
    this.#part = "name";
    return this.#enter("tag", text[1] === "/" ? 2 : 1);
  }

  #readTag(text) {
    let read = 0;
    let isOver = false;
    while (read < text.length && !isOver) {
      const character = text[read++];
      isOver = character === ">" && !/["']/.test(this.#part);
      this.#part = TURNS[this.#part](character);
    }
    if (this.#tag.length < LONGEST_TAG) this.#tag += text.slice(0, Math.min(read, LONGEST_TAG));
    return isOver ? this.#endTag(read) : read;
  }

  #endTag(read) {
    if (this.#raw === "script") {
      if (this.#tag.includes(CLIENT)) return this.#enter("done", read);
      this.#nonce ??= /\snonce=["']?([^\s"'>]+)/i.exec(this.#tag)?.[1];
    }
    return this.#enter(this.#raw ? "raw" : "text", read);
  }

  #readRaw(text, isLast) {
    const at = text.search(new RegExp(`</${this.#raw}(?=[\\t\\n\\f\\r />])`, "i"));
    if (at < 0) return isLast ? text.length : Math.max(0, text.length - HELD);
    this.#raw = "";
    return this.#enter("text", at) || this.#readText(text, isLast);
  }

  #readComment(text, isLast) {
    const at = text.search(/--!?>/);
    if (at < 0) return isLast ? text.length : Math.max(0, text.length - 3);
    return this.#enter("text", text.indexOf(">", at) + 1);
  }

  /** A doctype, or what the standard calls a bogus comment: quotes mean nothing in it. */
  #readBogus(text) {
    const at = text.indexOf(">");
    return at < 0 ? text.length : this.#enter("text", at + 1);
  }

  #enter(state, taken) {
    this.#state = state;
    return taken;
  }

  #place() {
    this.#insert = scriptTag(this.#nonce);
    return this.#enter("done", 1);
  }
}
