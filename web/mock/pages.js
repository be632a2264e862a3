/** Sites under review in the mock hub's memory. */
import { iso } from "./world.js";

const ago = (minutes) => iso(Date.now() - minutes * 60_000);
const PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFUlEQVR4nGP8z4APMOGVZRip0gBBLAEPLiGBIwAAAABJRU5ErkJggg==";
const page = (pageUrl, pageTitle) => ({ pageUrl, pageTitle, createdAt: ago(40), updatedAt: ago(12) });
const cart = page("/cart", "Your basket");
const home = page("/", "Fen & Field — seeds for wet gardens");
const range = (contextBefore, contextAfter) => ({ contextBefore, contextAfter });

const FULL = {
  annotations: [
    { ...home, id: "a1", type: "text", selectedText: "ships the same day", note: "Only before two o'clock. Say so.", range: range("Every order placed on a working day ", ", wrapped in paper and string."), source: { file: "src/pages/index.astro", line: 24, component: "Promise" } },
    { ...home, id: "a2", type: "element", note: "The drawing is too heavy here; the one with thin lines is better.", elementSelector: { description: "img.hero (alt=Marsh marigold)", cssSelector: "img.hero", outerHtmlPreview: '<img class="hero" src="/marigold.svg" alt="Marsh marigold">' }, also: [{ description: "figcaption" }], picture: PICTURE, status: "in_progress", inProgressAt: ago(3) },
    { ...home, id: "a3", type: "text", selectedText: "Our seeds germinate quick", replacedText: "Our seeds germinate quickly", note: "Grammar.", range: range("", ", even after a cold spring. We test each lot three times before it is packed, and write the date on the bag."), status: "addressed", addressedAt: ago(2), replies: [{ message: "Corrected, here and in the footer, where the same sentence stood.", createdAt: ago(2) }] },
    { ...cart, id: "a4", type: "text", selectedText: "Price incl. tax", note: "Wraps in two lines on a phone.", range: range("Article  Amount  ", ""), status: "addressed", addressedAt: ago(20), replies: [{ message: "Made the column wider.", createdAt: ago(25) }, { message: "Still wraps at 360 pixels.", role: "reviewer", createdAt: ago(22) }, { message: "Shortened it to “incl. tax” under the figure.", createdAt: ago(20) }] },
    { ...cart, id: "a5", type: "text", selectedText: "Remove", note: "", range: range("2 × Ragged robin ", " Edit") },
  ],
  page_notes: [{ ...cart, id: "n1", note: "The whole page still says “basket” in some places and “cart” in others. Basket everywhere." }],
  problems: [{ where: "annotations", index: 5, why: "it is null" }],
};

export class Pages {
  constructor(world, full) {
    this.world = world;
    this.sites = new Map();
    if (!full) return;
    this.add("aaaaaaaaaaaaaaaaaaaa", "fen-and-field", "/home/ann/src/web-store", structuredClone(FULL));
    this.add("bbbbbbbbbbbbbbbbbbbb", "handbook", "/home/ann/src/handbook", { annotations: [], page_notes: [], problems: [] });
  }

  add(id, name, root, data) {
    this.sites.set(id, { id, name, root, storage: `${root}/inline-review.json`, address: "http://127.0.0.1:4321", broken: null, ...data });
  }

  row({ id, name, root, storage, address, annotations, page_notes, broken }) {
    const count = (wanted) => annotations.filter(({ status = "open" }) => status === wanted).length;
    return { id, name, root, storage, address, open: count("open"), in_progress: count("in_progress"), addressed: count("addressed"), notes: page_notes.length, problem: broken, changed_at: ago(2) };
  }

  told(kind, site, by = { kind: "person", id: "si_1" }) {
    this.world.append(kind, by, null, { site: site.id });
    return { ok: true };
  }

  detail(site) {
    const { annotations, page_notes, problems, broken } = site;
    return { site: this.row(site), ...(broken ? { annotations: [], page_notes: [], problems: [] } : { annotations, page_notes, problems }), broken, fingerprint: "5:", seq: this.world.entries.length };
  }

  change(site, id, { note, status, reply }) {
    const found = site.annotations.find((one) => one.id === id);
    if (!found) return null;
    Object.assign(found, { updatedAt: ago(0), note: note ?? found.note, status: status ?? found.status });
    if (reply) found.replies = [...(found.replies ?? []), { ...reply, role: "reviewer", createdAt: ago(0) }];
    return this.told("page_annotation_changed", site);
  }

  answer(method, [id, what, entry], body) {
    if (!id) return { sites: [...this.sites.values()].map((site) => this.row(site)), seq: this.world.entries.length };
    const site = this.sites.get(id);
    if (!site) return null;
    if (!what) return method === "DELETE" ? (this.sites.delete(id), this.told("page_site_forgotten", site)) : this.detail(site);
    if (what === "export") return { markdown: "# Inline Review — Copy Annotations\n" };
    if (what === "set-aside") return Object.assign(site, { broken: null, annotations: [], page_notes: [], problems: [] }), this.told("page_file_set_aside", site), { kept_as: `${site.storage}.corrupt-1` };
    if (what === "annotations" && method === "PATCH") return this.change(site, entry, body);
    const list = what === "annotations" ? site.annotations : site.page_notes;
    if (method === "POST") list.push({ ...body, id: `n${Date.now()}`, createdAt: ago(0), updatedAt: ago(0) });
    else if (method === "PATCH") Object.assign(list.find((one) => one.id === entry), body, { updatedAt: ago(0) });
    else list.splice(list.findIndex((one) => one.id === entry), 1);
    return this.told(method === "POST" ? "page_note_added" : "page_annotation_removed", site);
  }
}
