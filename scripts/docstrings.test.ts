/** Tests that every name that a package exports has a docstring for editors. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string): string => readFileSync(root + path, "utf8");
const sources = readdirSync(`${root}packages`).flatMap((name) =>
  readdirSync(`${root}packages/${name}/src`, { recursive: true })
    .map((path) => `packages/${name}/src/${path}`)
    .filter((path) => /\.tsx?$/.test(path)),
);
const declared = /^export (?:async )?(?:abstract )?(?:interface|type|const|function|class) (\w+)/;

/** Names exported by a package's entry points. */
function exported(): Set<string> {
  const names = new Set<string>();
  for (const face of sources.filter((path) => /\/src\/(?:index|client)\.ts$/.test(path))) {
    for (const [, list = ""] of read(face).matchAll(/export (?:type )?\{([^}]*)\}/g)) {
      for (const entry of list.split(",")) names.add(entry.replace("type ", "").split(" as ").at(-1)?.trim() ?? "");
    }
  }
  return names;
}

test("every exported name has a docstring", () => {
  const names = exported();
  const missing: string[] = [];
  for (const path of sources) {
    if (/\.test(-d)?\.tsx?$/.test(path)) continue;
    const lines = read(path).split("\n");
    for (const [at, line] of lines.entries()) {
      const name = declared.exec(line)?.[1];
      if (name && names.has(name) && !lines[at - 1]?.trim().endsWith("*/")) missing.push(`${path}: ${name}`);
    }
  }
  expect(names.size).toBeGreaterThan(300);
  expect(missing).toEqual([]);
});
