/** The stored part of a provider's registration, which is encrypted. */

import type { AuthContext } from "@latchkey/core/plugin";
import type { SsoProviderRow } from "../tables.ts";

/** How the app authenticates at the token endpoint. */
export type TokenEndpointAuthentication = "client_secret_basic" | "client_secret_post";

/** The app's registration at an OpenID Connect provider. */
export interface OidcConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  readonly tokenEndpointAuthentication: TokenEndpointAuthentication;
  /**
   * Whether the provider sends users back to the app's shared redirect URI, if there is one. Missing for imported
   * providers, which use it if their responses contain the issuer.
   */
  readonly usesSharedRedirect?: boolean | undefined;
}

/** Encrypts a configuration. It's bound to its provider's row. */
export function encryptConfig({ keys }: AuthContext, id: string, config: OidcConfig): Promise<string> {
  return keys.encryption("sso-provider").encrypt(JSON.stringify(config), id);
}

/**
 * Decrypts a configuration. Returns `null` if the provider was deleted, or if the secret that it was encrypted with is
 * no longer configured.
 */
export async function decryptConfig(
  { keys }: AuthContext,
  { id, oidcConfig }: Pick<SsoProviderRow, "id" | "oidcConfig">,
): Promise<OidcConfig | null> {
  const text = oidcConfig === null ? null : await keys.encryption("sso-provider").decrypt(oidcConfig, id);
  return text === null ? null : (JSON.parse(text) as OidcConfig);
}
