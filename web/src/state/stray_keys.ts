/** Keys that are typed for an editor which is not there: they do nothing until the typing pauses. */
import { announce, said } from "./announce";

/** A pause this long ends it: who types on goes on typing, who has looked up begins anew. */
const PAUSE_MS = 1500;

let until = 0;
let reason = "";
let told = false;

/** Runs what opens an editor; the letters that follow are meant for it. */
export function openingEditor(open: () => void): void {
  const before = said.peek();
  until = performance.now() + PAUSE_MS; // first: an editor that is there already gets the focus, and the letters, at once
  open();
  reason = said.peek() === before ? "No editor is open" : said.peek().trim();
  told = false;
}

/** Letters that follow a question taken back do not act either. */
export function holdKeys(why: string): void {
  openingEditor(() => announce(why));
}

export function freeKeys(): void {
  until = 0;
}

/** Whether keys are held; each that comes while they are makes the pause begin anew, and the person is told once. */
export function isStray(): boolean {
  const now = performance.now();
  if (now >= until) return false;
  until = now + PAUSE_MS;
  return true;
}

export function tellStray(): void {
  if (told) return;
  told = true;
  announce(`${reason}. What you typed did nothing`);
}
