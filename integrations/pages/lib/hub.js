/**
 * Finds the hub that runs for this user, or has one started.
 *
 * The rules are those of `src/countermark/doorbell/hub_address.py`: the folder of the program is `$COUNTERMARK_HOME`, else
 * the one of the system; `hub.json` in it names the socket; the socket's folder must belong to this user alone. Where no
 * hub answers, `countermark hub-address` starts one; only that needs Python.
 */
import { spawn } from "node:child_process";
import { lstatSync, readFileSync, statSync } from "node:fs";
import { connect } from "node:net";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";

const NOT_FOUND =
  "page review is off: Countermark was not found. Install it (`pipx install` and the folder of its source), or name it in " +
  "COUNTERMARK_COMMAND.";
const NO_SUCH_PROGRAM = /No module named '?countermark|[Uu]nknown option/;
const STARTING_MS = 30_000;
const PAUSE_MS = 3_000;

/** The hub cannot be had; the message is for the log of the dev server. */
export class NoHub extends Error {}

/** The folder that holds everything the program keeps. */
export function home(environment = process.env) {
  const chosen = environment.COUNTERMARK_HOME;
  if (chosen) return resolve(chosen.replace(/^~(?=\/|$)/, homedir()));
  if (process.platform === "darwin") return join(homedir(), "Library/Application Support/Countermark");
  const data = environment.XDG_DATA_HOME ?? "";
  return join(isAbsolute(data) ? data : join(homedir(), ".local/share"), "countermark");
}

/** The socket that the running hub names, or null; throws NoHub if it lies where others could have put it. */
export function door(folder) {
  let socket;
  try {
    socket = JSON.parse(readFileSync(join(folder, "hub.json"), "utf8")).agent_socket;
  } catch {
    return null; // no hub has written it, or one is writing it now
  }
  if (typeof socket !== "string" || !isAbsolute(socket)) return null;
  requireOurs(dirname(socket));
  return socket;
}

function requireOurs(folder) {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) return;
  const isOurs = found.uid === process.geteuid() && lstatSync(folder).uid === process.geteuid();
  if (!isOurs) throw new NoHub(`${folder} belongs to another user; set COUNTERMARK_HOME to a folder of your own.`);
  if (found.mode & 0o022) throw new NoHub(`${folder} can be written by other users; make it private with chmod 700.`);
}

let known = null;
let starting = null;
let failure = null;
/** The programs that hold a hub for us: they end it, if nobody else uses it, when this process ends in whatever way. */
const holders = new Set();

/** The socket of a hub that answers, started if need be; rejects with NoHub. */
export async function reach() {
  if (!process.geteuid) throw new NoHub("page review is off: on Windows, Countermark runs in WSL.");
  if (known) return known;
  const socket = door(home());
  if (socket && (await answers(socket))) return (known = socket);
  if (failure && Date.now() < failure.until) throw failure.reason;
  starting ??= start().finally(() => (starting = null));
  return (known = await starting);
}

/** The hub that was known has not answered: look for it anew. */
export function forget() {
  known = null;
}

function answers(socket) {
  return new Promise((settle) => {
    const line = connect(socket);
    line.once("connect", () => (line.destroy(), settle(true)));
    line.once("error", () => settle(false));
  });
}

async function start() {
  try {
    for (const command of commands(process.env.COUNTERMARK_COMMAND)) {
      const socket = await startWith(command);
      if (socket) return socket;
    }
    throw new NoHub(NOT_FOUND);
  } catch (reason) {
    failure = { reason, until: Date.now() + PAUSE_MS };
    throw reason;
  }
}

/** How `countermark` may be called, best first. -P: no module of the project is taken for ours. */
function commands(named) {
  if (named) return [named.trim().split(/\s+/)];
  return [["countermark"], ["python3", "-P", "-m", "countermark"], ["python", "-P", "-m", "countermark"]];
}

/** The socket of the hub that this command starts; null if there is no such command. */
function startWith([program, ...words]) {
  return new Promise((settle, fail) => {
    // A session of its own: Ctrl+C at the terminal is for the dev server, the end of its input is for this program.
    const child = spawn(program, [...words, "hub-address", "--json", "--hold"], { detached: true, stdio: "pipe" });
    const late = setTimeout(() => (child.kill(), fail(new NoHub("the hub did not start in time."))), STARTING_MS);
    let said = "";
    let complained = "";
    child.stdin.on("error", () => {}); // it has ended, and says why
    child.stderr.on("data", (text) => (complained += text));
    child.once("error", (error) => {
      clearTimeout(late);
      if (error.code === "ENOENT") settle(null);
      else fail(notStarted(error.message));
    });
    child.once("close", () => {
      clearTimeout(late);
      holders.delete(child);
      if (NO_SUCH_PROGRAM.test(complained)) settle(null);
      else fail(notStarted(complained.trim().split("\n")[0].replace(/^countermark: /, "") || "it ended without a word"));
    });
    child.stdout.on("data", (text) => {
      said += text;
      if (!said.includes("\n")) return;
      clearTimeout(late);
      keep(child);
      const socket = socketIn(said);
      if (socket) settle(socket);
      else fail(notStarted(`${program} is not the Countermark that this package knows`));
    });
  });
}

function socketIn(said) {
  try {
    return JSON.parse(said).agent_socket;
  } catch {
    return undefined; // another program of that name
  }
}

function notStarted(why) {
  return new NoHub(`page review is off: ${why.replace(/\.$/, "")}. \`countermark doctor\` tells what is wrong.`);
}

/** Keeps the input of the holder open, and nothing of it in the way of our own end. */
function keep(child) {
  holders.add(child);
  child.stdout.destroy();
  child.stderr.destroy();
  child.stdin.unref();
  child.unref();
}
