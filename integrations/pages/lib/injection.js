/** Puts the script tag into the HTML that a server writes, whoever writes it: SvelteKit and Nuxt call no hook of Vite's. */
import { hostOf } from "./asking.js";
import { admitOwnScripts, nonceOf } from "./policy.js";
import { TagPlacer } from "./tag.js";

/** What tells about the body as the site made it, and would keep a browser from asking for ours. */
const OUTDATED = ["content-length", "etag", "last-modified", "content-md5", "digest", "accept-ranges"];

/** Whether the browser asks for a page, and not for a part of one. */
export function asksForPage(request) {
  return request.method === "GET" && String(request.headers.accept ?? "").includes("text/html");
}

/** Asks the site for a whole page that can be read: neither compressed nor "as you had it". */
export function askPlainly(request) {
  for (const name of ["accept-encoding", "if-none-match", "if-modified-since", "range"]) delete request.headers[name];
}

/**
 * From now on, an HTML page that is written to `response` gets the script tag; anything else passes as it is. `onBlocked` is
 * called if the page has a policy under which the script will not run.
 */
export function injectInto(response, request, onBlocked) {
  if (request.method !== "GET") return;
  const { writeHead, write, end } = response;
  let placer; // undefined: not decided yet; null: not a page

  function decide(status, given) {
    if (placer !== undefined) return;
    const header = (name) => String(given.get(name) ?? response.getHeader(name) ?? "");
    placer = isPage(status, header) ? placerUnder(header("content-security-policy")) : null;
  }

  function placerUnder(policy) {
    const host = hostOf(request);
    return new TagPlacer(nonceOf(policy), ({ nonce, policies }) => {
      if (![policy, ...policies].every((each) => admitOwnScripts(each, { host, nonce }))) onBlocked();
    });
  }

  response.writeHead = function (status, ...rest) {
    const headers = typeof rest[0] === "string" ? rest[1] : rest[0];
    const given = headersOf(headers);
    decide(status, given);
    if (!placer) return writeHead.call(this, status, ...rest);
    for (const [name, value] of given) response.setHeader(name, value);
    for (const name of OUTDATED) response.removeHeader(name);
    return typeof rest[0] === "string" ? writeHead.call(this, status, rest[0]) : writeHead.call(this, status);
  };
  response.write = function (chunk, encoding, done) {
    decide(response.statusCode, new Map());
    if (!placer) return write.apply(this, arguments);
    const then = typeof encoding === "function" ? encoding : done;
    const ready = placer.push(bytesOf(chunk, encoding));
    if (ready.length) return write.call(this, ready, then);
    if (then) process.nextTick(then);
    return true;
  };
  response.end = function (chunk, encoding, done) {
    decide(response.statusCode, new Map());
    if (!placer) return end.apply(this, arguments);
    const then = [chunk, encoding, done].find((each) => typeof each === "function");
    const last = chunk && typeof chunk !== "function" ? placer.push(bytesOf(chunk, encoding)) : Buffer.alloc(0);
    const rest = Buffer.concat([last, placer.end()]);
    placer = null; // `end` may come back to our `write`
    if (!response.headersSent) for (const name of OUTDATED) response.removeHeader(name);
    return end.call(this, rest, then);
  };
}

function isPage(status, header) {
  const type = header("content-type").toLowerCase();
  return (
    type.startsWith("text/html") &&
    !/charset=\s*"?utf-?(16|32)/.test(type) &&
    ["", "identity"].includes(header("content-encoding")) &&
    !header("content-disposition").startsWith("attachment") &&
    (status < 300 ? ![204, 205, 206].includes(status) : status >= 400)
  );
}

/** The headers that `writeHead` takes: an object, pairs, or names and values in turn; names in lower case. */
function headersOf(given) {
  const found = new Map();
  const add = ([name, value]) => {
    const key = name.toLowerCase();
    found.set(key, found.has(key) ? [found.get(key), value].flat() : value);
  };
  if (!Array.isArray(given)) Object.entries(given ?? {}).forEach(add);
  else if (Array.isArray(given[0])) given.forEach(add);
  else for (let at = 0; at < given.length; at += 2) add([given[at], given[at + 1]]);
  return found;
}

function bytesOf(chunk, encoding) {
  return typeof chunk === "string" ? Buffer.from(chunk, typeof encoding === "string" ? encoding : "utf8") : Buffer.from(chunk);
}
