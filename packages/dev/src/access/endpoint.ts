/** The link to the console, for apps that show it themselves and for tests. */

import { defineUntypedEndpoint, type Endpoint } from "@latchkey/core";
import { linkOutput } from "../outputs.ts";
import { linkPath } from "./token.ts";

/** Where the console opens. Treat it as a secret: it contains the token. */
export interface ConsoleLink {
  /** The whole address. Its origin is `baseURL`, or `http://localhost` without one. */
  readonly url: string;
  /** The address without the origin. */
  readonly path: string;
}

/** Returns the link that opens the console. On the server only. */
export const devConsoleLink: Endpoint<unknown, ConsoleLink> = defineUntypedEndpoint({
  method: "GET",
  path: "/dev/link",
  summary: "The link that opens the console",
  output: linkOutput,
  statements: 0,
  serverOnly: true,
  handle(_, context) {
    const path = linkPath(context);
    return { url: context.origin + path, path };
  },
});
