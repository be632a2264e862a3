/** Sends words that are being written to the hub when the hand rests, one request at a time, and again after the hub was away. */
import { HubError, saveDraft } from "../../wire/client";
import type { Draft, DraftKept, DraftSaved } from "../../wire/types.gen";

/** kept: the hub has them; saving: not yet; local: only this browser; unkept: neither could keep them. */
export type DraftState = "kept" | "saving" | "local" | "unkept";

const DEBOUNCE_MS = 300;
const RETRY_MS = 2000;

/** What the sender asks of the words, and tells them. */
interface Words {
  /** What the hub lacks; null when it has everything. */
  unsent: () => DraftKept | null;
  saved: (sent: DraftKept, answer: DraftSaved) => void;
  /** Another tab was quicker: the hub has this instead, and its number is to be followed. */
  overtaken: (newer: Draft) => void;
  /** Only this browser has them. */
  notSaved: (sent: DraftKept) => void;
}

export class DraftSender {
  /** The words of the last request: the hub may have them although its answer was lost or is still to come. */
  lastSent: string | null = null;
  isSending = false;
  private timer = 0;

  constructor(
    private readonly review: string,
    private readonly words: Words,
  ) {}

  sendSoon(wait_ms = DEBOUNCE_MS): void {
    this.stop();
    this.timer = window.setTimeout(() => void this.send(), wait_ms);
  }

  stop(): void {
    window.clearTimeout(this.timer);
  }

  private async send(): Promise<void> {
    const draft = this.words.unsent();
    if (draft === null) return;
    // A second request would overtake the first.
    if (this.isSending) return this.sendSoon();
    this.isSending = true;
    this.lastSent = draft.text;
    try {
      this.words.saved(draft, await saveDraft(this.review, draft));
    } catch (failure) {
      if (!(failure instanceof HubError)) throw failure;
      this.refused(draft, failure);
    } finally {
      this.isSending = false;
    }
  }

  private refused(draft: DraftKept, failure: HubError): void {
    if (failure.draft !== null) {
      this.words.overtaken(failure.draft);
      return this.sendSoon(0);
    }
    this.words.notSaved(draft);
    if (failure.isPassing) this.sendSoon(RETRY_MS);
  }
}

/** Empties a draft at the hub: its words have gone, or were thrown away. */
export function emptyAtHub(review: string, draft: Pick<DraftKept, "slot" | "revision" | "version">): void {
  void saveDraft(review, { ...draft, text: "", kind: null, mark: null }).catch(() => undefined);
}

/** Asks before leaving only when words exist that nothing could keep. */
export function guardLeaving(isUnkept: () => boolean): void {
  window.addEventListener("beforeunload", (event) => {
    if (isUnkept()) event.preventDefault();
  });
}
