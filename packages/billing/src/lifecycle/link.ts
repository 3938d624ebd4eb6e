/** Links an existing customer to a user or an organization, for admins. */

import type { Adapter } from "@latchkey/core/database";
import { type AuditEntry, type AuthContext, fail, type RequestContext, recordAudit } from "@latchkey/core/plugin";
import { lookUpCustomer } from "../customers/store.ts";
import { type CustomerRow, customerTable } from "../customers/table.ts";
import { storeChanges } from "../deliveries/api-entities.ts";
import { actionErrors, linkErrors } from "../errors.ts";
import type { SettingsWithProvider } from "../options.ts";
import { callProvider } from "../provider/call.ts";
import { parseReference } from "../references/access.ts";
import { lockReference } from "../references/exists.ts";
import { saveLink } from "../references/store.ts";
import type { LinkCustomerInput } from "../server-contract.ts";

/**
 * Links a customer who belongs to no one. The payment provider gets the reference's id, so that future events include
 * it. The user or the organization is locked until the link is stored, so a concurrent deletion either comes first or
 * removes the link.
 *
 * @param actorId the admin, or `null` if the app's server links the customer
 * @throws {AuthError} 404 `CUSTOMER_NOT_FOUND`, 404 `BILLING_REFERENCE_NOT_FOUND`, 409 `CUSTOMER_ALREADY_LINKED`, or
 * the errors of `callProvider`
 */
export async function linkCustomerTo(
  context: RequestContext,
  settings: SettingsWithProvider,
  { referenceId, customerId }: LinkCustomerInput,
  actorId: string | null,
): Promise<void> {
  const { db } = context;
  const reference = parseReference(referenceId);
  const customer = await requireCustomer(context, settings, customerId);
  if (customer.externalId !== null && customer.externalId !== reference.externalId)
    fail(linkErrors, "CUSTOMER_ALREADY_LINKED");
  const { customer: existing, pendingCustomerId, staleCustomerId } = await lookUpCustomer(db, reference);
  const current = existing?.id ?? pendingCustomerId;
  if (current !== null && current !== customerId) fail(linkErrors, "CUSTOMER_ALREADY_LINKED");
  const change = { state: "linked", customerId } as const;
  const organizationId = reference.kind === "organization" ? reference.id : null;
  const entry: AuditEntry = {
    action: "billing.customer.link",
    actorId,
    userId: reference.kind === "user" ? reference.id : actorId,
    organizationId,
    data: { customerId },
  };
  const isLinked = await saveLink(context, reference.externalId, change, {
    staleCustomerId,
    beforeWrite: async (tx) => {
      if (!(await lockReference(tx, reference))) fail(linkErrors, "BILLING_REFERENCE_NOT_FOUND");
    },
    inTransaction: (tx: Adapter) => recordAudit(tx, context, entry),
  });
  if (!isLinked) fail(linkErrors, "CUSTOMER_ALREADY_LINKED");
  if (customer.externalId === null) await linkAtProvider(context, settings, customerId, reference.externalId);
}

/** Finds the customer here, or reads them from the payment provider. */
async function requireCustomer(
  context: RequestContext,
  settings: SettingsWithProvider,
  id: string,
): Promise<CustomerRow> {
  const stored = await findUndeleted(context, id);
  if (stored) return stored;
  const { provider } = settings;
  const found = await callProvider(context, provider, (call) => provider.fetchEntity("customer", id, call));
  await storeChanges(context, settings, found);
  return (await findUndeleted(context, id)) ?? fail(actionErrors, "CUSTOMER_NOT_FOUND");
}

function findUndeleted({ db }: AuthContext, id: string): Promise<CustomerRow | null> {
  return db.findOne<CustomerRow, {}>(customerTable, { where: { id, deletedAt: null } });
}

/** Stores the reference's id at the payment provider. The link works without it, so a failure is only logged. */
async function linkAtProvider(
  context: RequestContext,
  settings: SettingsWithProvider,
  customerId: string,
  externalId: string,
): Promise<void> {
  const { provider } = settings;
  try {
    const change = { customerId, externalId };
    const changed = await callProvider(context, provider, (call) => provider.updateCustomer(change, call));
    await storeChanges(context, settings, changed);
  } catch (error) {
    context.log.error("A customer was linked here, but not at the payment provider", { customerId, error });
  }
}
