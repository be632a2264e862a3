import inlineReview from "astro-inline-review/vite";

export default defineNuxtConfig({
  compatibilityDate: "2026-01-01",
  app: { head: { link: [{ rel: "icon", href: "data:," }] } },
  devtools: { enabled: false },
  telemetry: false,
  vite: { cacheDir: "node_modules/.vite", plugins: [inlineReview()] },
});
