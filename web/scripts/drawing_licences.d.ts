import type { Plugin } from "vite";

export const drawingLicences: (engine: string) => Plugin;
