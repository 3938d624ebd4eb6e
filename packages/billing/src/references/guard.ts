/** The guard of every call about what somebody has. */

import {
  type ActiveSession,
  defineGuard,
  fail,
  type Guard,
  httpErrors,
  readSession,
  requireHeaders,
} from "@latchkey/core";
import { billingErrors } from "../errors.ts";
import type { ReferenceInput } from "../inputs.ts";
import { actingFor, type BillingAction, type Reference, type ReferenceSettings } from "./access.ts";

/** What the guard adds. */
export interface WithReference extends ActiveSession {
  readonly reference: Reference;
}

/** Somebody is signed in, and may do this for whom they name. */
export function requireReference(settings: ReferenceSettings, action: BillingAction): Guard<WithReference> {
  const { BILLING_REFERENCE_FORBIDDEN } = billingErrors;
  return defineGuard<WithReference>({
    name: action === "read" ? "requireBillingRead" : "requireBillingManage",
    summary:
      action === "read"
        ? "Somebody is signed in who may see this billing."
        : "Somebody is signed in who may spend on this billing.",
    errors: { UNAUTHORIZED: httpErrors.UNAUTHORIZED, BILLING_REFERENCE_FORBIDDEN },
    async check(context, input) {
      requireHeaders(context);
      const active = (await readSession(context, { cache: false, refresh: false })) ?? fail(httpErrors, "UNAUTHORIZED");
      const { referenceId } = input as ReferenceInput;
      return { ...active, reference: await actingFor(context, settings, active, referenceId, action) };
    },
  });
}
