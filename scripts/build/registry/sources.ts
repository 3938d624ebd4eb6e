/** What the files of the screens import, and what the faces of the package export: read by the TypeScript compiler. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import ts from "typescript";

/** A file of the screens. Paths are relative to `src`, with `/`. */
export interface Source {
  readonly path: string;
  /** As an app gets it: its own files are imported without their ending, as a bundler finds them. */
  readonly text: string;
  /** Files of its own that it imports, types included. */
  readonly imports: readonly string[];
  /** Names of the packages that it imports. */
  readonly packages: readonly string[];
}

/** A value that a face of the package exports. */
export interface Exported {
  readonly name: string;
  /** Of the file that makes it. */
  readonly path: string;
  /** Of the plugin whose subpath it is; `null`: of none. */
  readonly plugin: string | null;
}

/** Every file below a folder that is no test. */
export function readSources(folder: string): ReadonlyMap<string, Source> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
  return new Map(paths.sort().map((path) => [path, readSource(folder, path)]));
}

function readSource(folder: string, path: string): Source {
  const before = readFileSync(join(folder, path), "utf8");
  const { importedFiles } = ts.preProcessFile(before);
  const isOwn = ({ fileName }: ts.FileReference): boolean => fileName.startsWith(".");
  let text = before;
  // From the end on, so that the positions of what is still to be changed stay right.
  for (const { fileName, pos } of importedFiles.filter(isOwn).sort((one, other) => other.pos - one.pos)) {
    const at = text.indexOf(fileName, pos);
    text = text.slice(0, at) + withoutEnding(fileName) + text.slice(at + fileName.length);
  }
  return {
    path,
    // A framework with server components must be told in each file: the package says it once for all of them.
    text: path.endsWith(".tsx") || usesReact(importedFiles) ? `"use client";\n\n${text}` : text,
    imports: importedFiles.filter(isOwn).map(({ fileName }) => posix.join(dirname(path), fileName)),
    packages: [...new Set(importedFiles.filter((one) => !isOwn(one)).map(({ fileName }) => packageOf(fileName)))],
  };
}

const withoutEnding = (path: string): string => path.replace(/\.tsx?$/, "");

function usesReact(files: readonly ts.FileReference[]): boolean {
  return files.some(({ fileName }) => fileName === "react" || fileName === "@latchkey/react");
}

function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** The values that the faces name: `index.ts`, and one in the folder of each plugin. */
export function readFaces(folder: string): readonly Exported[] {
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

/** What is said above the function of this name, as one sentence or two; `null` if nothing is. */
export function docOf({ text, path }: Source, name: string): string | null {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const made = source.statements.find((one) => ts.isFunctionDeclaration(one) && one.name?.text === name);
  const [doc] = made ? ts.getJSDocCommentsAndTags(made).filter(ts.isJSDoc) : [];
  return doc ? (ts.getTextOfJSDocComment(doc.comment) ?? "").replace(/\s+/g, " ").trim() : null;
}
