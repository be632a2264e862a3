/** One function per request to the hub; every failure becomes a HubError with words for a person. */
import type { AgentServers, Attention, BulkAnswer, BulkAnswered, ComparisonSlice, CountdownsNow, DocumentSlice, Draft, DraftKept, DraftSaved, Feedback, FeedbackAsked, GrantList, ItemKind, Looking, NoticeState, PermissionAnswered, PermissionCard, PermissionNow, Problem, QuestionCard, QuestionNow, QuestionReplied, ReviewList, ReviewNow, ReviewState, Settled, DeskOpening, DeskSettings, DeskStart, SignInToken, VerdictGiven } from "./types.gen";
import { forgetToken, rememberToken, token } from "./credential";

export type PersonVerdict = FeedbackAsked["verdict"];
export type ComparisonView = ComparisonSlice["view"];

export class HubError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly hint: string | null,
    readonly draft: Draft | null = null,
    /** What to type in a terminal. */
    readonly command: string | null = null,
  ) {
    super(message);
  }

  /** What went wrong, and what to do. */
  get told(): string {
    return this.hint === null ? this.message : `${this.message} ${this.hint}`;
  }

  /** Whether the same request may be answered later: the hub is away or busy, or this browser is to sign in again. */
  get isPassing(): boolean {
    return this.status === 0 || this.status >= 500 || this.status === 401 || this.status === 429;
  }
}

/** The code of a HubError that means: no answer at all. */
export const NO_ANSWER = "no_answer";
const NO_CONTENT = 204;
const ATTENTION = "/api/attention";
const LOOKING = "/api/looking";

function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && "error" in value;
}

function hubError(status: number, { error: { code, message, hint, draft, command } }: Problem): HubError {
  return new HubError(status, code, message, hint, draft ?? null, command ?? null);
}

async function failureOf(response: Response): Promise<HubError> {
  const body: unknown = await response.json().catch(() => null);
  return isProblem(body) ? hubError(response.status, body) : new HubError(response.status, "unknown", `The hub answered ${response.status}`, null);
}

const noAnswer = () => new HubError(0, NO_ANSWER, "The hub does not answer", "Start it again with countermark open");

/** What the hub says; a hub that ends in the middle of it has not answered. */
async function bodyOf<Answer>(response: Response): Promise<Answer> {
  try {
    return (await response.json()) as Answer;
  } catch {
    throw noAnswer();
  }
}

/** One request as this browser's person; no cookie goes along, since other ports may have set it. */
export async function request(path: string, init: RequestInit, bearer = token()): Promise<Response> {
  const headers = new Headers(init.headers);
  if (bearer !== null) headers.set("Authorization", `Bearer ${bearer}`);
  try {
    return await fetch(path, { cache: "no-store", ...init, headers, credentials: "omit" });
  } catch {
    throw noAnswer();
  }
}

function exchange(method: string, path: string, body: unknown, bearer: string | null): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (method !== "GET") headers["Content-Type"] = "application/json";
  // What is taken away as a tab closes is still said, and that nobody answers or looks there any more.
  const init: RequestInit = { method, headers, keepalive: method === "DELETE" || path === ATTENTION || path === LOOKING };
  if (body !== undefined) init.body = JSON.stringify(body);
  return request(path, init, bearer);
}

/** A token that the hub refuses is forgotten, unless another tab has brought a new one: then that is tried. */
async function answered(method: string, path: string, body?: unknown, again = true): Promise<Response> {
  const bearer = token();
  const response = await exchange(method, path, body, bearer);
  if (response.ok) return response;
  const failure = await failureOf(response);
  if (response.status === 401 && token() === bearer) forgetToken();
  else if (response.status === 401 && again) return answered(method, path, body, false);
  throw failure;
}

export async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await answered(method, path, body);
  return response.status === NO_CONTENT ? (undefined as Answer) : bodyOf<Answer>(response);
}

/** The lines of an answer as they come, those together that have come together. */
async function* linesOf(response: Response): AsyncGenerator<string[], void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
      const lines = (rest + piece.value).split("\n");
      rest = lines.pop() ?? "";
      if (lines.length > 0) yield lines;
    }
  } catch (failure) {
    if (failure instanceof TypeError) throw noAnswer();
    throw failure;
  } finally {
    void reader?.cancel().catch(() => undefined);
  }
}

export type ExportForm = "markdown" | "html" | "json";

const FILE_NAME = /filename\*=UTF-8''([^;]+)/u;

/** A decided item as a file, and the name that it is to have. */
export async function fetchExported(kind: ItemKind, id: string, form: ExportForm): Promise<{ name: string; file: Blob }> {
  const response = await answered("GET", `/api/history/${kind}/${encodeURIComponent(id)}/export?form=${form}`);
  const name = FILE_NAME.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  return { name: name === undefined ? id : decodeURIComponent(name), file: await response.blob() };
}

/** Exchanges a one-time code for the token that this browser keeps. */
export async function signIn(code: string): Promise<void> {
  const response = await exchange("POST", "/api/sign-in", { code }, null);
  if (!response.ok) throw await failureOf(response);
  rememberToken((await bodyOf<SignInToken>(response)).token);
}

/** This browser is signed out whether the hub answers or not. */
export async function signOut(): Promise<void> {
  await ask<unknown>("POST", "/api/sign-out", {}).catch(() => undefined);
  forgetToken();
}

export const at = (id: string) => `/api/reviews/${encodeURIComponent(id)}`;

export const fetchSession = () => ask<DeskStart>("GET", "/api/session");
/** Those that are left out stay as they are. */
export const saveSettings = (settings: Partial<DeskSettings>) => ask<DeskSettings>("PUT", "/api/settings", settings);

/** The newest ones; more are found in history. */
export const fetchDecidedReviews = (limit: number) => ask<ReviewList>("GET", `/api/reviews?status=decided&limit=${limit}`);

/** Everything about a review but its text, which comes slice by slice. */
export const fetchReview = (id: string) => ask<ReviewState>("GET", `${at(id)}/state`);

/** All slices of a text, those together that have come together; the first one may come early, before the rest is rendered. */
export async function* fetchSlices(id: string, revision: number): AsyncGenerator<DocumentSlice[]> {
  const response = await answered("GET", `${at(id)}/revisions/${revision}/slices`);
  for await (const lines of linesOf(response)) yield* slicesIn(lines);
}

function* slicesIn(lines: readonly string[]): Generator<DocumentSlice[]> {
  const values = lines.map((line) => JSON.parse(line) as DocumentSlice | Problem);
  const failure = values.find((value) => isProblem(value));
  yield values.filter((value): value is DocumentSlice => !isProblem(value));
  if (failure !== undefined) throw hubError(0, failure);
}

/** What a fresh page shows, and the document of the review that it shows first, on its way. */
export interface Opening {
  desk: DeskOpening;
  slices: AsyncGenerator<DocumentSlice[]>;
  /** Nobody wants the document. */
  drop: () => void;
}

export async function fetchDesk(): Promise<Opening> {
  const lines = linesOf(await answered("GET", "/api/desk"));
  const [desk, ...slices] = (await lines.next()).value ?? [];
  if (desk === undefined) throw noAnswer();
  return { desk: JSON.parse(desk) as DeskOpening, slices: slicesAfter(slices, lines), drop: () => void lines.return() };
}

async function* slicesAfter(first: readonly string[], rest: AsyncGenerator<string[], void>): AsyncGenerator<DocumentSlice[]> {
  yield* slicesIn(first);
  for await (const lines of rest) yield* slicesIn(lines);
}

export const fetchFeedback = (id: string, revision: number) =>
  ask<{ markdown: string }>("GET", `${at(id)}/feedback?revision=${revision}`);

/** Two revisions of a review, compared, slice by slice. */
export const fetchComparison = (id: string, older: number, newer: number, view: ComparisonView, slice: number) =>
  ask<ComparisonSlice>("GET", `${at(id)}/comparison?old=${older}&new=${newer}&view=${view}&slice=${slice}`);

export const previewFeedback = (id: string, words: FeedbackAsked) => ask<Feedback>("POST", `${at(id)}/feedback-preview`, words);

export const sendVerdict = (id: string, words: VerdictGiven) =>
  ask<ReviewNow>("POST", `${at(id)}/verdict`, words);

export const markSeen = (id: string, revision: number) => ask<unknown>("POST", `${at(id)}/seen`, { revision });

export const saveDraft = (id: string, words: DraftKept) =>
  ask<DraftSaved>("PUT", `${at(id)}/draft`, words);

const permissionAt = (id: string) => `/api/permissions/${encodeURIComponent(id)}`;
const questionAt = (id: string) => `/api/questions/${encodeURIComponent(id)}`;

export type PermissionChoice = PermissionAnswered["answer"];

export const fetchPermission = (id: string) => ask<PermissionCard>("GET", permissionAt(id));
export const answerPermission = (id: string, answer: PermissionAnswered) => ask<PermissionNow>("POST", `${permissionAt(id)}/answer`, answer);
/** Which other requests an allow of this scope would settle, too; `until` is the last day of its rules, if it is not the proposed one. */
export const fetchSettled = (id: string, scope: "conversation" | "always", until: string | null) =>
  ask<Settled>("GET", `${permissionAt(id)}/settles?scope=${scope}${until === null ? "" : `&until=${until}`}`);
export const answerPermissions = (answer: BulkAnswer) => ask<BulkAnswered>("POST", "/api/permissions/answers", answer);
export const markPermissionSeen = (id: string) => ask<unknown>("POST", `${permissionAt(id)}/seen`, {});
export const stopPermissionCountdown = (id: string) => ask<PermissionNow>("POST", `${permissionAt(id)}/countdown/stop`, {});

export const fetchQuestion = (id: string) => ask<QuestionCard>("GET", questionAt(id));
export const answerQuestion = (id: string, reply: QuestionReplied) => ask<QuestionNow>("POST", `${questionAt(id)}/answer`, reply);
export const markQuestionSeen = (id: string) => ask<unknown>("POST", `${questionAt(id)}/seen`, {});
export const stopQuestionCountdown = (id: string) => ask<QuestionNow>("POST", `${questionAt(id)}/countdown/stop`, {});

export const sayAnswering = (answering: Attention["answering"]) => ask<CountdownsNow>("POST", ATTENTION, { answering });

export const fetchGrants = () => ask<GrantList>("GET", "/api/grants");
export const fetchServers = () => ask<AgentServers>("GET", "/api/agent-servers");
export const detachServer = (id: string) => ask<AgentServers>("POST", `/api/agent-servers/${encodeURIComponent(id)}/detach`, {});
export const takeSavedBack = (id: string, grant: string) => ask<AgentServers>("POST", `/api/agent-servers/${encodeURIComponent(id)}/saved/${encodeURIComponent(grant)}/take-back`, {});
export const takeGrantBack = (id: string) => ask<unknown>("DELETE", `/api/grants/${encodeURIComponent(id)}`, {});

export const sayLooking = (looking: Looking) => ask<unknown>("POST", LOOKING, looking);
export const fetchNotices = () => ask<NoticeState>("GET", "/api/notices");
export const sendNoticeTest = () => ask<NoticeState>("POST", "/api/notices/test", {});
