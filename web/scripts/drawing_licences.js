/** The licences of what drawings are made with, where a package leaves its text out or has others inside it. */
import { readFileSync } from "node:fs";

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");

/** What the WebAssembly of Viz.js was built of, by its own record: the addresses of the sources, as the EPL asks for. */
function sourceOf(name) {
  const { resolvedDependencies } = JSON.parse(read("../node_modules/@viz-js/viz/lib/provenance.json")).predicate.buildDefinition;
  const source = resolvedDependencies.find(({ uri }) => uri.includes(`/${name}-`));
  if (source === undefined) throw new Error(`Viz.js does not say which ${name} is in it.`);
  const version = /-(\d+(?:\.\d+)+)\.tar\.gz$/.exec(source.uri)[1];
  return { version, words: `Its source: ${source.uri}\n(sha256 ${source.digest.sha256})` };
}

function graphvizParts() {
  const [graphviz, expat] = ["graphviz", "expat"].map(sourceOf);
  return `## @viz-js/viz (MIT)

Copyright (c) Michael Daines

${MIT}

## Graphviz ${graphviz.version} (EPL)

Compiled to WebAssembly by Viz.js, and passed on as it came: unmodified. ${graphviz.words}
Its source is also to be had from the Graphviz project, which this program has nothing to do with and which gives no warranty for it.
Copyright (c) AT&T Intellectual Property and the authors of Graphviz.

Files of Graphviz name version 1.0 of the Eclipse Public License, distributors of this version name 2.0. Both texts follow.

${read("epl-1.0.txt")}
${read("epl-2.0.txt")}
## Expat ${expat.version} (MIT)

In the WebAssembly of Viz.js; reads HTML-like labels. ${expat.words}
Copyright (c) 1998-2000 Thai Open Source Software Center Ltd and Clark Cooper
Copyright (c) 2001-2026 Expat maintainers

${MIT}

## Emscripten's runtime and musl (MIT)

Copyright (c) 2010-2026 Emscripten authors
Copyright (c) 2005-2026 Rich Felker, et al.

${MIT}
`;
}

const PARTS = {
  mermaid: () => `## fastdom (MIT)

Copyright (c) 2016 Wilson Page

${MIT}
`,
  graphviz: graphvizParts,
};

/** Put beside what the build has gathered by itself. */
export const drawingLicences = (engine) => ({
  name: "drawing-licences",
  generateBundle() {
    const source = PARTS[engine]?.();
    if (source !== undefined) this.emitFile({ type: "asset", fileName: `licences/drawings-${engine}-parts.txt`, source });
  },
});
