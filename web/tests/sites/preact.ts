/** The little site of the painting tests, in Preact. */
import { Fragment, h, render } from "preact";
import { FIRST, type State } from "./state";

const Site = ({ says, note, rows, extra }: State) =>
  h(
    Fragment,
    null,
    h("p", { id: "a" }, "It says ", says, " at the end"),
    h("p", { id: "b" }, `whole ${says} text`),
    h("p", { id: "c" }, "before ", note, " after"),
    extra ? h("em", { id: "d" }, "something new") : null,
    h("ul", null, rows.map((row) => h("li", { key: row, id: `row-${row}` }, `Item ${row}: `, h("b", null, "In stock")))),
  );

export function mount(host: Element) {
  const set = (state: State) => render(h(Site, state), host);
  set(FIRST);
  return { set, end: () => render(null, host) };
}
