/** Countermark's plugin for OpenCode: asks the desk before each tool, and has the tool submit_plan. */

import { spawn } from "node:child_process";

// `countermark install opencode` puts in what is true on this machine; nothing else in this file is changed.
const INSTALLED = { version: "0", hook: "countermark-hook", home: null, touchesNothing: [] };

const TOUCHES_NOTHING = new Set(INSTALLED.touchesNothing);
const ENVIRONMENT = INSTALLED.home === null ? process.env : { ...process.env, COUNTERMARK_HOME: INSTALLED.home };
const START = "Nothing is done without an answer. The user can run `countermark doctor` to see what is wrong.";
const MOST_ERROR_CHARACTERS = 2000;
const DEEPEST_FAMILY = 16;

const PLAN = {
  description:
    "Ask the user to judge a plan before you carry it out, and wait for the answer, which may take long. " +
    "Use it whenever a plan is to be approved. The answer says whether the plan is approved, with notes, or what to " +
    "change: then change the plan and submit it again. Silence is never a yes.",
  arguments: {
    plan: { type: "string", description: "The whole plan, as Markdown (at most 1 MB)." },
    summary: { type: "string", description: "The plan in one sentence, for a list (at most 2 KB)." },
  },
};

/** What is asked and not yet answered: by which session, and how to stop asking. */
const pending = new Set();

/** The session that has started another one, as far as it was told. */
const parents = new Map();

/** The arguments of calls that are allowed: where this plugin is loaded twice, the second one does not ask again. */
const allowed = (globalThis[Symbol.for("countermark.allowed")] ??= new WeakSet());

/** Sends one thing to the hub by `countermark-hook`, which starts a hub where there is none and asks again when it dies. */
function send(told) {
  const hook = spawn(INSTALLED.hook, ["opencode"], { cwd: "/", env: ENVIRONMENT, stdio: "pipe" });
  const answer = new Promise((resolve, reject) => {
    const printed = { stdout: [], stderr: [] };
    for (const name of ["stdout", "stderr"]) hook[name].on("data", (piece) => printed[name].push(piece));
    hook.stdin.on("error", () => {}); // a hook that has ended says why by its exit
    hook.on("error", (error) => reject(new Error(`${INSTALLED.hook} cannot be started: ${error.message}. ${START}`)));
    hook.on("close", () => resolve({ stdout: text(printed.stdout), stderr: text(printed.stderr) }));
  });
  hook.stdin.end(JSON.stringify(told));
  return { answer, stop: () => hook.kill("SIGTERM") };
}

const text = (pieces) => Buffer.concat(pieces).toString("utf8");

/** The answer to something that is asked. Throws where there is none. */
async function ask(told) {
  const sent = { ...send(told), sessionID: told.sessionID };
  pending.add(sent);
  try {
    const { stdout, stderr } = await sent.answer;
    return understood(stdout, stderr);
  } finally {
    pending.delete(sent);
  }
}

/** The answer as it was printed; without one the reason, which the model and the user read. */
function understood(stdout, stderr) {
  try {
    const answer = JSON.parse(stdout);
    if (typeof answer.yes === "boolean" && typeof answer.words === "string") return answer;
  } catch {
    // what was printed is no answer, and why is on stderr
  }
  const why = stderr.trim().slice(0, MOST_ERROR_CHARACTERS) || "Countermark has not answered.";
  throw new Error(`${why} ${START}`);
}

/** Nobody waits any longer for what a session has asked. */
function stopAsking(sessionID) {
  for (const each of pending) if (each.sessionID === sessionID) each.stop();
}

/** Whether a tool of OpenCode's own has nothing to ask about; an MCP server's tool may have its name. */
function touchesNothing(tool, servers) {
  return TOUCHES_NOTHING.has(tool) && !servers.some((name) => tool.startsWith(`${name.replace(/[^\w-]/g, "_")}_`));
}

/** The arguments as they were allowed, and no other plugin can change them after that. */
function settle(args, changed) {
  if (changed !== undefined) {
    for (const name of Object.keys(args)) delete args[name];
    Object.assign(args, changed);
  }
  freeze(args);
  allowed.add(args);
}

function freeze(value) {
  if (value === null || typeof value !== "object") return;
  Object.values(value).forEach(freeze);
  Object.freeze(value);
}

/** OpenCode 1: a function that gives hooks. */
async function server({ client, directory }) {
  let servers = [];
  const asked = new Set(); // sessions that have asked something

  const parentOf = async (id) => {
    if (!parents.has(id)) {
      const session = (await client.session.get({ path: { id } })).data;
      if (session === undefined) return null;
      parents.set(id, session.parentID ?? null);
    }
    return parents.get(id);
  };

  /** Who asks: the session, and where it is a sub-agent's also the one that the user has begun. */
  const asker = async (sessionID, family) => {
    let rootID = sessionID;
    for (let depth = 0; depth < DEEPEST_FAMILY; depth += 1) {
      const parent = await family(rootID);
      if (!parent) break;
      rootID = parent;
    }
    return rootID === sessionID ? { sessionID } : { sessionID, rootID };
  };

  const tell = async (event, sessionID) => {
    if (!asked.has(sessionID)) return;
    const who = await asker(sessionID, async (id) => parents.get(id));
    send({ event, directory, ...who }).answer.catch(() => {}); // nobody waits for it
  };

  return {
    config: async (config) => {
      servers = Object.keys(config.mcp ?? {});
    },

    event: async ({ event: { type, properties } }) => {
      const { sessionID, info } = properties ?? {};
      if (type === "session.created" && info) parents.set(info.id, info.parentID ?? null);
      const ends = type === "session.idle" || type === "session.deleted";
      if (ends || (type === "session.error" && properties.error?.name === "MessageAbortedError")) stopAsking(sessionID);
      if (ends) await tell(type.slice("session.".length), sessionID);
      if (type === "session.deleted") {
        parents.delete(sessionID);
        asked.delete(sessionID);
      }
    },

    "tool.execute.before": async ({ tool, sessionID, callID }, { args }) => {
      if (touchesNothing(tool, servers) || allowed.has(args)) return;
      const who = await asker(sessionID, parentOf);
      asked.add(sessionID).add(who.rootID ?? sessionID);
      const answer = await ask({ event: "tool", directory, ...who, callID, tool, args, servers });
      if (!answer.yes) {
        // Before the model could go on; what is thrown after that reaches nobody.
        if (answer.stop) await client.session.abort({ path: { id: who.rootID ?? sessionID } });
        throw new Error(answer.words);
      }
      settle(args, answer.args);
    },

    tool: {
      submit_plan: {
        description: PLAN.description,
        args: PLAN.arguments,
        execute: async ({ plan, summary }, { sessionID, callID, directory: folder, abort }) => {
          const stop = () => stopAsking(sessionID);
          abort?.throwIfAborted();
          abort?.addEventListener("abort", stop);
          try {
            const who = await asker(sessionID, parentOf);
            const answer = await ask({ event: "plan", directory: folder ?? directory, ...who, callID, plan, summary });
            const title = answer.yes ? "Approved" : "Not approved";
            return { title, output: answer.words, metadata: { approved: answer.yes } };
          } finally {
            abort?.removeEventListener("abort", stop); // it fires after a normal end, too
          }
        },
      },
    },
  };
}

/** OpenCode 2, from its documents, not yet seen live. 1.18 calls this too, with a context that has no tools. */
async function setup(context) {
  if (typeof context.tool?.hook !== "function") return;
  const where = async (sessionID) => {
    const session = await context.session.get({ sessionID });
    const { directory } = session.location ?? session;
    let root = session;
    for (let depth = 0; depth < DEEPEST_FAMILY && root.parentID; depth += 1) {
      root = await context.session.get({ sessionID: root.parentID });
    }
    return root === session ? { directory, sessionID } : { directory, sessionID, rootID: root.id };
  };

  await context.tool.hook("execute.before", async (call) => {
    if (touchesNothing(call.tool, [])) return;
    const callID = call.toolCallID ?? call.callID;
    const who = await where(call.sessionID);
    const answer = await ask({ event: "tool", ...who, callID, tool: call.tool, args: call.input });
    if (!answer.yes) throw new Error(answer.words);
    if (answer.args !== undefined) call.input = answer.args;
    freeze(call.input);
  });

  await context.tool.transform((tools) =>
    tools.add({
      name: "submit_plan",
      description: PLAN.description,
      jsonSchema: {
        type: "object",
        properties: PLAN.arguments,
        required: Object.keys(PLAN.arguments),
        additionalProperties: false,
      },
      options: { codemode: false },
      execute: async ({ plan, summary }, { sessionID, toolCallID }) => {
        const who = await where(sessionID);
        const answer = await ask({ event: "plan", ...who, callID: toolCallID, plan, summary });
        const { yes, words } = answer;
        return { structured: { approved: yes }, content: [{ type: "text", text: words }] };
      },
    }),
  );
}

export default { id: "countermark", server, setup };
