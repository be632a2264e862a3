/** History as the desk lists it: searched at the hub, read page by page, and followed as decisions come. */
import { computed, signal } from "@preact/signals";
import { HubError } from "../../wire/client";
import { fetchHistory, fetchHistoryFacets } from "../../wire/history";
import type { HistoryFacets, HistoryLine, HistoryPage } from "../../wire/types.gen";
import { keep, kept } from "../keep";
import { ALL, askedFor, type Choices } from "./choices";
import { byDay, byWorkspace, isOlder, leavesGap, merged, type Arrangement } from "./groups";

const PAGE = 50;
/** So many lines of each workspace, where they are listed by workspace. */
const FEW = 8;
const WORKSPACES_AT_ONCE = 4;
const ARRANGEMENT = "history_by";

export const choices = signal<Choices>(ALL);
export const arrangement = signal<Arrangement>(kept(ARRANGEMENT) === "workspace" ? "workspace" : "day");
export const facets = signal<HistoryFacets | null>(null);
export const lines = signal<readonly HistoryLine[]>([]);
export const wholeHistory = signal(false);
export const failure = signal<HubError | null>(null);
export const isSearching = signal(false);
/** The entry up to which the hub has indexed what was decided, and the newest one: below it something lacks that comes by itself. */
export const indexedTo = signal({ indexed: 0, seq: 0 });
/** Workspaces of which more can be listed. */
export const withMore = signal<ReadonlySet<string>>(new Set());
/** The line that the keys stand on, and where a pane was scrolled to: whoever comes back finds the place again. */
export const chosenLine = signal<string | null>(null);
export const scrolledTo = new Map<string, number>();

/** One workspace is listed by day. */
const arranged = computed<Arrangement>(() => (choices.value.workspace === null ? arrangement.value : "day"));
const order = signal<readonly string[]>([]);
export const groups = computed(() => (arranged.value === "day" ? byDay(lines.value) : byWorkspace(lines.value, order.value)));

let next: string | null = null;
/** Workspaces that were not read yet. */
let ahead: readonly string[] = [];
/** Counts what was asked for, so that a slow answer to old words is thrown away. */
let turn = 0;
let isReading = false;

async function fetchPage(before: string | null, limit = PAGE, only: Partial<Choices> = {}): Promise<HistoryPage> {
  const page = await fetchHistory(askedFor({ ...choices.peek(), ...only }, Date.now()), before, limit);
  indexedTo.value = { indexed: page.indexed, seq: page.seq };
  return page;
}

/** What `ask` has learnt is taken, unless something else is wanted by then. */
async function read(ask: () => Promise<() => void>): Promise<void> {
  const mine = turn;
  isReading = true;
  try {
    const take = await ask();
    if (mine !== turn) return;
    failure.value = null;
    take();
  } catch (problem) {
    if (!(problem instanceof HubError)) throw problem;
    if (mine === turn) failure.value = problem;
  } finally {
    if (mine === turn) isReading = isSearching.value = false;
  }
}

export function choose(changes: Partial<Choices>): Promise<void> {
  choices.value = { ...choices.peek(), ...changes };
  chosenLine.value = null;
  return reload();
}

export const chooseAll = () => choose({ ...ALL, rules: choices.peek().rules });

export function arrange(by: Arrangement): Promise<void> {
  arrangement.value = by;
  keep(ARRANGEMENT, by);
  return reload();
}

async function knownFacets(): Promise<HistoryFacets> {
  facets.value = await fetchHistoryFacets();
  return facets.value;
}

/** Without them the menus have less to choose from; the list says whether the hub answers. */
const loadFacets = () => knownFacets().catch(() => null);

/** From the beginning; what is listed stays until the answer is there. */
export async function reload(): Promise<void> {
  turn += 1;
  isSearching.value = true;
  if (facets.peek() === null) void loadFacets();
  await read(async () => (arranged.peek() === "day" ? startDays(await fetchPage(null)) : startWorkspaces(await knownFacets())));
  if (arranged.peek() === "workspace") await loadMore();
}

const startDays = (page: HistoryPage) => () => {
  lines.value = [];
  takeOlder(page);
};

const startWorkspaces = ({ workspaces }: HistoryFacets) => () => {
  lines.value = [];
  withMore.value = new Set();
  ahead = order.value = workspaces.map(({ value }) => value);
  wholeHistory.value = ahead.length === 0;
};

function takeOlder(page: HistoryPage): void {
  const known = new Set(lines.peek().map(({ id }) => id));
  lines.value = [...lines.peek(), ...page.lines.filter(({ id }) => !known.has(id))];
  next = page.next;
  wholeHistory.value = next === null;
}

export async function loadMore(): Promise<void> {
  if (isReading || wholeHistory.peek()) return;
  await read(async () => {
    if (arranged.peek() === "workspace") return nextWorkspaces();
    const page = await fetchPage(next);
    return () => takeOlder(page);
  });
}

/** The newest lines of the next workspaces that have any. */
async function nextWorkspaces(): Promise<() => void> {
  const found: (readonly [string, HistoryPage])[] = [];
  let rest = ahead;
  while (rest.length > 0 && !found.some(([, page]) => page.lines.length > 0)) {
    const some = rest.slice(0, WORKSPACES_AT_ONCE);
    rest = rest.slice(WORKSPACES_AT_ONCE);
    found.push(...(await Promise.all(some.map(async (workspace) => [workspace, await fetchPage(null, FEW, { workspace })] as const))));
  }
  return () => {
    lines.value = [...lines.peek(), ...found.flatMap(([, page]) => page.lines)];
    withMore.value = new Set([...withMore.peek(), ...found.filter(([, page]) => page.next !== null).map(([workspace]) => workspace)]);
    ahead = rest;
    wholeHistory.value = rest.length === 0;
  };
}

/** What was decided since is put in its place; gives the number of the entry up to which that is so, 0 for none. */
export async function catchUp(): Promise<number> {
  if (isReading) return 0;
  let indexed = 0;
  await read(async () => {
    const [page] = await Promise.all([fetchPage(null), loadFacets()]);
    return () => {
      indexed = page.indexed;
      takeNewest(page);
    };
  });
  return indexed;
}

function takeNewest(page: HistoryPage): void {
  const known = lines.peek();
  if (arranged.peek() === "workspace") {
    const newest = known.reduce<HistoryLine | null>((last, line) => (last === null || isOlder(last, line) ? line : last), null);
    const fresh = (line: HistoryLine) => !ahead.includes(line.workspace) && (newest === null || isOlder(newest, line));
    lines.value = merged(known, page, fresh);
  } else if (leavesGap(known, page) || known.length === 0) startDays(page)();
  else {
    lines.value = merged(known, page, () => true);
    if (page.next === null) wholeHistory.value = true;
  }
}

/** Its texts are gone: at once from the list, too, however far down it stands. */
export function forgetLine(id: string): void {
  lines.value = lines.peek().map((line) => (line.id === id ? { ...line, title: "", marks: 0, snippet: [], forgotten: true } : line));
}
