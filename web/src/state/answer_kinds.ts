/** Which of the six answers to a permission allow. */
import type { PermissionChoice } from "../wire/client";

const ALLOWING: ReadonlySet<PermissionChoice> = new Set(["once", "conversation", "always"]);
export const isAllow = (choice: PermissionChoice) => ALLOWING.has(choice);
