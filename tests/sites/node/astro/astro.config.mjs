import inlineReview from "astro-inline-review";
import { defineConfig } from "astro/config";

export default defineConfig({
  integrations: [inlineReview()],
});
