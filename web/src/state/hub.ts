/** This desk's tie to the hub: sign in, take the snapshot, follow the feed, and say so when it breaks. */
import { computed, signal } from "@preact/signals";
import { fetchDecidedReviews, fetchOpenReviews, fetchReview, fetchSession, HubError, rememberCsrf, signIn } from "../wire/client";
import { followFeed } from "../wire/feed";
import type { Entry, Hello, Review } from "../wire/types";
import { announce } from "./announce";
import { now } from "./clock";
import { loadReview, revisionsOf } from "./decisions";
import { adoptSettings, takeSetting } from "./settings";
import { loadSites, takeSiteEntry } from "./pages";
import { adopt, adoptDecided, adoptOpen } from "./reviews";

export type Standing =
  | { at: "starting" }
  | { at: "signed_out"; why: string | null }
  | { at: "unreachable" }
  | { at: "here" };

export const standing = signal<Standing>({ at: "starting" });
const lostAt = signal<number | null>(null);
const version = signal("");
const newerVersion = signal(false);
export const lastEntry = signal<Entry | null>(null);

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

let arrived: (review: Review) => void = () => undefined;
let ready: () => void = () => undefined;
let stopFeed: () => void = () => undefined;

export interface Callers {
  /** A new plan, or a new revision of one. */
  arrived: (review: Review) => void;
  /** The list is there. */
  ready: () => void;
}

export async function start(callers: Callers): Promise<void> {
  ({ arrived, ready } = callers);
  window.addEventListener("hashchange", () => void enter());
  await enter();
}

/** Enters with a code from the address, or with the cookie of an earlier visit. */
export async function enter(): Promise<void> {
  const code = takeCode();
  try {
    if (code !== null) rememberCsrf((await signIn(code)).csrf);
  } catch (failure) {
    // An old link in a browser that is signed in already does no harm.
    if (!(failure instanceof HubError)) throw failure;
    return settleIn(failure.message);
  }
  return settleIn(null);
}

async function settleIn(refusal: string | null): Promise<void> {
  try {
    const [session, open] = await Promise.all([fetchSession(), fetchOpenReviews()]);
    rememberCsrf(session.csrf);
    version.value = session.version;
    adoptSettings(session.settings);
    adoptOpen(open.reviews, open.seq);
    standing.value = { at: "here" };
    lostAt.value = null;
    ready();
    follow(open.seq);
    // The plan that is being opened goes first.
    window.setTimeout(() => void catchUpOnDecided());
    window.setTimeout(() => void loadSites());
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    if (failure.status === 401) standing.value = { at: "signed_out", why: refusal };
    else awaitHub(refusal);
  }
}

function awaitHub(refusal: string | null): void {
  standing.value = { at: "unreachable" };
  window.setTimeout(() => void settleIn(refusal), 1000);
}

async function catchUpOnDecided(): Promise<void> {
  const decided = await fetchDecidedReviews("", null, DECIDED_AT_START).catch(() => null);
  if (decided !== null) adoptDecided(decided.reviews, decided.seq);
}

function follow(seq: number): void {
  stopFeed();
  stopFeed = followFeed(seq, { entry: (entry) => void take(entry), hello: (hello) => greet(hello, seq), lost: breakOff });
}

function breakOff(): void {
  lostAt.value ??= Date.now();
  if (standing.value.at === "here") void checkSignIn();
}

/** The stream cannot tell a stopped hub from one that no longer knows this browser. */
async function checkSignIn(): Promise<void> {
  try {
    rememberCsrf((await fetchSession()).csrf);
  } catch (failure) {
    if (!(failure instanceof HubError) || failure.status !== 401) return;
    stopFeed();
    standing.value = { at: "signed_out", why: null };
  }
}

function greet(hello: Hello, seq: number): void {
  if (lostAt.value !== null && now.peek() - lostAt.value > PATIENCE_MS) announce("The hub answers again");
  lostAt.value = null;
  newerVersion.value = version.value !== "" && hello.version !== version.value;
  if (hello.seq < seq) void settleIn(null);
}

const ARRIVALS = new Set(["review_opened", "revision_added"]);

async function take(entry: Entry): Promise<void> {
  lastEntry.value = entry;
  if (entry.kind === "settings_changed") takeSetting(entry.body["name"], entry.body["value"]);
  takeSiteEntry(entry);
  if (entry.review === null) return;
  const review = entry.review_now ?? (await fetchReview(entry.review).catch(() => null))?.review;
  if (review === undefined || adopt(review, entry.seq) === undefined) return;
  if (revisionsOf(review.id).peek().length > 0) void loadReview(review.id).catch(() => undefined);
  if (ARRIVALS.has(entry.kind)) arrived(review);
}
