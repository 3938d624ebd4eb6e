/** The `/billing/access` endpoint. */

import { AuthError } from "@latchkey/core";
import { defineEndpoint, type EndpointOf, isGuest, requireSession } from "@latchkey/core/plugin";
import type { BillingCalls } from "../contract.ts";
import { referenceInput } from "../fields.ts";
import type { BillingSettings } from "../options.ts";
import { accessOutput } from "../outputs.ts";
import { authorizeReference, type BillingAction } from "./access.ts";

/**
 * Returns what the caller can do with a reference. An organization that doesn't exist gets the same response as one
 * without access, so nothing is revealed. Sends one query for the session, and those of `organizationAccess`.
 */
export function getBillingAccess(settings: BillingSettings): EndpointOf<BillingCalls["getBillingAccess"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/access",
    summary: "Check whether the caller can read and manage billing",
    input: referenceInput,
    output: accessOutput,
    guards: [requireSession],
    queryBudget: 3,
    async handle({ referenceId }, context) {
      const { session, user } = context;
      if (isGuest(context, user)) return { read: false, manage: false };
      const can = (action: BillingAction): Promise<boolean> =>
        authorizeReference(context, settings, { session, user }, referenceId, action).then(() => true, isDenied);
      const [read, manage] = await Promise.all([can("read"), can("manage")]);
      return { read, manage };
    },
  });
}

/** Rethrows errors of the app's own function and of the database, because they don't mean that access is denied. */
function isDenied(error: unknown): false {
  if (error instanceof AuthError && error.code === "BILLING_REFERENCE_FORBIDDEN") return false;
  throw error;
}
