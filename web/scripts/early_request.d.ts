import type { Plugin } from "vite";

export const EARLY: string;
export const earlyRequest: Plugin;
