import { sveltekit } from "@sveltejs/kit/vite";
import inlineReview from "astro-inline-review/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [sveltekit(), inlineReview()],
});
