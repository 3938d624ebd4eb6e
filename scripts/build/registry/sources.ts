/** Reads what the component files import and what the package exports, with the TypeScript compiler. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import ts from "typescript";

/** A source file of the components. Paths are relative to `src`, with `/`. */
export interface Source {
  readonly path: string;
  /** The text for an app. Relative imports have no extension, for bundlers. */
  readonly text: string;
  /** Relative imports, including types. */
  readonly imports: readonly string[];
  /** Names of imported packages. */
  readonly packages: readonly string[];
}

/** A value that the package exports. */
export interface Exported {
  readonly name: string;
  /** Path of the file that defines it. */
  readonly path: string;
  /** The plugin whose subpath exports it, or `null`. */
  readonly plugin: string | null;
}

/** Translations aren't copied. Apps import them from the package. */
const translation = /^locales\/[^/]+\//;

/** Reads every source file below a folder, without tests and translations. */
export function readSources(folder: string): ReadonlyMap<string, Source> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !translation.test(path));
  return new Map(paths.sort().map((path) => [path, readSource(folder, path)]));
}

function readSource(folder: string, path: string): Source {
  const before = readFileSync(join(folder, path), "utf8");
  const { importedFiles } = ts.preProcessFile(before);
  const isOwn = ({ fileName }: ts.FileReference): boolean => fileName.startsWith(".");
  let text = before;
  // Goes backward, so that the positions of earlier imports stay valid.
  for (const { fileName, pos } of importedFiles.filter(isOwn).sort((one, other) => other.pos - one.pos)) {
    const at = text.indexOf(fileName, pos);
    text = text.slice(0, at) + withoutEnding(fileName) + text.slice(at + fileName.length);
  }
  return {
    path,
    // Server component frameworks need the directive in each file. The package has it once for all files.
    text: path.endsWith(".tsx") || usesReact(importedFiles) ? `"use client";\n\n${text}` : text,
    imports: importedFiles.filter(isOwn).map(({ fileName }) => posix.join(dirname(path), fileName)),
    packages: [...new Set(importedFiles.filter((one) => !isOwn(one)).map(({ fileName }) => packageOf(fileName)))],
  };
}

const withoutEnding = (path: string): string => path.replace(/\.tsx?$/, "");

function usesReact(files: readonly ts.FileReference[]): boolean {
  return files.some(({ fileName }) => fileName === "react" || fileName === "@latchkey/react");
}

/** The package that an import names, without the path inside it. */
export function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** The values exported by `index.ts` and by the `index.ts` of each plugin folder. */
export function readEntryPoints(folder: string): readonly Exported[] {
  const faces = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /^(?:[\w-]+[\\/])?index\.ts$/.test(path),
  );
  return faces.flatMap((face) => {
    const plugin = face === "index.ts" ? null : dirname(face);
    return valuesOf(join(folder, face)).map(({ name, from }) => ({
      name,
      plugin,
      path: relative(folder, join(folder, dirname(face), from)).replaceAll("\\", "/"),
    }));
  });
}

function valuesOf(file: string): { readonly name: string; readonly from: string }[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly || !statement.moduleSpecifier) return [];
    const { exportClause, moduleSpecifier } = statement;
    if (!exportClause || !ts.isNamedExports(exportClause)) return [];
    const from = (moduleSpecifier as ts.StringLiteral).text;
    return exportClause.elements.filter((one) => !one.isTypeOnly).map(({ name }) => ({ name: name.text, from }));
  });
}

/** The docstring of the function with this name as one line, or `null` if it has none. */
export function docOf({ text, path }: Source, name: string): string | null {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const made = source.statements.find((one) => ts.isFunctionDeclaration(one) && one.name?.text === name);
  const [doc] = made ? ts.getJSDocCommentsAndTags(made).filter(ts.isJSDoc) : [];
  return doc ? (ts.getTextOfJSDocComment(doc.comment) ?? "").replace(/\s+/g, " ").trim() : null;
}
