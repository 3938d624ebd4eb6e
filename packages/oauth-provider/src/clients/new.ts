/** Builds the row of a new client. */

import { randomId, sha256Base64Url } from "@latchkey/core/crypto";
import type { RequestContext } from "@latchkey/core/plugin";
import type { CreateClientInput } from "../call-types.ts";
import { failWith } from "../errors.ts";
import { createToken } from "../grants/tokens.ts";
import type { ProviderSettings } from "../options.ts";
import { isSubset } from "../scopes.ts";
import type { OAuthClientRow } from "../tables.ts";
import { checkClient, toColumns } from "./metadata.ts";

/** Returns the row of a new client, and its secret. @throws {AuthError} `INVALID_CLIENT_METADATA` */
export function newClient(
  context: RequestContext,
  settings: ProviderSettings,
  given: CreateClientInput,
  managerId: string | null,
): { readonly row: OAuthClientRow; readonly secret: string | null } {
  const { skip_consent: skipConsent, require_pkce: requirePKCE } = given;
  if (managerId !== null && (skipConsent !== undefined || requirePKCE !== undefined)) {
    failWith("INVALID_CLIENT_METADATA", "Only the server can set skip_consent and require_pkce");
  }
  const ownScopes = readOwnScopes(settings, given.client_credentials_scopes, managerId);
  const method = given.token_endpoint_auth_method ?? "client_secret_basic";
  const secret = method.startsWith("client_secret_") ? createToken(context, "clientSecret") : null;
  const now = context.now();
  const row: OAuthClientRow = {
    ...emptyClient,
    ...toColumns(settings, given),
    id: randomId(context.random),
    clientId: randomId(context.random),
    clientSecret: secret === null ? null : sha256Base64Url(secret),
    secretExpiresAt: secret === null ? null : secretExpiry(settings, now),
    clientCredentialsScopes: ownScopes ?? null,
    skipConsent: skipConsent ?? null,
    requirePKCE: requirePKCE ?? null,
    tokenEndpointAuthMethod: method,
    userId: managerId,
    createdAt: now,
    updatedAt: now,
  };
  checkClient(row);
  return { row, secret };
}

/**
 * Returns the scopes for a client's own tokens, or `undefined` if the input doesn't set them.
 * @param managerId `null` if the server sets them
 * @throws {AuthError} `INVALID_CLIENT_METADATA` if a user sets them, or if a scope is unknown
 */
export function readOwnScopes<S extends readonly string[] | null>(
  { scopes }: ProviderSettings,
  given: S | undefined,
  managerId: string | null,
): S | undefined {
  if (given === undefined) return undefined;
  if (managerId !== null) failWith("INVALID_CLIENT_METADATA", "Only the server can set client_credentials_scopes");
  if (!isSubset(given ?? [], scopes)) failWith("INVALID_CLIENT_METADATA", "A scope is unknown");
  return given;
}

/** Returns when a secret that's created now expires. `null` if it doesn't. */
export function secretExpiry({ lifetimes }: ProviderSettings, now: Date): Date | null {
  return lifetimes.clientSecret === null ? null : new Date(now.getTime() + lifetimes.clientSecret * 1000);
}

const emptyClient = {
  clientDiscoveryId: null,
  disabled: false,
  blocked: false,
  enableEndSession: null,
  subjectType: null,
  scopes: null,
  name: null,
  uri: null,
  icon: null,
  contacts: null,
  tos: null,
  policy: null,
  softwareId: null,
  softwareVersion: null,
  softwareStatement: null,
  redirectUris: [],
  postLogoutRedirectUris: null,
  backchannelLogoutUri: null,
  backchannelLogoutSessionRequired: null,
  applicationType: null,
  jwks: null,
  jwksUri: null,
  grantTypes: null,
  responseTypes: null,
  dpopBoundAccessTokens: false,
  referenceId: null,
  metadata: null,
  previousSecret: null,
  previousSecretUntil: null,
  registrationToken: null,
  lastUsedAt: null,
  documentExpiresAt: null,
} as const;
