/** What the overlay's parts say to each other: the page file's values (seed 002, section 3). */
import type { PageAnnotation, PageNote, PageReply, PageSource } from "../wire/types.gen";
import type { Anchor } from "./finding/anchor";

/** A range as the seed stores it (3.5); contexts are up to 80 characters of the same block. */
export interface SerializedRange {
  startXPath: string;
  startOffset: number;
  endXPath: string;
  endOffset: number;
  selectedText: string;
  contextBefore: string;
  contextAfter: string;
}

export type AnnotationStatus = PageAnnotation["status"];

interface BaseAnnotation {
  id: string;
  pageUrl: string;
  pageTitle: string;
  note: string;
  createdAt: string;
  updatedAt: string;
  status?: AnnotationStatus | "resolved";
  inProgressAt?: string;
  addressedAt?: string;
  resolvedAt?: string;
  replies?: PageReply[];
  /** Beyond the seed: our own record, never needed to read the file. */
  source?: PageSource;
  /** A data: address of a small picture, if the reviewer asked for one. */
  picture?: string;
  /** Selectors of the same-origin frames around the place, outermost first. */
  frames?: string[];
  /** Selectors of the open shadow hosts around the place, outermost first. */
  shadow?: string[];
}

export interface TextAnnotation extends BaseAnnotation {
  type: "text";
  selectedText: string;
  range: SerializedRange;
  replacedText?: string;
  /** Our layer over the seed's range: block hashes and neighbours. */
  anchor?: Anchor;
}

export interface ElementSelector {
  cssSelector: string;
  xpath: string;
  description: string;
  tagName: string;
  attributes: Record<string, string>;
  outerHtmlPreview: string;
  /** Beyond the seed: of the element's text, so that a twin is not taken for it. */
  textHash?: string;
}

export interface ElementAnnotation extends BaseAnnotation {
  type: "element";
  elementSelector: ElementSelector;
  /** More elements in the same note. */
  also?: ElementSelector[];
}

export type Annotation = TextAnnotation | ElementAnnotation;

export interface ReviewStore {
  version: 1;
  annotations: Annotation[];
  pageNotes: PageNote[];
}

/** What a person has pointed at: a popup is opened beside `rect`, and `wish` is what POST /annotations gets, but for the note. */
export interface Captured {
  kind: "text" | "element";
  /** Selected text or the element's description. */
  label: string;
  rect: DOMRect;
  /** The wish without note, pageUrl and pageTitle. */
  wish: Record<string, unknown>;
  /** The element whose source is asked for, and what the markup says of the source of one. */
  origin: Element | null;
  /** The words or elements themselves, also those that have joined. */
  places: readonly (Range | Element)[];
  writtenSource: (element: Element) => PageSource | null;
  /** Of an element: adds another one to the same note (Alt+Shift+click). */
  add?: (element: Element) => void;
  /** Makes a picture of the element, if the browser can. */
  picture?: () => Promise<string | null>;
}

/** Where an annotation of this page stands: seen, looked for, or nowhere. */
export type Standing = "found" | "searching" | "missing";

/** The pointing side: text selection and Alt+hover. Its only maker is pointing.ts. */
export interface Pointing {
  /** While this answers true (the popup is open), Alt+click opens nothing new. */
  isBusy: () => boolean;
  /** Alt points at an element, or at none any more. */
  onPointed: (element: Element | null) => void;
  onCaptured: (captured: Captured) => void;
  /** Alt+Shift+click while it is open: the element is to join what the popup is about, if that can have more. */
  onMore: (element: Element) => void;
  onClicked: (id: string, at: DOMRect) => void;
}
