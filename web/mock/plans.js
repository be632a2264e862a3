/** Sample plans as the hub's documents room would render them. */

const block = (id, lines) => `data-block="${id}" data-lines="${lines}"`;

const kitchen = `<h1 id="h-idempotent" ${block("b1", "1-1")}>Idempotent payment webhooks</h1>
<h2 id="h-why" ${block("b2", "3-3")}>Why</h2>
<p ${block("b3", "4-6")}>Stripe repeats a webhook until it gets an answer. Our handler writes the order and mails the receipt <em>before</em> it answers, so a slow mail server means a second delivery: 212 customers got two receipts in October.</p>
<h2 id="h-steps" ${block("b4", "8-8")}>Steps</h2>
<ol ${block("b5", "9-12")}>
<li ${block("b6", "9-9")}>Store each event’s id in <code>webhook_events</code> first; a second delivery with the same id answers 200 and stops.</li>
<li ${block("b7", "10-10")}>Move the receipt mail to the job queue, keyed by event id.</li>
<li ${block("b8", "11-11")}>Put it behind a feature flag so we can roll back.</li>
<li ${block("b9", "12-12")}>Backfill ids for the last 30 days.</li>
</ol>
<div class="table" role="group" aria-label="Table" tabindex="0"><table ${block("b10", "14-18")}><thead><tr><th>File</th><th>Change</th><th class="right">Lines</th></tr></thead><tbody>
<tr><td><code>payments/webhooks.py</code></td><td>Check the ledger, then enqueue</td><td class="right">+38 −21</td></tr>
<tr><td><code>payments/jobs.py</code></td><td>Receipt and stock jobs, retry with jitter</td><td class="right">+64 −0</td></tr>
<tr><td><code>migrations/0042_events.sql</code></td><td>New table, unique on event id</td><td class="right">+12 −0</td></tr>
</tbody></table></div>
<pre tabindex="0" ${block("b11", "20-25")}><code class="language-sql"><span class="c">-- migrations/0042_events.sql</span>
<span class="k">create table</span> webhook_events (
  event_id  text <span class="k">primary key</span>,
  seen_at   timestamptz <span class="k">not null default</span> now());
</code></pre>
<h2 id="h-proof" ${block("b12", "27-27")}>Proof that it works</h2>
<ul ${block("b13", "28-30")}>
<li class="task-item"><span class="task done" role="checkbox" aria-checked="true" aria-disabled="true" aria-label="done"></span> Replay October’s 212 events against a copy: no second receipt</li>
<li class="task-item"><span class="task open" role="checkbox" aria-checked="false" aria-disabled="true" aria-label="not done"></span> Kill the worker between write and mail: one receipt, late</li>
<li class="task-item"><span class="task open" role="checkbox" aria-checked="false" aria-disabled="true" aria-label="not done"></span> Load test at 40 events a second</li>
</ul>`;

const everything = `<dl class="front-matter"><dt>status</dt><dd>draft</dd><dt>ticket</dt><dd>WEB-4711</dd></dl><h1 id="e-title">Everything that Markdown can bring</h1>
<p>A paragraph with <strong>strong</strong>, <em>emphasis</em>, <del>struck</del>, <code>inline_code()</code>, a <a href="https://example.net/">link</a>, a note<sup><a class="note-ref" href="#note-1" id="note-2">1</a></sup>, a key <kbd>Ctrl</kbd>, mathematics <span data-math="inline">e^{i\\pi} + 1 = 0</span> and a hidden <span class="escape" title="RIGHT-TO-LEFT OVERRIDE">U+202E</span> character.</p>
<h2 id="e-lists">Lists</h2>
<ul><li>One<ul><li>Inner one</li><li>Inner two with a longer line that has to wrap because it says more than fits in a single line of the page</li></ul></li><li><p>A loose item</p><p>with a second paragraph</p></li></ul>
<h3 id="e-quote">A quotation</h3>
<blockquote><p>Plans are worthless, but planning is everything.</p><p>Twice.</p></blockquote>
<h2 id="e-alerts">Alerts</h2>
<div class="alert alert-note"><p class="alert-title">Note</p><p>The old endpoint stays for one day.</p></div>
<div class="alert alert-warning"><p class="alert-title">Warning</p><p>The migration takes a lock on <code>orders</code>.</p></div>
<h2 id="e-wide">A wide table</h2>
<div class="table" role="group" aria-label="Table" tabindex="0"><table><thead><tr>${Array.from({ length: 9 }, (_, n) => `<th>Column number ${n + 1}</th>`).join("")}</tr></thead><tbody><tr>${Array.from({ length: 9 }, (_, n) => `<td>value_of_${n}</td>`).join("")}</tr></tbody></table></div>
<h2 id="e-code">Code</h2>
<pre tabindex="0"><code class="language-python"><span class="k">def</span> stripe_webhook(request):
    event = verify(request)  <span class="c"># raises on a bad signature, and this comment is long enough to need the scroll bar</span>
    <span class="k">if</span> ledger.seen(event.id):
        <span class="k">return</span> OK
</code></pre>
<details><summary>What was tried before</summary><p>Nothing that worked.</p></details>
<hr>
<h4 id="e-four">A fourth level</h4><p>With text. <span role="img" class="image" aria-label="Image, not loaded: architecture">architecture</span></p>
<section class="footnotes"><ol><li id="note-1"><p>The note itself. <a class="note-back" href="#note-2">↩</a></p></li></ol></section>`;

function section(number) {
  return `<h2 id="s-${number}" data-block="s${number}">Section ${number}: the part about step ${number}</h2>
<p data-block="s${number}p">The handler for part ${number} reads the queue, checks the ledger and writes the order before it answers, so that a slow mail server no longer means a second delivery; the receipt goes out from a job that is keyed by the event’s id and retried with jitter until the mail server takes it.</p>
<ul><li data-block="s${number}a">First, the ledger row with <code>event_${number}</code></li><li data-block="s${number}b">then the job</li><li data-block="s${number}c">then the answer</li></ul>
<p data-block="s${number}q">Afterwards a check counts what was sent in the last hour and compares it with what the ledger says, and a difference opens an issue by itself with both numbers in it.</p>
`;
}

/** A plan of about `bytes` bytes, cut as the hub cuts it: a first screen, then larger parts. */
export function longPlan(bytes) {
  const slices = [];
  const toc = [{ id: "long", level: 1, text: "Split the parser from the loader" }];
  let current = '<h1 id="long">Split the parser from the loader</h1>\n';
  let total = 0;
  for (let number = 1; total < bytes; number += 1) {
    const next = section(number);
    toc.push({ id: `s-${number}`, level: 2, text: `Section ${number}: the part about step ${number}` });
    if (current.length + next.length > (slices.length === 0 ? 10_000 : 24_000)) {
      slices.push(current);
      current = "";
    }
    current += next;
    total += next.length;
  }
  slices.push(current);
  return { title: "Split the parser from the loader", slices, toc, front_matter: null };
}

const tocOf = (...entries) => entries.map(([id, level, text]) => ({ id, level, text }));

export const PLANS = {
  webhooks: {
    title: "Idempotent payment webhooks",
    slices: [kitchen],
    toc: tocOf(["h-idempotent", 1, "Idempotent payment webhooks"], ["h-why", 2, "Why"], ["h-steps", 2, "Steps"], ["h-proof", 2, "Proof that it works"]),
    front_matter: null,
  },
  everything: {
    title: "Everything that Markdown can bring",
    slices: [everything],
    toc: tocOf(["e-title", 1, "Everything"], ["e-lists", 2, "Lists"], ["e-quote", 3, "A quotation"], ["e-alerts", 2, "Alerts"], ["e-wide", 2, "A wide table"], ["e-code", 2, "Code"]),
    front_matter: [["status", "draft"], ["ticket", "WEB-4711"]],
  },
  short: {
    title: "Cut the cart’s second request",
    slices: ['<h1 id="cart">Cut the cart’s second request</h1><p>The cart asks for its prices twice. Ask once, and keep the answer for the page.</p><h2 id="cart-how">How</h2><p>Move the call up into the loader.</p>'],
    toc: tocOf(["cart", 1, "Cut the cart’s second request"], ["cart-how", 2, "How"]),
    front_matter: null,
  },
  untitled: {
    title: "Untitled plan",
    slices: ["<p>First look at the cache, then decide.</p><p>There is no heading in this plan at all.</p>"],
    toc: [],
    front_matter: null,
  },
  long: longPlan(1_000_000),
};
