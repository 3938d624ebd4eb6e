/** Reads the imports, top-level values, and exports of a source file. */

import { existsSync, readFileSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import type { Expression, Node, Statement } from "@babel/types";
import { parse, type Source } from "./parse.ts";

/** A name imported from another module. */
export interface Import {
  readonly from: string;
  /** The exported name: `default` for the default export, `*` for the whole module. */
  readonly name: string;
}

/** A source file with its names. */
export interface Module {
  readonly source: Source;
  readonly imports: ReadonlyMap<string, Import>;
  /** Top-level constants and variables, by name. */
  readonly values: ReadonlyMap<string, Expression>;
  /** Maps each exported name to its local name, or `default` to its expression. */
  readonly exports: ReadonlyMap<string, string | Expression>;
}

interface ModuleBuilder {
  readonly imports: Map<string, Import>;
  readonly values: Map<string, Expression>;
  readonly exports: Map<string, string | Expression>;
}

/** Reads the names of a file. */
export function moduleOf(source: Source): Module {
  const draft: ModuleBuilder = { imports: new Map(), values: new Map(), exports: new Map() };
  for (const statement of source.tree.program.body) readStatement(statement, draft);
  return { source, ...draft };
}

/** Reads the module of a relative specifier. Returns `null` for packages and missing files. */
export function importedModule(from: Module, specifier: string): Module | null {
  if (!specifier.startsWith(".")) return null;
  const file = fileOf(resolve(dirname(from.source.path), specifier));
  return file === null ? null : moduleOf(parse(file, readFileSync(file, "utf8")));
}

const extensions = [".ts", ".mts", ".tsx", ".js", ".mjs", ".jsx"] as const;

/** Resolves like bundlers and TypeScript: the file itself, with an extension, `.ts` for `.js`, or an index file. */
function fileOf(path: string): string | null {
  const bare = path.slice(0, path.length - extname(path).length);
  const swapped = /\.[cm]?jsx?$/.test(path) ? extensions.map((ending) => bare + ending) : [];
  const found = [
    path,
    ...swapped,
    ...extensions.map((ending) => path + ending),
    ...extensions.map((e) => join(path, `index${e}`)),
  ];
  return found.find((file) => extname(file) !== "" && existsSync(file)) ?? null;
}

function readStatement(statement: Statement, draft: ModuleBuilder): void {
  switch (statement.type) {
    case "ImportDeclaration":
      for (const specifier of statement.specifiers) {
        draft.imports.set(specifier.local.name, { from: statement.source.value, name: importedName(specifier) });
      }
      return;
    case "VariableDeclaration":
      for (const { id, init } of statement.declarations) if (init) readVariable(id, init, draft);
      return;
    case "ExportNamedDeclaration":
      if (statement.declaration) readExported(statement.declaration, draft);
      for (const specifier of statement.specifiers) {
        if (specifier.type === "ExportSpecifier") draft.exports.set(nameOf(specifier.exported), specifier.local.name);
      }
      return;
    case "ExportDefaultDeclaration": {
      const { declaration } = statement;
      if (declaration.type === "Identifier") draft.exports.set("default", declaration.name);
      else if (!/Declaration$/.test(declaration.type)) draft.exports.set("default", declaration as Expression);
    }
  }
}

function readExported(declaration: Statement, draft: ModuleBuilder): void {
  readStatement(declaration, draft);
  if (declaration.type !== "VariableDeclaration") return;
  for (const { id } of declaration.declarations) if (id.type === "Identifier") draft.exports.set(id.name, id.name);
}

/** Reads `const x = …` and both forms of `require`. */
function readVariable(id: Node, init: Expression, draft: ModuleBuilder): void {
  const from = requiredModule(init);
  if (id.type === "Identifier") {
    if (from !== null) draft.imports.set(id.name, { from, name: "default" });
    else draft.values.set(id.name, init);
  } else if (id.type === "ObjectPattern" && from !== null) {
    for (const property of id.properties) {
      if (property.type !== "ObjectProperty" || property.value.type !== "Identifier") continue;
      if (property.key.type === "Identifier") draft.imports.set(property.value.name, { from, name: property.key.name });
    }
  }
}

function requiredModule(init: Expression): string | null {
  if (init.type !== "CallExpression" || init.callee.type !== "Identifier" || init.callee.name !== "require")
    return null;
  const [specifier] = init.arguments;
  return specifier?.type === "StringLiteral" ? specifier.value : null;
}

function importedName(specifier: Node): string {
  if (specifier.type === "ImportSpecifier") return nameOf(specifier.imported);
  return specifier.type === "ImportDefaultSpecifier" ? "default" : "*";
}

function nameOf(node: { readonly type: string; readonly name?: string; readonly value?: unknown }): string {
  return node.name ?? String(node.value);
}
