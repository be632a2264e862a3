/** Page review in `astro dev`; `astro build` and `astro preview` know nothing of it. */
import { fileURLToPath } from "node:url";
import { CLIENT } from "./lib/tag.js";
import vitePlugin from "./vite.js";

/** The module is the dev server's own answer and no file, so Vite must not look for one. */
const LOAD = `const client = ${JSON.stringify(CLIENT)};\nimport(/* @vite-ignore */ client).catch(() => {});`;

/** @param {import("./astro.js").Options} [options] @returns {import("./astro.js").Integration} */
export default function inlineReview(options = {}) {
  return {
    name: "astro-inline-review",
    hooks: {
      "astro:config:setup": ({ command, config, injectScript, updateConfig }) => {
        if (command !== "dev") return;
        updateConfig({ vite: { plugins: [vitePlugin({ root: fileURLToPath(config.root), ...options })] } });
        injectScript("page", LOAD);
      },
    },
  };
}
