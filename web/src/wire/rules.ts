/** One function per request about rules. */
import { ask } from "./client";
import type { DraftChecked, DraftEffect, GateMode, RulesState, RulesWritten, TriedLine } from "./types.gen";

export const fetchRules = (folder: string | null) =>
  ask<RulesState>("GET", folder === null ? "/api/rules" : `/api/rules?${new URLSearchParams({ folder }).toString()}`);
export const checkDraft = (text: string, tries: readonly TriedLine[], folder: string) => ask<DraftChecked>("POST", "/api/rules/check", { text, tries, folder });
/** What a draft would have done about the calls of the last days. */
export const fetchEffect = (text: string) => ask<DraftEffect>("POST", "/api/rules/effect", { text });
/** The digest is of the content that was shown. */
export const saveRules = (text: string, instead_of: string) => ask<RulesWritten>("PUT", "/api/rules/file", { text, instead_of });
export const chooseMode = (folder: string, mode: GateMode, until: string | null) => ask<RulesState>("PUT", "/api/rules/mode", { folder, mode, until });
export const trustRules = (folder: string, sha256: string) => ask<RulesState>("PUT", "/api/rules/trust", { folder, sha256 });
