/** One signal for each name, made when it is first asked for. */
import { signal, type Signal } from "@preact/signals";

export function signalIn<T>(all: Map<string, Signal<T>>, name: string, first: () => T): Signal<T> {
  let found = all.get(name);
  if (found === undefined) {
    found = signal(first());
    all.set(name, found);
  }
  return found;
}
