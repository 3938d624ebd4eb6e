/** Registers identity providers. */

import { randomId } from "@latchkey/core/crypto";
import { type Transaction, UniqueViolation } from "@latchkey/core/database";
import {
  type ActingCaller,
  auditActor,
  defineEndpoint,
  type EndpointOf,
  fail,
  httpErrors,
  input,
  type OrganizationScope,
  type RequestContext,
  recordAudit,
  requireManagingCaller,
} from "@latchkey/core/plugin";
import { requireScope, scopeErrors } from "../access.ts";
import type { SsoAuditAction } from "../audit-actions.ts";
import type {
  OidcConfigInput,
  RegisteredSsoProvider,
  RegisterSsoProviderInput,
  SetupProviderInput,
} from "../call-types.ts";
import type { SsoCalls } from "../contract.ts";
import { insertDomain } from "../domains/manage.ts";
import { failWith, pickErrors } from "../errors.ts";
import type { SsoSettings } from "../options.ts";
import { presentProvider, registeredOutput } from "../outputs.ts";
import { newSamlConfig, noSaml, samlConfigField } from "../saml-sign-in/register.ts";
import { type SsoDomainRow, type SsoProviderRow, ssoProviderTable } from "../tables.ts";
import { encryptConfig } from "./config.ts";
import { discoverIssuer } from "./discovery.ts";
import {
  checkProviderId,
  checkRoles,
  configFields,
  providerFields,
  readDomains,
  requireRank,
  roleFields,
} from "./input.ts";

/** The client stores that a provider change affects. */
export const providerStores: readonly string[] = ["ssoProviders", "ssoDomains"];

/** The rate limit for calls that send a request to an issuer. */
export const providerLimit = { window: 60, max: 10 } as const;

/** The errors of reading an issuer's discovery document. */
export const discoveryErrors = pickErrors(
  "discovery_invalid_url",
  "discovery_not_found",
  "discovery_invalid_json",
  "discovery_incomplete",
  "discovery_timeout",
  "issuer_mismatch",
  "unsupported_token_auth_method",
);

/** The errors of adding a provider's domains. */
export const providerDomainErrors = pickErrors("INVALID_DOMAIN", "PUBLIC_DOMAIN", "DOMAIN_LIMIT_REACHED");

/** The errors of registering a provider without rules for roles. */
export const registerErrors = {
  ...discoveryErrors,
  ...providerDomainErrors,
  ...pickErrors("SAML_INVALID_METADATA", "SAML_INVALID_CERTIFICATE"),
  ...pickErrors("INVALID_PROVIDER_ID", "PROVIDER_ID_TAKEN", "SSO_PROVIDER_LIMIT_REACHED"),
} as const;

/** The input fields of a new provider that don't depend on who registers it. */
export const setupProviderFields: input.InputFields<SetupProviderInput> = {
  ...providerFields,
  providerId: input.text({ min: 1, max: 255 }),
  oidcConfig: input.optional(input.object(configFields)),
  samlConfig: input.optional(samlConfigField),
};

/** Registers an OpenID Connect or SAML provider. */
export function registerSSOProvider(settings: SsoSettings): EndpointOf<SsoCalls["registerSSOProvider"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sso/register",
    summary: "Register an identity provider",
    changes: providerStores,
    input: input.object<RegisterSsoProviderInput>({
      ...setupProviderFields,
      organizationId: input.optional(input.id),
      ...roleFields,
    }),
    output: registeredOutput,
    guards: [requireManagingCaller],
    errors: {
      ...scopeErrors,
      ...registerErrors,
      ...pickErrors("SSO_ROLE_NOT_ALLOWED"),
    },
    rateLimit: providerLimit,
    // Each domain adds up to four queries.
    queryBudget: 16,
    async handle(given, context) {
      const scope = await requireScope(context, given.organizationId, "create");
      return registerProvider(context, settings, scope, given);
    },
  });
}

/** Registers an organization's provider. @throws {AuthError} the errors of `/sso/register` */
export async function registerProvider(
  context: RequestContext & ActingCaller,
  settings: SsoSettings,
  scope: OrganizationScope,
  given: RegisterSsoProviderInput,
): Promise<RegisteredSsoProvider> {
  checkProviderId(context, given.providerId);
  if ((given.oidcConfig === undefined) === (given.samlConfig === undefined)) {
    fail(httpErrors, "VALIDATION_ERROR", { message: "Send either oidcConfig or samlConfig" });
  }
  const domains = readDomains(given.domain);
  await checkRoles(context, settings, scope, given);
  const row = await newProvider(context, settings, scope, given, domains);
  const stored = await storeProvider(context, settings, scope, row, domains);
  const pending = stored.find(({ verified }) => verified === null);
  const provider = await presentProvider(context, settings, row, stored);
  return { ...provider, domainVerificationToken: pending?.token ?? null };
}

async function newProvider(
  context: RequestContext & ActingCaller,
  settings: SsoSettings,
  { organizationId }: OrganizationScope,
  { providerId, issuer, name, oidcConfig, samlConfig, ...roles }: RegisterSsoProviderInput,
  domains: readonly string[],
): Promise<SsoProviderRow> {
  const id = randomId(context.random);
  return {
    id,
    providerId,
    organizationId,
    userId: context.caller?.user.id ?? null,
    name: name ?? (URL.canParse(issuer) ? new URL(issuer).hostname || issuer : issuer),
    issuer,
    domain: domains.join(","),
    oidcConfig: oidcConfig ? await newOidcConfig(context, settings, id, issuer, oidcConfig) : null,
    ...(samlConfig ? await newSamlConfig(context, settings, id, issuer, samlConfig) : noSaml),
    roleMapping: roles.roleMapping ?? null,
    defaultRole: roles.defaultRole ?? null,
    syncRoles: roles.syncRoles ?? null,
    enabled: true,
    revision: 0,
    lastUsedAt: null,
    createdAt: context.now(),
    deletedAt: null,
  };
}

async function newOidcConfig(
  context: RequestContext,
  settings: SsoSettings,
  id: string,
  issuer: string,
  { clientId, clientSecret, scopes = [] }: OidcConfigInput,
): Promise<string> {
  const discovered = await discoverIssuer(context, settings, issuer);
  return encryptConfig(context, id, { clientId, clientSecret, scopes, ...discovered });
}

/** Stores a new provider. @throws {AuthError} `PROVIDER_ID_TAKEN`, even if the provider with this id was deleted */
async function storeProvider(
  context: RequestContext & ActingCaller,
  settings: SsoSettings,
  scope: OrganizationScope,
  row: SsoProviderRow,
  domains: readonly string[],
): Promise<readonly SsoDomainRow[]> {
  const { organizationId } = scope;
  try {
    return await context.db.transaction(async (tx) => {
      await scope.lock(tx);
      await requireRank(tx, scope, row);
      const count = await tx.count(ssoProviderTable, { where: { organizationId, deletedAt: null } });
      if (count >= settings.providersLimit) failWith("SSO_PROVIDER_LIMIT_REACHED");
      const added = await addDomains(tx, context, settings, organizationId, domains);
      await tx.insert(ssoProviderTable, row);
      await recordProvider(tx, context, row, "sso-provider.create", { issuer: row.issuer, domain: row.domain });
      return added;
    });
  } catch (error) {
    if (error instanceof UniqueViolation) failWith("PROVIDER_ID_TAKEN");
    throw error;
  }
}

/** Adds a provider's domains that the organization hasn't added yet. The organization must be locked. */
export async function addDomains(
  tx: Transaction,
  context: RequestContext & ActingCaller,
  settings: SsoSettings,
  organizationId: string,
  domains: readonly string[],
): Promise<readonly SsoDomainRow[]> {
  const rows: SsoDomainRow[] = [];
  for (const domain of domains) rows.push(await insertDomain(tx, context, settings, organizationId, domain));
  return rows;
}

/** Records a change to a provider in the audit log. @param data details in addition to its id, never a secret */
export function recordProvider(
  tx: Transaction,
  context: RequestContext & ActingCaller,
  { providerId, organizationId }: SsoProviderRow,
  action: SsoAuditAction,
  data: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { actorId, data: by } = auditActor(context);
  return recordAudit(tx, context, { action, actorId, organizationId, data: { providerId, ...data, ...by } });
}
