/** How every package here is built; its own `tsup.config.ts` names its entries and what is special about it. */

import { writeFileSync } from "node:fs";
import type { Options } from "tsup";
import { type Entries, writeDeclarations } from "./declarations.ts";
import { writeLicenses } from "./licenses.ts";
import { joinStyles, writeRegistry } from "./registry/registry.ts";

export interface LibraryOptions extends Options {
  /**
   * Dev dependencies that go into `dist`, as far as they are used: a process that starts then opens one file instead
   * of hundreds.
   */
  readonly bundles?: readonly string[];
  /** A folder of stylesheets, which become `dist/styles.css` in the order of their names. */
  readonly styles?: string;
  /** Whether its sources go into `dist/registry` too, as files to copy into an app. */
  readonly registry?: boolean;
}

export function library(
  entries: Entries,
  { bundles = [], styles, registry = false, ...special }: LibraryOptions = {},
): Options {
  return {
    entry: { ...entries },
    format: ["esm"],
    target: "es2022",
    clean: true,
    silent: true,
    // A second type-check of every package would take most of the build: `npm run typecheck` has done it once for all.
    dts: false,
    noExternal: bundles.map((name) => new RegExp(`^${name}(?:/|$)`)),
    async onSuccess() {
      await writeDeclarations(process.cwd(), entries);
      writeLicenses(process.cwd(), bundles);
      if (styles !== undefined) writeFileSync("dist/styles.css", joinStyles(styles));
      if (registry) writeRegistry(process.cwd(), "dist/registry");
    },
    ...special,
  };
}
