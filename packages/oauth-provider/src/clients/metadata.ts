/** Converts between a client's metadata and its row. RFC 7591, section 2. */

import { type InputFields, input, isPublicURL, type OptionalInputField } from "@latchkey/core/plugin";
import type {
  ClientMetadata,
  ClientOrigin,
  NewOAuthClient,
  OAuthClient,
  OAuthRegistration,
  PublicClient,
} from "../call-types.ts";
import { failWith } from "../errors.ts";
import type { ProviderSettings } from "../options.ts";
import { deviceGrantType } from "../protocol.ts";
import { isSubset, splitWords } from "../scopes.ts";
import { sectorOf } from "../subject.ts";
import type { OAuthClientRow } from "../tables.ts";
import { displayName, visibleName } from "./name.ts";
import { redirectProblem } from "./redirects.ts";
import { authMethodOf, isOff, scopesOf } from "./store.ts";

const line = input.text({ max: 255, pattern: /^[^\p{Cc}]*$/u, message: "must be one line" });
const link = input.text({ max: 2048, pattern: /^https:\/\/\S+$/, message: "must be an https URL" });
const word = input.text({ min: 1, max: 64 });

/** The fields that a client's manager can set. */
export const metadataFields: InputFields<ClientMetadata> = {
  client_name: input.optional(line),
  client_uri: input.optional(link),
  logo_uri: input.optional(link),
  contacts: input.optional(input.list(line, { max: 10 })),
  tos_uri: input.optional(link),
  policy_uri: input.optional(link),
  redirect_uris: input.optional(input.list(input.text({ min: 1, max: 2048 }), { max: 50 })),
  token_endpoint_auth_method: input.optional(
    input.oneOf("none", "client_secret_basic", "client_secret_post", "private_key_jwt"),
  ),
  grant_types: input.optional(input.list(word, { max: 10 })),
  jwks: input.optional(input.record(word, input.anything, { max: 10 })),
  jwks_uri: input.optional(link),
  scope: input.optional(input.text({ max: 4096 })),
  post_logout_redirect_uris: input.optional(input.list(input.text({ min: 1, max: 2048 }), { max: 50 })),
  backchannel_logout_uri: input.optional(link),
  backchannel_logout_session_required: input.optional(input.boolean),
  subject_type: input.optional(input.oneOf("public", "pairwise")),
  dpop_bound_access_tokens: input.optional(input.boolean),
};

/** The same fields, but `null` or an empty string removes a value. RFC 7592, section 2.2. */
export const clearableMetadata = Object.fromEntries(
  Object.entries<OptionalInputField<unknown>>(metadataFields).map(([name, { ifPresent }]) => {
    const sent = input.nullable(input.either(input.oneOf(""), ifPresent));
    return [name, input.optional(input.convert(sent, (value) => (value === null || value === "" ? undefined : value)))];
  }),
) as InputFields<ClientMetadata>;

const supportedGrants = ["authorization_code", "refresh_token", "client_credentials", deviceGrantType];

/** The columns that store metadata. */
export type MetadataColumns = Pick<
  OAuthClientRow,
  | "name"
  | "uri"
  | "icon"
  | "contacts"
  | "tos"
  | "policy"
  | "redirectUris"
  | "tokenEndpointAuthMethod"
  | "grantTypes"
  | "jwks"
  | "jwksUri"
  | "scopes"
  | "postLogoutRedirectUris"
  | "backchannelLogoutUri"
  | "backchannelLogoutSessionRequired"
  | "subjectType"
  | "dpopBoundAccessTokens"
>;

/** The columns of a client without metadata, except its authentication method. */
export const noMetadata: Omit<MetadataColumns, "tokenEndpointAuthMethod"> = {
  name: null,
  uri: null,
  icon: null,
  contacts: null,
  tos: null,
  policy: null,
  redirectUris: [],
  grantTypes: null,
  jwks: null,
  jwksUri: null,
  scopes: null,
  postLogoutRedirectUris: null,
  backchannelLogoutUri: null,
  backchannelLogoutSessionRequired: null,
  subjectType: null,
  dpopBoundAccessTokens: false,
};

/** Returns the columns that the metadata sets. @throws {AuthError} `INVALID_CLIENT_METADATA` that names the problem */
export function toColumns(settings: ProviderSettings, given: ClientMetadata): Partial<MetadataColumns> {
  for (const uri of [...(given.redirect_uris ?? []), ...(given.post_logout_redirect_uris ?? [])]) {
    const problem = redirectProblem(uri);
    if (problem !== null) failWith("INVALID_CLIENT_METADATA", `The redirect URI ${uri} ${problem}`);
  }
  if (given.backchannel_logout_uri !== undefined && !isPublicURL(given.backchannel_logout_uri)) {
    failWith("INVALID_CLIENT_METADATA", "backchannel_logout_uri must be an https URL on a public server");
  }
  if (given.jwks_uri !== undefined && !isPublicURL(given.jwks_uri)) {
    failWith("INVALID_CLIENT_METADATA", "jwks_uri must be an https URL on a public server");
  }
  if (given.subject_type === "pairwise" && settings.pairwiseSecret === null) {
    failWith("INVALID_CLIENT_METADATA", "The app doesn't support pairwise subjects");
  }
  if (given.grant_types && !isSubset(given.grant_types, supportedGrants)) {
    failWith("INVALID_CLIENT_METADATA", `grant_types can only contain ${supportedGrants.join(", ")}`);
  }
  const scopes = given.scope === undefined ? undefined : splitWords(given.scope);
  if (scopes && !isSubset(scopes, settings.scopes)) failWith("INVALID_CLIENT_METADATA", "A scope is unknown");
  return withoutUndefined<MetadataColumns>({
    name: given.client_name === undefined ? undefined : visibleName(given.client_name),
    uri: given.client_uri,
    icon: given.logo_uri,
    contacts: given.contacts,
    tos: given.tos_uri,
    policy: given.policy_uri,
    redirectUris: given.redirect_uris,
    tokenEndpointAuthMethod: given.token_endpoint_auth_method,
    grantTypes: given.grant_types,
    jwks: given.jwks === undefined ? undefined : JSON.stringify(given.jwks),
    jwksUri: given.jwks_uri,
    scopes,
    postLogoutRedirectUris: given.post_logout_redirect_uris,
    backchannelLogoutUri: given.backchannel_logout_uri,
    backchannelLogoutSessionRequired: given.backchannel_logout_session_required,
    subjectType: given.subject_type,
    dpopBoundAccessTokens: given.dpop_bound_access_tokens,
  });
}

function withoutUndefined<T>(columns: { readonly [K in keyof T]: T[K] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Checks that a client's values are consistent with each other. @throws {AuthError} `INVALID_CLIENT_METADATA` */
export function checkClient(client: MetadataColumns): void {
  const grants = client.grantTypes ?? ["authorization_code", "refresh_token"];
  const method = client.tokenEndpointAuthMethod;
  if (grants.includes("authorization_code") && client.redirectUris.length === 0) {
    failWith("INVALID_CLIENT_METADATA", "authorization_code requires at least one redirect URI");
  }
  if (grants.includes("client_credentials") && method === "none") {
    failWith("INVALID_CLIENT_METADATA", "A client without a secret can't use client_credentials");
  }
  if (client.subjectType === "pairwise" && sectorOf(client.redirectUris) === null) {
    failWith("INVALID_CLIENT_METADATA", "With pairwise subjects, all redirect_uris need the same host");
  }
  if (client.jwks !== null && client.jwksUri !== null) {
    failWith("INVALID_CLIENT_METADATA", "A client can have jwks or jwks_uri, but not both");
  }
  if (method === "private_key_jwt" && client.jwks === null && client.jwksUri === null) {
    failWith("INVALID_CLIENT_METADATA", "private_key_jwt requires jwks or jwks_uri");
  }
}

/** Returns a client in the form that its managers see. */
export function presentClient(settings: ProviderSettings, row: OAuthClientRow): OAuthClient {
  return {
    ...displayFields(row),
    redirect_uris: row.redirectUris,
    token_endpoint_auth_method: authMethodOf(row),
    grant_types: row.grantTypes ?? ["authorization_code", "refresh_token"],
    response_types: ["code"],
    scope: scopesOf(row, settings).join(" "),
    post_logout_redirect_uris: row.postLogoutRedirectUris ?? [],
    backchannel_logout_uri: row.backchannelLogoutUri,
    backchannel_logout_session_required: row.backchannelLogoutSessionRequired === true,
    subject_type: row.subjectType ?? "public",
    dpop_bound_access_tokens: row.dpopBoundAccessTokens,
    disabled: isOff(row),
    skip_consent: row.skipConsent === true,
    user_id: row.userId,
    organization_id: row.organizationId ?? null,
    client_id_issued_at: toSeconds(row.createdAt),
    client_secret_expires_at: row.secretExpiresAt === null ? 0 : toSeconds(row.secretExpiresAt),
  };
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

/** Returns a client with its new secret. */
export function presentNewClient(
  settings: ProviderSettings,
  row: OAuthClientRow,
  secret: string | null,
): NewOAuthClient {
  return {
    ...presentClient(settings, row),
    ...(secret === null ? {} : { client_secret: secret }),
  };
}

/** Returns a client in the format of RFC 7591, without unset values. */
export function presentRegistration(settings: ProviderSettings, row: OAuthClientRow): OAuthRegistration {
  const set = Object.entries(presentClient(settings, row)).filter(([, value]) => value !== null);
  return Object.fromEntries(set) as unknown as OAuthRegistration;
}

/** Returns what users see of a client. It includes the redirect hosts, because a client can choose any name. */
export function presentPublicClient(row: OAuthClientRow): PublicClient {
  const hosts = row.redirectUris.map((uri) => new URL(uri).host || new URL(uri).protocol);
  return { ...displayFields(row), redirect_hosts: [...new Set(hosts)], verified: originOf(row) === "app" };
}

/** Returns where a client comes from. */
export function originOf(row: OAuthClientRow): ClientOrigin {
  if (row.clientDiscoveryId !== null) return "document";
  if (row.registrationToken !== null) return "registration";
  if (row.organizationId) return "organization";
  return row.userId === null ? "app" : "user";
}

function displayFields(row: OAuthClientRow) {
  return {
    client_id: row.clientId,
    client_name: displayName(row),
    client_uri: row.uri,
    logo_uri: row.icon,
    contacts: row.contacts,
    tos_uri: row.tos,
    policy_uri: row.policy,
  };
}
