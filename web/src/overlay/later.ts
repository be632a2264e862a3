/** Fetches the part of the overlay that a page can be shown without: when the page is idle, and at once when it is wanted. */
export type Late = typeof import("./late");

let asked: Promise<Late> | null = null;
/** A browser may remember for ever that an address had no script, so each try has another one. */
let tries = 0;

/** Without a hub the page's server may answer with a script that does nothing. */
const isWhole = (part: unknown): part is Late => typeof part === "object" && part !== null && "fillPanel" in part;

async function fetched(): Promise<Late> {
  // Wherever this script itself comes from, the hub answers there.
  const address = `${import.meta.url.replace(/[?#].*/, "")}?late=${(tries += 1)}`;
  const part: unknown = await import(/* @vite-ignore */ address);
  if (!isWhole(part)) throw new TypeError("The rest of the overlay is missing.");
  return part;
}

/** The late part; a call after one that has failed tries again. */
export function late(): Promise<Late> {
  asked ??= fetched().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}
