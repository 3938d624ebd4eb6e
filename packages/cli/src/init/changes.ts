/** Changes to files: shown before they are made, and made only to what was shown. */

import { isUtf8 } from "node:buffer";
import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createTwoFilesPatch } from "diff";
import type { Terminal } from "../terminal.ts";

/** One file as it is to be. */
export interface Change {
  /** Relative to the app's folder. */
  readonly path: string;
  /** As it is now; `null`: it is not there. */
  readonly before: string | null;
  readonly after: string;
}

/** A change as a patch. Of an environment file only values are shown that are no secrets. */
export function patchOf({ path, before, after }: Change): string {
  const shown = isEnvironment(path) ? masked : (text: string): string => text;
  const from = before === null ? "/dev/null" : path;
  const patch = createTwoFilesPatch(from, path, shown(before ?? ""), shown(after), "", "", { context: 2 });
  return patch.slice(patch.indexOf("---")).replaceAll("\t\n", "\n").trimEnd();
}

/** Shows each change. */
export function showChanges(changes: readonly Change[], { out, paint }: Pick<Terminal, "out" | "paint">): void {
  for (const change of changes) {
    const lines = patchOf(change).split("\n");
    out(
      lines
        .map((line) => (line.startsWith("+") ? paint("green", line) : line.startsWith("-") ? paint("red", line) : line))
        .join("\n"),
    );
    out("");
  }
}

/**
 * Writes the files: all of them, or none where one cannot be changed without harm.
 * @throws {Error} a file that is not as it was when the change was worked out, or is no UTF-8
 */
export function applyChanges(changes: readonly Change[], folder: string): void {
  for (const change of changes) checkChange(change, folder);
  for (const { path, before, after } of changes) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    // A file that came into being meanwhile is somebody else's: "wx" refuses.
    writeFileSync(file, after, {
      flag: before === null ? "wx" : "w",
      mode: isEnvironment(path) ? 0o600 : 0o644,
    });
    // A file that was there keeps its mode, but now it has a secret.
    if (isEnvironment(path)) chmodSync(file, statSync(file).mode & 0o700);
  }
}

/** Bytes that are no UTF-8 are lost in the text that was read: writing it back would damage the file. */
function checkChange({ path, before }: Change, folder: string): void {
  const file = join(folder, path);
  // Also a link that leads nowhere.
  const isThere = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  const bytes = isThere && before !== null ? readFileSync(file) : null;
  if (isThere !== (before !== null) || (bytes && bytes.toString("utf8") !== before)) {
    throw new Error(`${path} was changed meanwhile, and was left as it is. Run the command again.`);
  }
  if (bytes && !isUtf8(bytes)) {
    throw new Error(`${path} is not UTF-8. Nothing was written: save it as UTF-8, and run the command again.`);
  }
}

function isEnvironment(path: string): boolean {
  return /(?:^|\/)\.env/.test(path);
}

const harmless: ReadonlySet<string> = new Set(["AUTH_URL", "DATABASE_FILE", "NODE_ENV"]);
const secret: ReadonlySet<string> = new Set(["AUTH_SECRET", "DATABASE_URL", "BILLING_WEBHOOK_SECRET"]);

/** Of the app's own lines nothing: a comment, or one line of a key that has several, may be a secret too. */
function masked(text: string): string {
  return text.replace(/^.+$/gm, (line) => {
    const name = line.slice(0, line.indexOf("="));
    if (harmless.has(name)) return line;
    return secret.has(name) ? `${name}=${line.length > name.length + 1 ? "…" : ""}` : "…";
  });
}
