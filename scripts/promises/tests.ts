/** References to tests in this repository, by file and name. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A test or a group of tests. */
export interface TestReference {
  /** Path from the root, such as `packages/core/src/tokens/tokens.test.ts`. */
  readonly file: string;
  /** The test's name, exactly as in the file. */
  readonly name: string;
}

const root: string = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Returns the source of a test.
 * @throws {Error} if the file doesn't contain the test
 */
export function bodyOf({ file, name }: TestReference): string {
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  const start = lines.findIndex((line) => /\b(?:test|describe)\b|^\s*\]\)/.test(line) && line.includes(`"${name}"`));
  if (start < 0) throw new Error(`${file} has no test "${name}".`);
  const indent = /^ */.exec(lines[start] ?? "")?.[0] ?? "";
  const end = lines.findIndex((line, at) => at > start && line.startsWith(`${indent}}`));
  return lines.slice(start, end < 0 ? undefined : end + 1).join("\n");
}
