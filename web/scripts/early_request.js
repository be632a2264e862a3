/** Loads the part with the page's first request by a tag of its own: a part that `index.js` imports would wait for all of that. */
export const EARLY = "early";

export const earlyRequest = {
  name: "early-request",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle }) {
      const part = Object.values(bundle ?? {}).find(({ type, name }) => type === "chunk" && name === EARLY);
      if (part === undefined) throw new Error("nothing asks for the desk before the rest of the program is there");
      const attrs = { type: "module", async: true, crossorigin: true, src: `/${part.fileName}` };
      return [{ tag: "script", attrs, injectTo: "head-prepend" }];
    },
  },
};
