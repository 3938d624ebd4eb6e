/** The response shapes of the one-time token calls. */

import { model, object, type Shape, text } from "@latchkey/core/shapes";
import type { GeneratedOneTimeToken, TransferredSession } from "./contract.ts";

/** Response from `/one-time-token/generate`. */
export const generatedOutput: Shape<GeneratedOneTimeToken> = object({ token: text });

/** Response from `/one-time-token/verify`. */
export const transferredOutput: Shape<TransferredSession> = object<TransferredSession>({
  session: model("session"),
  user: model("user"),
  token: text,
});
