/** Runtimes from the npm registry, kept out of the install: fetched once, at an exact version, into a cache. */

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Git-ignored, beside what other tools keep there. */
export const cache: string = fileURLToPath(new URL("../../../node_modules/.cache/latchkey-runtimes/", import.meta.url));

/** The package of one platform, which holds the binary, so that no install script has to run. */
export interface RuntimePackage {
  readonly package: string;
  readonly version: string;
  /** Path of the binary in the package. */
  readonly binary: string;
}

/** Path of the binary; fetched if it is not there yet. @throws {Error} it cannot be fetched */
export async function fetchRuntime({ package: name, version, binary }: RuntimePackage): Promise<string> {
  const folder = join(cache, `${name}@${version}`.replace(/[/@]/g, "_"));
  const path = join(folder, "node_modules", name, binary);
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true });
  const flags = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
  try {
    await run("npm", ["install", "--prefix", folder, ...flags, `${name}@${version}`], {
      cwd: folder,
      timeout: 120_000,
    });
  } catch (cause) {
    await rm(folder, { recursive: true, force: true });
    throw cause;
  }
  if (!existsSync(path)) throw new Error(`${name}@${version} has no ${binary}.`);
  return path;
}
