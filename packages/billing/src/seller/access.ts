/** Who may see what the seller sees: everything that anybody bought. */

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

/** Who wants to see the seller's view. */
export interface SellerRequest {
  readonly userId: string;
  /** The user's row, with what other plugins add to it, such as `role`. */
  readonly user: Readonly<Record<string, unknown>>;
}

/** Whether a user may see the seller's view. Asked at every call; only `true` lets it through. */
export type SellerAccess = (request: SellerRequest, context: AuthContext) => boolean | Promise<boolean>;

/** What deciding takes of the settings. */
export interface SellerSettings {
  readonly seller: SellerAccess | null;
}

/** Somebody is signed in whom the app counts to the sellers. */
export function requireSeller({
  seller,
}: SellerSettings): Guard<ActiveSession, "UNAUTHORIZED" | "BILLING_SELLER_FORBIDDEN"> {
  const { BILLING_SELLER_FORBIDDEN } = billingErrors;
  return defineGuard({
    name: "requireSeller",
    summary: "Somebody is signed in whom the app counts to the sellers.",
    errors: { UNAUTHORIZED: httpErrors.UNAUTHORIZED, BILLING_SELLER_FORBIDDEN },
    async check(context) {
      requireHeaders(context);
      const active = (await readSession(context, { cache: false, refresh: false })) ?? fail(httpErrors, "UNAUTHORIZED");
      const user = active.user as object as Readonly<Record<string, unknown>>;
      if ((await seller?.({ userId: active.user.id, user }, context)) !== true) {
        fail(billingErrors, "BILLING_SELLER_FORBIDDEN");
      }
      return active;
    },
  });
}
