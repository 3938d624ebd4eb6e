/** The guard of the calls that manage clients. */

import {
  type ActiveSession,
  defineGuard,
  denyImpersonation,
  type Guard,
  type ImpersonationErrorCode,
  impersonationErrors,
  type RequestContext,
  requireFreshSession,
  type SessionErrorCode,
  sessionErrors,
} from "@latchkey/core/plugin";
import { failWith, pickErrors } from "../errors.ts";

/** What the guard adds to the context. */
export interface ClientManager {
  /** The caller. `null` if it's the app itself. */
  readonly manager: ActiveSession | null;
}

/** Error codes of the guard and of the client check that follows. */
export type ManagerGuardCode = SessionErrorCode | ImpersonationErrorCode | "YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS";

/** Requires a fresh session that isn't impersonated, or a call by the app itself. The call checks the permission. */
export const requireClientManager: Guard<ClientManager, ManagerGuardCode> = defineGuard({
  name: "requireClientManager",
  summary: "The signed-in user can manage the client and recently confirmed their identity.",
  errors: { ...sessionErrors, ...impersonationErrors, ...pickErrors("YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS") },
  async check(context: RequestContext, input) {
    if (context.isServerCall) return { manager: null };
    const active = await requireFreshSession.check(context, input);
    await denyImpersonation.check(context, input);
    return active ? { manager: active } : failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS");
  },
});
