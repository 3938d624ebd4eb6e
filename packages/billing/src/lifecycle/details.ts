/** Keeps the payment provider's customers in sync with the names and emails of users and organizations. */

import { type Row, widen } from "@latchkey/core/database";
import {
  type AuthContext,
  createMessage,
  isMailable,
  type OutboxHandler,
  storeMessage,
  type TableHook,
  type UserRow,
} from "@latchkey/core/plugin";
import { findCustomer } from "../customers/store.ts";
import { storeChanges } from "../deliveries/api-entities.ts";
import type { CustomerDetails, SettingsWithProvider } from "../options.ts";
import { ProviderError } from "../provider/error.ts";
import { parseReference, type Reference } from "../references/access.ts";

/** The outbox message kind. */
export const detailsMessageKind = "billing-details";

interface DetailsMessage {
  /** A user's id, or `org_` and an organization's id. */
  readonly referenceId: string;
}

/**
 * Returns the hooks that queue a message when a name or email changes. The message contains only the id of the user or
 * organization, so that the newest values are sent even after several changes in a row.
 *
 * @param getContext returns the app's context once it exists
 */
export function detailsHooks(settings: SettingsWithProvider, getContext: () => AuthContext): readonly TableHook[] {
  const createHook = (table: string, prefix: string): TableHook => ({
    table,
    operation: "update",
    async inTransaction({ rows, set = {} }, tx) {
      if (!("name" in set) && !("email" in set)) return;
      for (const { id } of rows) {
        const message: DetailsMessage = { referenceId: `${prefix}${id}` };
        await storeMessage(tx, getContext(), createMessage(getContext(), detailsMessageKind, message));
      }
    },
  });
  return [createHook("user", ""), ...(settings.organizationCustomer ? [createHook("organization", "org_")] : [])];
}

/** Sends the current name and email to the payment provider, if they differ from what it has. */
export function createDetailsHandler(settings: SettingsWithProvider): OutboxHandler {
  return async (payload, context, { key, signal }) => {
    const reference = parseReference((payload as DetailsMessage).referenceId);
    const customer = await findCustomer(context.db, reference);
    const details = customer && (await currentDetails(context, settings, reference));
    if (!details) return;
    const change = {
      customerId: customer.id,
      ...(details.email === customer.email ? {} : { email: details.email }),
      ...(details.name === undefined || details.name === customer.name ? {} : { name: details.name }),
    };
    if (Object.keys(change).length === 1) return;
    try {
      const changed = await settings.provider.updateCustomer(change, { signal, idempotencyKey: key });
      await storeChanges(context, settings, changed);
    } catch (error) {
      // Retrying doesn't help if another customer has the email.
      if (!(error instanceof ProviderError) || error.kind !== "conflict") throw error;
      context.log.error("Couldn't update a customer: another customer at the payment provider has this email", {
        customerId: customer.id,
        error,
      });
    }
  };
}

interface NamedRow extends Row {
  readonly name: string;
}

async function currentDetails(
  context: AuthContext,
  { organizationCustomer }: SettingsWithProvider,
  { kind, id }: Reference,
): Promise<CustomerDetails | null> {
  if (kind === "organization") {
    const row = await context.db.findOne(widen<NamedRow>({ name: "organization" }), { where: { id }, columns: ["id"] });
    return row && organizationCustomer ? organizationCustomer(id, context) : null;
  }
  const user = await context.db.findOne(widen<UserRow>({ name: "user" }), {
    where: { id },
    columns: ["id", "email", "name"],
  });
  return user && isMailable(user.email) ? { email: user.email, name: user.name } : null;
}
