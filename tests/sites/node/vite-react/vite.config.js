import react from "@vitejs/plugin-react";
import inlineReview from "astro-inline-review/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react(), inlineReview()],
});
