/** Merges the providers that users can connect with the accounts that are connected. */

import type { Capabilities } from "@latchkey/client/capabilities";
import type { AuthUi } from "../provider/types.ts";
import { describeProvider, type ProviderInfo } from "../social/providers.ts";

/** An account of the user at a provider, or their password. */
export interface ListedAccount {
  readonly id: string;
  readonly providerId: string;
  readonly createdAt: Date;
}

/** A row: a provider, and the user's account there. */
export interface Connection {
  /** Stays the same when the provider is connected or disconnected, so that the row keeps focus. */
  readonly key: string;
  readonly provider: ProviderInfo;
  /** `null` if it isn't connected. */
  readonly account: ListedAccount | null;
}

/** Returns the connected accounts, then the providers that can be connected. */
export function connectionsOf(
  accounts: readonly ListedAccount[],
  ui: Pick<AuthUi, "providers" | "texts">,
  capabilities: Capabilities | null | undefined,
): readonly Connection[] {
  // The password has its own row in the security section.
  const linked = accounts.filter(({ providerId }) => providerId !== "credential");
  const connected = linked.map((account, index) => {
    const { providerId } = account;
    const isFirst = linked.findIndex((one) => one.providerId === providerId) === index;
    return {
      key: isFirst ? providerId : account.id,
      provider: describeProvider(providerId, ui, capabilities),
      account,
    };
  });
  const open = connectable(ui, capabilities).filter(({ id }) => linked.every(({ providerId }) => providerId !== id));
  return [...connected, ...open.map((provider) => ({ key: provider.id, provider, account: null }))];
}

/** The server's providers. If the app names providers, only those, in the app's order. */
function connectable(
  ui: Pick<AuthUi, "providers" | "texts">,
  capabilities: Capabilities | null | undefined,
): readonly ProviderInfo[] {
  if (!capabilities) return ui.providers;
  if (!capabilities.account.link) return [];
  const offered = capabilities.signIn.providers;
  if (ui.providers.length > 0) return ui.providers.filter(({ id }) => offered.some((one) => one.id === id));
  return offered.map(({ id }) => describeProvider(id, ui, capabilities));
}
