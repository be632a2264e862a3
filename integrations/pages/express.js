/** Page review in Express, Connect and whatever takes their middleware; in production it lets everything pass. */
import { resolve } from "node:path";
import { isOurs, projectRoot, siteOf } from "./lib/site.js";
import { CLIENT } from "./lib/tag.js";

const pass = (_request, _response, next) => next();

/** @param {import("./express.js").Options} [options] @returns {import("./express.js").Middlewares} */
export default function inlineReview({ root, storagePath, hosts } = {}) {
  if (process.env.NODE_ENV === "production") return { apiMiddleware: pass, clientMiddleware: pass, pageMiddleware: pass };
  const site = siteOf({ root: resolve(root ?? projectRoot(process.cwd())), storagePath, hosts, say: console.warn });
  return {
    apiMiddleware(request, response, next) {
      const path = request.originalUrl ?? request.url;
      if (isOurs(path) && !isClient(path)) site.answer(request, response, path);
      else next();
    },
    clientMiddleware(request, response, next) {
      // Mounted at an address of its own it serves the script there; alone it knows the usual one.
      const isMounted = request.baseUrl && !isOurs(request.baseUrl) && request.path === "/";
      const path = request.originalUrl ?? request.url;
      // The script asks for its late part at its own address, with a query.
      if (isMounted || isClient(path)) site.answer(request, response, CLIENT + (/\?.*/.exec(path)?.[0] ?? ""));
      else next();
    },
    pageMiddleware: site.middleware,
  };
}

function isClient(path) {
  return path.split("?")[0] === CLIENT;
}
