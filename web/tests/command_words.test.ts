import { expect, test } from "vitest";
import { agentNameOf, commandWords } from "../src/state/sessions/command_words";

const WORDS: [string, string[]][] = [
  ["npx some-agent --acp", ["npx", "some-agent", "--acp"]],
  ["  run\t'a b'  \"c d\" ", ["run", "a b", "c d"]],
  ["run a\\ b 'it'\\''s' --x=\"y z\"", ["run", "a b", "it's", "--x=y z"]],
  ["run '' \"\"", ["run", "", ""]],
  [String.raw`run "a\"b" "c\\d" "e\f" '\g'`, ["run", 'a"b', "c\\d", "e\\f", "\\g"]],
  ["run $HOME `id` $(id) *.py ~ #no", ["run", "$HOME", "`id`", "$(id)", "*.py", "~", "#no"]],
  ["run '|' \"&&\" a|b", ["run", "|", "&&", "a|b"]],
  ["run a\\\nb\nc", ["run", "ab", "c"]],
  ["'/opt/my agent/run' --name=Zoë", ["/opt/my agent/run", "--name=Zoë"]],
];

test.each(WORDS)("the words of %j", (line, words) => {
  expect(commandWords(line)).toEqual({ words });
});

test.each(["run 'a", 'run "a', "run a\\", 'run "a\\"'])("%j does not end", (line) => {
  expect(commandWords(line)).toEqual({ why: expect.stringContaining("open at its end") as string });
});

test.each(["a | b", "a && b", "cd x ; b", "a > file", "a &", "A_KEY=x run"])("%j would need a shell", (line) => {
  expect(commandWords(line)).toEqual({ why: expect.stringContaining("No shell reads it") as string });
});

test.each(["", "  ", "''"])("%j starts nothing", (line) => {
  expect(commandWords(line)).toEqual({ why: "Write the command that starts the agent" });
});

test("a long line is read at once", () => {
  const found = commandWords(`run ${"'a b' ".repeat(20_000)}`);
  expect("words" in found && found.words.length).toBe(20_001);
});

test.each([["My Agent!", "my-agent"], ["Zoë’s  2nd", "zoe-s-2nd"], ["42 things", "things"], ["日本", "my-agent"], ["a".repeat(80), "a".repeat(64)]])(
  "the name for %j",
  (title, name) => {
    expect(agentNameOf(title)).toBe(name);
  },
);
