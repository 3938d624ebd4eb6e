/** Sessions in which somebody else acts than the user whose they are. Which those are, plugins say. */

import type { AuthContext, RequestContext } from "../plugin/context.ts";
import { knownSession } from "./memo.ts";
import type { SessionRow } from "./table.ts";

/** Id of whoever really acts in this session; `null`: the user in person. */
export function actorOf({ extensions }: AuthContext, session: SessionRow): string | null {
  for (const who of extensions.actors) {
    const actor = who(session);
    if (actor !== null) return actor;
  }
  return null;
}

/** The same of the session that this request has read, if any. */
export function actorOfRequest(context: RequestContext): string | null {
  const active = context.extensions.actors.length > 0 ? knownSession(context)?.active : null;
  return active ? actorOf(context, active.session) : null;
}
