/** The type of a `latchkey` command. */

import type { ParseArgsConfig } from "node:util";
import type { Terminal } from "./terminal.ts";

/** Values of flags, by name. */
export type Flags = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** A command. */
export interface Command {
  /** What it does, in a few words. */
  readonly summary: string;
  /** Its flags and an example, for `latchkey {command} --help`. */
  readonly help: string;
  readonly options: NonNullable<ParseArgsConfig["options"]>;
  /** Whether the command takes arguments in addition to flags. */
  readonly takesArguments?: true;
  /**
   * @param words the arguments that aren't flags
   * @returns the exit code
   * @throws {Error} with a message that says what to do
   */
  run(flags: Flags, terminal: Terminal, words: readonly string[]): Promise<number>;
}

/** Returns the value of a flag, or `undefined` if it wasn't set. */
export function textFlag(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === "string" ? value : undefined;
}
