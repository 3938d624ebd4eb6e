/** A source file as a module: what it imports, what it names, what it exports. */

import { existsSync, readFileSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import type { Expression, Node, Statement } from "@babel/types";
import { parse, type Source } from "./parse.ts";

/** A name that comes from another module. */
export interface Import {
  readonly from: string;
  /** As that module exports it; `default` for the default export, `*` for the whole module. */
  readonly name: string;
}

/** A source file with its names. */
export interface Module {
  readonly source: Source;
  readonly imports: ReadonlyMap<string, Import>;
  /** Constants and variables at the top of the file, by name. */
  readonly values: ReadonlyMap<string, Expression>;
  /** Exported name → local name, or the expression of `export default`. */
  readonly exports: ReadonlyMap<string, string | Expression>;
}

interface Draft {
  readonly imports: Map<string, Import>;
  readonly values: Map<string, Expression>;
  readonly exports: Map<string, string | Expression>;
}

/** Reads the names of a file. */
export function moduleOf(source: Source): Module {
  const draft: Draft = { imports: new Map(), values: new Map(), exports: new Map() };
  for (const statement of source.tree.program.body) readStatement(statement, draft);
  return { source, ...draft };
}

/** The module that a relative specifier means; `null` for packages and for what is not there. */
export function importedModule(from: Module, specifier: string): Module | null {
  if (!specifier.startsWith(".")) return null;
  const file = fileOf(resolve(dirname(from.source.path), specifier));
  return file === null ? null : moduleOf(parse(file, readFileSync(file, "utf8")));
}

const endings = [".ts", ".mts", ".tsx", ".js", ".mjs", ".jsx"] as const;

/** As bundlers and TypeScript look: the file itself, with an ending, `.js` for `.ts`, an index. */
function fileOf(path: string): string | null {
  const bare = path.slice(0, path.length - extname(path).length);
  const swapped = /\.[cm]?jsx?$/.test(path) ? endings.map((ending) => bare + ending) : [];
  const found = [
    path,
    ...swapped,
    ...endings.map((ending) => path + ending),
    ...endings.map((e) => join(path, `index${e}`)),
  ];
  return found.find((file) => extname(file) !== "" && existsSync(file)) ?? null;
}

function readStatement(statement: Statement, draft: Draft): void {
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

function readExported(declaration: Statement, draft: Draft): void {
  readStatement(declaration, draft);
  if (declaration.type !== "VariableDeclaration") return;
  for (const { id } of declaration.declarations) if (id.type === "Identifier") draft.exports.set(id.name, id.name);
}

/** `const x = …`, and the two forms of `require`. */
function readVariable(id: Node, init: Expression, draft: Draft): void {
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
