/** The mock hub's marks: kept as they come, with fates that a scene can set. */
import { iso } from "./world.js";

const blank = (review, id, words) => ({
  label: null,
  tip: null,
  images: [],
  words: "",
  text: "",
  ...words,
  id,
  review: review.id,
  live_on: words.revision,
  status: "open",
  sent: false,
  version: 1,
  created_at: iso(Date.now()),
  changed_at: iso(Date.now()),
  position: words.place ? positionOf(words.place) : 0,
  lines: null,
  occurrence: [1, 1],
  fate: null,
  reads_now: null,
  hint: null,
});

/** Blocks of the samples are numbered down the text. */
const positionOf = (place) => Number(/\d+/.exec(place.start_block)?.[0] ?? 0) * 100_000 + place.start;

export class Annotations {
  known = new Map();

  constructor(world) {
    this.world = world;
  }

  of(review, revision) {
    const all = [...this.known.values()].filter((mark) => mark.review === review.id && mark.revision <= revision && !mark.removed);
    return all.sort((one, other) => one.position - other.position);
  }

  save(review, mark, kind) {
    const next = { ...mark, version: mark.version + 1, changed_at: iso(Date.now()) };
    this.known.set(next.id, next);
    this.world.append(kind, { kind: "person", id: "si_1" }, review, { id: next.id }, { annotation_now: next });
    return next;
  }

  put(review, id, words) {
    const known = this.known.get(id);
    return known ?? this.save(review, { ...blank(review, id, words), version: 0 }, "annotation_added");
  }

  /** Returns null when the change was made for an older version. */
  patch(review, id, { version, revision, ...change }) {
    const known = this.known.get(id);
    if (version < known.version) return null;
    const placed = change.place ? { fate: null, hint: null, live_on: revision, sent: false, position: positionOf(change.place) } : {};
    return this.save(review, { ...known, ...change, ...placed }, "annotation_changed");
  }

  act(review, id, verb, body) {
    const known = this.known.get(id);
    const note = body.as === "note" ? { kind: "note", place: null, fate: null, position: 0 } : {};
    const acts = {
      remove: ["annotation_removed", { removed: true }],
      restore: ["annotation_restored", { removed: false }],
      keep: ["annotation_kept", { live_on: body.revision, sent: false, status: "open", ...note, before: known }],
      unkeep: ["annotation_unkept", known.before],
      address: ["annotation_addressed", { status: "addressed" }],
      reopen: ["annotation_reopened", { status: "open" }],
    };
    const [kind, change] = acts[verb];
    return this.save(review, { ...known, ...change }, kind);
  }

  /** A new revision came: each mark gets the next of these fates. */
  carry(review, fates) {
    this.of(review, review.revision).forEach((mark, index) => {
      const fate = fates[index % fates.length];
      const more = fate === "changed" ? { reads_now: "the receipt and the stock mail" } : {};
      const gone = fate === "gone" ? { place: null, hint: mark.place && { place: mark.place, quote: mark.quote } } : {};
      this.known.set(mark.id, { ...mark, sent: true, fate, ...more, ...gone, version: mark.version + 1 });
    });
    this.world.append("marks_carried", { kind: "agent", id: review.agent }, review);
  }
}
