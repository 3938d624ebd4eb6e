/** The messages between the command and the process that runs the app's sync. */

import type { Aliases } from "../app/tsconfig.ts";

/** The request, passed as the only argument. */
export interface SyncRequest {
  /** Absolute path of the auth file. */
  readonly file: string;
  readonly aliases: Aliases;
  readonly restart: boolean;
}

/** A resource that a sync reads, as the app reports it. */
export interface SyncedResource {
  readonly name: string;
  readonly fetched: number;
  readonly total: number | null;
}

/** The progress of a sync, as the app reports it. */
export interface SyncProgress {
  readonly done: boolean;
  readonly resource: string | null;
  readonly resources: readonly SyncedResource[];
  readonly applied: number;
  readonly unreadable: number;
}

/** A message over the IPC channel. The app can print anything to standard output. */
export type SyncMessage =
  | { readonly from: "latchkey"; readonly progress: SyncProgress }
  | { readonly from: "latchkey"; readonly problem: string }
  | { readonly from: "latchkey"; readonly isStopping: true };

export function isSyncMessage(message: unknown): message is SyncMessage {
  return typeof message === "object" && message !== null && "from" in message && message.from === "latchkey";
}
