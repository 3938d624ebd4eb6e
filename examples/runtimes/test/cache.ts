/** Downloads runtimes from npm into a cache, once and at exact versions, so that they aren't part of the install. */

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Ignored by git, like the caches of other tools in the same folder. */
export const cache: string = fileURLToPath(new URL("../../../node_modules/.cache/latchkey-runtimes/", import.meta.url));

/** A package for one platform. It contains the binary, so no install script has to run. */
export interface RuntimePackage {
  readonly package: string;
  readonly version: string;
  /** Path of the binary in the package. */
  readonly binary: string;
}

/**
 * Returns the path of the binary. Downloads it if it's missing.
 * @throws {Error} if the download fails
 */
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
