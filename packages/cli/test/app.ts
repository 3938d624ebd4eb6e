/** An app that can be loaded. Its packages are the last builds of this workspace. */

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Place, place, type Surroundings } from "./terminal.ts";

const packages = fileURLToPath(new URL("../..", import.meta.url));
const own = fileURLToPath(new URL("../node_modules", import.meta.url));

/** Dependencies of the CLI that are linked into the app. */
const shared = ["libsql"] as const;

/** @param files the app's initial files: path → text */
export function loadableApp(files: Readonly<Record<string, string>>, surroundings: Surroundings = {}): Place {
  const app = place(files, surroundings);
  linkPackages(app.folder);
  return app;
}

/** Links the packages into an app's `node_modules`. */
export function linkPackages(folder: string): void {
  const modules = join(folder, "node_modules");
  mkdirSync(modules, { recursive: true });
  symlinkSync(packages, join(modules, "@latchkey"), "junction");
  for (const name of shared) symlinkSync(join(own, name), join(modules, name), "junction");
}
