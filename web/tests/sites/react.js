/** The little site of the painting tests, in React. */
import { createElement as h, Fragment } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server.browser";
import { FIRST } from "./state";

function Site({ says, note, rows, extra }) {
  return h(
    Fragment,
    null,
    h("p", { id: "a" }, "It says ", says, " at the end"),
    h("p", { id: "b" }, `whole ${says} text`),
    h("p", { id: "c" }, "before ", note ?? null, " after"),
    extra ? h("em", { id: "d" }, "something new") : null,
    h("ul", null, rows.map((row) => h("li", { key: row, id: `row-${row}` }, `Item ${row}: `, h("b", null, "In stock")))),
  );
}

export function mount(host) {
  const root = createRoot(host);
  const set = (state) => flushSync(() => root.render(h(Site, state)));
  set(FIRST);
  return { set, end: () => root.unmount() };
}

export const html = () => renderToString(h(Site, FIRST));

export const hydrate = (host) => hydrateRoot(host, h(Site, FIRST));
