import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

const LICENCE = /^(licen[cs]e|ofl)(\.(txt|md))?$/i;
const WEB = dirname(import.meta.dirname);

/** The licence that lies nearest to a file: beside it, or in a folder above it up to the package's own. */
function licenceOf(file) {
  for (let folder = dirname(join(WEB, file)); folder.startsWith(WEB); folder = dirname(folder)) {
    const name = readdirSync(folder).find((each) => LICENCE.test(each));
    if (name !== undefined) return readFileSync(join(folder, name), "utf8").trim();
    if (existsSync(join(folder, "package.json"))) break;
  }
  return undefined;
}

/** The Open Font License wants its text to travel with the fonts; Vite's own `build.license` sees scripts only. */
export const fontLicences = {
  name: "font-licences",
  generateBundle(_, bundle) {
    const fontsOf = new Map(); // by the text of their licence
    for (const made of Object.values(bundle).filter(({ fileName }) => fileName.endsWith(".woff2"))) {
      const [source] = made.originalFileNames;
      const licence = source && licenceOf(source);
      if (!licence) this.error(`no licence lies beside ${source ?? made.fileName}`);
      fontsOf.set(licence, [...(fontsOf.get(licence) ?? []), made.fileName]);
    }
    const parts = [...fontsOf].map(([licence, fonts]) => `${fonts.sort().join("\n")}\n\n${licence}\n`);
    this.emitFile({ type: "asset", fileName: "licences/fonts.txt", source: parts.sort().join("\n\n") });
  },
};
