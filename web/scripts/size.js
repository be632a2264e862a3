/** Prints what the first screen costs, what is fetched later and what the overlay weighs; fails when one outgrows its budget. */
import { readdirSync, readFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";

const BUDGET = 200 * 1024;
/** A guest in somebody else's page, in bytes: what it needs before a person acts, the site's token included, and what it has in all. */
const OVERLAY_BUDGET = 25_000;
const OVERLAY_SUM = 44_000;
const STATIC = new URL("../../src/countermark/static/", import.meta.url);
/** What the first screen of a plan draws with: prose, desk and code in Latin. */
const FIRST_FONTS = /^(source-serif-4|libre-franklin|source-code-pro)-latin-wght-normal/;

const page = readFileSync(new URL("index.html", STATIC), "utf8");
const named = new Set([...page.matchAll(/(?:src|href)="\/assets\/([^"]+)"/g)].map(([, name]) => name));

function weigh(name, before = "") {
  const bytes = Buffer.concat([Buffer.from(before), readFileSync(new URL(name, STATIC))]);
  // woff2 is compressed already; the hub sends it as it is.
  return { name, raw: bytes.length, gzip: name.endsWith(".woff2") ? bytes.length : gzipSync(bytes, { level: 9 }).length };
}

const assets = readdirSync(new URL("assets/", STATIC));
const isFirst = (name) => named.has(name) || FIRST_FONTS.test(name);
const first = [weigh("index.html"), ...assets.filter(isFirst).map((name) => weigh(`assets/${name}`))];
const later = assets.filter((name) => !isFirst(name)).map((name) => weigh(`assets/${name}`));

const sum = (files) => files.reduce((total, { gzip }) => total + gzip, 0);
const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1).padStart(7)} KB`;
const print = (title, files) => {
  process.stdout.write(`${title}\n`);
  for (const { name, raw, gzip } of files.toSorted((one, other) => other.gzip - one.gzip)) {
    process.stdout.write(`${kilobytes(gzip)}  ${name} (${raw} bytes raw)\n`);
  }
};

print("First load, gzip", first);
process.stdout.write(`${kilobytes(sum(first))}  in all; the budget is ${BUDGET / 1024} KB\n\n`);
print("Later, when needed", later);
/** The line with the site's token that the hub puts before the script: see http_api/routes/page_script.py. */
const token = `const COUNTERMARK_SITE={"token":"${randomBytes(32).toString("base64url")}"};\n`;
const [overlay, late] = [weigh("overlay.js", token), weigh("overlay-late.js")];
print("\nIn a page under review, at once", [overlay]);
process.stdout.write(`             ${overlay.gzip} bytes with the site's token; the budget is ${OVERLAY_BUDGET} bytes\n`);
print("and when the page is idle", [late]);
process.stdout.write(`${kilobytes(sum([overlay, late]))}  in all; the budget is ${OVERLAY_SUM} bytes\n`);
const isOver = sum(first) > BUDGET || overlay.gzip > OVERLAY_BUDGET || sum([overlay, late]) > OVERLAY_SUM;
if (isOver) process.exitCode = 1;
