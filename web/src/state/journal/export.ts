/** The journal as a file: JSON lines from which the chain can be followed again, or a table for a spreadsheet. */
import { fetchExport, signCheckpoint, type JournalFilter } from "../../wire/journal";
import type { ExportedEntry } from "../../wire/types.gen";

export type ExportFormat = "jsonl" | "csv";

const PAGE = 500;
const COLUMNS = ["seq", "at", "kind", "actor_kind", "actor_id", "item_kind", "item", "version", "shown_sha256", "body", "hash"];
/** With these a spreadsheet takes a cell for something to compute. */
const FORMULA = /^[=+\-@\t\r]/u;

const field = (value: unknown, name: string): unknown => (typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined);

/** A cell that no spreadsheet computes. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const words = typeof value === "string" ? value : JSON.stringify(value);
  const safe = typeof value === "string" && FORMULA.test(words) ? `'${words}` : words;
  return /[",\n\r]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The cells of an entry; entries of the first format were all about reviews. */
export function rowOf({ entry, texts, hash }: ExportedEntry): string {
  const { seq, at, kind, actor, item, review, revision, shown_sha256, body } = entry;
  const about = review === undefined || review === null ? ["kind", "id", "version"].map((name) => field(item, name)) : ["review", review, revision];
  const time = typeof at === "number" ? new Date(at).toISOString() : "";
  const said = { ...(body as object), ...texts };
  return [seq, time, kind, field(actor, "kind"), field(actor, "id"), ...about, shown_sha256, JSON.stringify(said), hash].map(cell).join(",");
}

const WRITERS: Record<ExportFormat, (entry: ExportedEntry) => string> = { jsonl: (entry) => JSON.stringify(entry), csv: rowOf };

/** All entries of a filter up to now; a checkpoint is signed for it and stands in the last line of JSON lines. */
export async function exportJournal(filter: JournalFilter, format: ExportFormat, onProgress: (count: number) => void): Promise<Blob> {
  const signed = await signCheckpoint();
  const rows = format === "csv" ? [COLUMNS.join(",")] : [];
  let count = 0;
  for (let after = 0; ; ) {
    const { entries } = await fetchExport(filter, after, signed.size + 1, PAGE);
    rows.push(...entries.map(WRITERS[format]));
    const last = entries.at(-1)?.entry["seq"];
    if (typeof last !== "number") break;
    after = last;
    onProgress((count += entries.length));
  }
  if (format === "jsonl") rows.push(JSON.stringify({ checkpoint: signed.note }));
  return new Blob([rows.join("\n"), "\n"], { type: format === "csv" ? "text/csv" : "application/x-ndjson" });
}
