/** What the little site of the painting tests shows. */
export interface State {
  says: string;
  note: string | null;
  rows: string[];
  extra: boolean;
}

export const FIRST: State = { says: "odd words", note: "a conditional remark", rows: ["one", "two", "three"], extra: false };
