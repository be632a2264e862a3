/** Holds the hand-written wire types to the generated ones: tsc refuses this file when the hub says something else. */
import type { components } from "../src/wire/types.gen";
import type { DocumentSlice, Draft, Entry, JournalPage, Review, ReviewDetail, ReviewList, Revision, Session, Settings } from "../src/wire/types";

type Hub = components["schemas"];
type Reads<Told, Known> = Told extends Known ? true : never;

/** `kind` is an open set on the wire, a closed one here. */
type EntryAsTold = Omit<Hub["FeedEntry"], "kind"> & Pick<Entry, "kind">;
type DraftAsTold = Omit<Hub["Draft"], "kind"> & Pick<Draft, "kind">;

export const agreed: [
  Reads<Hub["Review"], Review>,
  Reads<Hub["Revision"], Revision>,
  Reads<Hub["ReviewList"], ReviewList>,
  Reads<Omit<Hub["ReviewState"], "draft">, Omit<ReviewDetail, "draft">>,
  Reads<Hub["DocumentSlice"], DocumentSlice>,
  Reads<Hub["Session"], Session>,
  Reads<Hub["Settings"], Settings>,
  Reads<DraftAsTold, Draft>,
  Reads<Omit<EntryAsTold, "actor">, Omit<Entry, "actor">>,
  Reads<Omit<Hub["JournalPage"], "entries">, Omit<JournalPage, "entries">>,
] = [true, true, true, true, true, true, true, true, true, true];
