import { describe, expect, test } from "vitest";
import { sourcesIn } from "../src/desk/exports/sources";

const page = (inside: string) => `<style>pre { color: red }</style><article class="document">${inside}</article></main>\n`;
const found = (inside: string) => sourcesIn(page(inside)).map(({ start, end }) => page(inside).slice(start, end));

const DOT = '<pre tabindex="0" data-language="dot" data-block="b1" data-lines="3-5"><code>digraph { a -&gt; b }\n</code></pre>';
const NOTED = '<pre data-language="MERMAID" data-block="b2"><code>a<sup class="number">1</sup><span class="note">x <span>y</span></span>\n</code></pre>';
const INLINE = '<span data-math="inline">a<span class="note"><b>n</b> <span>o</span></span>b</span>';
const BLOCK = '<pre data-math="display" data-block="b3"><code>x\n</code></pre>';

describe("the sources of an exported page", () => {
  test("are its fences and formulas, with all that stands in them", () => {
    expect(found(`<p>It ${INLINE} so</p>${DOT}<ul><li>${NOTED}</li></ul>${BLOCK}`)).toEqual([INLINE, DOT, NOTED, BLOCK]);
  });

  test.each([
    ["other fences", '<pre data-language="python" data-block="b"><code>x</code></pre>'],
    ["fences of no block", '<pre data-language="dot"><code>x</code></pre>'],
    ["words about them", '<p>&lt;pre data-language="dot" data-block="b"&gt;</p>'],
    ["other elements of that attribute", '<spanner data-math="inline">x</spanner><code data-math="inline">x</code>'],
    ["spans of a language", '<span data-language="dot" data-block="b">x</span>'],
    ["one that never ends", '<pre data-language="dot" data-block="b"><code>x'],
  ])("are not %s", (_, inside) => {
    expect(found(inside)).toEqual([]);
  });

  test("are none outside of the text", () => {
    expect(sourcesIn(`${DOT}${page("x")}${DOT}`)).toEqual([]);
    expect(sourcesIn(DOT)).toEqual([]);
  });
});
