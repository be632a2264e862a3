/** One function per request to the hub; every failure becomes a HubError with words for a person. */
import type {
  ComparisonSlice,
  ComparisonView,
  DocumentSlice,
  Draft,
  DraftWords,
  ErrorBody,
  Feedback,
  FeedbackWords,
  JournalPage,
  Review,
  ReviewDetail,
  ReviewList,
  Session,
  Settings,
  VerdictWords,
} from "./types";

export class HubError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly hint: string | null,
    readonly draft: Draft | null = null,
  ) {
    super(message);
  }
}

/** The code of a HubError that means: no answer at all. */
export const NO_ANSWER = "no_answer";

let csrf = "";

export function rememberCsrf(token: string): void {
  csrf = token;
}

function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === "object" && value !== null && "error" in value;
}

async function failureOf(response: Response): Promise<HubError> {
  const body: unknown = await response.json().catch(() => null);
  if (!isErrorBody(body)) return new HubError(response.status, "unknown", `The hub answered ${response.status}`, null);
  const { code, message, hint, draft } = body.error;
  return new HubError(response.status, code, message, hint, draft ?? null);
}

async function exchange(method: string, path: string, body: unknown): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (method !== "GET") headers["Content-Type"] = "application/json";
  if (method !== "GET" && csrf !== "") headers["X-CSRF-Token"] = csrf;
  // What is taken away as a tab closes is still said.
  const init: RequestInit = { method, headers, credentials: "same-origin", cache: "no-store", keepalive: method === "DELETE" };
  if (body !== undefined) init.body = JSON.stringify(body);
  try {
    return await fetch(path, init);
  } catch {
    throw new HubError(0, NO_ANSWER, "The hub does not answer", "Start it again with countermark");
  }
}

/** A hub that came back may have given this browser a new token: fetch it and try once more. */
export async function ask<Answer>(method: string, path: string, body?: unknown, again = method !== "GET"): Promise<Answer> {
  const response = await exchange(method, path, body);
  if (response.ok) return (await response.json()) as Answer;
  const failure = await failureOf(response);
  if (again && (failure.status === 401 || failure.code.includes("csrf"))) {
    rememberCsrf((await fetchSession()).csrf);
    return ask(method, path, body, false);
  }
  throw failure;
}

export const at = (id: string) => `/api/reviews/${encodeURIComponent(id)}`;

export const fetchSession = () => ask<Session>("GET", "/api/session");
export const signIn = (code: string) => ask<{ csrf: string }>("POST", "/api/sign-in", { code }, false);
export const signOut = () => ask<unknown>("POST", "/api/sign-out", {});
export const fetchOpenReviews = () => ask<ReviewList>("GET", "/api/reviews?status=open");
/** Those that are left out stay as they are. */
export const saveSettings = (settings: Partial<Settings>) => ask<Settings>("PUT", "/api/settings", settings);

/** `before` is the id of the last one already known. */
export function fetchDecidedReviews(words: string, before: string | null, limit: number): Promise<ReviewList> {
  const query = new URLSearchParams({ status: "decided", limit: String(limit) });
  if (words !== "") query.set("q", words);
  if (before !== null) query.set("before", before);
  return ask("GET", `/api/reviews?${query.toString()}`);
}

/** Everything about a review but its text, which comes slice by slice. */
export const fetchReview = (id: string) => ask<ReviewDetail>("GET", `${at(id)}/state`);

export const fetchSlice = (id: string, revision: number, slice: number) =>
  ask<DocumentSlice>("GET", `${at(id)}/revisions/${revision}/document?slice=${slice}`);

export const fetchFeedback = (id: string, revision: number) =>
  ask<{ markdown: string }>("GET", `${at(id)}/feedback?revision=${revision}`);

/** Two revisions of a review, compared, slice by slice. */
export const fetchComparison = (id: string, older: number, newer: number, view: ComparisonView, slice: number) =>
  ask<ComparisonSlice>("GET", `${at(id)}/comparison?old=${older}&new=${newer}&view=${view}&slice=${slice}`);

export const previewFeedback = (id: string, words: FeedbackWords) => ask<Feedback>("POST", `${at(id)}/feedback-preview`, words);

export const sendVerdict = (id: string, words: VerdictWords) =>
  ask<{ review: Review; seq: number }>("POST", `${at(id)}/verdict`, words);

export const markSeen = (id: string, revision: number) => ask<unknown>("POST", `${at(id)}/seen`, { revision });

export const saveDraft = (id: string, words: DraftWords) =>
  ask<{ version: number; saved_at: string }>("PUT", `${at(id)}/draft`, words);

export function fetchJournal(before: number | null, limit: number): Promise<JournalPage> {
  const query = new URLSearchParams({ limit: String(limit) });
  if (before !== null) query.set("before", String(before));
  return ask("GET", `/api/journal?${query.toString()}`);
}
