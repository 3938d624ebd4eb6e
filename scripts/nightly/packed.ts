/**
 * Installs every package as it would be published in an empty app outside of the repository:
 * `tsx scripts/nightly/packed.ts`. Imports each export under Node 20, 22, and 24, and checks its types as Node and as
 * bundlers resolve them. Needs a build.
 */

import { readFileSync } from "node:fs";
import { type App, makeApp } from "./app.ts";
import { serveWorkspace } from "./registry.ts";

const nodes = ["20", "22", "24"] as const;

/** Peer dependencies for the exports that need them. */
const peers = [
  "@types/react@19",
  "@types/react-dom@19",
  "drizzle-orm@0.45.4",
  "kysely",
  "libsql",
  "mysql2",
  "pg",
  "@types/pg",
];
const development = ["typescript@5.9.3", "@types/node@20", "vitest@4.1.12", "react@19", "react-dom@19"];

const registry = await serveWorkspace();
const app = makeApp(registry.npmrc);
let failures = 0;
try {
  // Newer versions need a version of @zone-eu/mailsplit that some registries don't have.
  const overrides = { mailparser: "3.9.31" };
  app.write("package.json", JSON.stringify({ name: "app", private: true, type: "module", overrides }));
  await app.run(`npm install ${[...registry.names, ...peers, ...development].join(" ")}`);
  const exported = registry.names.flatMap((name) => exportsOf(app, name));
  console.log(`${registry.names.length} packages, ${exported.length} exports`);
  for (const node of nodes) await importAll(app, node, exported);
  for (const [module, resolution] of [
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ] as const) {
    await checkTypes(app, exported, module, resolution);
  }
} finally {
  await app.remove();
  await registry.close();
}
process.exitCode = failures > 0 ? 1 : 0;

/** The exports of a package that are modules. */
function exportsOf({ folder }: App, name: string): string[] {
  const { exports = {} } = JSON.parse(readFileSync(`${folder}/node_modules/${name}/package.json`, "utf8")) as {
    exports?: Readonly<Record<string, unknown>>;
  };
  const paths = Object.keys(exports).filter((path) => !/\.(?:json|css)$/.test(path));
  return paths.map((path) => `${name}${path.slice(1)}`);
}

async function importAll(app: App, node: string, exported: readonly string[]): Promise<void> {
  app.write(
    "import.mjs",
    `for (const name of ${JSON.stringify(exported)}) {
  const names = Object.keys(await import(name));
  if (names.length === 0) console.log(name + " exports types only");
}
console.log(process.version);
process.exit(0);
`,
  );
  report(`imported under Node ${node}`, await app.tryRun(`npx --yes node@${node} import.mjs`));
}

async function checkTypes(app: App, exported: readonly string[], module: string, resolution: string): Promise<void> {
  const lines = exported.map((name, at) => `import * as m${at} from "${name}";\nexport type T${at} = typeof m${at};`);
  app.write("types.ts", `${lines.join("\n")}\n`);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    module,
    moduleResolution: resolution,
  };
  // `skipLibCheck` is off, to check the packages' own declarations too.
  app.write(
    "tsconfig.json",
    JSON.stringify({
      compilerOptions: { ...compilerOptions, target: "es2022", jsx: "react-jsx", skipLibCheck: false },
      files: ["types.ts"],
    }),
  );
  const { output } = await app.tryRun("npx tsc --pretty false");
  const errors = output.split("\n").filter((line) => /error TS\d/.test(line));
  const ours = errors.filter((line) => !/^node_modules\/(?!@latchkey\/)/.test(line));
  const others = `${errors.length - ours.length} errors in declarations of other packages`;
  report(`types as ${resolution} resolves them`, {
    code: ours.length > 0 ? 1 : 0,
    output: [...ours, others].join("\n"),
  });
}

function report(title: string, { code, output }: { readonly code: number; readonly output: string }): void {
  if (code !== 0) failures++;
  console.log(`${title}: ${code === 0 ? "passed" : "failed"}\n${output.replace(/^npm warn.*\n/gm, "").trim()}`);
}
