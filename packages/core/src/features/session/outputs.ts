/** Response shapes of the session calls. */

import type { Session, SessionData } from "../../plugin/session.ts";
import { list, model, nullable, object, type Shape } from "../../shapes/shape.ts";

/** The response from `/get-session`. */
export const sessionOutput: Shape<SessionData | null> = nullable(
  object<SessionData>({ session: model("session"), user: model("user") }),
);

/** The response from `/list-sessions`. */
export const sessionsOutput: Shape<Session[]> = list(model("session"));
