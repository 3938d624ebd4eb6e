/** Response shapes of the session calls. */

import type { Session, SessionData } from "../../plugin/session.ts";
import { list, model, nullable, object, type Shape } from "../../shapes/shape.ts";

/** The response of `/get-session`. */
export const sessionOutput: Shape<SessionData | null> = nullable(
  object<SessionData>({ session: model("session"), user: model("user") }),
);

/** The response of `/list-sessions`. */
export const sessionsOutput: Shape<Session[]> = list(model("session"));
