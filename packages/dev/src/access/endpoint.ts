/** The server-only call that returns the console's link, for apps that show it themselves and for tests. */

import { defineEndpoint, type EndpointOf } from "@latchkey/core/plugin";
import type { DevCalls } from "../contract.ts";
import { linkOutput } from "../outputs.ts";
import { linkPath } from "./token.ts";

/** Returns the link that opens the console. Server only. */
export const devConsoleLink: EndpointOf<DevCalls["devConsoleLink"]> = defineEndpoint({
  method: "GET",
  path: "/dev/link",
  summary: "Open the dev console with its token",
  output: linkOutput,
  queryBudget: 0,
  serverOnly: true,
  handle(_, context) {
    const path = linkPath(context);
    return { url: context.origin + path, path };
  },
});
