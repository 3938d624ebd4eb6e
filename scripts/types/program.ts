/** Compiles generated apps against the built packages. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const here: string = fileURLToPath(new URL(".", import.meta.url));

export interface Compiled {
  /** All errors, as `file:line: message`. */
  readonly problems: readonly string[];
  /** The number of type instantiations, which measures checking cost and is the same on every machine. */
  readonly instantiations: number;
}

/** Compiles source texts, given by file name, with strict options. Imports are resolved from this folder. */
export function compile(texts: Readonly<Record<string, string>>): Compiled {
  const { program } = programOf(texts);
  const problems = ts.getPreEmitDiagnostics(program).map(describe);
  return { problems, instantiations: program.getInstantiationCount() };
}

function programOf(texts: Readonly<Record<string, string>>): { readonly program: ts.Program; readonly root: string } {
  const options = appOptions();
  const host = ts.createCompilerHost(options);
  const virtual = new Map(Object.entries(texts).map(([name, text]) => [`${here}${name}`, text]));
  host.fileExists = (path) => virtual.has(path) || ts.sys.fileExists(path);
  host.readFile = (path) => virtual.get(path) ?? ts.sys.readFile(path);
  const { getSourceFile } = host;
  host.getSourceFile = (path, ...rest) => {
    const text = virtual.get(path);
    return text === undefined ? getSourceFile(path, ...rest) : ts.createSourceFile(path, text, ts.ScriptTarget.ES2023);
  };
  const [root = ""] = virtual.keys();
  return { program: ts.createProgram([...virtual.keys()], options, host), root };
}

/** The string literals of each exported type alias of the first file, sorted. `["string"]` if any text is allowed. */
export function literalsOf(texts: Readonly<Record<string, string>>): Record<string, string[]> {
  const { program, root } = programOf(texts);
  const problems = ts.getPreEmitDiagnostics(program).map(describe);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(root);
  const module = file && checker.getSymbolAtLocation(file);
  const aliases = module ? checker.getExportsOfModule(module) : [];
  return Object.fromEntries(
    aliases.map((alias) => {
      const type = checker.getDeclaredTypeOfSymbol(alias);
      const parts = type.isUnion() ? type.types : type.flags & ts.TypeFlags.Never ? [] : [type];
      return [
        alias.name,
        parts.map((part) => (part.isStringLiteral() ? part.value : checker.typeToString(part))).sort(),
      ];
    }),
  );
}

/** The repository's compiler options, without the paths to its sources. */
function appOptions(): ts.CompilerOptions {
  const text = readFileSync(new URL("../../tsconfig.base.json", import.meta.url), "utf8");
  const { compilerOptions } = JSON.parse(text) as { compilerOptions: unknown };
  return ts.convertCompilerOptionsFromJson(compilerOptions, here).options;
}

function describe({ file, start = 0, messageText }: ts.Diagnostic): string {
  const at = file ? `${file.fileName.replace(here, "")}:${file.getLineAndCharacterOfPosition(start).line + 1}: ` : "";
  return at + ts.flattenDiagnosticMessageText(messageText, "\n");
}
