/** A part that is fetched after the first screen, so that it is there at once when it is wanted. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { nextTask } from "./next_task";

const FIRST_SCREEN_MS = 1000;

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetchPart = async () => {
    const part = await load();
    await nextTask();
    loaded = part;
  };
  // A hub that is away now is asked again when the part is wanted.
  window.setTimeout(() => void fetchPart().catch(() => undefined), FIRST_SCREEN_MS);
  return function Later(props: Props) {
    const [, arrived] = useState(loaded !== null);
    useEffect(() => {
      // It may have come between the first drawing and this.
      if (loaded !== null) arrived(true);
      else void fetchPart().then(() => arrived(true), () => undefined);
    }, []);
    const Part = loaded;
    return Part === null ? null : <Part {...props} />;
  };
}
