/** Reads a Content-Security-Policy as far as it decides whether our script may run; `page_side/policy.py` is its twin. */

const NONCE = /'nonce-([A-Za-z0-9+/_=-]+)'/i;
/** In this order, the first that a policy has decides over script elements. */
const DECIDING = ["script-src-elem", "script-src", "default-src"];
const OPEN = ["'self'", "*", "http:", "https:"];

/** The nonce that a script needs; `policies` is a header, perhaps several with commas between them. */
export function nonceOf(policies) {
  return policies
    .split(",")
    .map((policy) => NONCE.exec(scriptSources(policy)?.join(" ") ?? "")?.[1])
    .find((nonce) => nonce);
}

/** Whether all of them let a script from the site's own address, `host`, run with this nonce. */
export function admitOwnScripts(policies, { host, nonce }) {
  return policies.split(",").every((policy) => {
    const sources = scriptSources(policy);
    if (!sources || (nonce && sources.some((source) => NONCE.exec(source)?.[1] === nonce))) return true;
    const words = sources.map((source) => source.toLowerCase());
    if (words.includes("'strict-dynamic'")) return false; // only what a trusted script puts into the page may run
    return words.some((word) => OPEN.includes(word) || isNameOf(host, word));
  });
}

/** Whether a source such as `http://localhost:5173` or `localhost:*` is this host. */
function isNameOf(host, source) {
  const name = source.replace(/^[a-z][a-z0-9+.-]*:\/\//, "").split("/")[0];
  return name === host || name === `${host.replace(/:\d*$/, "")}:*`;
}

/** What one policy lets scripts come from; undefined if it says nothing about them. */
function scriptSources(policy) {
  const directives = new Map();
  for (const directive of policy.split(";")) {
    const [name, ...sources] = directive.trim().split(/\s+/);
    const key = name.toLowerCase();
    if (!directives.has(key)) directives.set(key, sources);
  }
  return directives.get(DECIDING.find((name) => directives.has(name)));
}
