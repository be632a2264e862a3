/** Sample comparisons as the hub's documents room would render them: inline, side by side, source. */
import { PLANS } from "./plans.js";

const block = (id, lines) => `data-block="${id}" data-lines="${lines}"`;
const was = (words, line = "") => `<del class="was${line}" data-desk>${words}</del>`;
const fresh = (words) => `<ins class="fresh">${words}</ins>`;

const inline = `<h1 id="h-idempotent" ${block("b1", "1-1")}>Idempotent payment webhooks</h1>
<h2 id="h-why" ${block("b2", "3-3")}>Why</h2>
<p ${block("b3", "4-6")}>Stripe repeats a webhook until it gets an answer. Our handler writes the order and mails the receipt <em>before</em> it answers, so ${was("sometimes events arrive twice")} ${fresh("a slow mail server means a second delivery")}: ${fresh("212 customers got two receipts in October")}.</p>
<h2 id="h-steps" ${block("b4", "8-8")}>Steps</h2>
<ol ${block("b5", "9-12")}>
<li ${block("b6", "9-9")}>Store each event’s id in <code>webhook_events</code> first; a second delivery with the same id ${was("is ignored")} ${fresh("answers 200 and stops")}.</li>
<li ${block("b7", "10-10")}>Move ${was("mail")} ${fresh("the receipt mail")} to the job queue${fresh(", keyed by event id")}.</li>
<li class="moved" ${block("b9", "12-12")}><span class="moved-note" data-desk>Moved here from “Rollout”, one word changed</span>Backfill ids for the last ${was("7")} ${fresh("30")} days.</li>
<li ${block("b8", "11-11")}>Put it behind a feature flag so we can roll back.</li>
</ol>
<h2 id="h-rollout" ${block("b14", "13-13")}>Rollout</h2>
<p class="moved-away" data-desk data-goto="b9">“Backfill ids for the last 7 days” moved up to Steps, 3</p>
<p ${block("b15", "13-13")}>${was("Deploy on Tuesday morning, then backfill.")} ${fresh("Deploy behind the queue’s own switch; the old path stays for one day.")}</p>
<p class="gone" data-desk data-old-block="b99">Tell the carrier by mail.</p>
<p class="arrived" ${block("b16", "13-13")}>The on-call engineer watches the first hour, and says so in the channel before and after; nobody else has to look at it.</p>
<div class="table" role="group" aria-label="Table" tabindex="0"><table ${block("b10", "14-18")}><thead><tr><th>File</th><th>Change</th><th class="right">Lines</th></tr></thead><tbody>
<tr><td><code>payments/webhooks.py</code></td><td>Check the ledger${fresh(", then enqueue")}</td><td class="right">+38 −21</td></tr>
<tr class="arrived"><td><code>payments/jobs.py</code></td><td>Receipt and stock jobs, retry with jitter</td><td class="right">+64 −0</td></tr>
<tr class="gone" data-desk><td><code>payments/mail.py</code></td><td>Mail at once</td><td class="right">+0 −12</td></tr>
</tbody></table></div>
<pre tabindex="0" ${block("b11", "20-25")}><code class="language-sql"><span class="c">-- migrations/0042_events.sql</span>
<span class="k">create table</span> webhook_events (
${was("  event_id  text,\n  note text,\n", " line")}
${fresh('  event_id  text <span class="k">primary key</span>,')}
  seen_at   timestamptz <span class="k">not null default</span> now());
</code></pre>
<h2 id="h-proof" ${block("b12", "27-27")}>Proof that it works</h2>
<ul ${block("b13", "28-30")}>
<li class="task-item"><span class="task done" role="checkbox" aria-checked="true" aria-disabled="true" aria-label="done"></span> Replay October’s 212 events against a copy: no second receipt</li>
</ul>`;

const row = (kind, old, now) => `<div class="pair ${kind}"><div class="old" data-desk>${old}</div><div class="new">${now}</div></div>`;

const side = [
  row("same", '<h1 data-old-block="o1">Idempotent payment webhooks</h1>', `<h1 id="h-idempotent" ${block("b1", "1-1")}>Idempotent payment webhooks</h1>`),
  row("same", '<h2 data-old-block="o2">Why</h2>', `<h2 id="h-why" ${block("b2", "3-3")}>Why</h2>`),
  row("changed", `<p data-old-block="o3">Stripe repeats a webhook until it gets an answer. Our handler writes the order and mails the receipt <em>before</em> it answers, so ${was("sometimes events arrive twice")}.</p>`, `<p ${block("b3", "4-6")}>Stripe repeats a webhook until it gets an answer. Our handler writes the order and mails the receipt <em>before</em> it answers, so ${fresh("a slow mail server means a second delivery")}: ${fresh("212 customers got two receipts in October")}.</p>`),
  row("same", '<h2 data-old-block="o4">Steps</h2>', `<h2 id="h-steps" ${block("b4", "8-8")}>Steps</h2>`),
  row("changed", `<ol><li data-old-block="o6">Store each event’s id in <code>webhook_events</code> first; a second delivery with the same id ${was("is ignored")}.</li></ol>`, `<ol><li ${block("b6", "9-9")}>Store each event’s id in <code>webhook_events</code> first; a second delivery with the same id ${fresh("answers 200 and stops")}.</li></ol>`),
  row("moved", "", `<ol start="3"><li class="moved" ${block("b9", "12-12")}><span class="moved-note" data-desk>Moved here from “Rollout”, one word changed</span>Backfill ids for the last ${fresh("30")} days.</li></ol>`),
  row("same", '<h2 data-old-block="o5">Rollout</h2>', `<h2 id="h-rollout" ${block("b14", "13-13")}>Rollout</h2>`),
  row("moved", `<p class="moved-away" data-goto="b9">“Backfill ids for the last 7 days” moved up to Steps, 3</p>`, ""),
  row("gone", '<p class="gone" data-old-block="o7">Tell the carrier by mail.</p>', ""),
  row("arrived", "", `<p class="arrived" ${block("b16", "13-13")}>The on-call engineer watches the first hour.</p>`),
  row("changed", `<pre tabindex="0"><code>create table webhook_events (\n${was("  event_id  text,")}\n  seen_at   timestamptz);\n</code></pre>`, `<pre tabindex="0" ${block("b11", "20-25")}><code>create table webhook_events (\n${fresh("  event_id  text primary key,")}\n  seen_at   timestamptz);\n</code></pre>`),
].join("\n");

const line = (kind, old, now, words) => `<tr class="${kind}"><td class="n">${old}</td><td class="n">${now}</td><td class="line">${words}</td></tr>`;

const source = `<table class="source" data-desk><tbody>
${line("same", 1, 1, "# Idempotent payment webhooks")}
<tr class="fold" data-from="2" data-to="3"><td colspan="3">2 lines that stayed the same</td></tr>
${line("same", 4, 4, "Stripe repeats a webhook until it gets an answer. Our handler writes the order")}
${line("removed", 5, "", `and mails the receipt *before* it answers, so ${was("sometimes events arrive twice")}.`)}
${line("added", "", 5, `and mails the receipt *before* it answers, so ${fresh("a slow mail server means a second delivery")}:`)}
${line("added", "", 6, fresh("212 customers got two receipts in October."))}
${line("same", 6, 7, "")}
${line("same", 7, 8, "## Steps")}
<tr class="fold" data-from="8" data-to="40"><td colspan="3">33 lines that stayed the same</td></tr>
</tbody></table>`;

const small = { inline: [inline], side: [side], source: [source] };

function changedLong(html, at) {
  return html
    .replace("reads the queue", `${was("reads the queue")} ${fresh("takes from the queue")}`)
    .replaceAll("<p>", () => `<p data-block="x${at}-${(counter += 1)}">`);
}

let counter = 0;

const asPairs = (html) => html.split(/(?=<h2|<p|<ul)/).map((part) => row("same", part.replace(/ data-block="[^"]*"/g, ""), part)).join("\n");
const asLines = (html) => `<table class="source" data-desk>${html.split(/(?<=<\/p>|<\/h2>|<\/li>)/).map((part, at) => line(at % 7 === 0 ? "added" : "same", at, at, part.replace(/<[^>]*>/g, ""))).join("")}</table>`;

const long = {
  inline: PLANS.long.slices.map(changedLong),
  side: PLANS.long.slices.map((html) => asPairs(html)),
  source: PLANS.long.slices.map((html) => asLines(html)),
};

const SUMMARY = { words_added: 52, words_removed: 14, blocks_changed: 4, blocks_added: 1, blocks_removed: 1, blocks_moved: 1, blocks_split: 0 };

/** A part of a comparison; of a long plan a large one. */
export function comparisonSlice(review, query) {
  const view = query.get("view");
  const slice = Number(query.get("slice"));
  const slices = (review.plan === "long" ? long : small)[view];
  const first = slice === 0 ? { toc: PLANS[review.plan].toc, summary: SUMMARY } : {};
  const numbers = { old: Number(query.get("old")), new: Number(query.get("new")) };
  return { html: slices[slice], slice, slices: slices.length, ...numbers, old_sha256: "0".repeat(64), new_sha256: review.sha256, view, ...first };
}

/** What an agent would get, near enough to look at. */
export function feedbackOf(review, { verdict, notes, annotations }, marks) {
  const items = annotations.map((id, at) => {
    const { kind, quote, words, text } = marks.known.get(id);
    const asks = { deletion: `Remove this: “${quote}”`, replacement: `Change “${quote}” to “${text}”`, insertion: `Add “${text}” after “${quote}”`, comment: `Feedback on “${quote}”`, note: "On the whole" };
    return `## ${at + 1}. ${asks[kind]}\n> ${words}\n`;
  });
  const head = verdict === "approved" ? "The plan is approved. Notes to go with it:" : "The plan is not approved. Please change it and submit it again.";
  return [head, ...items, notes ?? ""].filter((part) => part !== "").join("\n\n");
}
