/** The connections to organizations' identity providers. They cache discovery documents and keys. */

import { openidProvider } from "@latchkey/core";
import {
  type AuthContext,
  createRuntimeProvider,
  type RequestContext,
  type RuntimeProvider,
} from "@latchkey/core/plugin";
import type { SsoSettings } from "../options.ts";
import { decryptConfig } from "../providers/config.ts";
import { providerFetch } from "../providers/discovery.ts";
import type { SsoProviderRow } from "../tables.ts";

/** Maximum cached connections. The oldest ones are dropped, and are created again when they're needed. */
const maxKept = 1000;

const keptKey = Symbol("sso providers");

/** A provider, and whether it uses the app's shared redirect URI. */
export interface ConnectedProvider extends RuntimeProvider {
  readonly usesSharedRedirect: boolean | undefined;
}

/** Returns the connection to a provider. `null` if the provider's configuration can't be decrypted. */
export async function connectTo(
  context: RequestContext,
  settings: SsoSettings,
  row: SsoProviderRow,
): Promise<ConnectedProvider | null> {
  const kept = keptProviders(context);
  const key = `${row.id} ${row.revision}`;
  const known = kept.get(key);
  if (known) return known;
  const config = await decryptConfig(context, row);
  if (!config) return null;
  const { clientId, clientSecret, scopes, tokenEndpointAuthentication, usesSharedRedirect } = config;
  const provider = openidProvider({
    id: row.providerId,
    name: row.name,
    issuer: row.issuer,
    clientId,
    clientSecret,
    scope: scopes,
    tokenEndpointAuthMethod: tokenEndpointAuthentication,
    allowInsecureIssuer: settings.allowPrivateURLs,
  });
  const created = createRuntimeProvider(provider, (current) => providerFetch(current, settings));
  const connected = { ...created, usesSharedRedirect };
  kept.set(key, connected);
  for (const oldest of kept.keys()) {
    if (kept.size <= maxKept) break;
    kept.delete(oldest);
  }
  return connected;
}

function keptProviders({ appCache }: AuthContext): Map<string, ConnectedProvider> {
  const kept = (appCache.get(keptKey) as Map<string, ConnectedProvider> | undefined) ?? new Map();
  appCache.set(keptKey, kept);
  return kept;
}
