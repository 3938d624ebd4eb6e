/** The messages between the command and the process that loads the app. */

import type { SchemaJson } from "./schema-json.ts";
import type { Aliases } from "./tsconfig.ts";

/** The request, passed as the only argument. */
export interface LoadRequest {
  /** Absolute path of the auth file. */
  readonly file: string;
  readonly aliases: Aliases;
}

/** The response, sent over the IPC channel because the app can print anything to standard output. */
export type LoadResponse =
  | {
      readonly from: "latchkey";
      readonly schema: SchemaJson;
      readonly plugins: readonly string[];
      /** The `substringIndexes` option of the app's database adapter. Missing if it isn't set. */
      readonly substringIndexes?: unknown;
    }
  | { readonly from: "latchkey"; readonly problem: string };

/** The app can use the channel too, as frameworks do for their workers. */
export function isLoadResponse(message: unknown): message is LoadResponse {
  return typeof message === "object" && message !== null && "from" in message && message.from === "latchkey";
}
