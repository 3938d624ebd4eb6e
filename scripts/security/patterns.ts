/** Checks that every regular expression in the packages runs in linear time. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** A regular expression in a source file. */
export interface Pattern {
  /** From slash to slash, with flags. */
  readonly literal: string;
  readonly file: string;
}

/** Finds the regular expressions in all packages, excluding tests. Dynamic ones are listed as `new RegExp(…)`. */
export function findPatterns(root: string): Pattern[] {
  return readdirSync(join(root, "packages")).flatMap((name) => {
    const folder = join("packages", name, "src");
    const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
    return files
      .filter((file) => /(?<!\.test|\.test-d)\.tsx?$/.test(file))
      .flatMap((file) => inFile(root, join(folder, file)));
  });
}

function inFile(root: string, file: string): Pattern[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push({ literal: node.text, file });
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isCall && node.expression.getText(source) === "RegExp") found.push({ literal: node.getText(source), file });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Compiles a regular expression literal without its `g` flag. */
export function compileLiteral(literal: string): RegExp {
  const end = literal.lastIndexOf("/");
  return new RegExp(literal.slice(1, end), literal.slice(end + 1).replace("g", ""));
}

/** In milliseconds. A linear expression takes far less time on any input of up to `longest` characters. */
const suspicious = 15;

/** Length of the longest input to try, in characters. */
const longest = 8000;

/**
 * Looks for an input that takes superlinear time. Returns its prefix, repeated part, and suffix as JSON, or `null` if
 * none was found. Tries repetitions of the expression's own parts, after each part of it, followed by a suffix that
 * doesn't match.
 */
export function findSlowInput(pattern: RegExp): string | null {
  for (const [head, pump, tail] of attacks(pattern.source)) {
    const text = (length: number): string => head + pump.repeat(length / pump.length) + tail;
    // Starts with short inputs, because an exponential expression would never finish on a long one.
    for (const length of [20, 26, 34, 400, longest]) {
      if (time(pattern, text(length)) < suspicious) continue;
      if (isSuperlinear(pattern, text, length)) return JSON.stringify([head, pump, tail]);
    }
  }
  return null;
}

/**
 * Compares the time with the time for a quarter of the input. The whole input should take four times as long. With a
 * quadratic expression, it takes sixteen times as long. For a few characters, any measurable time is suspicious. Uses
 * the fastest of several runs.
 */
function isSuperlinear(pattern: RegExp, text: (length: number) => string, length: number): boolean {
  const best = (size: number): number => Math.min(...Array.from({ length: 4 }, () => time(pattern, text(size))));
  if (best(length) < suspicious) return false;
  return length < 400 || best(length) / Math.max(best(length / 4), 0.001) > 8;
}

function time(pattern: RegExp, text: string): number {
  const start = performance.now();
  pattern.test(text);
  return performance.now() - start;
}

/** Characters that many patterns match, in addition to those in the pattern itself. */
const commonCharacters = [
  "a",
  "A",
  "0",
  " ",
  "-",
  ".",
  "_",
  "/",
  "\\\\",
  '"',
  "'",
  "<",
  "@",
  "=",
  "%",
  ":",
  "\\0",
  "\\n",
  "é",
].map((text) => text.replace("\\\\", "\\").replace("\\0", "\0").replace("\\n", "\n"));

function* attacks(source: string): Generator<readonly [string, string, string]> {
  const words = source.match(/[A-Za-z0-9 '":=<(-]{2,}/g) ?? [];
  const characters = [...new Set([...source.replace(/\\[a-zA-Z]/g, ""), ...commonCharacters])];
  const own = characters.filter((one) => source.includes(one) || commonCharacters.includes(one)).slice(0, 40);
  const pumps = [...own, ...own.slice(0, 12).flatMap((a) => own.slice(0, 12).map((b) => a + b)), ...words];
  for (const head of new Set(["", ...words.slice(0, 3), "a", '"', "a@"])) {
    for (const pump of new Set(pumps)) for (const tail of ["", "\0\n!"]) yield [head, pump, tail];
  }
}
