/** The order of the rail: what waits, by workspace, and with it the pages of the same workspace. */
import { computed, signal } from "@preact/signals";
import type { ListedSession, PageSite } from "../wire/types.gen";
import type { InboxGroup } from "./inbox";
import { sites } from "./pages/sites";
import { inbox } from "./reviews";
import { openSessions } from "./sessions/list";

interface RailGroup extends InboxGroup {
  sites: PageSite[];
  sessions: ListedSession[];
}

const lies = (root: string, workspace: string) => root === workspace || root.startsWith(`${workspace}/`);

/** A site stands with the workspace it lies in, the innermost; else under its own name. */
export function railOf(groups: readonly InboxGroup[], all: readonly PageSite[], held: readonly ListedSession[] = []): RailGroup[] {
  const rail = groups.map((group): RailGroup => ({ ...group, sites: [], sessions: [] }));
  const alone = new Map<string, RailGroup>();
  for (const site of all.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const hosts = rail.filter(({ workspace }) => workspace !== "" && lies(site.root, workspace));
    const host = hosts.toSorted((one, other) => other.workspace.length - one.workspace.length)[0] ?? alone.get(site.root);
    if (host === undefined) alone.set(site.root, { workspace: site.root, name: site.name, items: [], sites: [site], sessions: [] });
    else host.sites.push(site);
  }
  for (const line of held) {
    const groupsHere = [...rail, ...alone.values()].filter(({ workspace }) => workspace !== "" && lies(line.folder, workspace));
    const host = groupsHere.toSorted((one, other) => other.workspace.length - one.workspace.length)[0];
    if (host === undefined) alone.set(line.folder, { workspace: line.folder, name: line.folder_name, items: [], sites: [], sessions: [line] });
    else host.sessions.push(line);
  }
  return [...rail, ...alone.values()];
}

export const rail = computed(() => railOf(inbox.value, sites.value, openSessions.value));
/** What `j` and `k` walk: ids of reviews and of sites. */
export const railIds = computed(() => rail.value.flatMap((group) => [...group.items, ...group.sessions, ...group.sites].map(({ id }) => id)));

/** Beside their names at the foot, once their pages have been looked at: "23 today", "41". */
export const decidedToday = signal("");
export const ruleCount = signal("");
