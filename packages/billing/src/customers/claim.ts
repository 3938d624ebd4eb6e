/** `/billing/claim`: what somebody bought before they had an account. */

import type { Adapter } from "@latchkey/core/database";
import {
  type AuditEntry,
  defineEndpoint,
  type EndpointOf,
  fail,
  recordAudit,
  requireSession,
} from "@latchkey/core/plugin";
import { statusAnswer } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { actErrors } from "../errors.ts";
import { ownReference } from "../references/access.ts";
import { putLink } from "../references/store.ts";
import { linkTable } from "../references/table.ts";
import { lookUp } from "./store.ts";
import { type CustomerRow, customerTable } from "./table.ts";

/** Most customers with one address: the platform has one at a time for each seller. */
const most = 10;

/**
 * Links the caller to the customer with their address, if both sides have verified it, the platform knows of no owner,
 * and nobody has claimed it. Nothing is ever linked by an address without being asked for.
 */
export const claimCustomer: EndpointOf<BillingCalls["claimCustomer"]> = defineEndpoint({
  method: "POST",
  path: "/billing/claim",
  summary: "Take over what was bought with the caller's verified address",
  output: statusAnswer,
  guards: [requireSession],
  errors: { CUSTOMER_NOT_FOUND: actErrors.CUSTOMER_NOT_FOUND },
  rateLimit: { window: 60, max: 5 },
  statements: 7,
  async handle(_, context) {
    const { db, user } = context;
    const reference = ownReference(user.id);
    if (!reference || !user.emailVerified) fail(actErrors, "CUSTOMER_NOT_FOUND");
    const { customer: own, expected, gone } = await lookUp(db, reference);
    if (own || expected !== null) fail(actErrors, "CUSTOMER_NOT_FOUND");
    const where = { emailKey: user.email, emailVerified: true, externalId: null, deletedAt: null };
    const orderBy = [{ column: "createdAt", direction: "desc" }] as const;
    const customers = await db.findMany(customerTable, { where, orderBy, limit: most });
    const taken = await claimedAmong(db, customers);
    const customer = customers.find(({ id }) => !taken.has(id));
    // Whether there is none, or another one has it, is the same to whoever asks.
    if (!customer) fail(actErrors, "CUSTOMER_NOT_FOUND");
    const change = { state: "linked", customerId: customer.id } as const;
    // Of several who claim at once the table takes one.
    const isLinked = await putLink(context, reference.externalId, change, {
      gone,
      also: (tx) => recordAudit(tx, context, claimed(user.id, customer.id)),
    });
    return isLinked ? { status: true } : fail(actErrors, "CUSTOMER_NOT_FOUND");
  },
});

function claimed(userId: string, customerId: string): AuditEntry {
  return { action: "billing.customer.claim", actorId: userId, userId, data: { customerId } };
}

/** Customers of these whom somebody has. */
async function claimedAmong(db: Adapter, customers: readonly CustomerRow[]): Promise<ReadonlySet<string | null>> {
  const where = { customerId: { in: customers.map(({ id }) => id) } };
  const links = await db.findMany(linkTable, { where, columns: ["id", "customerId"], limit: most });
  return new Set(links.map(({ customerId }) => customerId));
}
