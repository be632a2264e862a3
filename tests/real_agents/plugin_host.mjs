/** Loads a plugin of OpenCode as OpenCode does, and calls its hooks as told on stdin; one JSON object a line. */

import { createInterface } from "node:readline";

const [directory, ...files] = process.argv.slice(2);
const write = (said) => process.stdout.write(`${JSON.stringify(said)}\n`);
const parents = {};
const aborts = new Map();
const client = {
  session: {
    get: async ({ path: { id } }) => ({ data: { id, parentID: parents[id] } }),
    abort: async ({ path: { id } }) => write({ aborted: id }),
  },
};
const plugins = [];
for (const file of files) plugins.push((await import(file)).default);

/** What version 2 gives a plugin, as its documents have it. */
const second = { hooks: {}, tools: {} };
const context = {
  session: { get: async ({ sessionID }) => ({ id: sessionID, parentID: parents[sessionID], location: { directory } }) },
  tool: {
    hook: async (name, callback) => void (second.hooks[name] = callback),
    transform: async (change) => change({ add: (tool) => void (second.tools[tool.name] = tool) }),
  },
};

const loaded = await Promise.all(plugins.map((plugin) => plugin.server({ client, directory, worktree: directory })));
for (const plugin of plugins) await plugin.setup({}); // 1.18 does that, too
await plugins[0].setup(context);

const does = {
  config: async ({ config }) => {
    for (const hooks of loaded) await hooks.config(config);
  },
  family: async ({ child, parent }) => void (parents[child] = parent),
  event: async ({ event }) => {
    for (const hooks of loaded) await hooks.event({ event });
  },
  before: async ({ input, output }) => {
    for (const hooks of loaded) await hooks["tool.execute.before"](input, output);
    return { args: output.args, frozen: Object.isFrozen(output.args) };
  },
  plan: async ({ number, args, context: given }) => {
    const controller = new AbortController();
    aborts.set(number, controller);
    return await loaded[0].tool.submit_plan.execute(args, { ...given, directory, abort: controller.signal });
  },
  abort: async ({ which }) => aborts.get(which).abort(),
  second_before: async ({ call }) => {
    await second.hooks["execute.before"](call);
    return call;
  },
  second_plan: async ({ args, context: given }) => await second.tools.submit_plan.execute(args, given),
};

createInterface({ input: process.stdin }).on("line", async (line) => {
  const told = JSON.parse(line);
  try {
    write({ number: told.number, result: (await does[told.does](told)) ?? null });
  } catch (error) {
    write({ number: told.number, error: error.message });
  }
});
