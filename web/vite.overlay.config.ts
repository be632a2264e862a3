import { minify } from "terser";
import { defineConfig, type Plugin } from "vite";

const static_folder = new URL("../src/countermark/static", import.meta.url).pathname;
const TARGET = ["chrome111", "firefox115", "safari16.4"];

/** A minifier leaves strings alone, and the overlay's styles are one. */
const shortStyles: Plugin = {
  name: "short-styles",
  transform(code, id) {
    if (!/\/overlay\/(late_)?styles\.ts$/.test(id)) return null;
    const short = (text: string) => text.replace(/\s+/g, " ").replace(/ ?([{};,]) ?/g, "$1").replace(/: /g, ":").replace(/;}/g, "}");
    return { code: code.replace(/`[^`]+`/g, short), map: null };
  },
};

/** Vite's minifier first, then one that sees more: together they leave less than each of them. */
const twiceShort: Plugin = {
  name: "twice-short",
  async generateBundle(_, bundle) {
    for (const made of Object.values(bundle)) {
      if (made.type !== "chunk") continue;
      const { code } = await minify(made.code, { module: true, ecma: 2020, compress: { passes: 3, pure_getters: true } });
      if (code === undefined) this.error(`terser made nothing of ${made.fileName}`);
      made.code = code;
    }
  },
};

/**
 * The overlay, put beside the desk's page after that was built: one module without a hash in its name, and in mode `late`
 * another one, which the first fetches when the page is idle. Each stands alone: of what both need, both have a copy.
 */
export default defineConfig(({ mode }) => {
  const [entry, name] = mode === "late" ? (["late.ts", "overlay-late.js"] as const) : (["main.ts", "overlay.js"] as const);
  return {
    publicDir: false,
    plugins: [shortStyles, twiceShort],
    build: {
      outDir: static_folder,
      emptyOutDir: false,
      target: TARGET,
      modulePreload: false,
      reportCompressedSize: false,
      license: { fileName: `licences/${name.replace(".js", ".txt")}` },
      rolldownOptions: {
        input: new URL(`src/overlay/${entry}`, import.meta.url).pathname,
        preserveEntrySignatures: "strict",
        checks: { pluginTimings: false },
        output: { format: "es", entryFileNames: name, codeSplitting: false },
      },
    },
  };
});
