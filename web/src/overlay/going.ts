/** From an entry of the panel to what it is about, on this page or on another one. */
import { GO_TO, keep, thisTab } from "./keep";
import type { Annotation } from "./types";

const NARROW_PX = 480;

/** The address of a page of this site, or null: what stands in the file may lead anywhere. */
export function pageOfThisSite(pageUrl: string): string | null {
  if (!/^\/(?!\/)/.test(pageUrl) || !URL.canParse(pageUrl, location.origin)) return null;
  const url = new URL(pageUrl, location.origin);
  return url.origin === location.origin ? url.href : null;
}

interface Going {
  closePanel: () => void;
  pulse: (id: string) => void;
}

export function goTo({ id, pageUrl }: Annotation, { closePanel, pulse }: Going): void {
  if (pageUrl === location.pathname) {
    // Where the panel covers the page, nobody would see it.
    if (innerWidth < NARROW_PX) closePanel();
    pulse(id);
    return;
  }
  const address = pageOfThisSite(pageUrl);
  if (address === null) return;
  keep(thisTab, GO_TO, id);
  location.assign(address);
}
