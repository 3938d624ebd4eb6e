/**
 * Generates declaration files without a type-check, because `isolatedDeclarations` derives each one from its own source
 * file. They are bundled per entry, so that an app's compiler only opens what the entry exports (and not zod, for
 * example).
 */

import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Plugin, rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import ts from "typescript";

/** Maps each entry name (the file in `dist`, without its extension) to its source file. */
export type Entries = Readonly<Record<string, string>>;

export async function writeDeclarations(folder: string, entries: Entries): Promise<void> {
  const bundle = await rollup({
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, declarationOf(join(folder, file))])),
    plugins: [sources(compilerOptions(folder)), dts()],
    onwarn: (warning) => {
      // A command-line entry has no declarations.
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

/** rollup knows `a.ts` as `a.ts.d.ts`. The extension tells the dts plugin that it doesn't need to create a program. */
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
