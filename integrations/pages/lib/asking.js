/** Who asks: a browser on this machine or on another one, under which name, and as which of this machine's users. */
import { readFile } from "node:fs/promises";
import { endianness } from "node:os";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const NEAR = /^(?:::ffff:)?127\.|^::1$/;
const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"];
const HAS_TABLES = process.platform === "linux" && endianness() === "LE";
const ESTABLISHED = "01";
const UID = 7; // the place of the column
/** Lines whose other end is known to be our own user's. */
const known = new WeakSet();

/** The Host of a request in lower case, with its port. */
export function hostOf(request) {
  return String(request.headers[":authority"] ?? request.headers.host ?? "").toLowerCase();
}

export function nameOf(host) {
  return host.replace(/:\d*$/, "");
}

export function isLoopback(host) {
  return LOOPBACK.test(nameOf(host));
}

export function schemeOf({ socket }) {
  return socket?.encrypted ? "https" : "http";
}

/** Whether it comes from this machine; behind a unix socket neither end has an address. */
export function isNear({ socket }) {
  if (socket?.remoteAddress) return NEAR.test(socket.remoteAddress);
  // A line that was cut has lost its addresses: it may have come from anywhere.
  return !socket?.destroyed && !socket?.localAddress;
}

/**
 * Whether another user of this machine asks: a page of theirs cannot, but any program of theirs could, without the headers
 * that a browser sends. Where the system does not tell whose a line is, nobody is.
 */
export async function isOfAnotherUser({ socket }) {
  if (!HAS_TABLES || !socket?.remoteAddress || known.has(socket)) return false;
  const lines = [socket.remoteAddress, socket.remotePort, socket.localAddress, socket.localPort];
  // Once more: a table is read in pieces while it changes.
  const user = (await userOf(...lines)) ?? (await userOf(...lines));
  if (user === undefined) return false;
  const isOurs = user === process.geteuid() || user === 0;
  if (isOurs) known.add(socket);
  return !isOurs;
}

/** The user at the other end of a line; null if no table has it, undefined if there is no table that can be read. */
async function userOf(address, port, ourAddress, ourPort) {
  const read = await Promise.allSettled(TABLES.map((table) => readFile(table, "latin1")));
  const tables = read.filter(({ status }) => status === "fulfilled").map(({ value }) => value);
  if (!tables.length) return undefined;
  // Seen from the other end. With both whole addresses: another user's line may have the ports of ours at 127.0.0.2.
  const ours = written(ourAddress, ourPort);
  const wanted = written(address, port).map((end, at) => ` ${end} ${ours[at]} ${ESTABLISHED} `);
  const row = tables.flatMap((table) => table.split("\n")).find((line) => wanted.some((words) => line.includes(words)));
  return row ? Number(row.trim().split(/\s+/)[UID]) : null;
}

/** One end as the tables write it, in words of four bytes, the last one first: as IPv4 and inside IPv6, or as IPv6. */
function written(address, port) {
  const end = `:${hex(port, 4)}`;
  const four = /[\d.]+$/.exec(address)[0];
  if (!four.includes(".")) return [`00000000000000000000000001000000${end}`]; // ::1, the only loopback address of IPv6
  const word = four.split(".").reverse().map((byte) => hex(byte, 2)).join("");
  return [word + end, `0000000000000000FFFF0000${word}${end}`];
}

function hex(number, digits) {
  return Number(number).toString(16).toUpperCase().padStart(digits, "0");
}
