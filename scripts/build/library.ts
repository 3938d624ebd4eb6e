/** The build shared by all packages. Each `tsup.config.ts` sets its entries and special options. */

import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Options } from "tsup";
import { type Entries, writeDeclarations } from "./declarations.ts";
import { writeLicenses } from "./licenses.ts";
import { writeRegistry } from "./registry/registry.ts";
import { compactStyles } from "./styles.ts";

export interface LibraryOptions extends Options {
  /** Dev dependencies to bundle into `dist`. A process then opens one file at startup instead of hundreds. */
  readonly bundles?: readonly string[];
  /** A folder of stylesheets. Those that its `index.css` imports are joined into `dist/styles.css`. */
  readonly styles?: string;
  /** Stylesheets in that folder to publish separately. */
  readonly extraStyles?: readonly string[];
  /** Whether to also write the sources to `dist/registry`, as files to copy into an app. */
  readonly registry?: boolean;
}

export function library(
  entries: Entries,
  { bundles = [], styles, extraStyles = [], registry = false, ...special }: LibraryOptions = {},
): Options {
  return {
    entry: { ...entries },
    format: ["esm"],
    target: "es2022",
    // With the sources in it, so that debuggers and stack traces show TypeScript with its comments.
    sourcemap: true,
    clean: true,
    silent: true,
    // `npm run typecheck` already checks everything. Doing it again per package would take most of the build time.
    dts: false,
    noExternal: bundles.map((name) => new RegExp(`^${name}(?:/|$)`)),
    async onSuccess() {
      await writeDeclarations(process.cwd(), entries);
      writeLicenses(process.cwd(), bundles);
      if (styles !== undefined) writeFileSync("dist/styles.css", compactStyles(styles));
      for (const name of extraStyles) copyFileSync(join(styles ?? "", name), join("dist", name));
      if (registry) writeRegistry(process.cwd(), "dist/registry");
    },
    ...special,
  };
}
