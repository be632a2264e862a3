import { defineConfig } from "vite";
import { fontLicences } from "./scripts/font_licences.js";

const static_folder = new URL("../src/countermark/static", import.meta.url).pathname;

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [fontLicences],
  build: {
    license: { fileName: "licences/scripts.txt" },
    outDir: static_folder,
    emptyOutDir: true,
    target: ["chrome123", "firefox125", "safari17.5"],
    // The page's policy allows fonts and styles from the hub only, so nothing may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
