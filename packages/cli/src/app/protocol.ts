/** What the command and the process that loads the app say to each other. */

import type { SchemaJson } from "./schema-json.ts";
import type { Aliases } from "./tsconfig.ts";

/** What the process is told, as its one argument. */
export interface Question {
  /** The auth file, absolute. */
  readonly file: string;
  readonly aliases: Aliases;
}

/** What it answers over its IPC channel. The app may print on its output whatever it likes. */
export type Answer =
  | { readonly from: "latchkey"; readonly schema: SchemaJson; readonly plugins: readonly string[] }
  | { readonly from: "latchkey"; readonly problem: string };

/** The app may use the channel, too: frameworks talk to their workers over it. */
export function isAnswer(message: unknown): message is Answer {
  return typeof message === "object" && message !== null && "from" in message && message.from === "latchkey";
}
