/** The little site of the painting tests, in Vue. */
import { createApp, Fragment, h, nextTick, reactive } from "vue";
import { FIRST, type State } from "./state";

export function mount(host: Element) {
  const state = reactive<State>({ ...FIRST });
  const row = (name: string) => h("li", { key: name, id: `row-${name}` }, [`Item ${name}: `, h("b", "In stock")]);
  const app = createApp({
    render: () =>
      h(Fragment, [
        h("p", { id: "a" }, ["It says ", state.says, " at the end"]),
        h("p", { id: "b" }, `whole ${state.says} text`),
        h("p", { id: "c" }, ["before ", state.note, " after"]),
        state.extra ? h("em", { id: "d" }, "something new") : null,
        h("ul", state.rows.map(row)),
      ]),
  });
  app.mount(host);
  const set = (next: State) => {
    Object.assign(state, next);
    return nextTick();
  };
  return { set, end: () => app.unmount() };
}
