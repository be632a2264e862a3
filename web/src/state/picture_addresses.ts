/** Addresses of pictures in this page: fetched with the token, shared by all who show one, given back by the last. */
import { signal, type Signal } from "@preact/signals";
import { fetchImage } from "../wire/annotations";
import { HubError, NO_ANSWER } from "../wire/client";

interface Shown {
  users: number;
  address: Signal<string | null>;
}

const AGAIN_MS = 4000;
const all = new Map<string, Shown>();

/** The picture's address, once it is there; whoever takes it gives it back with `releasePicture`. */
export function takePicture(sha256: string): Signal<string | null> {
  const known = all.get(sha256);
  if (known !== undefined) {
    known.users += 1;
    return known.address;
  }
  const shown = { users: 1, address: signal<string | null>(null) };
  all.set(sha256, shown);
  void load(sha256, shown);
  return shown.address;
}

export function releasePicture(sha256: string): void {
  const shown = all.get(sha256);
  if (shown === undefined) return;
  shown.users -= 1;
  if (shown.users > 0) return;
  all.delete(sha256);
  if (shown.address.peek() !== null) URL.revokeObjectURL(shown.address.peek() ?? "");
}

async function load(sha256: string, shown: Shown): Promise<void> {
  try {
    const picture = await fetchImage(sha256);
    if (shown.users > 0) shown.address.value = URL.createObjectURL(picture);
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    if (failure.code === NO_ANSWER) window.setTimeout(() => shown.users > 0 && void load(sha256, shown), AGAIN_MS);
  }
}
