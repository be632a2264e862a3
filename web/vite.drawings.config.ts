import { defineConfig, type Plugin } from "vite";
import { drawingLicences } from "./scripts/drawing_licences.js";

const static_folder = new URL("../src/countermark/static", import.meta.url).pathname;

/** Ends neither the script element nor hides its end, wherever it stands: in a string, a template or an expression. */
const insideScript = (code: string) => code.replace(/<(?=\/script|!--|script)/gi, "\\x3C");

/**
 * One page with the script in it: a frame without an origin of its own could fetch nothing from the hub, and need not.
 * The hub sends it with a policy under which nothing else loads: see http_api/guards/response_headers.py.
 */
const onePage = (name: string): Plugin => ({
  name: "one-page",
  generateBundle: {
    // After the licences of what is in the script have been gathered.
    order: "post",
    handler(_, bundle) {
      for (const [file, made] of Object.entries(bundle)) {
        if (made.type !== "chunk") continue;
        const script = `<script>${insideScript(made.code)}</script>`;
        const source = `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Drawings</title></head><body>${script}</body></html>\n`;
        this.emitFile({ type: "asset", fileName: `drawings/${name}.html`, source });
        delete bundle[file];
      }
    },
  },
});

/** The frames in which drawings are made, put beside the desk's page after that was built; the mode is the engine. */
export default defineConfig(({ mode }) => ({
  publicDir: false,
  plugins: [onePage(mode), drawingLicences(mode)],
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    outDir: static_folder,
    emptyOutDir: false,
    target: ["chrome123", "firefox125", "safari17.5"],
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 8000,
    license: { fileName: `licences/drawings-${mode}.txt` },
    rolldownOptions: {
      input: new URL(`src/drawings/${mode}.ts`, import.meta.url).pathname,
      // Nothing asks where the script lies: it has no address.
      checks: { pluginTimings: false, emptyImportMeta: false },
      output: { format: "iife", entryFileNames: `${mode}.js`, codeSplitting: false },
    },
  },
}));
