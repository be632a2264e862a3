/** One function per request about sessions. */
import { ask, request } from "./client";

const SESSIONS = "/api/sessions";
const sessionAt = (id: string) => `${SESSIONS}/${encodeURIComponent(id)}`;
const queryOf = (fields: Readonly<Record<string, string | number>>) => new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();
