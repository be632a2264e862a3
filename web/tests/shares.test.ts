/** Links that carry a review: the page reads them as the hub does, and opens what it has made itself. */
import { describe, expect, it } from "vitest";
import { BrokenLink, isSharedLink, linkTo, openedLink } from "../src/sharing/link";
import { looksShared } from "../src/state/shares";

interface Vector {
  link: string;
  carries?: { title?: string; text?: string; by?: string; marks?: { by?: string }[] };
  error?: string;
}

/** The same files as tests/unit/sharing/test_share_vectors.py reads. */
const VECTORS = import.meta.glob<Vector>("../../tests/vectors/shares/*.json", { eager: true, import: "default" });

describe("a link", () => {
  it.each(Object.entries(VECTORS))("is read as the hub reads it: %s", async (_, { link, carries, error }) => {
    const opening = openedLink(link);
    if (error === undefined) {
      const found = await opening;
      const { title = "", text = "", by = "", marks = [] } = carries ?? {};
      expect(found).toEqual({ title, text, by, marks: marks.map(({ by: author = "" }) => ({ by: author })) });
    } else {
      const failure: unknown = await opening.catch((reason: unknown) => reason);
      expect(failure).toBeInstanceOf(BrokenLink);
      expect(String(failure)).toContain(error);
    }
  });

  it("that the page has made opens, and has a key of its own each time", async () => {
    const shared = { countermark: 1, title: "Café 🙂", text: "x".repeat(200_000), by: "Ada", marks: [{ by: "Bob" }] };
    const [one, other] = [await linkTo(shared, "http://x"), await linkTo(shared, "http://x")];
    expect(one.startsWith("http://x/#cm1.")).toBe(true);
    expect(one).not.toBe(other);
    expect(await openedLink(one)).toEqual({ title: shared.title, text: shared.text, by: "Ada", marks: [{ by: "Bob" }] });
  });

  it("that would be too long is not made", async () => {
    await expect(linkTo({ text: "x".repeat(6_000_000) }, "http://x")).rejects.toThrow("5 MB");
  });
});

describe("pasted text", () => {
  const { link } = Object.values(VECTORS).find(({ carries }) => carries?.title !== undefined) as Vector;
  it.each([[link, true], [`  ${link}\n`, true], [link.slice(link.indexOf("#") + 1), true], [`https://share.example/#${"eJ".repeat(40)}`, true], [`https://share.example/#${"eJ".repeat(9000)}`, true], [`Plan #3, see ${link} and tell me.`, true], ["https://example.org/page#top", false], ["Ticket #cm1.", false], ["cm1", false], ["Some words.", false], ["", false]])("%s is taken for a link: %s", (text, taken) => {
    expect(looksShared(text)).toBe(taken);
    if (text === link) expect(isSharedLink(text)).toBe(true);
  });
});
