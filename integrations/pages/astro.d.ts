import type { Options } from "./vite.js";

export type { Options };

/** An Astro integration, in the words that every version of Astro understands. */
export interface Integration {
  name: string;
  hooks: Record<string, (...given: never[]) => void>;
}

export default function inlineReview(options?: Options): Integration;
