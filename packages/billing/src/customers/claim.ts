/** The `/billing/claim` endpoint, for users who bought something before they had an account. */

import type { Adapter } from "@latchkey/core/database";
import {
  type AuditEntry,
  defineEndpoint,
  type EndpointOf,
  fail,
  recordAudit,
  requireSession,
} from "@latchkey/core/plugin";
import { statusResponse } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { actionErrors } from "../errors.ts";
import { ownReference } from "../references/access.ts";
import { saveLink } from "../references/store.ts";
import { linkTable } from "../references/table.ts";
import { lookUpCustomer } from "./store.ts";
import { type CustomerRow, customerTable } from "./table.ts";

/** Maximum customers read per email. The payment provider allows one at a time per seller. */
const maxCustomers = 10;

/**
 * Links the caller to the customer with their email. The email must be verified on both sides, and the customer must
 * not belong to anyone. Customers are never linked by email unless the user requests it.
 */
export const claimCustomer: EndpointOf<BillingCalls["claimCustomer"]> = defineEndpoint({
  method: "POST",
  path: "/billing/claim",
  summary: "Claim past purchases by verified email",
  changes: ["customerState", "subscriptions"],
  output: statusResponse,
  guards: [requireSession],
  errors: { CUSTOMER_NOT_FOUND: actionErrors.CUSTOMER_NOT_FOUND },
  rateLimit: { window: 60, max: 5 },
  queryBudget: 7,
  async handle(_, context) {
    const { db, user } = context;
    const reference = ownReference(user.id);
    if (!reference || !user.emailVerified) fail(actionErrors, "CUSTOMER_NOT_FOUND");
    const { customer: existing, pendingCustomerId, staleCustomerId } = await lookUpCustomer(db, reference);
    if (existing || pendingCustomerId !== null) fail(actionErrors, "CUSTOMER_NOT_FOUND");
    const where = { emailKey: user.email, emailVerified: true, externalId: null, deletedAt: null };
    const orderBy = [{ column: "createdAt", direction: "desc" }] as const;
    const customers = await db.findMany(customerTable, { where, orderBy, limit: maxCustomers });
    const taken = await findLinkedCustomerIds(db, customers);
    const customer = customers.find(({ id }) => !taken.has(id));
    // The error doesn't reveal whether the customer doesn't exist or belongs to someone else.
    if (!customer) fail(actionErrors, "CUSTOMER_NOT_FOUND");
    const change = { state: "linked", customerId: customer.id } as const;
    // The table accepts only one of several concurrent claims.
    const isLinked = await saveLink(context, reference.externalId, change, {
      staleCustomerId,
      inTransaction: (tx) => recordAudit(tx, context, claimAuditEntry(user.id, customer.id)),
    });
    return isLinked ? { status: true } : fail(actionErrors, "CUSTOMER_NOT_FOUND");
  },
});

function claimAuditEntry(userId: string, customerId: string): AuditEntry {
  return { action: "billing.customer.claim", actorId: userId, userId, data: { customerId } };
}

/** Returns the ids of the customers that are already linked. */
async function findLinkedCustomerIds(
  db: Adapter,
  customers: readonly CustomerRow[],
): Promise<ReadonlySet<string | null>> {
  const where = { customerId: { in: customers.map(({ id }) => id) } };
  const links = await db.findMany(linkTable, { where, columns: ["id", "customerId"], limit: maxCustomers });
  return new Set(links.map(({ customerId }) => customerId));
}
