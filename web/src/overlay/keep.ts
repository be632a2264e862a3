/** What the browser keeps for us; a page may forbid it, and then nothing is kept. */
export function kept(storage: () => Storage, name: string): string | null {
  try {
    return storage().getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text, or forgets it when it is null. */
export function keep(storage: () => Storage, name: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(name);
    else storage().setItem(name, value);
  } catch {
    // Full or forbidden: the file on disk is the truth, so nothing is lost.
  }
}

/** What is being written; see drafts.ts. */
export const DRAFTS = "astro-inline-review-drafts";

/** Which annotation the next page is to show. */
export const GO_TO = "astro-inline-review-go-to";

export const forever = () => localStorage;
export const thisTab = () => sessionStorage;

/** Reads JSON of which nothing is known. */
export function parsed(text: string | null): unknown {
  try {
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}
