/** Which entries of a site are shown, page by page; pure. */
import type { PageStatus } from "../../wire/pages";
import type { PageMark, PageNote } from "./entries";

export interface Filter {
  status: PageStatus | null;
  /** A pageUrl. */
  page: string | null;
}

export const EVERYTHING: Filter = { status: null, page: null };

export interface NumberedMark {
  mark: PageMark;
  /** Its place in the file: it keeps it whatever is shown beside it. */
  number: number;
}

export interface PageGroup {
  url: string;
  title: string;
  notes: PageNote[];
  marks: NumberedMark[];
}

/** Pages in the order of the file; the newest title of a page counts. */
export function groupByPage(marks: readonly PageMark[], notes: readonly PageNote[]): PageGroup[] {
  const groups = new Map<string, PageGroup>();
  const groupOf = ({ url, title }: PageNote): PageGroup => {
    const group = groups.get(url) ?? { url, title, notes: [], marks: [] };
    groups.set(url, group);
    if (title !== "") group.title = title;
    return group;
  };
  for (const [index, mark] of marks.entries()) groupOf(mark).marks.push({ mark, number: index + 1 });
  for (const note of notes) groupOf(note).notes.push(note);
  return [...groups.values()];
}

/** Page notes have no status: they are shown with everything, and with what is open, which they are. */
export function filtered(groups: readonly PageGroup[], { status, page }: Filter): PageGroup[] {
  return groups
    .filter(({ url }) => page === null || url === page)
    .map((group) => ({
      ...group,
      notes: status === null || status === "open" ? group.notes : [],
      marks: group.marks.filter(({ mark }) => status === null || mark.status === status),
    }))
    .filter(({ notes, marks }) => notes.length + marks.length > 0);
}

export type Counts = Record<PageStatus, number>;

export function countsOf(marks: readonly PageMark[]): Counts {
  const counts: Counts = { open: 0, in_progress: 0, addressed: 0 };
  for (const { status } of marks) counts[status] += 1;
  return counts;
}
