/** Where every session begins. */
import type { OpenState } from "../src/state/sessions/open_part";
import type { SessionState } from "../src/wire/types.gen";

export const EMPTY_SESSION: SessionState = {
  number: 0, agent: "", folder: "", title: "", connection: "disconnected", why: null, hint: null, command: null, startup_ms: null,
  facts: null, conversation: null, sign_in: null, mode: null, modes: [], options: [], commands: [], asking: null, usage: null,
  plan: [], queue: [], taken: null, cancelling: false, waiting: [], marks: [], auto_allow_until: null, closed: false,
  deleted: false, ledger: [],
};

export const NOTHING_OPEN: OpenState = { whisper: 0, message: null, calls: new Map(), activity: null };
