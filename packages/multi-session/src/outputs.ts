/** The response shapes of the multi-session calls. */

import type { SessionData } from "@latchkey/core";
import { list, model, object, type Shape } from "@latchkey/core/shapes";

/** Response from `/multi-session/set-active`. */
export const deviceSessionOutput: Shape<SessionData> = object<SessionData>({
  session: model("session"),
  user: model("user"),
});

/** Response from `/multi-session/list-device-sessions`. */
export const deviceSessionsOutput: Shape<SessionData[]> = list(deviceSessionOutput);
