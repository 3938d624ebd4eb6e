/** `/billing/claim`: what somebody bought before they had an account. */

import { defineEndpoint, type Endpoint, fail, requireSession, type StatusAnswer } from "@latchkey/core";
import { actErrors } from "../errors.ts";
import { userReference } from "../references/access.ts";
import { putLink } from "../references/store.ts";
import { findCustomer } from "./store.ts";
import { customerTable } from "./table.ts";

/**
 * Links the caller to the customer with their address, if both sides have verified it, the platform knows of no owner,
 * and nobody has claimed it. Nothing is ever linked by an address without being asked for.
 */
export const claimCustomer: Endpoint<unknown, StatusAnswer> = defineEndpoint({
  method: "POST",
  path: "/billing/claim",
  summary: "Take over what was bought with the caller's verified address",
  guards: [requireSession],
  errors: actErrors,
  rateLimit: { window: 60, max: 5 },
  statements: 6,
  async handle(_, context) {
    const { db, user } = context;
    const reference = userReference(user.id);
    if (!user.emailVerified || (await findCustomer(db, reference))) fail(actErrors, "CUSTOMER_NOT_FOUND");
    const where = { emailKey: user.email, emailVerified: true, externalId: null, deletedAt: null };
    const [customer] = await db.findMany(customerTable, { where, limit: 1 });
    // Whether there is none, or another one has it, is the same to whoever asks.
    if (!customer) fail(actErrors, "CUSTOMER_NOT_FOUND");
    const isLinked = await putLink(context, reference.externalId, { state: "linked", customerId: customer.id });
    if (!isLinked) fail(actErrors, "CUSTOMER_NOT_FOUND");
    return { status: true };
  },
});
