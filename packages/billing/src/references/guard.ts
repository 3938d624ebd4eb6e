/** The guard for calls about a user's or an organization's purchases. */

import type { ErrorEntry } from "@latchkey/core";
import {
  type ActiveSession,
  checkNotGuest,
  defineGuard,
  fail,
  type Guard,
  guestErrors,
  httpErrors,
  type RequestContext,
  readSession,
  requireHeaders,
} from "@latchkey/core/plugin";
import { billingErrors } from "../errors.ts";
import type { ReferenceInput } from "../fields.ts";
import { authorizeReference, type BillingAction, type Reference, type ReferenceSettings } from "./access.ts";

/** What the guard adds to the context. */
export interface WithReference extends ActiveSession {
  readonly reference: Reference;
}

/** The guard's error codes. */
export type ReferenceCode = "UNAUTHORIZED" | "GUEST_NOT_ALLOWED" | "BILLING_REFERENCE_FORBIDDEN";

export const referenceErrors: Readonly<Record<ReferenceCode, ErrorEntry>> = {
  UNAUTHORIZED: httpErrors.UNAUTHORIZED,
  ...guestErrors,
  BILLING_REFERENCE_FORBIDDEN: billingErrors.BILLING_REFERENCE_FORBIDDEN,
};

/** Requires a session, and access to the reference in the input. */
export function requireReference(
  settings: ReferenceSettings,
  action: BillingAction,
): Guard<WithReference, ReferenceCode> {
  return defineGuard({
    name: action === "read" ? "requireBillingRead" : "requireBillingManage",
    summary:
      action === "read"
        ? "The signed-in user can view billing for this user or organization."
        : "The signed-in user can manage billing for this user or organization.",
    errors: referenceErrors,
    check: (context, input) => resolveReference(context, settings, (input as ReferenceInput).referenceId, action),
  });
}

/**
 * Returns the caller's session, and the reference that they act for.
 *
 * @param requestedId the call's `referenceId`
 * @throws {AuthError} `UNAUTHORIZED`, `GUEST_NOT_ALLOWED`, or `BILLING_REFERENCE_FORBIDDEN`
 */
export async function resolveReference(
  context: RequestContext,
  settings: ReferenceSettings,
  requestedId: string | undefined,
  action: BillingAction,
): Promise<WithReference> {
  requireHeaders(context);
  const active = (await readSession(context)) ?? fail(httpErrors, "UNAUTHORIZED");
  checkNotGuest(context, active.user);
  return { ...active, reference: await authorizeReference(context, settings, active, requestedId, action) };
}
