/** The guard of the calls that manage resources. */

import {
  type ActiveSession,
  defineGuard,
  denyImpersonation,
  type Guard,
  hasAdminPermissions,
  httpErrors,
  type ImpersonationErrorCode,
  impersonationErrors,
  requireSession,
} from "@latchkey/core/plugin";
import { failWith, providerErrors } from "../errors.ts";

/** What the guard adds to the context. */
export interface ResourceManager {
  /** The site admin. `null` if the app itself makes the call. */
  readonly manager: ActiveSession | null;
}

/** The guard's error codes. */
export type ResourceGuardCode = "UNAUTHORIZED" | ImpersonationErrorCode | "YOU_ARE_NOT_ALLOWED_TO_MANAGE_RESOURCES";

/** Requires a site admin with a permission for resources, or a call by the app itself. */
export function requireResourceManager(
  action: "create" | "read" | "update" | "delete",
): Guard<ResourceManager, ResourceGuardCode> {
  return defineGuard<ResourceManager, ResourceGuardCode>({
    name: `requireResourceManager(${action})`,
    summary: `An admin with the permission oauthResource:${action} is signed in, or the call comes from the server.`,
    errors: {
      UNAUTHORIZED: httpErrors.UNAUTHORIZED,
      ...impersonationErrors,
      YOU_ARE_NOT_ALLOWED_TO_MANAGE_RESOURCES: providerErrors.YOU_ARE_NOT_ALLOWED_TO_MANAGE_RESOURCES,
    },
    async check(context, input) {
      if (context.isServerCall) return { manager: null };
      const manager = await requireSession.check(context, input);
      await denyImpersonation.check(context, input);
      const isAllowed = manager && hasAdminPermissions(context, manager.user, { oauthResource: [action] });
      return isAllowed ? { manager } : failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_RESOURCES");
    },
  });
}
