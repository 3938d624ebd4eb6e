/** What the platform remembers beyond its process, where a file is given. */

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { emptyState, type State } from "./state.ts";

/** Everything that outlives the process. */
export interface Memory {
  readonly state: State;
  /** How far ahead the clock is, in milliseconds. */
  readonly ahead: number;
}

/** @throws {Error} the file is there and is none of ours */
export function remember(file: string | undefined): Memory {
  if (file === undefined || !existsSync(file)) return { state: emptyState(), ahead: 0 };
  const { state, ahead } = JSON.parse(readFileSync(file, "utf8")) as Memory;
  return { state: { ...emptyState(), ...state }, ahead };
}

/** Written beside and moved into its place, so that a process that ends meanwhile leaves the old one whole. */
export function keep(file: string | undefined, memory: Memory): void {
  if (file === undefined) return;
  // It holds what lets browsers into checkouts and the portal.
  writeFileSync(`${file}.new`, JSON.stringify(memory), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
