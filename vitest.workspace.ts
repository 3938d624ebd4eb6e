/** One project a package. `vitest.config.ts` takes them in. */

import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { sourceAliases } from "./scripts/build/sources.ts";

const root: string = fileURLToPath(new URL(".", import.meta.url));

const folders: string[] = [
  ...readdirSync(`${root}packages`).map((name) => `packages/${name}`),
  // What has no tests of its own is tried by scripts/frameworks.
  ...readdirSync(`${root}examples`)
    .map((name) => `examples/${name}`)
    .filter((folder) => existsSync(`${root}${folder}/test`)),
  "scripts",
  "docs",
].filter((folder) => existsSync(`${root}${folder}`));

/** These start browsers and servers of their own, which want the machine for themselves. */
const alone: readonly string[] = ["examples/showcase", "examples/cluster", "examples/gallery", "examples/runtimes"];
/** By default two cores would have one worker; much of a test's time is spent waiting for a database. */
const workers = Math.max(2, Math.floor(availableParallelism() / 2));

export default folders.map((folder) => ({
  // On the sources, no build is needed, and a failure points into the file that you edit.
  resolve: { alias: [...sourceAliases] },
  test: {
    name: folder.replace("packages/", ""),
    root: `${root}${folder}`,
    include: ["**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    ...(existsSync(`${root}${folder}/test/build.ts`) ? { globalSetup: ["test/build.ts"] } : {}),
    ...(alone.includes(folder)
      ? { maxWorkers: 1, sequence: { groupOrder: 1 } }
      : { maxWorkers: workers, sequence: { groupOrder: 0 } }),
  },
}));
