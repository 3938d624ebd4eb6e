/** How every package here is built; its own `tsup.config.ts` names its entries and what is special about it. */

import type { Options } from "tsup";
import { type Entries, writeDeclarations } from "./declarations.ts";

export function library(entries: Entries, special: Options = {}): Options {
  return {
    entry: { ...entries },
    format: ["esm"],
    target: "es2022",
    clean: true,
    silent: true,
    // A second type-check of every package would take most of the build: `npm run typecheck` has done it once for all.
    dts: false,
    onSuccess: () => writeDeclarations(process.cwd(), entries),
    ...special,
  };
}
