import { describe, expect, test } from "vitest";
import { withDefaults } from "../src/drawings/graphviz_source";

const OURS = / graph \[[^\]]*\] node \[[^\]]*\] edge \[[^\]]*\];/;

describe("a graph begins with the desk's defaults", () => {
  test.each([
    ["in a line", "digraph { a -> b }", "digraph {", " a -> b }"],
    ["of a name in quotes", 'strict graph "a { \\" b" {\n a -- b\n}', 'strict graph "a { \\" b" {', "\n a -- b\n}"],
    ["behind comments", "// {\n# {\n/* { \n */ digraph x{}", "// {\n# {\n/* { \n */ digraph x{", "}"],
    ["with a sign in its line", "digraph a#b {}", "digraph a#b {", "}"],
  ])("%s", (_, source, head, rest) => {
    const made = withDefaults(source);
    expect(made.replace(OURS, "")).toBe(source);
    expect(made.startsWith(`${head} graph [`)).toBe(true);
    expect(made.endsWith(`];${rest}`)).toBe(true);
  });

  test("and its lines keep their numbers", () => {
    const source = "digraph {\n a -> -> b\n}";
    expect(withDefaults(source).split("\n").length).toBe(source.split("\n").length);
  });

  test.each(["", "hello", "// digraph {", "/* digraph {", '"digraph {', "digraph"])("but %j is left as it is", (source) => {
    expect(withDefaults(source)).toBe(source);
  });

  test("in good time, whatever it says", () => {
    const begun = performance.now();
    for (const piece of ["/*", "//\n", '"', "#\n#", "/", '\\"', "// \n/* "]) withDefaults(piece.repeat(50_000 / piece.length));
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});
