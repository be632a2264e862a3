/** One reviewed site in this dev server: known to the hub by its folder and its storage file. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { hostOf, isLoopback, isNear, isOfAnotherUser, nameOf, schemeOf } from "./asking.js";
import { answerWith, exchange, relay } from "./forward.js";
import { NoHub } from "./hub.js";
import { asksForPage, askPlainly, injectInto } from "./injection.js";
import { CLIENT } from "./tag.js";

const PREFIX = "/__inline-review";
const FAR = {
  error: "Page review does not answer to other machines.",
  code: "far_away",
  hint: "Name the host in the settings of the dev server's review tool: hosts = [\"…\"].",
};
const OTHER_USER = {
  error: "Page review answers on this machine only to the user of the dev server, and this request is not seen to be theirs.",
  code: "other_user",
  hint:
    "Open the page as that user. If a reverse proxy stands in between, name the host that you ask for in the settings of " +
    "the dev server's review tool: hosts = [\"…\"].",
};
const BLOCKED =
  "lets no script of its own address run, so the page has no review overlay. While you develop, let `script-src` and " +
  "`connect-src` have 'self'.";
const sites = new Map();

/** The site of a project folder; the same one for every plug-in and every restart in this process. */
export function siteOf({ root, storagePath, hosts = [], say }) {
  const key = `${root}\0${storagePath ?? ""}`;
  const site = sites.get(key) ?? new Site(root, storagePath);
  sites.set(key, site);
  site.rename(hosts);
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
  #isBlocked = false;

  constructor(root, storagePath) {
    this.root = root;
    this.storage = storagePath ?? null;
  }

  /** The names beside the loopback ones; the hub hears of others with the next request. */
  rename(hosts) {
    const before = this.hosts;
    this.hosts = hosts.map((host) => host.toLowerCase());
    if (this.hosts.join() !== before.join()) this.id = null;
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
    injectInto(response, request, () => this.#tellBlocked(path));
    next();
  };

  /** Hands a request for `path` on to the hub, and its answer back. */
  async answer(request, response, path) {
    const refusal = await this.#refusal(request);
    if (refusal) return answerWith(response, 403, refusal);
    try {
      relay(await exchange(this, request, path), response);
    } catch (error) {
      if (response.destroyed) return; // the browser has left
      this.complain(error);
      answerWithout(error, response, path);
    }
  }

  /** Whether a page under this host would get answers from the hub; a loopback name from elsewhere proves nothing. */
  serves(request) {
    return isLoopback(hostOf(request)) ? isNear(request) : this.isNamed(request);
  }

  /** Whether the person has named the host, with any port, or this very one. */
  isNamed(request) {
    const host = hostOf(request);
    return this.hosts.includes(host) || this.hosts.includes(nameOf(host));
  }

  async #refusal(request) {
    if (!isNear(request) && !this.serves(request)) return FAR;
    return !this.isNamed(request) && (await isOfAnotherUser(request)) ? OTHER_USER : null;
  }

  #tellBlocked(path) {
    if (!this.#isBlocked) this.complain(new Error(`the Content-Security-Policy of ${path.split("?")[0]} ${BLOCKED}`));
    this.#isBlocked = true;
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

function addressOf(request) {
  return isLoopback(hostOf(request)) ? `${schemeOf(request)}://${hostOf(request)}` : null;
}
