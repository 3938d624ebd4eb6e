/** Migrates identity providers from a better-auth database, where their secrets are plain text. */

import type { Transaction } from "@latchkey/core/database";
import { type AuthContext, AuthError } from "@latchkey/core/plugin";
import {
  type ImportedSsoProvider,
  type ImportProblem,
  insertImportedProvider,
  type OidcConfig,
  type PreparedSsoProvider,
  prepareImportedProvider,
  type SamlConfigInput,
} from "@latchkey/sso";
import { readIdpMetadata } from "@latchkey/sso/saml";
import type { Tables } from "../doctor/sql.ts";
import { sourceOf } from "./renamed-tables.ts";

/** A provider that can't be migrated, and why. */
export interface SkippedProvider {
  readonly providerId: string;
  readonly reason: string;
}

/** The providers from a better-auth database. */
export interface BetterAuthProviders {
  readonly providers: readonly ImportedSsoProvider[];
  readonly skipped: readonly SkippedProvider[];
}

type Row = Readonly<Record<string, unknown>>;

/** Reads better-auth's providers, including those that an interrupted run left behind. */
export async function readSsoProviders(tables: Tables): Promise<BetterAuthProviders> {
  const source = sourceOf(tables, "ssoProvider", "oidcConfig", "organizationId");
  if (source === null) return { providers: [], skipped: [] };
  const q = tables.quote;
  const owners = tables.has("organization", "id")
    ? `(select o.id from ${q("organization")} o where o.id = p.${q("organizationId")})`
    : "null";
  const users = `(select u.id from ${q("user")} u where u.id = p.${q("userId")})`;
  const rows = await tables.rows(
    `select p.*, ${owners} as ${q("ownerId")}, ${users} as ${q("creatorId")} from ${q(source)} p order by p.id`,
  );
  const read = rows.map((row) => ({ providerId: String(row.providerId), result: toProvider(row) }));
  return {
    providers: read.flatMap(({ result }) => (typeof result === "string" ? [] : [result])),
    skipped: read.flatMap(({ providerId, result }) =>
      typeof result === "string" ? [{ providerId, reason: result }] : [],
    ),
  };
}

const problems: Readonly<Record<ImportProblem, string>> = {
  id: "its id isn't allowed, or another sign-in method uses it",
  domain: "none of its domains can be verified",
};

/** Providers with encrypted secrets, and those that can't be stored. */
interface PreparedProviders {
  readonly prepared: readonly PreparedSsoProvider[];
  readonly skipped: readonly SkippedProvider[];
}

/** Encrypts the providers' secrets and creates keys, which is too slow for a transaction. */
export async function prepareSsoProviders(
  context: AuthContext,
  providers: readonly ImportedSsoProvider[],
): Promise<PreparedProviders> {
  const prepared: PreparedSsoProvider[] = [];
  const skipped: SkippedProvider[] = [];
  for (const provider of providers) {
    const result = await prepare(context, provider);
    if (typeof result === "string") skipped.push({ providerId: provider.providerId, reason: result });
    else prepared.push(result);
  }
  return { prepared, skipped };
}

/** Stores the providers that don't exist yet. */
export async function storeSsoProviders(
  tx: Transaction,
  context: AuthContext,
  providers: readonly PreparedSsoProvider[],
): Promise<void> {
  for (const provider of providers) await insertImportedProvider(tx, context, provider);
}

async function prepare(context: AuthContext, provider: ImportedSsoProvider) {
  try {
    const prepared = await prepareImportedProvider(context, provider);
    return typeof prepared === "string" ? problems[prepared] : prepared;
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return "its SAML metadata or certificate can't be used";
  }
}

/** Returns the provider, or why it can't be migrated. */
function toProvider(row: Row): ImportedSsoProvider | string {
  if (typeof row.ownerId !== "string") return "it has no organization";
  const [oidc, saml] = [parseConfig(row.oidcConfig), parseConfig(row.samlConfig)];
  const common = {
    id: String(row.id),
    providerId: String(row.providerId),
    organizationId: row.ownerId,
    userId: textOf(row.creatorId),
    domains: String(row.domain).split(","),
    domainsVerified: Number(row.domainVerified ?? 0) === 1,
  };
  if (oidc) {
    const oidcConfig = toOidcConfig(oidc);
    return typeof oidcConfig === "string"
      ? oidcConfig
      : { ...common, issuer: String(row.issuer), oidcConfig, samlConfig: null };
  }
  const samlConfig = saml && toSamlConfig(saml);
  if (!samlConfig) return "its configuration can't be read";
  const { issuer, ...config } = samlConfig;
  return { ...common, issuer, oidcConfig: null, samlConfig: config };
}

/** Scopes to ignore: those that Latchkey always requests, and `offline_access`, which it doesn't need. */
const ignoredScopes: readonly unknown[] = ["openid", "profile", "email", "offline_access"];

function toOidcConfig(config: Row): OidcConfig | string {
  const { clientId, clientSecret, tokenEndpointAuthentication: method = "client_secret_basic" } = config;
  if (method !== "client_secret_basic" && method !== "client_secret_post")
    return "it authenticates without a client secret";
  if (typeof clientId !== "string" || typeof clientSecret !== "string") return "it has no client secret";
  const { email = "email" } = objectOf(config.mapping);
  if (email !== "email") return `it reads the email from the ${String(email)} claim`;
  const scopes = listOf(config.scopes).filter((scope) => !ignoredScopes.includes(scope));
  return { clientId, clientSecret, scopes, tokenEndpointAuthentication: method };
}

/** better-auth's `issuer` names the app. The identity provider's name is in its metadata, or in `entityID`. */
function toSamlConfig(config: Row): (SamlConfigInput & { readonly issuer: string }) | null {
  const idp = objectOf(config.idpMetadata);
  const { email, name } = objectOf(config.mapping);
  const identifierFormat = textOf(config.identifierFormat);
  const settings = {
    mapping: { ...(textOf(email) ? { email: String(email) } : {}), ...(textOf(name) ? { name: String(name) } : {}) },
    ...(identifierFormat === null ? {} : { identifierFormat }),
  };
  const metadata = textOf(idp.metadata);
  if (metadata !== null) {
    const issuer = entityIdOf(metadata);
    return issuer === null ? null : { ...settings, issuer, idpMetadata: { metadata } };
  }
  const [issuer, entryPoint, cert] = [textOf(idp.entityID), textOf(config.entryPoint), idp.cert ?? config.cert];
  const certificates = typeof cert === "string" ? [cert] : listOf(cert);
  return issuer === null || entryPoint === null ? null : { ...settings, issuer, entryPoint, cert: certificates };
}

function entityIdOf(metadata: string): string | null {
  try {
    return readIdpMetadata(metadata, new Date()).entityId;
  } catch {
    return null;
  }
}

function parseConfig(value: unknown): Row | null {
  if (typeof value !== "string" || value === "") return null;
  try {
    return objectOf(JSON.parse(value));
  } catch {
    return null;
  }
}

function objectOf(value: unknown): Row {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Row) : {};
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
