/** The overlay's Markdown is the hub's, case by case. */
import { expect, test } from "vitest";
import { exportMarkdown } from "../src/overlay/export";
import { readStore } from "../src/overlay/reading";
import type { AnnotationStatus } from "../src/overlay/types";
import vectors from "../../tests/vectors/pages_export.json?raw";

interface Case {
  name: string;
  now: string;
  statuses: AnnotationStatus[] | null;
  store: unknown;
  markdown: string;
}

const { cases } = JSON.parse(vectors) as { cases: Case[] };

test.each(cases)("$name", ({ now, statuses, store, markdown }) => {
  const read = readStore(store);
  expect(read).not.toBeNull();
  if (read !== null) expect(exportMarkdown(read, new Date(now), statuses)).toBe(markdown);
});
