/** Page reviews as the hub's wire has them: sites in its own spelling, entries as the page file spells them. */

/** A site is one file of annotations. */
export interface PageSite {
  id: string;
  name: string;
  root: string;
  storage: string;
  /** Where its dev server was seen last. */
  address: string | null;
  open: number;
  in_progress: number;
  addressed: number;
  notes: number;
  /** Why its file cannot be read, if it cannot. */
  problem: string | null;
  changed_at: string | null;
}

export interface PageSiteList {
  sites: PageSite[];
  seq: number;
}

/** An entry that cannot be read as what it should be; it stays in the file as it is. */
export interface PageProblem {
  where: string;
  index: number;
  why: string;
}

/** Anybody may write the file, so nothing about an entry is taken for granted here. */
export type PageEntry = Record<string, unknown>;

export interface PageSiteDetail {
  site: PageSite;
  annotations: PageEntry[];
  page_notes: PageEntry[];
  problems: PageProblem[];
  broken: string | null;
  fingerprint: string;
  seq: number;
}

export type PageStatus = "open" | "in_progress" | "addressed";

export interface PageAnnotationChange {
  note?: string;
  status?: PageStatus;
  reply?: { message: string };
}

export interface PageNoteWords {
  pageUrl: string;
  pageTitle: string;
  note: string;
}
