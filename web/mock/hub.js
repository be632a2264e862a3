/** A hub without agents, for looking at the desk: node mock/hub.js [port] [--empty]. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";
import { Annotations } from "./annotations.js";
import { comparisonSlice, feedbackOf } from "./comparison.js";
import { Pages } from "./pages.js";
import { PLANS } from "./plans.js";
import { digest, fill, iso, World } from "./world.js";

const STATIC = process.env.STATIC ?? new URL("../../src/countermark/static/", import.meta.url).pathname;
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2" };

const world = new World();
const marks = new Annotations(world);
const pages = new Pages(world, !process.argv.includes("--empty"));
const images = new Map();
let refuse_until = 0;
let slow_ms = 11;
let signed_in = !process.argv.includes("--signed-out");
if (!process.argv.includes("--empty")) fill(world);

const refusal = (status, code, message, hint = null, more = {}) => ({ status, body: { error: { code, message, hint, ...more } } });
const ok = (body) => ({ status: 200, body });
const later = (work) => setTimeout(work, slow_ms);

function verdict(review, { verdict: wanted, notes, annotations = [], shown_sha256, revision, feedback_sha256 }) {
  if (review.status === "decided") return refusal(409, "already_decided", "This revision is already decided.");
  if (shown_sha256 !== review.sha256 || revision !== review.revision) return refusal(409, "stale", "The text has changed.");
  const markdown = feedbackOf(review, { verdict: wanted, notes, annotations }, marks);
  if (feedback_sha256 && feedback_sha256 !== digest(markdown)) return refusal(409, "stale", "The words have changed since the preview.");
  for (const id of annotations) marks.known.set(id, { ...marks.known.get(id), sent: true });
  review.marks = annotations.length;
  review.feedback = annotations.length > 0 || notes ? markdown : "";
  world.decide(review, wanted, notes);
  if (review.delivery === "sent") later(() => (world.deliver(review, "delivered"), later(() => world.deliver(review, "received"))));
  return ok({ review: world.row(review), seq: world.entries.length });
}

function draft(review, { revision, text, kind, version, slot = "answer", mark = null }) {
  const name = slot === "answer" ? review.id : `${review.id}/${slot}`;
  const known = world.drafts.get(name);
  if (known && known.version > version) return refusal(409, "draft_newer", "Newer words are already kept.", null, { draft: known });
  const kept = { revision, text, kind, version: version + 1, saved_at: iso(Date.now()), slot, mark };
  world.drafts.set(name, kept);
  return ok({ version: kept.version, saved_at: kept.saved_at });
}

function preview(review, words) {
  const markdown = feedbackOf(review, words, marks);
  return ok({ markdown, sha256: digest(markdown) });
}

const markDrafts = (review) =>
  [...world.drafts].filter(([name, { text, mark }]) => name.startsWith(`${review.id}/`) && (text !== "" || mark !== null)).map(([, kept]) => kept);

function annotation(method, review, path, query, body) {
  const told = (mark) => ok({ annotation: mark, seq: world.entries.length });
  const [id, verb] = path.split("/");
  if (!id) return ok({ annotations: marks.of(review, Number(query.get("revision"))), seq: world.entries.length });
  if (method === "PUT") return body.words.includes("refuse me") ? refusal(422, "quote_differs", "The marked words do not stand there.") : told(marks.put(review, id, body));
  if (!marks.known.has(id)) return refusal(404, "not_found", "There is no such mark.");
  if (method === "DELETE") return told(marks.act(review, id, "remove", body));
  if (method === "POST") return told(marks.act(review, id, verb, body));
  const changed = marks.patch(review, id, body);
  return changed === null ? refusal(409, "annotation_newer", "This mark was changed meanwhile.") : told(changed);
}

function image({ name, data }) {
  const bytes = Buffer.from(data, "base64");
  const sha256 = digest(bytes);
  images.set(sha256, bytes);
  return ok({ sha256, media_type: "image/png", name });
}

function slice(review, number) {
  const { slices, toc, title, front_matter } = PLANS[review.plan];
  const first = number === 0 ? { toc, front_matter } : {};
  return ok({ html: slices[number], slice: number, slices: slices.length, sha256: review.sha256, title, html_bytes: slices.join("").length, ...first });
}

function list(query) {
  const words = (query.get("q") ?? "").toLowerCase();
  const all = [...world.reviews.values()].filter(({ status }) => status === query.get("status"));
  const rows = all.filter(({ title }) => title.toLowerCase().includes(words));
  rows.sort((one, other) => (one.decided_at < other.decided_at ? 1 : -1));
  rows.splice(0, 1 + rows.findIndex(({ id }) => id === query.get("before")));
  return ok({ reviews: rows.slice(0, Number(query.get("limit") ?? 500)).map((review) => world.row(review)), seq: world.entries.length });
}

function aboutReview(method, review, rest, query, body) {
  if (!review) return refusal(404, "not_found", "There is no such thing here.");
  const unsent = world.drafts.get(review.id);
  if (rest === "state") return ok({ review: world.row(review), revisions: world.revisions(review), draft: unsent?.text ? unsent : null, mark_drafts: markDrafts(review), seq: world.entries.length });
  if (rest.endsWith("/document")) return slice(review, Number(query.get("slice")));
  if (rest === "feedback") return ok({ markdown: review.feedback ?? review.notes ?? "" });
  if (/^annotations\b/.test(rest)) return annotation(method, review, rest.slice(12), query, body);
  if (rest === "comparison") return ok(comparisonSlice(review, query));
  if (rest === "feedback-preview") return preview(review, body);
  if (rest === "verdict") return verdict(review, body);
  if (rest === "draft") return draft(review, body);
  if (rest === "seen") {
    review.seen = true;
    world.append("review_seen", { kind: "person", id: "si_1" }, review);
    return ok({});
  }
  return refusal(404, "not_found", method);
}

/** What the scenes of a screenshot script need: POST /mock/{what}?… */
function scene(what, query) {
  const review = world.reviews.get(query.get("review")) ?? [...world.reviews.values()].at(-1);
  const agent = { kind: "agent", id: "claude-code" };
  const scenes = {
    open: () => world.open(query.get("plan") ?? "short", JSON.parse(query.get("with") ?? "{}")),
    revise: () => world.revise(review),
    carry: () => marks.carry(review, query.get("fates").split(",")),
    leave: () => ((review.delivery = "gone"), world.append("agent_left", agent, review)),
    expire: () => world.end(review, { verdict: "expired", delivery: "gone" }, "review_expired", { kind: "timeout", id: "clock" }),
    withdraw: () => world.end(review, { verdict: "withdrawn", reason: "asked_again", delivery: "gone" }, "review_withdrawn", agent),
    soon: () => ((review.expires_at = iso(Date.now() + Number(query.get("ms")))), world.append("review_seen", agent, review)),
    break: () => ((pages.sites.get(query.get("site")).broken = query.get("why") || null), pages.told("page_file_broken", pages.sites.get(query.get("site")))),
    slow: () => (slow_ms = Number(query.get("ms"))),
    refuse: () => (refuse_until = Date.now() + Number(query.get("ms"))),
  };
  scenes[what]();
  return ok({ review: review?.id ?? null });
}

function answer(method, path, query, body) {
  if (path.startsWith("/mock/")) return scene(path.slice(6), query);
  if (path === "/api/sign-in") return (signed_in = body.code === "good") ? ok({ token: "token" }) : refusal(401, "sign_in_needed", "This link was used already or is older than a minute.");
  if (!signed_in) return refusal(401, "sign_in_needed", "This browser is not signed in at the desk.");
  if (path === "/api/session") return ok({ sign_in: "si_1", open_command: "countermark open", version: "0.1.0", seq: world.entries.length, settings: world.settings });
  if (path === "/api/sign-out") return (signed_in = false), ok({});
  if (path === "/api/settings") return ok(Object.assign(world.settings, body));
  if (path === "/api/images") return image(body);
  if (path === "/api/reviews") return list(query);
  if (path === "/api/journal") {
    const before = Number(query.get("before") ?? Infinity);
    const page = world.entries.filter(({ seq }) => seq < before).toReversed().slice(0, Number(query.get("limit")));
    return ok({ entries: page, seq: world.entries.length });
  }
  if (path.startsWith("/api/pages/sites")) {
    const told = pages.answer(method, path.split("/").slice(4), body);
    return told === null ? refusal(404, "no_such_site", "There is no such site on the desk.") : ok(told);
  }
  const [, id, rest] = /^\/api\/reviews\/([^/]+)\/?(.*)$/.exec(path) ?? [];
  return id ? aboutReview(method, world.reviews.get(id), rest, query, body) : refusal(404, "not_found", path);
}

function feed(request, response, query) {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
  const since = Number(request.headers["last-event-id"] ?? query.get("since") ?? 0);
  const tell = (entry) => response.write(`id: ${entry.seq}\nevent: ${entry.kind}\ndata: ${JSON.stringify(entry)}\n\n`);
  response.write(`event: hello\ndata: ${JSON.stringify({ seq: world.entries.length, version: "0.1.0" })}\n\n`);
  for (const entry of world.entries.slice(since)) {
    const review = world.reviews.get(entry.review);
    tell(review ? { ...entry, review_now: world.row(review) } : entry);
  }
  world.listeners.add(tell);
  request.on("close", () => world.listeners.delete(tell));
  const stop = setInterval(() => Date.now() < refuse_until && (clearInterval(stop), response.destroy()), 50);
}

async function file(path, response) {
  const name = normalize(path === "/" ? "/index.html" : path);
  const bytes = await readFile(join(STATIC, name)).catch(() => null);
  if (bytes === null) return void response.writeHead(404).end();
  const zipped = /\.(js|css|html)$/.test(name);
  const headers = { "Content-Type": TYPES[extname(name)] ?? "application/octet-stream", "Content-Security-Policy": POLICY };
  response.writeHead(200, zipped ? { ...headers, "Content-Encoding": "gzip" } : headers).end(zipped ? gzipSync(bytes) : bytes);
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://hub");
  if (Date.now() < refuse_until && !pathname.startsWith("/mock/")) return request.socket.destroy();
  if (pathname === "/api/feed" && signed_in) return feed(request, response, searchParams);
  if (!/^\/(api|mock)\//.test(pathname)) return file(pathname, response);
  const picture = images.get(/^\/api\/images\/(\w+)$/.exec(pathname)?.[1]);
  if (picture) return void response.writeHead(200, { "Content-Type": "image/png" }).end(picture);
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {};
  const { status, body: told } = answer(request.method, pathname, searchParams, body);
  response.writeHead(status, { "Content-Type": "application/json", ETag: digest(pathname) }).end(JSON.stringify(told));
});
server.listen(Number(process.argv[2] ?? 4799), "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${server.address().port}/\n`));
