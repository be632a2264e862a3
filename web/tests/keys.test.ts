import { describe, expect, it } from "vitest";
import { BINDINGS, capsOf, commandOf, isSingle, type Press } from "../src/state/keys";
import { fits, hitsFor } from "../src/state/palette";
import { review } from "./sample";

const press = (key: string, more: Partial<Press> = {}): Press => ({ key, ctrl: false, alt: false, shift: false, typing: false, ...more });

describe("the keys", () => {
  it("tell a from A", () => {
    expect(commandOf(press("a"), true)).toBe("approve");
    expect(commandOf(press("A", { shift: true }), true)).toBe("approve_with_notes");
  });

  it("leave letters alone while a person types", () => {
    for (const { key } of BINDINGS.filter(isSingle)) expect(commandOf(press(key ?? "", { typing: true }), true)).toBeNull();
    expect(commandOf(press("Enter", { ctrl: true, typing: true }), true)).toBe("send");
    expect(commandOf(press("Escape", { typing: true }), true)).toBe("back");
  });

  it("can do without single letters", () => {
    for (const { key } of BINDINGS.filter(isSingle)) expect(commandOf(press(key ?? ""), false)).toBeNull();
    expect(commandOf(press("k", { ctrl: true }), false)).toBe("commands");
    expect(commandOf(press("F6"), false)).toBe("next_pane");
  });

  it("leave the browser's own combinations to the browser", () => {
    for (const key of ["a", "r", "j", "n", "L"]) expect(commandOf(press(key, { ctrl: true }), true)).toBeNull();
    expect(commandOf(press("ArrowLeft", { alt: true }), true)).toBeNull();
    expect(commandOf(press("ArrowLeft", { alt: true, shift: true }), true)).toBe("move_left");
    expect(commandOf(press("Enter"), true)).toBeNull();
  });

  it("mean one thing each", () => {
    const marks = BINDINGS.filter(({ key }) => key !== null).map(({ key, ctrl, alt, shift }) => [key, ctrl, alt, shift].join());
    expect(new Set(marks).size).toBe(marks.length);
  });

  it("are printed as the keyboard has them", () => {
    const send = BINDINGS.find(({ command }) => command === "send");
    expect(send && capsOf(send, false)).toEqual(["Ctrl", "⏎"]);
    expect(send && capsOf(send, true)).toEqual(["⌘", "⏎"]);
  });
});

describe("the command list", () => {
  it("finds by the beginnings of words", () => {
    expect(fits("Split to the right", "sp ri")).toBe(true);
    expect(fits("Split to the right", "plit")).toBe(false);
  });

  it("puts plans before commands once something was typed", () => {
    expect(hitsFor("", [review()])[0]?.kind).toBe("command");
    expect(hitsFor("idem", [review()])[0]?.kind).toBe("item");
  });
});
