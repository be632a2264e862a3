/** Page review in every dev server that Vite drives: SPAs, SvelteKit, Nuxt, Remix … */
import { basename, resolve } from "node:path";
import { projectRoot, siteOf } from "./lib/site.js";
import { CLIENT } from "./lib/tag.js";

const TAG = { tag: "script", attrs: { type: "module", src: CLIENT }, injectTo: "body" };

/** @param {import("./vite.js").Options} [options] @returns {import("./vite.js").Plugin} */
export default function inlineReview({ root, storagePath, hosts } = {}) {
  let isOn = false;
  const plugin = {
    name: "astro-inline-review",
    apply: "serve",
    enforce: "post", // so that our middleware stands before those of the frameworks
    config({ appType, server }) {
      // A framework that writes its pages itself never calls the hook, and SvelteKit warns of whoever has it.
      if (appType === "custom") delete plugin.transformIndexHtml;
      return server?.watch === null ? undefined : { server: { watch: { ignored: ownFiles(storagePath) } } };
    },
    configureServer(server) {
      if (process.env.VITEST) return undefined; // a server that shows no pages
      isOn = true;
      const say = (line) => server.config.logger.warn(line);
      const site = siteOf({ root: resolve(root ?? projectRoot(server.config.root)), storagePath, hosts, say });
      const scheme = server.config.server.https ? "https" : "http";
      server.httpServer?.once("listening", () => site.open(`${scheme}://localhost:${server.httpServer.address().port}`));
      // First of all: Astro and Nuxt put handlers before Vite's own, and a routed one is never taken for a page's address.
      return () => {
        const handle = site.middleware;
        server.middlewares.stack.unshift({ route: "", handle }, { route: "/__inline-review", handle });
      };
    },
    transformIndexHtml: () => (isOn ? [TAG] : []),
  };
  return plugin;
}

/** A note that is saved is no reason to reload a page, or to build its styles anew. */
function ownFiles(storagePath) {
  const name = basename(storagePath ?? "inline-review.json").replace(/[[\]{}()*?!+@]/g, "\\$&");
  return [`**/${name}`, `**/${name}.*`, `**/.${name}*`];
}
