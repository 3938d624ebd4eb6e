/** Checks which files git ignores and tracks. */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ignore from "ignore";
import { textOf } from "./project.ts";

/** Whether a `.gitignore` in the folder or further up in the repository ignores the file. */
export function isIgnored(folder: string, path: string): boolean {
  for (let place = resolve(folder); ; place = dirname(place)) {
    const rules = textOf(place, ".gitignore");
    if (
      rules !== null &&
      ignore()
        .add(rules)
        .ignores(relative(place, join(resolve(folder), path)))
    )
      return true;
    if (existsSync(join(place, ".git")) || dirname(place) === place) return false;
  }
}

/** Whether git tracks the file. Ignoring a tracked file has no effect. `false` without git. */
export function isTracked(folder: string, path: string): boolean {
  return spawnSync("git", ["ls-files", "--error-unmatch", "--", path], { cwd: folder, stdio: "ignore" }).status === 0;
}

/** Whether the folder is in a git repository. */
export function isInRepository(folder: string): boolean {
  for (let place = resolve(folder); ; place = dirname(place)) {
    if (existsSync(join(place, ".git"))) return true;
    if (dirname(place) === place) return false;
  }
}
