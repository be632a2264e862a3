/** A command line as its words: quotes and backslashes as in a shell, and nothing else that a shell would do. */

type CommandWords = { readonly words: readonly string[] } | { readonly why: string };

// What a shell would obey, and a program would get as a word.
const OPERATORS = new Set(["|", "||", "&", "&&", ";", ">", ">>", "<", "<<", "2>", "2>&1"]);
const PIECE = /\s+|'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])|([^\s'"\\]+)/y;
const ESCAPED_IN_QUOTES = /\\(["\\$`])|\\\n/g;

export function commandWords(line: string): CommandWords {
  const words: string[] = [];
  let word: string | null = null;
  let bare = true;
  const end = () => {
    if (word !== null) words.push(word);
    const isOperator = bare && word !== null && OPERATORS.has(word);
    word = null;
    bare = true;
    return isOperator;
  };
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < line.length) {
    const piece = PIECE.exec(line);
    if (piece === null) return { why: "A quotation mark, or a backslash, is open at its end" };
    const [, single, double, escaped, plain] = piece;
    if (single === undefined && double === undefined && escaped === undefined && plain === undefined) {
      if (end()) return { why: NO_SHELL };
      continue;
    }
    if (plain === undefined) bare = false;
    word = (word ?? "") + (single ?? double?.replace(ESCAPED_IN_QUOTES, "$1") ?? (escaped === "\n" ? "" : escaped) ?? plain ?? "");
  }
  if (end()) return { why: NO_SHELL };
  const [program] = words;
  if (program === undefined || program === "") return { why: "Write the command that starts the agent" };
  return /^[A-Za-z_]\w*=/.test(program) ? { why: "No shell reads it: variables are given with countermark agents add --env" } : { words };
}

const NO_SHELL = "No shell reads it: a script does what needs one";

/** The name of the file for an agent with this title: small letters, digits and dashes. */
export function agentNameOf(title: string): string {
  const plain = title.normalize("NFKD").toLowerCase().replace(/\p{M}+/gu, "");
  const name = plain.replace(/[^a-z0-9]+/g, "-").replace(/^[-0-9]+|-+$/g, "").slice(0, 64).replace(/-+$/, "");
  return name === "" ? "my-agent" : name;
}
