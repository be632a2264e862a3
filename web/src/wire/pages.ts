/** One function per request about sites whose pages are reviewed. */
import { ask } from "./client";
import type { PageAnnotation, PageAnnotationChange, PageKeptAs, PageMarkdown, PageNoteGiven, PageSiteDetail, PageSiteList } from "./types.gen";

export type PageStatus = PageAnnotation["status"];

const at = (site: string) => `/api/pages/sites/${encodeURIComponent(site)}`;
const annotation = (site: string, id: string) => `${at(site)}/annotations/${encodeURIComponent(id)}`;
const note = (site: string, id: string) => `${at(site)}/page-notes/${encodeURIComponent(id)}`;

export const fetchSites = () => ask<PageSiteList>("GET", "/api/pages/sites");
export const fetchSite = (site: string) => ask<PageSiteDetail>("GET", at(site));
/** Takes it off the desk; its file stays. */
export const forgetSite = (site: string) => ask<unknown>("DELETE", at(site));

export const patchPageAnnotation = (site: string, id: string, change: PageAnnotationChange) =>
  ask<unknown>("PATCH", annotation(site, id), change);
/** Also what becomes of an annotation that is accepted. */
export const removePageAnnotation = (site: string, id: string) => ask<unknown>("DELETE", annotation(site, id));

export const addPageNote = (site: string, words: PageNoteGiven) => ask<unknown>("POST", `${at(site)}/page-notes`, words);
export const patchPageNote = (site: string, id: string, words: string) => ask<unknown>("PATCH", note(site, id), { note: words });
export const removePageNote = (site: string, id: string) => ask<unknown>("DELETE", note(site, id));

/** Renames a file that cannot be read, so that an empty one begins. */
export const setPagesAside = (site: string) => ask<PageKeptAs>("POST", `${at(site)}/set-aside`, {});

export const exportPages = (site: string, status: PageStatus | null) =>
  ask<PageMarkdown>("GET", `${at(site)}/export${status === null ? "" : `?status=${status}`}`);
