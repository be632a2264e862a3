/** One signal for each name, made when it is first asked for. */
import { signal, type Signal } from "@preact/signals";

export function signalIn<T>(all: Map<string, Signal<T>>, name: string, first: () => T): Signal<T> {
  let entry = all.get(name);
  if (entry === undefined) {
    entry = signal(first());
    all.set(name, entry);
  }
  return entry;
}
