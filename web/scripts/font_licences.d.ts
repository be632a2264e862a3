import type { Plugin } from "vite";

export declare const fontLicences: Plugin;
