/** The guard that requires a setup link, which stands in for an account. */

import type { Permissions } from "../access/access-control.ts";
import { AuthError, type ErrorEntry } from "../http/errors.ts";
import type { OrganizationScope } from "../kernel/organization-access.ts";
import { findService } from "../kernel/services.ts";
import { defineGuard, type Guard } from "../plugin/guard.ts";
import type { ActingCaller } from "./caller-guards.ts";

/** The errors of calls with a setup link. */
export const setupErrors: Readonly<Record<"SETUP_LINK_INVALID", ErrorEntry>> = {
  SETUP_LINK_INVALID: { status: 403, message: "This setup link is no longer valid. Ask for a new one." },
};

/** What the guard adds. */
export interface SetupCaller extends ActingCaller {
  readonly setupLinkId: string;
  /** The link's organization, with the permissions of the link's creator. */
  readonly scope: OrganizationScope;
}

/**
 * Requires the browser that opened a setup link, as long as the link and its creator's permissions allow this. A link
 * from one plugin can also permit another plugin's calls.
 */
export function requireSetupLink(permissions: Permissions): Guard<SetupCaller, "SETUP_LINK_INVALID"> {
  return defineGuard<SetupCaller, "SETUP_LINK_INVALID">({
    name: "requireSetupLink",
    summary:
      "A setup link that permits this was opened in this browser, and its creator still has the required permissions.",
    errors: setupErrors,
    async check(context) {
      const setup = await findService(context, "setupLinks")?.find(context, permissions);
      if (!setup) throw new AuthError("SETUP_LINK_INVALID", setupErrors.SETUP_LINK_INVALID);
      return { caller: null, setupLinkId: setup.linkId, scope: setup.scope };
    },
  });
}
