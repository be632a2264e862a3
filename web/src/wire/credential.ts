/** This browser's token: in the storage of this origin, which no other port reads; the tabs share it. */
const NAME = "countermark.token";

/** Where the browser keeps nothing, the page has it for as long as it lives. */
let held: string | null = null;
let tell: () => void = () => undefined;

export function token(): string | null {
  try {
    return localStorage.getItem(NAME) ?? held;
  } catch {
    return held;
  }
}

export function rememberToken(given: string): void {
  held = given;
  try {
    localStorage.setItem(NAME, given);
  } catch {
    // A full or closed storage: the page signs in again after a reload.
  }
}

export function forgetToken(): void {
  held = null;
  try {
    localStorage.removeItem(NAME);
  } catch {
    // Nothing was kept, so nothing is left to forget.
  }
  tell();
}

/** Tells when the token is gone, and when another tab has brought a new one. */
export function followToken(changed: () => void): void {
  tell = changed;
  window.addEventListener("storage", (event) => {
    if (event.key !== NAME && event.key !== null) return;
    held = event.newValue;
    changed();
  });
}
