/** The little site of the painting tests, in Svelte. */
import { flushSync, mount as put, unmount } from "svelte";
import Site from "./Site.svelte";
import { FIRST } from "./state";

export function mount(host) {
  const app = put(Site, { target: host, props: { first: FIRST } });
  flushSync();
  const set = (state) => {
    app.set(state);
    flushSync();
  };
  return { set, end: () => unmount(app) };
}
