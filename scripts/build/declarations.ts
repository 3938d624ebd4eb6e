/**
 * Declaration files without a type-check: `isolatedDeclarations` makes each one a function of its own source file.
 * They are bundled per entry, so that a reader's compiler opens nothing that the entry does not show (zod, for one).
 */

import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Plugin, rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import ts from "typescript";

/** Entry name (the file in `dist`, without its ending) → source file. */
export type Entries = Readonly<Record<string, string>>;

export async function writeDeclarations(folder: string, entries: Entries): Promise<void> {
  const bundle = await rollup({
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, declarationOf(join(folder, file))])),
    plugins: [sources(compilerOptions(folder)), dts()],
    onwarn: (warning) => {
      // A command-line entry shows nothing to declare.
      if (warning.code !== "EMPTY_BUNDLE") throw new Error(warning.message);
    },
  });
  await bundle.write({
    dir: join(folder, "dist"),
    format: "es",
    entryFileNames: "[name].d.ts",
    chunkFileNames: ({ name }) => `${name.replace(/\.tsx?\.d$/, "")}-[hash].d.ts`,
  });
  await bundle.close();
}

/** `a.ts` is known to rollup as `a.ts.d.ts`: the ending tells the dts plugin that there is no program to make. */
const ending = ".d.ts";
const declarationOf = (file: string): string => `${file}${ending}`;
const sourceOf = (id: string): string => id.slice(0, -ending.length);

function sources(options: ts.CompilerOptions): Plugin {
  return {
    name: "declarations-of-sources",
    resolveId(specifier, importer) {
      if (importer === undefined) return specifier;
      if (!specifier.startsWith(".")) return { id: specifier, external: true };
      return declarationOf(resolve(dirname(sourceOf(importer)), specifier));
    },
    load: (id) => declare(sourceOf(id), options),
  };
}

function declare(file: string, compilerOptions: ts.CompilerOptions): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(file, "utf8"), {
    fileName: file,
    compilerOptions,
    reportDiagnostics: true,
  });
  if (diagnostics.length === 0) return outputText;
  throw new Error(
    ts.formatDiagnostics(diagnostics, {
      getCurrentDirectory: () => process.cwd(),
      getCanonicalFileName: (name) => name,
      getNewLine: () => "\n",
    }),
  );
}

function compilerOptions(folder: string): ts.CompilerOptions {
  const path = join(folder, "tsconfig.json");
  const { options, errors } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(path, ts.sys.readFile).config,
    ts.sys,
    folder,
  );
  if (errors.length > 0) throw new Error(ts.flattenDiagnosticMessageText(errors[0]?.messageText, "\n"));
  return { ...options, noEmit: false };
}
