/**
 * Finds the place of the script tag in a page that streams by: before the `</body>` that a browser takes for one.
 *
 * It follows the tokenizer of the HTML standard (13.2.5) as far as that decides what is markup and what is text. The same
 * reader in Python is `src/countermark/page_side/markup.py`; a test holds the two together.
 */
import { Foreign, ROOTS } from "./foreign.js";
import { nonceOf } from "./policy.js";

export const CLIENT = "/__inline-review/client.js";

/** Elements whose content is text and no markup, whatever it looks like. */
const RAW = ["style", "textarea", "title", "noscript", "iframe", "noembed", "noframes", "xmp"];
const RAW_ENDS = Object.fromEntries(RAW.map((name) => [name, new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, "i")]));
const TELLING = ["html", "body", "meta", "template", "plaintext", "script", ...RAW, ...ROOTS];
const NAMED = /^<(\/?)([a-z][^\t\n\f\r />]*)/i;
const SCRIPT_TURN = /<!--|-->|<\/?script(?=[\t\n\f\r />])/i;
const ATTRIBUTE = /([^\s=/"'>]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
/** What a text must not be cut in: only with the next piece it can be told what it is. */
const IN_TEXT = [
  ...["<!--", "<!doctype", "<![cdata["],
  ...TELLING.map((name) => `<${name}`),
  ...["body", "template", ...ROOTS].map((name) => `</${name}`),
];
const IN_SCRIPT = ["<!--", "-->", "<script", "</script"];
const IN_COMMENT = ["-->", "--!>"];
const IN_CDATA = ["]]>"];
const LONGEST_WORD = "</noscript".length;
/** Of the tags that tell something inside SVG and MathML. */
const LONGEST_FOREIGN = "</foreignobject".length;
const LONGEST_TAG = 64 * 1024;
const ENTITIES = { amp: "&", apos: "'", quot: '"' };
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
  #policyNonce;
  #whenThere;
  #policies = [];
  #rest = "";
  #state = "text"; // the name of a step, or done
  #name = ""; // of the start tag or of the raw element that we are in
  #tag = "";
  #last = ""; // character of the tag
  #part = "name"; // of the tag: a key of TURNS
  #escape = 0; // of a script: 1 after `<!--`, 2 after `<!-- <script`
  #foreign = new Foreign();
  #insert = "";
  #isDocument = false;
  /** What to do with the next characters: tells how many it has understood, 0 asks for more. */
  #steps = {
    text: (text) => this.#readText(text),
    tag: (text) => this.#readTag(text),
    raw: (text) => this.#readRaw(text),
    script: (text) => this.#readScript(text),
    opening: (text) => this.#readOpening(text),
    comment: (text) => this.#readComment(text),
    cdata: (text) => this.#readUntil(/\]\]>/, IN_CDATA, text),
    bogus: (text) => this.#readUntil(/>/, [], text), // also a doctype: quotes mean nothing in it
    plain: (text) => text.length,
  };

  /**
   * @param {string} [nonce] what the page's policy asks of scripts
   * @param {(tag: { nonce?: string, policies: string[] }) => void} [whenThere] hears of the tag, when the page has it, and of
   *   the policies that stand in the page
   */
  constructor(nonce, whenThere = () => {}) {
    this.#nonce = nonce;
    this.#whenThere = whenThere;
  }

  /** @param {Buffer} piece @returns {Buffer} */
  push(piece) {
    if (this.#state === "done") return piece;
    let text = this.#rest + piece.toString("latin1");
    let out = "";
    this.#rest = "";
    while (text) {
      const taken = this.#steps[this.#state](text);
      if (this.#state === "done") return Buffer.from(out + this.#insert + text, "latin1");
      if (taken === 0) break; // more is needed to tell
      out += text.slice(0, taken);
      text = text.slice(taken);
    }
    this.#rest = text;
    return Buffer.from(out, "latin1");
  }

  /** @returns {Buffer} */
  end() {
    // In an unfinished tag, script or comment it would be no script.
    const canStand = this.#state === "text" && this.#isDocument;
    // A page may leave its `</body>` out; a script after it all is put into the body by every browser.
    if (canStand) this.#place();
    return Buffer.from((canStand ? this.#insert : "") + this.#rest, "latin1");
  }

  #readText(text) {
    const at = text.indexOf("<");
    if (at) return at < 0 ? text.length : at;
    if (text.startsWith("<!--")) return this.#enter("opening", 4);
    if (isBeginning(text, IN_TEXT)) return 0;
    if (this.#foreign.isHere && /^<!\[cdata\[/i.test(text)) return this.#enter("cdata", 9);
    this.#isDocument ||= /^<!doctype/i.test(text);
    if (/^<(?:[!?]|\/[^a-z])/i.test(text)) return this.#enter("bogus", 2);
    const [all, slash, name] = NAMED.exec(text) ?? [];
    if (!name) return 1;
    if (this.#foreign.isInside && all.length === text.length && all.length <= LONGEST_FOREIGN) return 0; // it may go on
    return slash ? this.#readEndTag(name.toLowerCase()) : this.#readStartTag(name.toLowerCase());
  }

  #readStartTag(name) {
    this.#isDocument ||= name === "html" || name === "body";
    return this.#enterTag(name, 1);
  }

  #readEndTag(name) {
    if (name === "body" && !this.#foreign.isInTemplate && this.#isDocument) return this.#place();
    this.#foreign.close(name);
    return this.#enterTag("", 2);
  }

  #enterTag(name, taken) {
    this.#name = name;
    this.#tag = this.#last = "";
    this.#part = "name";
    return this.#enter("tag", taken);
  }

  #readTag(text) {
    let read = 0;
    while (read < text.length) {
      const character = text[read++];
      if (character === ">" && !/["']/.test(this.#part)) {
        this.#keep(text.slice(0, read - 1));
        return this.#closeTag(read);
      }
      this.#part = TURNS[this.#part](character);
    }
    this.#keep(text);
    return read;
  }

  #keep(inside) {
    this.#last = inside.at(-1) ?? this.#last;
    if (["script", "meta"].includes(this.#name)) this.#tag = (this.#tag + inside).slice(0, LONGEST_TAG);
  }

  #closeTag(read) {
    const isClosed = this.#last === "/";
    const name = this.#name;
    if (name === "script" && this.#tag.includes(CLIENT)) return this.#leave(read);
    if (name === "script" || name === "meta") this.#heed(name, attributesIn(this.#tag));
    if (name === "" || !this.#foreign.open(name, isClosed)) return this.#enter("text", read);
    if (name === "plaintext") return this.#enter("plain", read);
    this.#escape = 0;
    if (name === "script") return this.#enter("script", read);
    return this.#enter(RAW.includes(name) ? "raw" : "text", read);
  }

  #heed(name, attributes) {
    if (name === "script") this.#nonce ||= attributes.get("nonce");
    else if (attributes.get("http-equiv")?.toLowerCase() === "content-security-policy") {
      const policy = attributes.get("content") ?? "";
      this.#policies.push(policy);
      this.#policyNonce ||= nonceOf(policy);
    }
  }

  #readRaw(text) {
    const at = text.search(RAW_ENDS[this.#name]);
    return at < 0 ? begunAt(text, [`</${this.#name}`]) : this.#enterTag("", at + 2);
  }

  #readScript(text) {
    const turn = SCRIPT_TURN.exec(text);
    if (!turn) return begunAt(text, IN_SCRIPT);
    const word = turn[0].toLowerCase();
    if (word === "</script" && this.#escape < 2) return this.#enterTag("", turn.index + 2);
    if (word === "<!--") {
      this.#escape ||= 1;
      return turn.index + 2; // `<!-->` ends at once
    }
    this.#escape = { "-->": 0, "</script": 1 }[word] ?? (this.#escape && 2);
    return turn.index + word.length;
  }

  /** `<!-->` and `<!--->` are whole comments; `<!--!>` is none: its dashes are those of the opening. */
  #readOpening(text) {
    const end = /^-?>/.exec(text);
    if (end) return this.#enter("text", end[0].length);
    if (text === "-") return 0;
    this.#state = "comment";
    return this.#readComment(text);
  }

  #readComment(text) {
    return this.#readUntil(/--!?>/, IN_COMMENT, text);
  }

  #readUntil(ending, words, text) {
    const found = ending.exec(text);
    return found ? this.#enter("text", found.index + found[0].length) : begunAt(text, words);
  }

  #enter(state, taken) {
    this.#state = state;
    return taken;
  }

  #place() {
    const nonce = this.#nonce || this.#policyNonce;
    this.#insert = scriptTag(nonce);
    this.#whenThere({ nonce, policies: this.#policies });
    return this.#enter("done", 1);
  }

  /** The page has the tag already. */
  #leave(read) {
    this.#whenThere({ nonce: attributesIn(this.#tag).get("nonce"), policies: this.#policies });
    return this.#enter("done", read);
  }
}

function isBeginning(text, words) {
  return text.length <= LONGEST_WORD && words.some((word) => word.startsWith(text.toLowerCase()));
}

/** Where one of these words begins at the end of the text, and may go on in the next piece; else the text's length. */
function begunAt(text, words) {
  let at = Math.max(0, text.length - LONGEST_WORD);
  while (at < text.length && !isBeginning(text.slice(at), words)) at += 1;
  return at;
}

/** The attributes of a tag; of two with one name the first counts, as in a browser. */
function attributesIn(tag) {
  const found = new Map();
  for (const [, name, double, single, bare] of tag.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, unescaped(double ?? single ?? bare));
  }
  return found;
}

function unescaped(value) {
  return value.replace(/&(?:#x([0-9a-f]{1,4})|#(\d{1,5})|(amp|apos|quot));/gi, (_all, hexadecimal, decimal, name) =>
    name ? ENTITIES[name.toLowerCase()] : String.fromCodePoint(hexadecimal ? parseInt(hexadecimal, 16) : Number(decimal)),
  );
}
