/** Saves the provider's state to a file, if one is set. */

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { emptyState, type State } from "./state.ts";

/** Everything that survives a restart. */
export interface SavedState {
  readonly state: State;
  /** How far the clock is ahead, in milliseconds. */
  readonly ahead: number;
}

/** @throws {Error} if the file exists but isn't valid JSON */
export function loadState(file: string | undefined): SavedState {
  if (file === undefined || !existsSync(file)) return { state: emptyState(), ahead: 0 };
  const { state, ahead } = JSON.parse(readFileSync(file, "utf8")) as SavedState;
  return { state: { ...emptyState(), ...state }, ahead };
}

/** Writes a new file and renames it, so that a crash leaves the old file intact. */
export function saveState(file: string | undefined, memory: SavedState): void {
  if (file === undefined) return;
  // The file contains secrets that give access to checkouts and the portal.
  writeFileSync(`${file}.new`, JSON.stringify(memory), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
