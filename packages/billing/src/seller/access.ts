/** Decides who can see the seller's view, which has the data of all customers. */

import {
  type ActiveSession,
  type AuthContext,
  defineGuard,
  fail,
  type Guard,
  httpErrors,
  readSession,
  requireHeaders,
} from "@latchkey/core/plugin";
import { billingErrors } from "../errors.ts";

/** A request to see the seller's view. */
export interface SellerRequest {
  readonly userId: string;
  /** The user's row, including columns from other plugins, such as `role`. */
  readonly user: Readonly<Record<string, unknown>>;
}

/** Whether a user can see the seller's view. Called for every request. Only `true` allows it. */
export type SellerAccess = (request: SellerRequest, context: AuthContext) => boolean | Promise<boolean>;

/** The settings for access checks. */
export interface SellerSettings {
  readonly seller: SellerAccess | null;
}

/** Requires a signed-in user that `billing.seller` allows. */
export function requireSeller({
  seller,
}: SellerSettings): Guard<ActiveSession, "UNAUTHORIZED" | "BILLING_SELLER_FORBIDDEN"> {
  const { BILLING_SELLER_FORBIDDEN } = billingErrors;
  return defineGuard({
    name: "requireSeller",
    summary: "The signed-in user is one of the app's sellers.",
    errors: { UNAUTHORIZED: httpErrors.UNAUTHORIZED, BILLING_SELLER_FORBIDDEN },
    async check(context) {
      requireHeaders(context);
      const active = (await readSession(context)) ?? fail(httpErrors, "UNAUTHORIZED");
      const user = active.user as object as Readonly<Record<string, unknown>>;
      if ((await seller?.({ userId: active.user.id, user }, context)) !== true) {
        fail(billingErrors, "BILLING_SELLER_FORBIDDEN");
      }
      return active;
    },
  });
}
