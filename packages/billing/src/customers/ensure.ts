/** Ensures that a user or organization is a customer, on their first payment or after sign-up. */

import type { AnyRow } from "@latchkey/core/database";
import { type AuthContext, errorText, isMailable, type TableHook, type UserRow } from "@latchkey/core/plugin";
import type { BillingSettings } from "../options.ts";
import { callProvider } from "../provider/call.ts";
import type { NewCustomer } from "../provider/customers.ts";
import { ProviderError } from "../provider/error.ts";
import type { BillingProvider } from "../provider/provider.ts";
import { ownReference, type Reference } from "../references/access.ts";
import { insertPendingLink, saveLink } from "../references/store.ts";
import { lookUpCustomer } from "./store.ts";

type CustomerUser = Pick<UserRow, "id" | "email" | "name">;

/**
 * Returns a reference's customer id at the payment provider, and creates the customer if needed.
 * @throws {AuthError} the errors of `callProvider`
 */
export async function ensureCustomer(
  context: AuthContext,
  settings: BillingSettings,
  provider: BillingProvider,
  { reference, user }: { readonly reference: Reference; readonly user: CustomerUser },
): Promise<string> {
  const { customer, pendingCustomerId, staleCustomerId } = await lookUpCustomer(context.db, reference);
  const existingId = customer?.id ?? pendingCustomerId;
  if (existingId !== null) return existingId;
  const newCustomer = await toNewCustomer(context, settings, reference, user);
  const { id } = await callProvider(context, provider, (call) => provider.ensureCustomer(newCustomer, call));
  await saveLink(context, reference.externalId, { state: "linked", customerId: id }, { staleCustomerId });
  return id;
}

async function toNewCustomer(
  context: AuthContext,
  { organizationCustomer }: BillingSettings,
  { kind, id, externalId }: Reference,
  { email, name }: CustomerUser,
): Promise<NewCustomer> {
  const details = kind === "organization" ? await organizationCustomer?.(id, context) : undefined;
  return { externalId, email, name, ...details };
}

/**
 * Creates a customer for every new user with a real email after the commit. If the payment provider is down or rejects
 * the request, sign-up still succeeds, and the link's state shows the problem to admins.
 *
 * @param getContext returns the app's context once it exists
 */
export function createCustomersOnSignUp(provider: BillingProvider, getContext: () => AuthContext): TableHook {
  return {
    table: "user",
    operation: "create",
    async inTransaction({ rows }, tx) {
      for (const { id } of rows) if (ownReference(String(id))) await insertPendingLink(tx, getContext(), String(id));
    },
    async afterCommit({ rows }) {
      for (const row of rows) await createCustomerFor(getContext(), provider, row);
    },
  };
}

async function createCustomerFor(context: AuthContext, provider: BillingProvider, row: AnyRow): Promise<void> {
  const { id, email, name } = row as object as CustomerUser;
  const reference = ownReference(id);
  if (!reference || !isMailable(email)) return;
  const { externalId } = reference;
  try {
    const call = { signal: AbortSignal.timeout(8_000) };
    const customer = await provider.ensureCustomer({ externalId, email, name }, call);
    await saveLink(context, externalId, { state: "linked", customerId: customer.id });
  } catch (error) {
    const isConflict = error instanceof ProviderError && error.kind === "conflict";
    await saveLink(context, externalId, {
      state: isConflict ? "conflict" : "pending",
      customerId: null,
      error: errorText(error),
    });
    // Retrying doesn't resolve a conflict. The outbox retries other errors.
    if (!isConflict) throw error;
  }
}
