/** What the session calls answer, as shapes. */

import type { Session, SessionData } from "../../plugin/session.ts";
import { list, model, nullable, object, type Shape } from "../../shapes/shape.ts";

/** What `/get-session` answers. */
export const sessionOutput: Shape<SessionData | null> = nullable(
  object<SessionData>({ session: model("session"), user: model("user") }),
);

/** What `/list-sessions` answers. */
export const sessionsOutput: Shape<Session[]> = list(model("session"));
