/** Links that carry a review, made and opened in the page itself: no server sees the key, and neither does the hub. */
const FORMAT = "cm1";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_CHARACTERS = 43;
const MOST_BYTES = 5 * 1024 * 1024;
const MOST_CHARACTERS = 8 * 1024 * 1024;
const FRAGMENT = /^cm(\d{1,4})\.([\w-]*)(?:\.([\w-]*))?/;
/** A link that is not broken in its key, anywhere in a message. */
const IN_MESSAGE = /(?:#|^\s*<?)(cm\d{1,4}\.[\w\s<>\u200b\u2060\ufeff-]*\.[\w-]{43})(?![\w-])/;
/** What mail programs and chats put into long links. */
const BLANKS = /[\s<>\u200b\u2060\ufeff]+/g;

const WHOLE = "Copy the whole link, to its last character, and paste it again.";
const UPDATE = "Update Countermark, or ask whoever sent it to share it from an older one.";
const LESS = "Share less, or the file with its block of marks.";

/** What a link carries, as far as the page reads it; the hub reads all of it, with more care. */
export interface SharedReview {
  title: string;
  text: string;
  /** Who shares it. */
  by: string;
  marks: readonly { by?: string }[];
}

/** A link that does not open, or cannot be made. */
export class BrokenLink extends Error {
  constructor(
    message: string,
    /** What to do. */
    readonly hint: string,
  ) {
    super(message);
  }
}

/** A whole link of ours in a message, else what stands behind the first `#`, or all of it; without what a mail program put in. */
function fragmentOf(link: string): string {
  if (link.length > MOST_CHARACTERS) throw new BrokenLink("This link is longer than 8 MB.", LESS);
  const found = IN_MESSAGE.exec(link)?.[1];
  if (found !== undefined) return found.replace(BLANKS, "");
  const plain = link.replace(BLANKS, "");
  return plain.slice(plain.indexOf("#") + 1);
}

/** Whether this looks like a link of Countermark, of whatever version. */
export const isSharedLink = (link: string): boolean => link.length <= MOST_CHARACTERS && FRAGMENT.test(fragmentOf(link));

export async function linkTo(shared: unknown, base: string): Promise<string> {
  const told = new TextEncoder().encode(JSON.stringify(shared));
  if (told.length > MOST_BYTES) throw new BrokenLink("This is more than a link can carry: 5 MB.", "Share the file with its block of marks.");
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await ciphers().encrypt(cipher(nonce), await keyOf(bytes), await deflated(told));
  const payload = new Uint8Array(NONCE_BYTES + sealed.byteLength);
  payload.set(nonce);
  payload.set(new Uint8Array(sealed), NONCE_BYTES);
  return `${base}/#${FORMAT}.${encoded(payload)}.${encoded(bytes)}`;
}

/** What a link carries. Throws `BrokenLink`. */
export async function openedLink(link: string): Promise<SharedReview> {
  return sharedIn(await inflated(await unsealed(link)));
}

async function unsealed(link: string): Promise<ArrayBuffer> {
  const [, version, payload = "", key = ""] = FRAGMENT.exec(fragmentOf(link)) ?? [];
  if (version === undefined) throw new BrokenLink("This is no link to a shared review.", WHOLE);
  if (`cm${version}` !== FORMAT) throw new BrokenLink(`The link is of version ${version}; this Countermark opens version 1.`, UPDATE);
  if (key.length < KEY_CHARACTERS) throw new BrokenLink("The link is cut: its end is missing, which is the key.", WHOLE);
  const sealed = decoded(payload);
  if (sealed.length <= NONCE_BYTES + TAG_BYTES) throw new BrokenLink("The link is cut: what it carries is missing.", WHOLE);
  const bytes = decoded(key);
  if (bytes.length !== KEY_BYTES) throw new BrokenLink("The key at the link’s end is too long: something was added to the link.", WHOLE);
  try {
    return await ciphers().decrypt(cipher(sealed.slice(0, NONCE_BYTES)), await keyOf(bytes), sealed.slice(NONCE_BYTES));
  } catch (failure) {
    if (!(failure instanceof DOMException)) throw failure;
    throw new BrokenLink("The key at the link’s end does not open it: the key is wrong, or a part of the link is missing.", WHOLE);
  }
}

/** Browsers give ciphers to pages that came encrypted, or from the same machine. */
function ciphers(): SubtleCrypto {
  const found = crypto.subtle as SubtleCrypto | undefined;
  if (found === undefined) throw new BrokenLink("This browser keeps its ciphers from a page that came without encryption.", "Open the desk at 127.0.0.1, or use `countermark open` and `countermark share`.");
  return found;
}

/** The name of the format is sealed along: a link of another one does not open. */
const cipher = (nonce: Uint8Array<ArrayBuffer>) => ({ name: "AES-GCM", iv: nonce, additionalData: new TextEncoder().encode(FORMAT) });

const keyOf = (bytes: Uint8Array<ArrayBuffer>) => ciphers().importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);

function sharedIn(data: Uint8Array): SharedReview {
  const again = "Ask whoever sent it to share it once more.";
  let found: unknown;
  try {
    found = JSON.parse(new TextDecoder().decode(data));
  } catch {
    throw new BrokenLink("What was shared is no JSON.", again);
  }
  if (!isObject(found) || !("countermark" in found)) throw new BrokenLink("This is nothing that Countermark has shared.", again);
  if (found["countermark"] !== 1) throw new BrokenLink("It was shared in another version of the format; this Countermark reads 1.", UPDATE);
  const { title, text, by, marks } = found;
  return { title: wordsOf(title), text: wordsOf(text), by: wordsOf(by), marks: Array.isArray(marks) ? marks.filter(isObject).map((mark) => ({ by: wordsOf(mark["by"]) })) : [] };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const wordsOf = (value: unknown) => (typeof value === "string" ? value : "");

const streamOf = (data: BufferSource) => new Response(data).body as ReadableStream<Uint8Array<ArrayBuffer>>;

async function deflated(data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  return new Response(streamOf(data).pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
}

/** Never more of it than may be shared is in memory. */
async function inflated(data: ArrayBuffer): Promise<Uint8Array> {
  const reader = streamOf(data).pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      size += piece.value.length;
      if (size > MOST_BYTES) break;
      pieces.push(piece.value);
    }
  } catch {
    throw new BrokenLink("What the link carries is not compressed as it should be.", WHOLE);
  } finally {
    void reader.cancel().catch(() => undefined);
  }
  if (size > MOST_BYTES) throw new BrokenLink("The link unfolds to more than 5 MB.", LESS);
  const whole = new Uint8Array(size);
  pieces.reduce((at, piece) => (whole.set(piece, at), at + piece.length), 0);
  return whole;
}

const AT_ONCE = 32_768;

/** Base64url without padding. */
function encoded(data: Uint8Array): string {
  let letters = "";
  for (let at = 0; at < data.length; at += AT_ONCE) letters += String.fromCharCode(...data.subarray(at, at + AT_ONCE));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function decoded(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    throw new BrokenLink("The link is cut, or something was changed in it.", WHOLE);
  }
}
