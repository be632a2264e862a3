/** Hands a browser's request on to the hub over its socket, and the answer back as it comes. */
import { request as httpRequest } from "node:http";
import { pipeline } from "node:stream";
import { schemeOf } from "./asking.js";
import { forget, NoHub, reach } from "./hub.js";

const FORWARDED = new Set([
  "host",
  "origin",
  "content-type",
  "accept",
  "if-none-match",
  "last-event-id",
  "x-countermark-site",
  "x-countermark-write",
]);
const OF_THIS_HOP = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade"]);
/** So much of a body is kept, to be sent once more; the hub takes no longer ones. */
const KEPT_BYTES = 1024 * 1024 + 1;
const OWN = { host: "countermark", connection: "close" };

/**
 * The hub's answer to a request for `path`; with no request, the site is only made known.
 *
 * A hub that is gone is started again, and one that has lost the site, or a name of it, is told of it again; then it is
 * asked once more, if it cannot have heard the question.
 */
export async function exchange(site, request, path) {
  const body = request ? await readBody(request) : null;
  for (let isLast = false; ; isLast = true) {
    const heard = { at: 0 };
    try {
      const answer = await attempt(site, request, path, body, heard);
      if (isLast || !body?.isWhole || ![403, 404].includes(answer.statusCode)) return answer;
      const kept = await keepBody(answer);
      if (!isNews(codeIn(kept), site, request)) return kept;
      site.id = null;
    } catch (error) {
      const isHarmless = !heard.at || ["GET", "HEAD"].includes(request?.method);
      if (isLast || error instanceof NoHub || !isHarmless || body?.isWhole === false) throw error;
      forget();
      site.id = null;
    }
  }
}

async function attempt(site, request, path, body, heard) {
  const socket = await reach();
  site.id ??= register(socket, site.wish);
  const id = await site.id.catch((error) => {
    site.id = null;
    throw error;
  });
  if (!request) return null;
  const headers = { ...pageHeaders(request), ...OWN };
  if (body.isWhole && body.known.length) headers["content-length"] = body.known.length;
  return ask({ socketPath: socket, method: request.method, path: `/pages/${id}${path}`, headers }, body, heard);
}

async function register(socket, wish) {
  const known = Buffer.from(JSON.stringify(wish));
  const headers = { ...OWN, "content-type": "application/json", "content-length": known.length };
  const answer = await ask({ socketPath: socket, method: "POST", path: "/pages/sites", headers }, { known, isWhole: true }, {});
  const { body } = await keepBody(answer);
  if (answer.statusCode !== 200) throw new NoHub(`page review is off: ${reasonIn(body) ?? `the hub answered ${answer.statusCode}`}`);
  return JSON.parse(body).site;
}

/** One request on a line of its own; `heard.at` is set when the hub may have understood it. */
function ask(options, body, heard) {
  return new Promise((settle, fail) => {
    const line = httpRequest({ ...options, agent: false }, settle);
    line.once("error", fail);
    line.once("socket", (socket) => socket.once("connect", () => (heard.at = Date.now())));
    if (body.isWhole) return void line.end(body.known);
    line.write(body.known);
    // Too long a body is read to its end, so that the browser hears the refusal.
    line.once("response", () => (body.rest.unpipe(line), body.rest.resume()));
    body.rest.pipe(line);
  });
}

/** The browser's headers, renamed; one that comes twice is joined, and the guard refuses it. */
function pageHeaders(request) {
  const found = { "x-page-scheme": schemeOf(request) };
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const given = request.rawHeaders[at].toLowerCase();
    const name = given === ":authority" ? "host" : given;
    if (!FORWARDED.has(name) && !name.startsWith("sec-fetch-")) continue;
    const value = request.rawHeaders[at + 1];
    const key = `x-page-${name}`;
    found[key] = key in found ? `${found[key]}, ${value}` : value;
  }
  return found;
}

/** The body as far as it is kept; one that a body parser has read before us is written anew. */
async function readBody(request) {
  if (request.readableEnded) {
    const parsed = request.body;
    const isBytes = Buffer.isBuffer(parsed) || typeof parsed === "string";
    return { known: parsed === undefined ? Buffer.alloc(0) : Buffer.from(isBytes ? parsed : JSON.stringify(parsed)), isWhole: true };
  }
  const pieces = [];
  let length = 0;
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    pieces.push(piece);
    length += piece.length;
    if (length > KEPT_BYTES) return { known: Buffer.concat(pieces), isWhole: false, rest: request };
  }
  return { known: Buffer.concat(pieces), isWhole: true };
}

async function keepBody(answer) {
  const pieces = [];
  for await (const piece of answer) pieces.push(piece);
  return { statusCode: answer.statusCode, headers: answer.headers, body: Buffer.concat(pieces) };
}

function codeIn({ body }) {
  try {
    return JSON.parse(body).code;
  } catch {
    return undefined; // a 404 in other words
  }
}

function reasonIn(body) {
  try {
    const { error } = JSON.parse(body);
    return error.message ?? error;
  } catch {
    return undefined;
  }
}

/** Whether the hub has lost what it was told of the site, or another dev server has told it otherwise. */
function isNews(code, site, request) {
  return code === "unknown_site" || (code === "host_refused" && site.isNamed(request));
}

/** Gives an answer of the hub back: as a stream, or one that was kept. */
export function relay(answer, response) {
  for (const name of response.getHeaderNames()) if (name.startsWith("access-control-")) response.removeHeader(name);
  const headers = Object.entries(answer.headers).filter(([name]) => !OF_THIS_HOP.has(name));
  response.writeHead(answer.statusCode, Object.fromEntries(headers));
  if (answer.body) return void response.end(answer.body);
  response.flushHeaders?.();
  pipeline(answer, response, () => {}); // whoever leaves first ends the other
}

/** An answer of our own: the hub could not be asked. */
export function answerWith(response, status, told) {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(told));
}
