/** Shows file changes before they're made, and makes only the changes that were shown. */

import { isUtf8 } from "node:buffer";
import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createTwoFilesPatch } from "diff";
import type { Terminal } from "../terminal.ts";

/** A file to write. */
export interface Change {
  /** Relative to the app's folder. */
  readonly path: string;
  /** The current text, or `null` if the file doesn't exist. */
  readonly before: string | null;
  readonly after: string;
}

/** Formats a change as a patch. In environment files, only known non-secret values are shown. */
export function formatPatch({ path, before, after }: Change): string {
  const shown = isEnvironment(path) ? maskValues : (text: string): string => text;
  const from = before === null ? "/dev/null" : path;
  const patch = createTwoFilesPatch(from, path, shown(before ?? ""), shown(after), "", "", { context: 2 });
  return patch.slice(patch.indexOf("---")).replaceAll("\t\n", "\n").trimEnd();
}

/** Prints each change. */
export function showChanges(changes: readonly Change[], { out, paint }: Pick<Terminal, "out" | "paint">): void {
  for (const change of changes) {
    const lines = formatPatch(change).split("\n");
    out(
      lines
        .map((line) => (line.startsWith("+") ? paint("green", line) : line.startsWith("-") ? paint("red", line) : line))
        .join("\n"),
    );
    out("");
  }
}

/** Prints the paths of the files, and which ones are new. */
export function listChanges(changes: readonly Change[], { out }: Pick<Terminal, "out">): void {
  const list = (title: string, some: readonly Change[]): void => {
    if (some.length > 0) out(`${title} ${some.map(({ path }) => path).join(", ")}`);
  };
  list(
    "New files:",
    changes.filter(({ before }) => before === null),
  );
  list(
    "Changed files:",
    changes.filter(({ before }) => before !== null),
  );
}

/**
 * Writes all files, or none if any of them can't be changed safely.
 * @throws {Error} if a file changed since the plan was made, or isn't UTF-8
 */
export function applyChanges(changes: readonly Change[], folder: string): void {
  for (const change of changes) checkChange(change, folder);
  for (const { path, before, after } of changes) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    // "wx" fails if another process has created the file since then.
    writeFileSync(file, after, {
      flag: before === null ? "wx" : "w",
      mode: isEnvironment(path) ? 0o600 : 0o644,
    });
    // An existing file keeps its mode when written, but now it contains a secret.
    if (isEnvironment(path)) chmodSync(file, statSync(file).mode & 0o700);
  }
}

/**
 * Rejects files that changed since they were read. Also rejects files that aren't UTF-8, because writing the decoded
 * text back would damage them.
 */
function checkChange({ path, before }: Change, folder: string): void {
  const file = join(folder, path);
  // `lstat` also finds broken links.
  const exists = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  const bytes = exists && before !== null ? readFileSync(file) : null;
  if (exists !== (before !== null) || (bytes && bytes.toString("utf8") !== before)) {
    throw new Error(`${path} changed while the command was running, so it wasn't written. Run the command again.`);
  }
  if (bytes && !isUtf8(bytes)) {
    throw new Error(`${path} isn't UTF-8. Nothing was written. Save it as UTF-8, and run the command again.`);
  }
}

function isEnvironment(path: string): boolean {
  return /(?:^|\/)\.env/.test(path);
}

const publicVariables: ReadonlySet<string> = new Set(["AUTH_URL", "DATABASE_FILE", "NODE_ENV"]);
const secretVariables: ReadonlySet<string> = new Set(["AUTH_SECRET", "DATABASE_URL", "BILLING_WEBHOOK_SECRET"]);

/** Hides the app's own lines entirely, because a comment or one line of a multi-line key can also be a secret. */
function maskValues(text: string): string {
  return text.replace(/^.+$/gm, (line) => {
    const name = line.slice(0, line.indexOf("="));
    if (publicVariables.has(name)) return line;
    return secretVariables.has(name) ? `${name}=${line.length > name.length + 1 ? "…" : ""}` : "…";
  });
}
