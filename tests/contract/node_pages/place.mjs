/** Puts the tag into pages: one JSON line in (`pieces` in Base64, `nonce`), one out (what came of each piece, and the end). */
import { createInterface } from "node:readline";
import { TagPlacer } from "../../../integrations/pages/lib/tag.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { pieces, nonce } = JSON.parse(line);
  const placer = new TagPlacer(nonce ?? undefined);
  const out = [...pieces.map((piece) => placer.push(Buffer.from(piece, "base64"))), placer.end()];
  process.stdout.write(`${JSON.stringify(out.map((piece) => piece.toString("base64")))}\n`);
}
