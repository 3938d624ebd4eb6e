/** Every component can be copied with all its dependencies, into an app with the strictest TypeScript options. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { isScreen, kebab } from "./items.ts";
import { type Item, readItems } from "./registry.ts";
import { packageOf, readEntryPoints } from "./sources.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const ui = join(root, "packages/ui");
const items = new Map(readItems(ui, (name) => name).map((item) => [item.name, item]));

/** The item and all its dependencies. */
function whole(name: string, found = new Map<string, Item>()): ReadonlyMap<string, Item> {
  const item = items.get(name);
  if (!item) throw new Error(`There is no item ${name}.`);
  if (found.has(name)) return found;
  found.set(name, item);
  for (const need of item.registryDependencies) whole(need, found);
  return found;
}

const isThere = (paths: ReadonlySet<string>, path: string): boolean =>
  [`${path}.ts`, `${path}.tsx`].some((file) => paths.has(file));

test("every component of the package has an item, and no file is in two", () => {
  const screens = readEntryPoints(join(ui, "src")).filter(isScreen);
  expect(screens.length).toBeGreaterThan(30);
  for (const { name } of screens) expect(items.has(kebab(name)), name).toBe(true);
  const targets = [...items.values()].flatMap(({ files }) => files.map(({ target }) => target));
  expect(new Set(targets).size).toBe(targets.length);
});

test.each([...items.keys()])("%s comes with every file and every package that it imports", (name) => {
  const found = [...whole(name).values()];
  const files = found.flatMap((item) => item.files.map((file) => ({ ...file, item })));
  const paths = new Set(files.map(({ target }) => target));
  for (const { target, content, item } of files) {
    if (target.endsWith(".css")) continue;
    for (const { fileName } of ts.preProcessFile(content).importedFiles) {
      if (fileName.startsWith(".")) {
        expect(isThere(paths, posix.join(dirname(target), fileName)), `${target}: ${fileName}`).toBe(true);
      } else if (!/^react(?:-dom)?$/.test(fileName)) {
        const named = item.dependencies.some((one) => one.startsWith(`${packageOf(fileName)}@`));
        expect(named, `${item.name}: ${fileName}`).toBe(true);
      }
    }
  }
});

test("copied into an app outside of the workspace, all of them pass its strictest type check", () => {
  const app = mkdtempSync(join(realpathSync(tmpdir()), "latchkey-copies-"));
  try {
    symlinkSync(join(ui, "node_modules"), join(app, "node_modules"));
    const files = [...items.values()].flatMap(({ files }) => files);
    for (const { target, content } of files) {
      mkdirSync(dirname(join(app, target)), { recursive: true });
      writeFileSync(join(app, target), content);
    }
    expect(
      problemsIn(
        app,
        files.map(({ target }) => join(app, target)).filter((path) => !path.endsWith(".css")),
      ),
    ).toEqual([]);
  } finally {
    rmSync(app, { recursive: true, force: true });
  }
});

function problemsIn(app: string, files: readonly string[]): string[] {
  // Uses the packages' sources, so that no build is needed.
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const program = ts.createProgram(files, {
    paths: config.compilerOptions.paths,
    baseUrl: root,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.ReactJSX,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noImplicitReturns: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    noEmit: true,
    skipLibCheck: true,
    // Only for the packages' sources. The test above checks that copies import files without an extension.
    allowImportingTsExtensions: true,
  });
  const checked = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${app}/components/`));
  expect(checked).toHaveLength(files.length);
  return checked.flatMap((file) =>
    [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${file.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    ),
  );
}
