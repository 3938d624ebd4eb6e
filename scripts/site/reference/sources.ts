/** Reads the packages' sources with the compiler: the exported names of each entry point, and their declarations. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";

/** An import specifier for readers: a package or one of its subpaths. */
export interface Entry {
  /** The specifier, such as `@latchkey/sql/ddl`. */
  readonly specifier: string;
  readonly file: string;
}

/** An exported name. */
export interface Export {
  readonly name: string;
  /** A function with overloads has several. */
  readonly declarations: readonly ts.Declaration[];
}

export interface Sources {
  readonly entries: readonly Entry[];
  /** In alphabetical order. */
  exportsOf(entry: Entry): readonly Export[];
  /**
   * Returns an interface in the sources, by its name.
   * @throws {Error} if there is none
   */
  interfaceNamed(name: string): ts.InterfaceDeclaration;
  hasInterface(name: string): boolean;
  /** The interfaces of a type: itself, or the members of a union. */
  choicesOf(name: string): readonly string[];
  /** Every file of the packages, without tests. */
  readonly files: readonly ts.SourceFile[];
}

/**
 * @param root root folder of the repository
 */
export function readSources(root: string): Sources {
  const entries = findEntries(root);
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    { noLib: true, types: [], jsx: ts.JsxEmit.Preserve, allowImportingTsExtensions: true, noEmit: true },
    hostOf(entries),
  );
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles();
  const interfaces = new Map(
    files.flatMap((file) =>
      file.statements.filter(ts.isInterfaceDeclaration).map((found) => [found.name.text, found] as const),
    ),
  );
  const unions = new Map(
    files.flatMap((file) =>
      file.statements
        .filter(ts.isTypeAliasDeclaration)
        .flatMap(({ name, type }) => (ts.isUnionTypeNode(type) ? [[name.text, type.types] as const] : [])),
    ),
  );
  return {
    entries,
    files,
    hasInterface: (name) => interfaces.has(name),
    choicesOf: (name) => unions.get(name)?.map((type) => type.getText()) ?? [name],
    exportsOf({ file }) {
      const source = program.getSourceFile(file);
      const module = source && checker.getSymbolAtLocation(source);
      if (!module) return [];
      return checker
        .getExportsOfModule(module)
        .map((symbol) => ({ name: symbol.name, declarations: declarationsOf(symbol, checker) }))
        .filter(({ declarations }) => declarations.length > 0)
        .sort((one, other) => one.name.localeCompare(other.name, "en"));
    },
    interfaceNamed(name) {
      const found = interfaces.get(name);
      if (!found) throw new Error(`No interface ${name} in the packages' sources.`);
      return found;
    },
  };
}

function declarationsOf(symbol: ts.Symbol, checker: ts.TypeChecker): readonly ts.Declaration[] {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const all = target.declarations ?? [];
  // For overloads, only the signatures that callers see.
  const overloads = all.filter((one) => ts.isFunctionDeclaration(one) && !one.body);
  return overloads.length > 0 ? overloads : all;
}

/** The entry points of every package, from its `exports`. */
function findEntries(root: string): Entry[] {
  return readdirSync(join(root, "packages")).flatMap((name) => {
    const folder = join(root, "packages", name);
    const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { exports: object };
    return Object.keys(exports).flatMap((subpath) => {
      const source = join(folder, "src", subpath === "." ? "index" : subpath.slice(2));
      const file = [`${source}.ts`, `${source}.tsx`, join(source, "index.ts")].find((path) => existsSync(path));
      return file ? [{ specifier: `@latchkey/${name}${subpath.slice(1)}`, file }] : [];
    });
  });
}

/** Only opens the packages' own files, because names and comments don't need other types. */
function hostOf(entries: readonly Entry[]): ts.CompilerHost {
  const host = ts.createCompilerHost({}, true);
  const known = new Map(entries.map(({ specifier, file }) => [specifier, file]));
  host.resolveModuleNameLiterals = (literals, importer) =>
    literals.map(({ text }) => {
      const file = text.startsWith(".") ? resolve(importer, "..", text) : known.get(text);
      return {
        resolvedModule:
          file && /\.tsx?$/.test(file)
            ? { resolvedFileName: file, extension: file.endsWith("x") ? ts.Extension.Tsx : ts.Extension.Ts }
            : undefined,
      };
    });
  return host;
}
