/** Times and spans in the desk's words; pure, the clock is handed in. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A formatter costs the first screen 5 ms: it is made when a day is named, which is later. */
function inWords(parts: Intl.DateTimeFormatOptions): (iso: string) => string {
  let format: Intl.DateTimeFormat | null = null;
  return (iso) => (format ??= new Intl.DateTimeFormat("en-GB", parts)).format(new Date(iso));
}

const longDay = inWords({ weekday: "long", day: "numeric", month: "long" });
const shortDay = inWords({ weekday: "short", day: "numeric" });
const shortDate = inWords({ day: "numeric", month: "short" });

const figures = (...numbers: number[]) => numbers.map((number) => String(number).padStart(2, "0")).join(":");

/** "14:26" */
export function clockTime(iso: string): string {
  const time = new Date(iso);
  return figures(time.getHours(), time.getMinutes());
}

/** "14:31:24" */
export const exactTime = (iso: string) => `${clockTime(iso)}:${figures(new Date(iso).getSeconds())}`;
/** "Saturday 21 November" */
export const dayName = (iso: string) => longDay(iso).replace(",", "");

/** The person's own calendar day, for grouping. */
export function dayKey(iso: string): string {
  const day = new Date(iso);
  return `${day.getFullYear()}-${day.getMonth() + 1}-${day.getDate()}`;
}

const isToday = (iso: string, now: number) => dayKey(iso) === dayKey(new Date(now).toISOString());

/** "Today", "Fri 20" within a week, "2 Mar" before. */
export function shortDayName(iso: string, now: number): string {
  if (isToday(iso, now)) return "Today";
  return now - new Date(iso).getTime() < 7 * DAY ? shortDay(iso) : shortDate(iso);
}

/** "14:26" today, "20 Nov, 14:26" otherwise; nothing for what is no time, which a file of others may hold. */
export function whenWords(iso: string, now: number): string {
  if (Number.isNaN(Date.parse(iso))) return "";
  return isToday(iso, now) ? clockTime(iso) : `${shortDate(iso)}, ${clockTime(iso)}`;
}

/** "under 1 min", "5 min", "2 h", "3 d" */
export function spanWords(span_ms: number): string {
  if (span_ms < MINUTE) return "under 1 min";
  if (span_ms < HOUR) return `${Math.floor(span_ms / MINUTE)} min`;
  if (span_ms < 2 * DAY) return `${Math.floor(span_ms / HOUR)} h`;
  return `${Math.floor(span_ms / DAY)} d`;
}

/** "9 s", "6 min": how long a decision took. */
export const tookWords = (span_ms: number) =>
  span_ms < MINUTE ? `${Math.max(0, Math.round(span_ms / 1000))} s` : spanWords(span_ms);

/** "11 ms", "1.4 s", "3 min": how long the answer travelled. */
export function travelWords(span_ms: number): string {
  if (span_ms < 1000) return `${Math.round(span_ms)} ms`;
  return span_ms < 10_000 ? `${(span_ms / 1000).toFixed(1)} s` : tookWords(span_ms);
}

/** "0:41" */
export function countdown(left_ms: number): string {
  const seconds = Math.max(0, Math.ceil(left_ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The first eight figures of a digest, as look.md sets them: "7f3a 91c0". */
export const shortDigest = (sha256: string) => `${sha256.slice(0, 4)} ${sha256.slice(4, 8)}`;

export const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Who asks, in the middle of a sentence: "an MCP client", "Claude Code". */
export const amid = (name: string) => name.replace(/^(An?) /, (article) => article.toLowerCase());

/** "Plan", "Document": what an agent submits, to begin a line with. */
export const nounOf = ({ kind }: { kind: string }) => capitalised(kind);

export const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** Names that can be told apart: the later ones of the same name say which pane they are. */
export const toldApart = (names: readonly string[]) =>
  names.map((name, at) => (names.indexOf(name) < at ? `${name}, pane ${at + 1}` : name));

const longDate = inWords({ day: "numeric", month: "long", year: "numeric" });
/** "21 December 2026"; what is no day stays as it is. */
export const dateWords = (day: string) => (Number.isNaN(Date.parse(day)) ? day : longDate(day.length === 10 ? `${day}T12:00:00` : day));
