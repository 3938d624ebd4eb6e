/** Makes sure that somebody is a customer: when they first pay, and in the background when they sign up. */

import type { AnyRow } from "@latchkey/core/database";
import { type AuthContext, errorText, isMailable, type TableHook, type UserRow } from "@latchkey/core/plugin";
import type { BillingSettings } from "../options.ts";
import { callProvider } from "../provider/call.ts";
import { type BillingProvider, type NewCustomer, ProviderError } from "../provider/provider.ts";
import { ownReference, type Reference } from "../references/access.ts";
import { notePending, putLink } from "../references/store.ts";
import { lookUp } from "./store.ts";

type Person = Pick<UserRow, "id" | "email" | "name">;

/**
 * The platform's id of the customer that a reference is, made if need be.
 * @throws {AuthError} as `callProvider`
 */
export async function ensureCustomer(
  context: AuthContext,
  settings: BillingSettings,
  provider: BillingProvider,
  { reference, user }: { readonly reference: Reference; readonly user: Person },
): Promise<string> {
  const { customer, expected, gone } = await lookUp(context.db, reference);
  const known = customer?.id ?? expected;
  if (known !== null) return known;
  const wanted = await newCustomer(context, settings, reference, user);
  const { id } = await callProvider(context, provider, (call) => provider.ensureCustomer(wanted, call));
  await putLink(context, reference.externalId, { state: "linked", customerId: id }, { gone });
  return id;
}

async function newCustomer(
  context: AuthContext,
  { organizationCustomer }: BillingSettings,
  { kind, id, externalId }: Reference,
  { email, name }: Person,
): Promise<NewCustomer> {
  const details = kind === "organization" ? await organizationCustomer?.(id, context) : undefined;
  return { externalId, email, name, ...details };
}

/**
 * Notes with every new user that they are to be a customer, and makes them one from the outbox. A platform that is down,
 * or refuses, keeps nobody from signing up: the state of the link tells the administrator.
 *
 * @param kernel the app, once it is there
 */
export function customersAtSignUp(provider: BillingProvider, kernel: () => AuthContext): TableHook {
  return {
    table: "user",
    operation: "create",
    async inTransaction({ rows }, tx) {
      for (const { id } of rows) if (ownReference(String(id))) await notePending(tx, kernel(), String(id));
    },
    async afterCommit({ rows }) {
      for (const row of rows) await makeCustomer(kernel(), provider, row);
    },
  };
}

async function makeCustomer(context: AuthContext, provider: BillingProvider, row: AnyRow): Promise<void> {
  const { id, email, name } = row as object as Person;
  const reference = ownReference(id);
  if (!reference || !isMailable(email)) return;
  const { externalId } = reference;
  try {
    const call = { signal: AbortSignal.timeout(8_000) };
    const customer = await provider.ensureCustomer({ externalId, email, name }, call);
    await putLink(context, externalId, { state: "linked", customerId: customer.id });
  } catch (error) {
    const isConflict = error instanceof ProviderError && error.fault === "conflict";
    await putLink(context, externalId, {
      state: isConflict ? "conflict" : "pending",
      customerId: null,
      error: errorText(error),
    });
    // A conflict stays one however often it is tried. The outbox tries the rest again.
    if (!isConflict) throw error;
  }
}
