import { describe, expect, it } from "vitest";
import { AT_REST, NO_PROMPT, type QuestionDraft } from "../src/state/asked_drafts";
import { cannotReply, lackOf, nextUnanswered, questionBar, replyLabel, valuesOf } from "../src/state/questions";
import { prompt, questionCard } from "./asked.sample";
import { NOW } from "./sample";

const draft = (prompts: QuestionDraft["prompts"] = {}, outcome: QuestionDraft["outcome"] = "answered"): QuestionDraft => ({ outcome, chosen: false, prompts });
const given = (values: string[], own = "") => ({ values, own });

describe("an answer to a question", () => {
  it("is a choice, or own words instead of it", () => {
    expect(valuesOf(prompt(), given(["UTC"]))).toEqual(["UTC"]);
    expect(valuesOf(prompt(), given([], " as it is "))).toEqual(["as it is"]);
    expect(valuesOf(prompt(), given(["UTC"], "as it is"))).toEqual(["UTC"]);
    expect(valuesOf(prompt({ free: false }), given([], "as it is"))).toEqual([]);
  });

  it("has own words beside several choices", () => {
    expect(valuesOf(prompt({ several: true }), given(["UTC", "Local"], "both"))).toEqual(["UTC", "Local", "both"]);
  });

  it("is words or a number where there is no choice", () => {
    const number = prompt({ kind: "number", choices: [] });
    expect(lackOf(number, given([], "1.5"))).toBeNull();
    expect(lackOf(number, given([], "1,5"))).toContain("a number");
    expect(lackOf(prompt({ kind: "whole_number", choices: [] }), given([], "1.5"))).toContain("a whole number");
    expect(valuesOf(prompt({ kind: "text", choices: [], free: false }), given([], "words"))).toEqual(["words"]);
    expect(valuesOf(prompt({ kind: "yes_or_no", choices: [] }), given(["yes"]))).toEqual(["yes"]);
  });

  it("cannot go while one that is needed lacks; a refusal can", () => {
    const card = questionCard(prompt(), prompt({ name: "size", header: "Size" }), prompt({ name: "more", required: false }));
    expect(cannotReply(card, draft())).toContain("Zone");
    expect(cannotReply(card, draft({ zone: given(["UTC"]) }))).toContain("Size");
    expect(cannotReply(card, draft({ zone: given(["UTC"]), size: given([], "big") }))).toBeNull();
    expect(cannotReply(card, draft({}, "declined"))).toBeNull();
  });

  it("goes on to the next that has none", () => {
    const card = questionCard(prompt(), prompt({ name: "size" }), prompt({ name: "more" }));
    expect(nextUnanswered(card, draft({ size: given(["UTC"]) }), 1)).toBe(2);
    expect(nextUnanswered(card, draft({ more: given(["UTC"]) }), 2)).toBeNull();
    expect(lackOf(prompt({ required: false }), NO_PROMPT)).toBeNull();
  });

  it("is named on the button, and agrees to an address", () => {
    const card = questionCard(prompt());
    expect([replyLabel(card, draft()), replyLabel(card, draft({}, "cancelled"))]).toEqual(["Send", "Cancel"]);
    expect(replyLabel({ ...card, url: "https://example.net/" }, draft())).toBe("Agree");
    expect(questionBar({ card, draft: draft(), sending: AT_REST, now: NOW, held: false })).toMatchObject({ send: "Send", headline: "Then it expires, unanswered" });
  });
});
