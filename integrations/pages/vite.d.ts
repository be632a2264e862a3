/** What may be said; nothing has to. */
export interface Options {
  /** Where the annotations are kept, from the project root; default `inline-review.json`. */
  storagePath?: string;
  /** More names that the dev server is opened under, for example `["shop.test"]`. */
  hosts?: string[];
  /** The project root; default: the nearest folder with a `package.json`. */
  root?: string;
}

/** A Vite plug-in, in the words that every version of Vite understands. */
export interface Plugin {
  name: string;
  apply: "serve";
  enforce: "post";
}

export default function inlineReview(options?: Options): Plugin;
