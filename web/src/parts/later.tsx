/** A part that is fetched when it is first shown. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [, arrived] = useState(loaded !== null);
    useEffect(() => {
      if (loaded !== null) return;
      void load().then((part) => {
        loaded = part;
        arrived(true);
      });
    }, []);
    const Part = loaded;
    return Part === null ? null : <Part {...props} />;
  };
}
