import { defineConfig } from "vite";
import { EARLY, earlyRequest } from "./scripts/early_request.js";
import { fontLicences } from "./scripts/font_licences.js";

const static_folder = new URL("../src/countermark/static", import.meta.url).pathname;

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [fontLicences, earlyRequest],
  build: {
    license: { fileName: "licences/scripts.txt" },
    outDir: static_folder,
    emptyOutDir: true,
    target: ["chrome123", "firefox125", "safari17.5"],
    // The page's policy allows fonts and styles from the hub only, so nothing may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A file is a request. Every page needs its first request and the desk at once, a review its marks a moment later.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: EARLY, test: /\/state\/early_opening\.ts$/, priority: 2 },
            { name: "desk", tags: ["$initial"], priority: 1 },
            { name: "review", test: /\/desk\/reviews\/(marks|comparison|unshown)/ },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
});
