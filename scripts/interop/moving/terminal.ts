/** Runs the CLI in a folder with an app's auth file. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { main, type Terminal } from "@latchkey/cli";

/** The result of a command. */
export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** A folder where the CLI runs. */
export interface Folder {
  readonly path: string;
  run(...words: string[]): Promise<CommandResult>;
  remove(): void;
}

/**
 * @param files maps each file name to its text
 */
export function folder(files: Readonly<Record<string, string>>): Folder {
  const path = mkdtempSync(join(tmpdir(), "latchkey-moving-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return {
    path,
    remove: () => rmSync(path, { recursive: true, force: true }),
    async run(...words) {
      const [out, error]: [string[], string[]] = [[], []];
      const terminal: Terminal = {
        out: (text) => void out.push(text),
        error: (text) => void error.push(text),
        folder: path,
        environment: {},
        prompter: null,
        paint: (_, text) => text,
        input: async () => "",
        run: async () => 0,
        tryApp: async () => ({ outcome: "ok" }),
      };
      const code = await main(words, terminal);
      return { code, out: out.join("\n"), error: error.join("\n") };
    },
  };
}
