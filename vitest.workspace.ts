/** One project a package. `vitest.config.ts` takes them in. */

import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

const root: string = fileURLToPath(new URL(".", import.meta.url));
const source = (path: string): string => `${root}packages/${path}`;

/** Tests run on the sources: no build needed, and a failure points into the file one edits. */
const alias = [
  { find: "#javascript-digests", replacement: source("core/src/crypto/javascript-digests.ts") },
  { find: "#built-in-providers", replacement: source("core/src/features/social/providers/built-in.ts") },
  { find: "@latchkey/core/providers", replacement: source("core/src/features/social/providers/index.ts") },
  {
    find: /^@latchkey\/core\/(access|database|crypto|openapi|shapes)$/,
    replacement: source("core/src/$1/index.ts"),
  },
  {
    find: /^@latchkey\/ui\/(admin|billing|captcha|organization|two-factor|username)$/,
    replacement: source("ui/src/$1/index.ts"),
  },
  { find: /^@latchkey\/([a-z-]+)\/([a-z-]+)$/, replacement: source("$1/src/$2.ts") },
  { find: /^@latchkey\/([a-z-]+)$/, replacement: source("$1/src/index.ts") },
];

const folders: string[] = [
  ...readdirSync(source("")).map((name) => `packages/${name}`),
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
  resolve: { alias },
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
