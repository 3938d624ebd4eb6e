/** Converts rows for responses, which contain only declared columns that aren't hidden. */

import type { AuthContext } from "../kernel/context.ts";
import type { Session, SessionData } from "../plugin/session.ts";
import type { User } from "../plugin/user.ts";
import type { CachedSession } from "../tables/session.ts";

/** Converts a session and its user for a response. */
export function present(context: AuthContext, active: CachedSession): SessionData {
  return { session: presentSession(context, active.session), user: presentUser(context, active.user) };
}

/** Converts a session for a response. */
export function presentSession({ presenters }: AuthContext, row: Session): Session {
  return presenters.session.present(row) as Session;
}

/** Converts a user for a response. */
export function presentUser({ presenters }: AuthContext, row: User): User {
  return presenters.user.present(row) as User;
}

/**
 * Converts a row of a plugin's table for a response.
 *
 * @example presentRow<Member>(context, "member", row)
 * @param model one of the plugin's models
 */
export function presentRow<M extends object = never>({ presenters }: AuthContext, model: string, row: NoInfer<M>): M {
  const compiled = presenters[model];
  if (!compiled) throw new Error(`"${model}" isn't a model of any plugin.`);
  return compiled.present(row) as M;
}
