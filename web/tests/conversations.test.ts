import { beforeEach, expect, test, vi } from "vitest";
import { wantedSession, want } from "../src/state/sessions/beginning";
import { askForConversations, chooseConversation, forgetListing, listingNow, matching } from "../src/state/sessions/conversations";
import type { AgentConversation } from "../src/wire/types.gen";

const talk = (id: string, title: string | null, folder: string | null = "/srv/shop"): AgentConversation => ({ id, title, folder, folder_name: "shop", updated_at: null });
const answers = (status: number, body: unknown) => vi.stubGlobal("fetch", vi.fn(() => Promise.resolve(new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } }))));

beforeEach(() => {
  forgetListing();
  want({ agent: "codex", command: "", folder: "/srv/shop", how: "load", conversation: "" });
});

test("they are found by all of the words, in any order and case", () => {
  const known = [talk("a1", "Fix the Webhook"), talk("b2", "Webhook and jobs"), talk("c3", null, "/srv/Jobs")];
  expect(matching(known, " JOBS webhook ").shown.map(({ id }) => id)).toEqual(["b2"]);
  expect(matching(known, "jobs").shown.map(({ id }) => id)).toEqual(["b2", "c3"]);
  expect(matching(known, "c3").shown).toHaveLength(1);
  expect(matching(known, "").shown).toHaveLength(3);
});

test("of very many a hundred are shown", () => {
  const found = matching(Array.from({ length: 2000 }, (_, number) => talk(String(number), "Talk")), "talk");
  expect([found.shown.length, found.more]).toEqual([100, 1900]);
});

test("what an agent has told is not shown for another one, and a way that it has is chosen", async () => {
  answers(200, { conversations: [talk("a1", "Fix")], whole: true, ways: ["resume"], startup_ms: 3 });
  await askForConversations();
  expect(listingNow.value).toMatchObject({ at: "here", folder: "/srv/shop", known: { whole: true } });
  expect(wantedSession.value.how).toBe("resume");
  want({ agent: "claude-code" });
  expect(listingNow.value).toEqual({ at: "unasked" });
});

test("why there is no list is said", async () => {
  answers(409, { error: { code: "agent_cannot", message: "This agent does not say that it can list its conversations.", hint: "Type the id of the conversation instead." } });
  await askForConversations();
  expect(listingNow.value).toMatchObject({ at: "failed" });
  expect(JSON.stringify(listingNow.value)).toContain("does not say that it can list");
});

test("a chosen conversation brings its folder", () => {
  chooseConversation(talk("a1", "Fix", "/srv/other"));
  expect(wantedSession.value).toMatchObject({ conversation: "a1", folder: "/srv/other" });
  chooseConversation(talk("a2", "Fix", null));
  expect(wantedSession.value).toMatchObject({ conversation: "a2", folder: "/srv/other" });
  chooseConversation(null);
  expect(wantedSession.value).toMatchObject({ conversation: "", folder: "/srv/other" });
});
