/** The ledger as it grows: frozen, and it shares with the one before it all but what has changed. As model/sessions/ledger.py. */
import type { Part } from "./model";
import type { CallStatus } from "../../wire/types.gen";

/** Parts that are copied when one of them changes. */
const CHUNK = 256;
const OPEN_CALLS = new Set<CallStatus>(["pending", "in_progress"]);
/** Whether a part is a call that has not ended. */
export const isOpenCall = (part: Part): boolean => part.type === "call" && OPEN_CALLS.has(part.status);

type Index = ReadonlyMap<string, number>;

/** The parts that the page has, oldest first: the newest ones of the session, before which there are `earlier` ones. */
export class LedgerParts implements Iterable<Part> {
  private constructor(
    readonly earlier: number,
    readonly length: number,
    /** Calls that have not ended. */
    readonly openCalls: number,
    private readonly chunks: readonly (readonly Part[])[],
    /** Where a part is by its id: each mapping is larger than the next one, so that there are few of them. */
    private readonly indexes: readonly Index[],
  ) {}

  static of(parts: readonly Part[], earlier = 0): LedgerParts {
    const chunks = Array.from({ length: Math.ceil(parts.length / CHUNK) }, (_, at) => parts.slice(at * CHUNK, (at + 1) * CHUNK));
    return new LedgerParts(earlier, parts.length, parts.filter(isOpenCall).length, chunks, [new Map(parts.map(({ id }, at) => [id, at]))]);
  }

  /** Parts that stand before these are put there. */
  withEarlier(parts: readonly Part[], earlier: number): LedgerParts {
    return LedgerParts.of([...parts, ...this], earlier);
  }

  at(index: number): Part | undefined {
    return this.chunks[Math.floor(index / CHUNK)]?.[index % CHUNK];
  }

  slice(from: number): Part[] {
    const first = Math.floor(from / CHUNK);
    return this.chunks.slice(first).flat().slice(from - first * CHUNK);
  }

  /** Where a part is, -1 for one that is not here; of two with one id the newest. */
  indexOf(id: string): number {
    return this.indexes.findLast((index) => index.has(id))?.get(id) ?? -1;
  }

  part(id: string): Part | undefined {
    return this.at(this.indexOf(id));
  }

  withNew(part: Part): LedgerParts {
    const full = Math.floor(this.length / CHUNK);
    const chunks = [...this.chunks.slice(0, full), [...(this.chunks[full] ?? []), part]];
    return new LedgerParts(this.earlier, this.length + 1, this.openCalls + Number(isOpenCall(part)), chunks, withPlace(this.indexes, part.id, this.length));
  }

  /** A part in the place of the one with its id. */
  withPartAt(index: number, part: Part): LedgerParts {
    const number = Math.floor(index / CHUNK);
    const [chunk, known] = [this.chunks[number], this.at(index)];
    if (chunk === undefined || known === undefined) return this;
    const openCalls = this.openCalls + Number(isOpenCall(part)) - Number(isOpenCall(known));
    return new LedgerParts(this.earlier, this.length, openCalls, this.chunks.with(number, chunk.with(index % CHUNK, part)), this.indexes);
  }

  /** Each part changed; a change keeps the id, and gives back what it leaves as it is. */
  withEach(change: (part: Part) => Part): LedgerParts {
    const chunks = this.chunks.map((chunk) => {
      const changed = chunk.map(change);
      return changed.every((part, at) => part === chunk[at]) ? chunk : changed;
    });
    return new LedgerParts(this.earlier, this.length, chunks.flat().filter(isOpenCall).length, chunks, this.indexes);
  }

  *[Symbol.iterator](): IterableIterator<Part> {
    for (const chunk of this.chunks) yield* chunk;
  }
}

/** The mappings with one place more: it is joined with those before it that are no larger. */
function withPlace(indexes: readonly Index[], id: string, index: number): readonly Index[] {
  let places: Index = new Map([[id, index]]);
  let kept = indexes.length;
  for (let before = indexes[kept - 1]; before !== undefined && before.size <= places.size; before = indexes[kept - 1]) {
    places = new Map([...before, ...places]);
    kept -= 1;
  }
  return [...indexes.slice(0, kept), places];
}
