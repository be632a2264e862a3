import { describe, expect, test } from "vitest";
import { safePicture } from "../src/desk/drawings/safe_svg";
import { readXml } from "../src/desk/drawings/xml";

const LOOK = { paper: "#fcfaf5", face: "" };
const svgOf = (inside: string, attributes = 'viewBox="0 0 10 20"') => `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`;
const made = (inside: string) => safePicture(svgOf(inside), LOOK).svg;

describe("a picture is written anew", () => {
  test("with its size, its paper, its shapes and its words", () => {
    const picture = safePicture(svgOf('<title>How it &lt;flows&gt;</title><g id="a"><path d="M0 0"/><text x="1">a &amp; b</text></g>'), LOOK);
    expect(picture).toMatchObject({ width: 10, height: 20, title: "How it <flows>" });
    expect(picture.svg).toContain('<g id="a"><path d="M0 0"></path><text x="1">a &amp; b</text></g>');
    expect(picture.svg).toContain('style="background:#fcfaf5"');
  });

  test.each([
    ["scripts", "<script>alert(1)</script>"],
    ["scripts in groups", "<g><script>alert(1)</script></g>"],
    ["pictures", '<image href="https://evil.example/i.png"/>'],
    ["animations", '<animate attributeName="href" to="javascript:alert(1)"/>'],
    ["sets", '<set attributeName="onload" to="alert(1)"/>'],
    ["frames in words", '<foreignObject><iframe src="https://evil.example"></iframe></foreignObject>'],
    ["pictures in words", '<foreignObject><div xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></div></foreignObject>'],
    ["shapes in words", "<foreignObject><div><svg><script>alert(1)</script></svg></div></foreignObject>"],
    ["styles that load", "<style>@import url(https://evil.example/a.css);</style>"],
    ["styles that load by other ways", "<style>a{background:u\\72l(https://evil.example)}</style>"],
    ["styles that load by references", "<style>a{background:url&#40;https://evil.example&#41;}</style>"],
    ["prefixes", '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>'],
    ["filters", '<filter id="f"><feImage href="https://evil.example/f.png"/></filter>'],
  ])("without %s", (_, inside) => {
    const svg = made(`${inside}<path d="M1 1"/>`);
    expect(svg).not.toMatch(/alert|evil|script|iframe|<img|<image|@import|\son[a-z]+=/i);
    expect(svg).toContain('<path d="M1 1"></path>');
  });

  test.each([
    ["handlers", '<path onload="alert(1)" onclick="alert(1)" d="M1 1"/>'],
    ["links", '<a href="javascript:alert(1)" xlink:href="https://evil.example"><path d="M1 1"/></a>'],
    ["addresses of fills", '<path fill="url(https://evil.example/f)" style="fill:url(//evil.example)" d="M1 1"/>'],
    ["escaped addresses", '<path style="fill:\\75rl(//evil.example)" d="M1 1"/>'],
    ["uses of elsewhere", '<use href="https://evil.example/a.svg#b"/><path d="M1 1"/>'],
  ])("without %s", (_, inside) => {
    const svg = made(inside);
    expect(svg).not.toMatch(/alert|evil|<a |\son[a-z]+=/i);
    expect(svg).toContain("<path");
  });

  test("what it refers to in itself is kept", () => {
    const svg = made('<marker id="m"><path d="M0 0"/></marker><path marker-end="url(#m)" d="M1 1"/><use xlink:href="#m"/>');
    expect(svg).toContain('marker-end="url(#m)"');
    expect(svg).toContain('<use href="#m">');
  });

  test("words in a box are words of a page", () => {
    expect(made('<foreignObject width="9" height="9"><div class="x"><p>a<br/>b</p></div></foreignObject>')).toContain(
      '<foreignObject width="9" height="9"><div xmlns="http://www.w3.org/1999/xhtml" class="x"><p>a<br></br>b</p></div></foreignObject>',
    );
  });
});

describe("no picture", () => {
  test.each([
    ["without a size", svgOf("", "")],
    ["of no size", svgOf("", 'viewBox="0 0 0 0"')],
    ["too large", svgOf("", 'viewBox="0 0 99999 10"')],
    ["with a document type", `<!DOCTYPE svg [<!ENTITY a "b">]>${svgOf("&a;")}`],
    ["of another kind", "<html></html>"],
    ["cut off", '<svg viewBox="0 0 1 1"><g>'],
    ["closed too often", `${svgOf("")}</g>`],
    ["with a broken tag", svgOf("<g a=b>")],
    ["of too many parts", svgOf("<g/>".repeat(20_001))],
    ["too deep", svgOf("<g>".repeat(400) + "</g>".repeat(400))],
    ["with data that is no text", svgOf("<![CDATA[x]]>")],
  ])("comes of one %s", (_, xml) => {
    expect(() => safePicture(xml, LOOK)).toThrow(RangeError);
  });

  test("of words alone", () => {
    expect(() => safePicture("alert(1)", LOOK)).toThrow(RangeError);
  });
});

test("a megabyte is read in good time", () => {
  const begun = performance.now();
  expect([...readXml(svgOf(`<path d="${"M1 1 ".repeat(40)}"/>`.repeat(5000)))]).toHaveLength(5002);
  expect([...readXml("a ".repeat(500_000))]).toHaveLength(1);
  expect(() => [...readXml(`<a ${" ".repeat(500_000)}`)]).toThrow(RangeError);
  expect(performance.now() - begun).toBeLessThan(10_000);
});

test("references are read once, and characters that no text holds are left out", () => {
  expect([...readXml("&amp;lt;&#60;&#x3c;&#0;&#xffffff;x&unknown;")]).toEqual([{ is: "text", text: "&lt;<<x&unknown;" }]);
});
