/** The guard of every call about what somebody has. */

import type { ErrorEntry } from "@latchkey/core";
import {
  type ActiveSession,
  defineGuard,
  fail,
  type Guard,
  httpErrors,
  type RequestContext,
  readSession,
  requireHeaders,
} from "@latchkey/core/plugin";
import { billingErrors } from "../errors.ts";
import type { ReferenceInput } from "../fields.ts";
import { actingFor, type BillingAction, type Reference, type ReferenceSettings } from "./access.ts";

/** What the guard adds. */
export interface WithReference extends ActiveSession {
  readonly reference: Reference;
}

/** The codes it fails with. */
export type ReferenceCode = "UNAUTHORIZED" | "BILLING_REFERENCE_FORBIDDEN";

export const referenceErrors: Readonly<Record<ReferenceCode, ErrorEntry>> = {
  UNAUTHORIZED: httpErrors.UNAUTHORIZED,
  BILLING_REFERENCE_FORBIDDEN: billingErrors.BILLING_REFERENCE_FORBIDDEN,
};

/** Somebody is signed in, and may do this for whom they name. */
export function requireReference(
  settings: ReferenceSettings,
  action: BillingAction,
): Guard<WithReference, ReferenceCode> {
  return defineGuard({
    name: action === "read" ? "requireBillingRead" : "requireBillingManage",
    summary:
      action === "read"
        ? "Somebody is signed in who may see this billing."
        : "Somebody is signed in who may spend on this billing.",
    errors: referenceErrors,
    check: (context, input) => resolveReference(context, settings, (input as ReferenceInput).referenceId, action),
  });
}

/**
 * Returns the caller's session, and who they act for.
 *
 * @param wanted the `referenceId` that the call names
 * @throws {AuthError} `UNAUTHORIZED` or `BILLING_REFERENCE_FORBIDDEN`
 */
export async function resolveReference(
  context: RequestContext,
  settings: ReferenceSettings,
  wanted: string | undefined,
  action: BillingAction,
): Promise<WithReference> {
  requireHeaders(context);
  const active = (await readSession(context, { cache: false, refresh: false })) ?? fail(httpErrors, "UNAUTHORIZED");
  return { ...active, reference: await actingFor(context, settings, active, wanted, action) };
}
