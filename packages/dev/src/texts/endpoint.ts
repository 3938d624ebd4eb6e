/** The endpoint that lists caught text messages. */

import { defineEndpoint, type EndpointOf } from "@latchkey/core/plugin";
import type { ConsoleGuards } from "../access/guards.ts";
import type { DevCalls } from "../contract.ts";
import { textsOutput } from "../outputs.ts";
import type { TextCatcher } from "./catcher.ts";

/** Lists the caught texts, newest first. */
export function devTexts(guards: ConsoleGuards, texts: TextCatcher | null): EndpointOf<DevCalls["devTexts"]> {
  return defineEndpoint({
    method: "GET",
    path: "/dev/texts",
    summary: "List received texts",
    output: textsOutput,
    guards: [guards.data],
    queryBudget: 0,
    handle: () => texts?.list() ?? [],
  });
}
