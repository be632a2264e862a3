import type { IncomingMessage, ServerResponse } from "node:http";
import type { Options } from "./vite.js";

export type { Options };

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/** What an Express app uses; all of it lets every request pass when NODE_ENV is "production". */
export interface Middlewares {
  /** `/__inline-review/api/…`. */
  apiMiddleware: Middleware;
  /** `/__inline-review/client.js`, or, mounted at a path of its own, the script there. */
  clientMiddleware: Middleware;
  /** Both, and the script tag in every HTML page: instead of writing the tag by hand. Before all that writes pages. */
  pageMiddleware: Middleware;
}

export default function inlineReview(options?: Options): Middlewares;
