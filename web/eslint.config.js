import tseslint from "typescript-eslint";
import { downwardsOnly } from "./lint/rooms.js";

const limits = {
  "max-lines": ["error", 400],
  "max-lines-per-function": ["error", { max: 60, IIFEs: true }],
};

export default tseslint.config(
  { ignores: ["node_modules/**", "**/*.gen.ts"] },
  {
    files: ["**/*.js"],
    rules: { ...limits, "no-unused-vars": ["error", { varsIgnorePattern: "^_" }], eqeqeq: "error" },
  },
  {
    files: ["src/**/*.ts", "src/**/*.tsx", "tests/**/*.ts"],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { rooms: { rules: { "downwards-only": downwardsOnly } } },
    rules: {
      ...limits,
      eqeqeq: ["error", "always", { null: "ignore" }],
      "rooms/downwards-only": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": "off",
    },
  },
);
