/** That a person looks at this page: then the hub tells nobody elsewhere, and no other tab does. */
import { sayLooking } from "../wire/client";

/** The hub takes it for over after two minutes. */
const AGAIN_MS = 30_000;
const LOCK = "countermark.looked-at";
const page = crypto.getRandomValues(new Uint32Array(3)).reduce((name, part) => name + part.toString(36), "").padEnd(8, "0");

const isVisible = () => document.visibilityState === "visible";
let saidAt: number | null = null;
let release: (() => void) | null = null;

function say(looking: boolean): void {
  saidAt = looking ? Date.now() : null;
  // Without an answer nobody counts as looking, and the next deed says it again.
  sayLooking({ page, looking }).catch(() => (saidAt = null));
}

/** A lock that all tabs share while they are visible: a tab that is closed, or crashes, holds it no more. */
function holdLock(on: boolean): void {
  if (!("locks" in navigator)) return;
  release?.();
  release = null;
  if (!on) return;
  const released = new Promise<void>((resolve) => (release = resolve));
  void navigator.locks.request(LOCK, { mode: "shared" }, () => released);
}

/** Whether any tab of the desk in this browser is before the person's eyes. */
export async function isLookedAt(): Promise<boolean> {
  if (isVisible() || !("locks" in navigator)) return isVisible();
  const { held } = await navigator.locks.query();
  return (held ?? []).some(({ name }) => name === LOCK);
}

/** A desk that stands on a screen before which nobody sits is not looked at: a deed of the person's says that it is. */
export function followLooks(): void {
  holdLock(isVisible());
  for (const deed of ["keydown", "pointerdown", "pointermove", "wheel"]) {
    const look = () => isVisible() && (saidAt === null || Date.now() - saidAt >= AGAIN_MS) && say(true);
    document.addEventListener(deed, look, { capture: true, passive: true });
  }
  let [visible, appeared] = [isVisible(), isVisible()];
  document.addEventListener("visibilitychange", () => {
    if (isVisible() === visible) return; // Chromium tells of a page that comes up, too
    visible = !visible;
    holdLock(visible);
    if (appeared) say(visible);
    appeared = true; // a page that was hidden as it was loaded has come up: nobody need have done that
  });
}
