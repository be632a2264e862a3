/** This desk's tie to the hub: sign in, take the snapshot, follow the feed, and say so when it breaks. */
import { computed, signal } from "@preact/signals";
import { fetchDecidedReviews, fetchPermission, fetchQuestion, fetchReview, fetchSession, HubError, signIn } from "../wire/client";
import { followToken, forgetToken, token } from "../wire/credential";
import { followFeed, opens } from "../wire/feed";
import type { DeskOpening, Hello, ItemVersion, KnownEntry } from "../wire/types.gen";
import type { ByKind, Item } from "./items";
import { announce } from "./announce";
import { heldSince } from "./attention";
import { now } from "./clock";
import { keep, kept } from "./keep";
import { loadReview, revisionsOf } from "./decisions";
import { expectDocument } from "./documents";
import { takeOpening } from "./early_opening";
import { adoptSettings, takeSetting } from "./settings";
import { loadSessions, takeSessionEntry } from "./sessions/list";
import { loadSites, takeSiteEntry } from "./pages/sites";
import { adopt, adoptDecided, adoptOpen, postponeAll } from "./reviews";

type DeskState =
  | { at: "starting" }
  | { at: "signed_out"; why: string | null }
  | { at: "unreachable" }
  | { at: "here" };

export const standing = signal<DeskState>({ at: "starting" });
const lostAt = signal<number | null>(null);
const version = signal("");
const newerVersion = signal(false);
/** What is wrong with the hub's files, in its own words. */
export const problems = signal<readonly string[]>([]);
let signInId = "";
const OPEN_COMMAND = "open_command";
/** What to type to sign a browser in here; the hub tells it to those who are signed in, or were given a link. */
export const openCommand = signal(readCommand());
/** How often the feed has begun: what passes is not repeated after a break. */
export const greetings = signal(0);
export const lastEntry = signal<KnownEntry | null>(null);

const PATIENCE_MS = 1500;
const DECIDED_AT_START = 30;

/** What the desk says about its hub, if anything; a hiccup is not worth a word. */
export const trouble = computed(() => {
  if (newerVersion.value) return "outdated" as const;
  return lostAt.value !== null && now.value - lostAt.value > PATIENCE_MS ? ("away" as const) : null;
});

/** The one-time code, taken out of the address before anything else can see it. */
function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code !== null) history.replaceState(history.state, "", location.pathname);
  return code;
}

function readCommand(): string {
  const command = kept(OPEN_COMMAND);
  return typeof command === "string" ? command : "countermark open";
}

function rememberCommand(command: string): void {
  openCommand.value = command;
  keep(OPEN_COMMAND, command);
}

let arrived: (item: Item) => void = () => undefined;
let ready: Callers["ready"] = () => undefined;
let stopFeed: () => void = () => undefined;

interface Callers {
  /** A new item, or a new version of one. */
  arrived: (item: Item) => void;
  /** The list is there; `newest` is the newest item that nobody has seen. */
  ready: (newest: string | null) => void;
}

export async function start(callers: Callers): Promise<void> {
  ({ arrived, ready } = callers);
  window.addEventListener("hashchange", () => void enter());
  followToken(() => void takeToken());
  await enter();
}

/** Enters with a code from the address, or with the token of an earlier visit. */
async function enter(): Promise<void> {
  const code = takeCode();
  try {
    if (code !== null) await signIn(code);
  } catch (failure) {
    // An old link in a browser that is signed in already does no harm.
    if (!(failure instanceof HubError)) throw failure;
    if (failure.command !== null) rememberCommand(failure.command);
    return settleIn(failure.message);
  }
  return settleIn(null);
}

async function settleIn(refusal: string | null): Promise<void> {
  try {
    const opening = await takeOpening();
    expectDocument(opening);
    adoptOpening(opening.desk);
    standing.value = { at: "here" };
    lostAt.value = null;
    ready(opening.desk.first?.id ?? null);
    follow(opening.desk.open.seq);
    // The plan that is being opened goes first.
    window.setTimeout(() => void catchUpOnDecided());
    window.setTimeout(() => void loadSites());
    window.setTimeout(() => void loadSessions());
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    if (failure.status === 401) signedOut(refusal);
    else awaitHub(refusal);
  }
}

function adoptOpening({ start: { version: known, sign_in, open_command, settings }, open, held_since }: DeskOpening): void {
  version.value = known;
  signInId = sign_in;
  rememberCommand(open_command);
  adoptSettings(settings);
  adoptOpen(open.items, open.seq);
  heldSince.value = held_since === null ? null : Date.parse(held_since);
}

function awaitHub(refusal: string | null): void {
  standing.value = { at: "unreachable" };
  window.setTimeout(() => void settleIn(refusal), 1000);
}

async function catchUpOnDecided(): Promise<void> {
  const decided = await fetchDecidedReviews(DECIDED_AT_START).catch(() => null);
  if (decided !== null) adoptDecided(decided.reviews, decided.seq);
}

function follow(seq: number): void {
  stopFeed();
  stopFeed = followFeed(seq, { entry: (entry) => void take(entry), hello: (hello, missed) => greet(hello, missed || hello.seq < seq), lost: breakOff });
}

function breakOff(): void {
  lostAt.value ??= Date.now();
  if (standing.value.at === "here") void checkSignIn();
}

/** The stream cannot tell a stopped hub from one that no longer knows this browser. */
async function checkSignIn(): Promise<void> {
  try {
    await fetchSession();
  } catch (failure) {
    if (failure instanceof HubError && failure.status === 401) signedOut(null);
  }
}

function signedOut(why: string | null): void {
  stopFeed();
  standing.value = { at: "signed_out", why };
}

/** The hub, or another tab, has signed this browser in or out. */
async function takeToken(): Promise<void> {
  const isOut = standing.value.at === "signed_out";
  if (token() === null && !isOut) signedOut(null);
  else if (token() !== null && isOut) await settleIn(null);
}

function greet(hello: Hello, isAnother: boolean): void {
  if (lostAt.value !== null && now.peek() - lostAt.value > PATIENCE_MS) announce("The hub answers again");
  lostAt.value = null;
  greetings.value += 1;
  problems.value = hello.problems;
  newerVersion.value = version.value !== "" && hello.version !== version.value;
  if (isAnother) void settleIn(null);
}

async function take(entry: KnownEntry): Promise<void> {
  lastEntry.value = entry;
  // At once: a hub on a shared machine signs everybody out before it gives up its port.
  if (entry.kind === "signed_out" && entry.body["sign_in"] === signInId) forgetToken();
  if (entry.kind === "settings_changed") takeSetting(entry.body["name"], entry.body["value"]);
  takeSiteEntry(entry);
  takeSessionEntry(entry);
  takeHold(entry);
  if (entry.item !== null) await takeItem(entry, entry.item);
}

async function takeItem(entry: KnownEntry, about: ItemVersion): Promise<void> {
  const item = entry.item_now ?? (await FETCH[about.kind](about.id).catch(() => null));
  if (item === null || adopt(item, entry.seq) === undefined) return;
  if (revisionsOf(item.id).peek().length > 0) void loadReview(item.id).catch(() => undefined);
  if (opens(entry)) arrived(item);
}

/** The countdowns stand still while a person answers, here or in another browser. */
function takeHold({ kind, at, body }: KnownEntry): void {
  if (kind === "countdowns_held") heldSince.value = Date.parse(at);
  if (kind !== "countdowns_resumed") return;
  heldSince.value = null;
  if (typeof body["held_ms"] === "number") postponeAll(body["held_ms"], Date.parse(at));
}

const FETCH: ByKind<(id: string) => Promise<Item>> = {
  review: async (id) => (await fetchReview(id)).review,
  permission: async (id) => (await fetchPermission(id)).permission,
  question: async (id) => (await fetchQuestion(id)).question,
};
