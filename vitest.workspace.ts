/**
 * The test projects. `npm test` runs the short ones, `npm run test:all` runs the long ones.
 *
 * - `*.test.ts` is short. All of these files share a few processes, so helpers must not register hooks when imported.
 *   Those with `@vitest-environment jsdom` are the project `pages`, the others `short`.
 * - `*.isolated.test.ts` is short and replaces modules, so it runs in a separate process.
 * - `*.long.test.ts` takes long: histories, crash tests, conformance on every database, browsers, and peers. Those of
 *   the examples run in separate processes.
 * - Tests on several databases use memory and SQLite when short. `servers:long` runs them on the others.
 */

import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { sourceAliases } from "./scripts/build/sources.ts";

const root: string = fileURLToPath(new URL(".", import.meta.url));

/** By default two cores would have one worker, but tests spend much of their time waiting for a database. */
const maxWorkers = Math.max(2, Math.floor(availableParallelism() / 2));
/** Part of the names of this run's databases, for all of its processes. */
process.env.LATCHKEY_TEST_RUN ??= randomUUID().slice(0, 8);
const dropDatabases = `${root}packages/test-kit/test/drop-databases.ts`;

const ignored = ["**/node_modules/**", "**/dist/**"];
const short = "**/*.test.{ts,tsx}";
const isolated = "**/*.isolated.test.{ts,tsx}";
const long = "**/*.long.test.{ts,tsx}";

/** These start browsers and servers that need the machine for themselves. The showcase leaves a core to a second file. */
const alone = ["examples/showcase", "examples/cluster", "examples/gallery", "examples/runtimes"];
const inPairs = "examples/showcase";

const examples = readdirSync(`${root}examples`)
  .map((name) => `examples/${name}`)
  // The others are tested by scripts/frameworks.
  .filter((folder) => existsSync(`${root}${folder}/test`));

const lists =
  /import \{[^}]*\b(?:databases|quickDatabases|emptyDatabases|addressed)\b[^}]*\} from "(?:@latchkey\/test-kit|\.\.\/\.\.\/test)\/databases(?:\.ts)?"/;

const packageFolders = readdirSync(`${root}packages`).flatMap((name) => [
  `packages/${name}/src`,
  `packages/${name}/test`,
]);

/** The short test files that can run on several databases or in jsdom, with their content. */
const shortFiles: readonly { readonly file: string; readonly content: string }[] = [
  ...packageFolders,
  "scripts/interop",
]
  .filter((folder) => existsSync(`${root}${folder}`))
  .flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /(?<!\.(?:long|isolated))\.test\.tsx?$/.test(file))
  .map((file) => ({ file, content: readFileSync(`${root}${file}`, "utf8") }));

const filesWith = (pattern: RegExp): readonly string[] =>
  shortFiles.filter(({ content }) => pattern.test(content)).map(({ file }) => file);

const onEveryDatabase = filesWith(lists);
const inPages = filesWith(/^\/\/ @vitest-environment jsdom$/m);

interface Project {
  readonly name: string;
  readonly folder: string;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  /** Whether each file runs in a separate process. Default: true. */
  readonly isolate?: boolean;
  /** The databases that its tests run on. Default: all. */
  readonly on?: "embedded" | "servers";
  /** Whether the files run one after the other, after all other projects. Default: false. */
  readonly alone?: boolean;
}

/** Packages that programs of the docs use. They're next to the package whose tests use them. */
const docsAliases = [
  { find: "standardwebhooks", replacement: `${root}packages/events/node_modules/standardwebhooks/dist/index.js` },
];

const projects: readonly Project[] = [
  // One project for all folders: each project transforms and loads every module again.
  {
    name: "short",
    folder: ".",
    include: ["packages", "scripts", "docs", ...examples].map((folder) => `${folder}/${short}`),
    exclude: [isolated, long, ...inPages],
    isolate: false,
    on: "embedded",
  },
  // Files share a process, and what it has loaded, only with others in the same environment.
  { name: "pages", folder: ".", include: inPages, isolate: false, on: "embedded" },
  { name: "servers:long", folder: ".", include: onEveryDatabase, isolate: false, on: "servers" },
  { name: "isolated", folder: "packages", include: [isolated] },
  { name: "packages:long", folder: "packages", include: [long], isolate: false },
  ...["scripts", "docs", ...examples].map((folder) => ({
    name: `${folder}:long`,
    folder,
    include: [long],
    isolate: folder.startsWith("examples/"),
    alone: alone.includes(folder),
  })),
];

/** Groups run one after the other. */
function schedule(isAlone: boolean, folder: string): object {
  if (!isAlone) return { maxWorkers, sequence: { groupOrder: 0 } };
  return folder === inPairs
    ? { maxWorkers: 2, sequence: { groupOrder: 1 } }
    : { maxWorkers: 1, sequence: { groupOrder: 2 } };
}

export default projects.map(({ name, folder, include, exclude = [], isolate = true, on, alone = false }) => ({
  // Tests run on the sources. No build is needed, and a failure points to the file that you edit.
  resolve: { alias: [...sourceAliases, ...(folder === "." || folder === "docs" ? docsAliases : [])] },
  test: {
    name,
    root: resolve(root, folder),
    include: [...include],
    exclude: [...ignored, ...exclude],
    isolate,
    // Many tests in a process leave a lot of garbage. With more room for new objects, it's collected less often.
    execArgv: isolate ? [] : ["--max-semi-space-size=64"],
    ...(on ? { env: { LATCHKEY_TEST_DATABASES: on } } : {}),
    // One URL for all, because files with different options share no process either.
    environmentOptions: { jsdom: { url: "http://app.test/" } },
    // Far more than any test needs: these end tests that hang, and a busy machine fails none.
    testTimeout: name.endsWith(":long") ? 600_000 : 120_000,
    hookTimeout: name.endsWith(":long") ? 600_000 : 120_000,
    expect: { poll: { timeout: 10_000 } },
    globalSetup: existsSync(`${root}${folder}/test/build.ts`) ? (alone ? ["test/build.ts"] : []) : [dropDatabases],
    ...schedule(alone, folder),
  },
}));
