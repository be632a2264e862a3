#!/usr/bin/env node
// Asks a person at the Countermark desk about a plan, by files alone: as a program, and as a module (`reviewPlan`).
// The protocol is described in docs/reference/response-files.md; the options and exit codes in README.md.
import { randomBytes, timingSafeEqual } from "node:crypto";
import { constants, existsSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { link, lstat, mkdir, open, unlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const LOOK_MS = 300;
const NO_HUB_MS = 3000;
const DAY_SECONDS = 24 * 60 * 60;
const DECISIONS = new Set(["approved", "rejected", "withdrawn", "refused"]);
const EXIT = { approved: 0, rejected: 1, refused: 4, expired: 5, withdrawn: 6 };
const USAGE = 2;
const NO_HUB = 3;
const FAILED = 4;
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
const NO_HUB_WORDS = "no hub runs; the plan waits until one does: `countermark serve`, or `countermark open`";
const TIME_OVER = "nobody answered in time; this plan is neither approved nor refused";

/** Why there is no decision; `exitCode` is what the program ends with. */
export class PlanFilesError extends Error {
  constructor(message, exitCode = FAILED) {
    super(message);
    this.name = "PlanFilesError";
    this.exitCode = exitCode;
  }
}

/** The folder of plans in the data folder of this user's hub. */
export function plansFolder(environment = process.env) {
  const { COUNTERMARK_HOME: chosen, XDG_DATA_HOME: data = "" } = environment;
  if (chosen) return join(resolve(chosen.replace(/^~(?=\/|$)/, homedir())), "plans");
  if (process.platform === "darwin") return join(homedir(), "Library/Application Support/Countermark/plans");
  return join(isAbsolute(data) ? data : join(homedir(), ".local/share"), "countermark/plans");
}

/**
 * Ask a person about a plan and wait for the answer.
 *
 * `plan` is Markdown, as text or as bytes. Options: `summary`, `workspace` (usually the working folder), `conversation`,
 * `timeoutSeconds` (1 to 86400, usually 1800), `folder`, `signal` (an AbortSignal), `notice` (is called with words for a
 * person), `tell` (is called with the answer and awaited before the hub learns that it has arrived).
 *
 * Returns `{decision, feedback}`; `decision` is `approved`, `rejected`, `withdrawn`, `refused` or `expired`. Nothing but
 * `approved` is an approval. Throws `PlanFilesError`, and the signal's reason when it is aborted.
 */
export async function reviewPlan(plan, options = {}) {
  const { timeoutSeconds = 1800, folder = plansFolder(), notice = () => {}, tell = () => {}, signal } = options;
  if (!Number.isInteger(timeoutSeconds) || timeoutSeconds < 1 || timeoutSeconds > DAY_SECONDS) {
    throw new PlanFilesError("the timeout is a whole number of seconds, from 1 to 86400", USAGE);
  }
  signal?.throwIfAborted();
  await prepare(folder);
  const asked = new AskedPlan(folder, timeoutSeconds);
  const tidy = () => asked.leave();
  process.once("exit", tidy);
  try {
    await asked.submit(plan, options);
    return await answerTo(asked, { notice, tell, signal });
  } finally {
    process.removeListener("exit", tidy);
    tidy();
  }
}

async function answerTo(asked, { notice, tell, signal }) {
  let isSaid = false;
  for (;;) {
    const answer = await asked.look(notice);
    if (answer !== null) {
      await tell(answer);
      await unlink(asked.response);
      return answer;
    }
    if (Date.now() >= asked.deadline) return { decision: "expired", feedback: "" };
    if (!isSaid && Date.now() - asked.createdAt >= NO_HUB_MS && !asked.hubRuns()) {
      isSaid = true;
      notice(NO_HUB_WORDS);
    }
    await pause(signal);
  }
}

async function pause(signal) {
  try {
    await sleep(LOOK_MS, undefined, { signal });
  } catch {
    signal.throwIfAborted();
  }
}

async function prepare(folder) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== process.getuid() || (found.mode & 0o022) !== 0) {
    throw new PlanFilesError(`${folder} is no folder of your own, or others can write in it`);
  }
}

/** One plan with its files. */
class AskedPlan {
  constructor(folder, timeoutSeconds) {
    this.createdAt = Date.now();
    this.timeoutSeconds = timeoutSeconds;
    this.deadline = this.createdAt + timeoutSeconds * 1000;
    this.token = randomBytes(32).toString("hex");
    this.id = `plan-${this.createdAt}-${randomBytes(4).toString("hex")}`;
    this.home = dirname(folder);
    this.plan = join(folder, `${this.id}.md`);
    this.waiting = join(folder, `${this.id}.waiting`);
    this.response = join(folder, `${this.id}.response`);
    this.unfinished = join(folder, `.${this.id}.unfinished`);
  }

  /** The plan first, then the file that waits: whole, and in nobody's place. */
  async submit(plan, { summary, workspace = process.cwd(), conversation }) {
    await writeFile(this.plan, plan, { flag: "wx", mode: 0o600 });
    const { id: planId, token, createdAt, timeoutSeconds } = this;
    const fields = {
      planId, token, pid: process.pid, createdAt, timeoutSeconds, summary, workspace: resolve(workspace), conversation,
    };
    await writeFile(this.unfinished, `${JSON.stringify(fields)}\n`, { flag: "wx", mode: 0o600 });
    await link(this.unfinished, this.waiting);
    await unlink(this.unfinished);
  }

  /** The answer, or null as long as there is none. */
  async look(notice) {
    const content = await this.read();
    if (content === null) return null;
    const answer = this.understood(content);
    if (answer === null) {
      notice("a response with another token was removed");
      await unlink(this.response);
    }
    return answer;
  }

  async read() {
    let file;
    try {
      file = await open(this.response, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    } catch (error) {
      if (error.code === "ENOENT") return null;
      throw new PlanFilesError(`the response cannot be opened (${error.code}); this plan is not approved`);
    }
    try {
      const found = await file.stat();
      if (!found.isFile() || found.uid !== process.getuid()) {
        throw new PlanFilesError("the response is no file of your own; this plan is not approved");
      }
      return await file.readFile("utf8");
    } finally {
      await file.close();
    }
  }

  /** What a response says; null if it is for another token. */
  understood(content) {
    const { token, planId = this.id, decision, behavior = "allow", feedback = "" } = objectIn(content);
    // A refusal may come without a token: of a file that could not be read the hub knows none.
    if (token === undefined ? decision !== "refused" : typeof token !== "string") throw malformed();
    if (token !== undefined && !sameText(token, this.token)) return null;
    const isApproval = decision === "approved";
    if (planId !== this.id || !DECISIONS.has(decision) || typeof feedback !== "string") throw malformed();
    if (isApproval && behavior !== "allow") throw malformed();
    return { decision, feedback };
  }

  hubRuns() {
    return existsSync(join(this.home, "hub.json"));
  }

  /** A response that was not taken stays for who looks later. */
  leave() {
    for (const file of [this.waiting, this.unfinished, this.plan]) rmSync(file, { force: true });
  }
}

function malformed() {
  return new PlanFilesError("the response cannot be understood; this plan is not approved");
}

function objectIn(content) {
  let value;
  try {
    value = JSON.parse(content);
  } catch {
    throw malformed();
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw malformed();
  return value;
}

function sameText(one, other) {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

const HELP = `usage: countermark-plan.mjs [--summary TEXT] [--workspace FOLDER] [--conversation ID]
                            [--timeout SECONDS] [--folder FOLDER] [PLAN.md | -]
`;
const OPTIONS = {
  summary: { type: "string" }, workspace: { type: "string" }, conversation: { type: "string" },
  timeout: { type: "string" }, folder: { type: "string" }, help: { type: "boolean" },
};

function commandLine() {
  try {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
    if (positionals.length > 1) throw new Error("one plan at a time");
    return { ...values, file: positionals[0] ?? "-" };
  } catch (error) {
    throw new PlanFilesError(`${error.message}\n${HELP}`, USAGE);
  }
}

function planIn(file) {
  try {
    return readFileSync(file === "-" ? 0 : file);
  } catch (error) {
    throw new PlanFilesError(`the plan cannot be read (${error.code})`, USAGE);
  }
}

const written = (stream, words) =>
  new Promise((done, failed) => stream.write(words, (error) => (error ? failed(error) : done())));
const say = (words) => process.stderr.write(`countermark-plan: ${words}\n`);

async function main() {
  const { file, timeout, help, ...options } = commandLine();
  if (help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (timeout !== undefined) options.timeoutSeconds = /^[1-9][0-9]{0,4}$/.test(timeout) ? Number(timeout) : NaN;
  const ending = new AbortController();
  for (const signal of Object.keys(SIGNALS)) process.once(signal, () => ending.abort(signal));
  const { decision } = await reviewPlan(planIn(file), {
    ...options, signal: ending.signal, notice: say,
    tell: ({ decision, feedback }) => written(EXIT[decision] <= 1 ? process.stdout : process.stderr, feedback),
  });
  if (decision !== "expired") return EXIT[decision];
  say(TIME_OVER);
  return existsSync(join(dirname(options.folder ?? plansFolder()), "hub.json")) ? EXIT.expired : NO_HUB;
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error in SIGNALS)) say(error.message);
    process.exitCode = SIGNALS[error] ?? error.exitCode ?? FAILED;
  }
}
