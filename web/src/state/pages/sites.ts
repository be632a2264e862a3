/** The sites whose pages are reviewed, as the hub last told them. */
import { signal } from "@preact/signals";
import { HubError } from "../../wire/client";
import { fetchSites } from "../../wire/pages";
import type { KnownEntry, PageSite } from "../../wire/types.gen";
import { plural } from "../words";

export const sites = signal<readonly PageSite[]>([]);
/** Whether the hub has told them yet. */
export const sitesKnown = signal(false);

export const siteOf = (id: string | null) => sites.value.find((site) => site.id === id) ?? null;

const SETTLE_MS = 60;
let timer = 0;
let loading = false;
let again = false;

/** One request at a time; what happens meanwhile asks once more. */
export async function loadSites(): Promise<void> {
  if (loading) return void (again = true);
  loading = true;
  try {
    sites.value = (await fetchSites()).sites;
    sitesKnown.value = true;
  } catch (failure) {
    // Until the next entry or visit, the old list is better than none.
    if (!(failure instanceof HubError)) throw failure;
  } finally {
    loading = false;
  }
  if (again) {
    again = false;
    await loadSites();
  }
}

/** The site that an entry of the journal is about, when something of it may look different now. */
export function siteIn({ kind, body }: KnownEntry): string | null {
  const site = body["site"];
  return kind.startsWith("page_") && !kind.startsWith("page_change_") && typeof site === "string" ? site : null;
}

/** An agent may write many times in a moment: the list is asked for when it rests. */
export function takeSiteEntry(entry: KnownEntry): void {
  if (siteIn(entry) === null) return;
  window.clearTimeout(timer);
  timer = window.setTimeout(() => void loadSites(), SETTLE_MS);
}

/** The second line of a site in the inbox: first what waits for the person. */
export function siteWords({ open, in_progress, addressed, notes, problem }: PageSite): string {
  if (problem !== null) return "its file cannot be read";
  const parts = [
    addressed > 0 ? `${addressed} addressed` : "",
    in_progress > 0 ? `${in_progress} in progress` : "",
    open > 0 ? `${open} open` : "",
    open + in_progress + addressed === 0 && notes > 0 ? plural(notes, "page note") : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "nothing marked" : parts.join(" · ");
}

/** The last folders of a path, which tell two sites apart. */
export const shortPath = (path: string) => path.split("/").filter((part) => part !== "").slice(-2).join("/");
