import { defineConfig } from "vite";

const static_folder = new URL("../src/countermark/static", import.meta.url).pathname;

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: static_folder,
    emptyOutDir: true,
    target: ["chrome123", "firefox125", "safari17.5"],
    // The page's policy allows fonts and styles from the hub only, so nothing may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
