import { describe, expect, it } from "vitest";
import { cannotTell, missingWords, offerWords, sendable, sentChoice } from "../src/state/offered";
import { ANSWERS, cannotAnswer } from "../src/state/permission_answers";
import { cannotSend } from "../src/state/permission_bar";
import type { PermissionDraft } from "../src/state/asked_drafts";
import type { OfferedOption } from "../src/wire/types.gen";
import { card } from "./asked.sample";

const choice = (id: string, becomes: OfferedOption["becomes"], usual = false): OfferedOption => ({ id, name: `The words of ${id}`, becomes, usual });
const ONCE = choice("once", "yes", true);
const OTHER_ONCE = choice("once-and-default", "yes");
const ALWAYS = choice("always", "rule");
const NO = choice("no", "no", true);
const NEVER = choice("never", "no");
const ODD = choice("odd", "unknown");
const draft = (changes: Partial<PermissionDraft> = {}): PermissionDraft => ({ answer: null, words: "", until: null, edited: null, option: null, ...changes });
const ids = (found: readonly OfferedOption[]) => found.map(({ id }) => id);

describe("the choices that an agent offers", () => {
  const asked = card({ offered: [ALWAYS, ONCE, OTHER_ONCE, ODD, NEVER, NO] });

  it.each([
    [ONCE, "Sent for every yes, however long yours lasts."],
    [OTHER_ONCE, "Sent if you choose it under *Allow once*."],
    [ALWAYS, "Never sent. *Allow this conversation* and *Allow always until …* are kept here instead."],
    [NO, "Sent for every no, and when nobody answers in time."],
    [NEVER, "Sent if you choose it under *No*."],
    [ODD, "Nobody here knows what it does. Sent if you choose it under *Allow once*."],
  ])("stand beside what is made of each: $id", (each, words) => {
    expect(offerWords(each)).toBe(words);
  });

  it("name answers as the answers are named", () => {
    const labels = new Set(ANSWERS.map(({ label }) => label));
    const named = asked.offered.flatMap((each) => [...offerWords(each).matchAll(/\*([^*]+)\*/g)].map(([, name]) => name));
    expect(named.length).toBeGreaterThan(3);
    for (const name of named) expect(labels).toContain(name);
  });

  it("are sent by an answer of their sense, and what lasts by none", () => {
    expect(ids(sendable(asked, "once"))).toEqual(["once", "once-and-default", "odd"]);
    expect(ids(sendable(asked, "conversation"))).toEqual(["once"]);
    expect(ids(sendable(asked, "always"))).toEqual(["once"]);
    for (const no of ["no", "no_with_words", "no_and_stop"] as const) expect(ids(sendable(asked, no))).toEqual(["never", "no"]);
    for (const { choice: each } of ANSWERS) expect(ids(sendable(asked, each))).not.toContain("always");
  });

  it("are the usual one unless another is chosen", () => {
    expect(sentChoice(asked, "once", draft())?.id).toBe("once");
    expect(sentChoice(asked, "once", draft({ option: "odd" }))?.id).toBe("odd");
    expect(sentChoice(asked, "no", draft({ option: "once" }))?.id).toBe("no");
    expect(sentChoice(card(), "once", draft())).toBeUndefined();
  });

  it("say what is missing, and leave out the answers that cannot be told", () => {
    expect(missingWords(asked)).toEqual([]);
    expect(missingWords(card())).toEqual([]);
    const never = card({ offered: [ALWAYS, NO] });
    expect(missingWords(never)).toEqual(["Claude Code offers nothing that allows once."]);
    for (const each of ["once", "conversation", "always"] as const) expect(cannotAnswer(never, draft(), each)).toBe("Claude Code offers nothing that allows once");
    expect(cannotTell(never, "no")).toBeNull();
    const mute = card({ offered: [ONCE] });
    expect(missingWords(mute)).toEqual(["Claude Code offers no way to say no. It waits until you answer, and a no is told as an error."]);
    expect(cannotAnswer(mute, draft(), "no")).toBeNull();
  });

  it("that nobody knows have to be chosen one by one", () => {
    const odd = card({ offered: [ODD, NO] });
    const facts = { card: odd, settles: { answer: "once", others: [] }, shown: true } as const;
    expect(cannotSend({ ...facts, draft: draft({ answer: "once" }) })).toBe("choose which of the agent’s words are sent");
    expect(cannotSend({ ...facts, draft: draft({ answer: "once", option: "odd" }) })).toBeNull();
    expect(cannotAnswer(odd, draft(), "conversation")).toContain("nothing that allows once");
  });
});
