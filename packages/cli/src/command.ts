/** What a command of `latchkey` is. */

import type { ParseArgsConfig } from "node:util";
import type { Terminal } from "./terminal.ts";

/** The values of flags, by name. */
export type Flags = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** One command. */
export interface Command {
  /** What it does, in a few words. */
  readonly summary: string;
  /** Its flags and an example, for `latchkey {command} --help`. */
  readonly help: string;
  readonly options: NonNullable<ParseArgsConfig["options"]>;
  /** Whether words follow that are no flags. */
  readonly words?: true;
  /**
   * @param words those that are no flags
   * @returns the exit code
   * @throws {Error} with a message that says what to do
   */
  run(flags: Flags, terminal: Terminal, words: readonly string[]): Promise<number>;
}

/** A flag that takes a value; `undefined` if it was not given. */
export function textFlag(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === "string" ? value : undefined;
}
