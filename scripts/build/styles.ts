/** Joins stylesheets. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the stylesheet that browsers load: the result of `joinStyles` without insignificant whitespace. */
export function compactStyles(folder: string): string {
  return joinStyles(folder)
    .replace(/\n\s+/g, "\n")
    .replace(/^([a-z][\w-]*): /gm, "$1:")
    .replace(/;?\n}/g, "}")
    .replace(/([{;}])\n/g, "$1")
    .replace(/,\s/g, ",")
    .replace(/ ([>{])(?!=) ?/g, "$1");
}

/** Joins the stylesheets that a folder's `index.css` imports, in that order, without their comments. */
export function joinStyles(folder: string): string {
  const index = readFileSync(join(folder, "index.css"), "utf8");
  return [...index.matchAll(/@import "\.\/([\w-]+\.css)";/g)]
    .map(([, name]) => readFileSync(join(folder, name as string), "utf8"))
    .join("\n")
    .replace(/^\s*\/\*[\s\S]*?\*\/\n+/gm, "");
}
