/** Asks for the desk in the page's first moment: the hub answers while the rest of the program is still being read. */
import { fetchDesk, type Opening } from "../wire/client";
import { token } from "../wire/credential";

/** A code in the address brings another token first. */
const isSignedIn = token() !== null && !location.hash.includes("code=");
let early = isSignedIn ? fetchDesk() : null;
// Who takes the answer hears of a failure.
early?.catch(() => undefined);

/** The answer to the first request; once, for later ones are asked anew. */
export function takeOpening(): Promise<Opening> {
  const opening = early ?? fetchDesk();
  early = null;
  return opening;
}
