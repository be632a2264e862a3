/** One reviewed site in this dev server: known to the hub by its folder and its storage file. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { answerWith, exchange, relay } from "./forward.js";
import { NoHub } from "./hub.js";
import { asksForPage, askPlainly, injectInto } from "./injection.js";
import { CLIENT } from "./tag.js";

const PREFIX = "/__inline-review";
const NEAR = /^(?:::ffff:)?127\.|^::1$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const FAR = {
  error: "Page review does not answer to other machines.",
  code: "far_away",
  hint: "Name the host in the settings of the dev server's review tool: hosts = [\"…\"].",
};
const sites = new Map();

/** The site of a project folder; the same one for every plug-in and every restart in this process. */
export function siteOf({ root, storagePath, hosts = [], say }) {
  const key = `${root}\0${storagePath ?? ""}`;
  const site = sites.get(key) ?? new Site(root, storagePath);
  sites.set(key, site);
  site.hosts = hosts.map((host) => host.toLowerCase());
  site.say = say;
  return site;
}

/** The nearest folder with a package.json: frameworks give Vite a folder below the project's. */
export function projectRoot(folder) {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, "package.json"))) return at;
    if (at === dirname(at)) return resolve(folder);
  }
}

/** Whether a path belongs to the review: `/__inline-reviewer` is the site's own. */
export function isOurs(path) {
  const [name] = path.split(/[?#]/);
  return name === PREFIX || name.startsWith(`${PREFIX}/`);
}

class Site {
  hosts = [];
  say = console.warn;
  /** The name that the hub has given, or the promise of it. */
  id = null;
  #address = null;
  #said = new Set();

  constructor(root, storagePath) {
    this.root = root;
    this.storage = storagePath ?? null;
  }

  /** What the hub is told. */
  get wish() {
    return { root: this.root, storage: this.storage, address: this.#address, hosts: this.hosts };
  }

  /** Makes sure, in the background, that a hub runs and knows this site, here or at a new address. */
  open(address) {
    if (address && address !== this.#address) {
      this.#address = address;
      this.id = null;
    }
    if (this.id === null) exchange(this, null).catch((error) => this.complain(error));
  }

  /** A connect middleware: answers what is ours, and puts the script into pages. */
  middleware = (request, response, next) => {
    const path = request.originalUrl ?? request.url ?? "/";
    if (isOurs(path)) return this.answer(request, response, path);
    if (!this.serves(request)) return next();
    if (asksForPage(request)) {
      askPlainly(request);
      this.open(this.#address ?? addressOf(request));
    }
    injectInto(response, request);
    next();
  };

  /** Hands a request for `path` on to the hub, and its answer back. */
  async answer(request, response, path) {
    if (!isNear(request) && !this.hosts.some((host) => [host, nameOf(host)].includes(hostOf(request)))) {
      return answerWith(response, 403, FAR);
    }
    try {
      relay(await exchange(this, request, path), response);
    } catch (error) {
      if (response.destroyed) return; // the browser has left
      this.complain(error);
      answerWithout(error, response, path);
    }
  }

  /** Whether a page under this host, from this machine, would get answers from the hub. */
  serves(request) {
    const host = hostOf(request);
    return (isNear(request) && LOOPBACK.test(nameOf(host))) || this.hosts.includes(host) || this.hosts.includes(nameOf(host));
  }

  /** One line in the dev server's log, once. */
  complain(error) {
    const line = `[countermark] ${error.message}`;
    if (this.#said.has(line)) return;
    this.#said.add(line);
    this.say(line);
  }
}

/** A page whose script cannot be had must not notice: it gets one that does nothing. */
function answerWithout(error, response, path) {
  if (response.headersSent) return void response.destroy();
  if (path.split("?")[0] === CLIENT) {
    response.writeHead(200, { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-store" });
    return void response.end("export {}; // Countermark cannot be reached; the dev server's log says why.\n");
  }
  const why = error instanceof NoHub ? error.message : "It went away while it was asked.";
  answerWith(response, 503, { error: `The countermark hub cannot be reached. ${why}`, code: "no_hub", hint: "Try again." });
}

function hostOf(request) {
  return String(request.headers[":authority"] ?? request.headers.host ?? "").toLowerCase();
}

function nameOf(host) {
  return host.replace(/:\d*$/, "");
}

/** Whether it comes from this machine; a server behind a unix socket knows no address. */
function isNear(request) {
  return NEAR.test(request.socket?.remoteAddress ?? "127.");
}

function addressOf(request) {
  return LOOPBACK.test(nameOf(hostOf(request))) ? `${schemeOf(request)}://${hostOf(request)}` : null;
}

export function schemeOf(request) {
  return request.socket?.encrypted ? "https" : "http";
}
