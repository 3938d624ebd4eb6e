/** Joins stylesheets. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Joins the stylesheets in a folder, in the order of their names. */
export function joinStyles(folder: string): string {
  const sheets = readdirSync(folder).filter((name) => name.endsWith(".css"));
  return sheets
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}
