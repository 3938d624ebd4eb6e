/**
 * The test projects. `npm test` runs the short ones, `npm run test:all` runs the long ones.
 *
 * - `*.test.ts` is short. The files of a package share a process, so helpers must not register hooks when imported.
 * - `*.isolated.test.ts` is short and replaces modules, so it has a process of its own.
 * - `*.long.test.ts` takes long: histories, crash tests, conformance on every database, browsers, and peers.
 */

import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { sourceAliases } from "./scripts/build/sources.ts";

const root: string = fileURLToPath(new URL(".", import.meta.url));

/** By default two cores would have one worker, but tests spend much of their time waiting for a database. */
const maxWorkers = Math.max(2, Math.floor(availableParallelism() / 2));
const ignored = ["**/node_modules/**", "**/dist/**"];
const short = "**/*.test.{ts,tsx}";
const isolated = "**/*.isolated.test.{ts,tsx}";
const long = "**/*.long.test.{ts,tsx}";

/** These start browsers and servers that need the machine for themselves. */
const alone = ["examples/showcase", "examples/cluster", "examples/gallery", "examples/runtimes"];

const packages = readdirSync(`${root}packages`).map((name) => `packages/${name}`);
const examples = readdirSync(`${root}examples`)
  .map((name) => `examples/${name}`)
  // The others are tested by scripts/frameworks.
  .filter((folder) => existsSync(`${root}${folder}/test`));
const folders = [...packages, ...examples, "scripts", "docs"];

interface Project {
  readonly name: string;
  readonly folder: string;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  /** Whether each file has a process of its own. Default: true. */
  readonly isolate?: boolean;
  /** Whether the files run one after the other, after all other projects. Default: false. */
  readonly alone?: boolean;
}

const projects: readonly Project[] = [
  ...folders.map((folder) => ({
    name: folder.replace("packages/", ""),
    folder,
    include: [short],
    exclude: [isolated, long],
    isolate: !packages.includes(folder),
  })),
  { name: "isolated", folder: "packages", include: [isolated] },
  ...folders.map((folder) => ({
    name: `${folder.replace("packages/", "")}:long`,
    folder,
    include: [long],
    alone: alone.includes(folder),
  })),
];

export default projects.map(({ name, folder, include, exclude = [], isolate = true, alone = false }) => ({
  // Tests run on the sources. No build is needed, and a failure points to the file that you edit.
  resolve: { alias: [...sourceAliases] },
  test: {
    name,
    root: `${root}${folder}`,
    include: [...include],
    exclude: [...ignored, ...exclude],
    isolate,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    ...(existsSync(`${root}${folder}/test/build.ts`) && alone ? { globalSetup: ["test/build.ts"] } : {}),
    ...(alone ? { maxWorkers: 1, sequence: { groupOrder: 1 } } : { maxWorkers, sequence: { groupOrder: 0 } }),
  },
}));
