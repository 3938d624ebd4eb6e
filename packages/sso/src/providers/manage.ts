/** The calls that list, change, and delete identity providers. */

import type { Transaction } from "@latchkey/core/database";
import {
  accountTable,
  type CallerSession,
  defineEndpoint,
  type EndpointOf,
  type ErrorEntry,
  input,
  type OrganizationScope,
  type RequestContext,
  requireCaller,
  requireManagingCaller,
} from "@latchkey/core/plugin";
import { successResponse } from "@latchkey/core/shapes";
import { requireScope, type SsoAction, scopeErrors } from "../access.ts";
import type { SsoScopeQuery, UpdateSsoProviderInput } from "../call-types.ts";
import type { SsoCalls } from "../contract.ts";
import { relaxDomains } from "../domains/enforcement.ts";
import { failWith, pickErrors } from "../errors.ts";
import type { SsoSettings } from "../options.ts";
import { presentProvider, providerOutput, providersOutput } from "../outputs.ts";
import { changedSamlConfig, samlConfigField } from "../saml-sign-in/register.ts";
import { type SsoProviderRow, ssoAccountTable, ssoProviderTable, ssoSessionTable, ssoTestTable } from "../tables.ts";
import { decryptConfig, encryptConfig, type OidcConfig } from "./config.ts";
import { discoverIssuer } from "./discovery.ts";
import { checkRoles, configFields, providerFields, readDomains, requireRank, roleFields } from "./input.ts";
import {
  addDomains,
  discoveryErrors,
  providerDomainErrors,
  providerLimit,
  providerStores,
  recordProvider,
} from "./register.ts";
import { domainsOf, findProvider, listDomains, listProviders } from "./store.ts";

/** The errors of finding a provider. */
export const findErrors: Readonly<Record<"SSO_PROVIDER_NOT_FOUND" | "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO", ErrorEntry>> =
  pickErrors("SSO_PROVIDER_NOT_FOUND", "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO");

/** A provider that the caller can manage, and its organization. */
export interface ManagedProvider {
  readonly row: SsoProviderRow;
  readonly scope: OrganizationScope;
}

/**
 * Finds a provider that the caller can act on. At most two queries.
 * @throws {AuthError} `SSO_PROVIDER_NOT_FOUND` if it doesn't exist or the caller isn't a member, or
 * `YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO`
 */
export async function findManaged(
  context: RequestContext & CallerSession,
  providerId: string,
  action: SsoAction,
): Promise<ManagedProvider> {
  const row = await findProvider(context.db, providerId);
  if (!row?.organizationId) return failWith("SSO_PROVIDER_NOT_FOUND");
  return { row, scope: await requireScope(context, row.organizationId, action, "SSO_PROVIDER_NOT_FOUND") };
}

/**
 * Locks the organization and the provider.
 * @throws {AuthError} `SSO_PROVIDER_NOT_FOUND` if it was deleted in the meantime
 */
export async function lockManaged(tx: Transaction, { row, scope }: ManagedProvider): Promise<SsoProviderRow> {
  await scope.lock(tx);
  const locked = await tx.lock(ssoProviderTable, row.id);
  return locked && locked.deletedAt === null ? locked : failWith("SSO_PROVIDER_NOT_FOUND");
}

/** Lists the identity providers of an organization. */
export function listSSOProviders(settings: SsoSettings): EndpointOf<SsoCalls["listSSOProviders"]> {
  return defineEndpoint({
    method: "GET",
    path: "/sso/providers",
    summary: "List identity providers",
    input: input.object<SsoScopeQuery>({ organizationId: input.optional(input.id) }),
    output: providersOutput,
    guards: [requireCaller],
    errors: scopeErrors,
    queryBudget: 4,
    async handle({ organizationId: named }, context) {
      const { organizationId } = await requireScope(context, named, "read");
      const domains = await listDomains(context.db, organizationId);
      const rows = await listProviders(context.db, organizationId);
      const shown = rows.map(async (row) => {
        const { domains: _, ...provider } = await presentProvider(context, settings, row, domains);
        return provider;
      });
      return { providers: await Promise.all(shown) };
    },
  });
}

/** Returns an identity provider. */
export function getSSOProvider(settings: SsoSettings): EndpointOf<SsoCalls["getSSOProvider"]> {
  return defineEndpoint({
    method: "GET",
    path: "/sso/get-provider",
    summary: "Get an identity provider",
    input: input.object({ providerId: input.id }),
    output: providerOutput,
    guards: [requireCaller],
    errors: findErrors,
    queryBudget: 4,
    async handle({ providerId }, context) {
      const { row, scope } = await findManaged(context, providerId, "read");
      return presentProvider(context, settings, row, await listDomains(context.db, scope.organizationId));
    },
  });
}

/** Changes an identity provider. */
export function updateSSOProvider(settings: SsoSettings): EndpointOf<SsoCalls["updateSSOProvider"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sso/update-provider",
    summary: "Update an identity provider",
    changes: providerStores,
    input: input.object<UpdateSsoProviderInput>({
      providerId: input.id,
      issuer: input.optional(providerFields.issuer),
      domain: input.optional(providerFields.domain),
      name: providerFields.name,
      oidcConfig: input.optional(
        input.object<NonNullable<UpdateSsoProviderInput["oidcConfig"]>>({
          clientId: input.optional(configFields.clientId),
          clientSecret: input.optional(configFields.clientSecret),
          scopes: configFields.scopes,
        }),
      ),
      samlConfig: input.optional(samlConfigField),
      ...roleFields,
      enabled: input.optional(input.boolean),
    }),
    output: providerOutput,
    guards: [requireManagingCaller],
    errors: {
      ...findErrors,
      ...discoveryErrors,
      ...providerDomainErrors,
      ...pickErrors("SAML_INVALID_METADATA", "SAML_INVALID_CERTIFICATE"),
      ...pickErrors("SSO_PROVIDER_HAS_ACCOUNTS", "SSO_PROVIDER_CHANGED", "SSO_ROLE_NOT_ALLOWED"),
    },
    rateLimit: providerLimit,
    // Each new domain adds up to four queries.
    queryBudget: 18,
    async handle(given, context) {
      const managed = await findManaged(context, given.providerId, "update");
      const domains = given.domain === undefined ? null : readDomains(given.domain);
      await checkRoles(context, settings, managed.scope, given);
      const onlyTurnsOff = given.enabled === false && Object.keys(given).length === 2;
      const { row: before } = managed;
      const changes =
        before.samlConfig === null
          ? oidcChangesOf(context, settings, before, given)
          : samlChangesOf(context, settings, before, given);
      const { set: configured, isNewIdentity } = await changes;
      const set = { ...configured, ...plainChangesOf(given) };
      const { organizationId } = managed.scope;
      const row = await context.db.transaction(async (tx) => {
        const locked = await lockManaged(tx, managed);
        // New keys and refreshed metadata don't increment the revision.
        const isChanged = locked.revision !== before.revision || locked.samlConfig !== before.samlConfig;
        if (isChanged) failWith("SSO_PROVIDER_CHANGED");
        if (!onlyTurnsOff) await requireRank(tx, managed.scope, { ...locked, ...plainChangesOf(given) });
        if (isNewIdentity) await requireNoAccounts(tx, locked);
        if (domains) await addDomains(tx, context, settings, organizationId, domains);
        const columns = { ...set, ...(domains ? { domain: domains.join(",") } : {}) };
        const changed = { ...locked, ...columns, revision: locked.revision + 1 };
        await tx.update(ssoProviderTable, {
          where: { id: locked.id },
          set: { ...columns, revision: changed.revision },
        });
        if (given.enabled === false) await endSessions(tx, locked);
        const served = given.enabled === false ? [] : domainsOf(changed);
        const noLongerRequired = await relaxDomains(tx, locked, served);
        const fields = Object.keys(given).filter((name) => name !== "providerId");
        await recordProvider(tx, context, locked, "sso-provider.update", { fields, ...noLongerRequired });
        return changed;
      });
      return presentProvider(context, settings, row, await listDomains(context.db, organizationId));
    },
  });
}

interface ProviderChanges {
  readonly set: Partial<SsoProviderRow>;
  /** Whether the same subject can be a different person after the change. */
  readonly isNewIdentity: boolean;
}

/** The columns that don't depend on the protocol. */
function plainChangesOf({
  name,
  roleMapping,
  defaultRole,
  syncRoles,
  enabled,
}: UpdateSsoProviderInput): Partial<SsoProviderRow> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(roleMapping === undefined ? {} : { roleMapping }),
    ...(defaultRole === undefined ? {} : { defaultRole }),
    ...(syncRoles === undefined ? {} : { syncRoles }),
    ...(enabled === undefined ? {} : { enabled }),
  };
}

/**
 * Returns the changes to a SAML provider. Certificates can change at any time, because the issuer and the name ID
 * identify the user.
 */
async function samlChangesOf(
  context: RequestContext,
  settings: SsoSettings,
  row: SsoProviderRow,
  { issuer = row.issuer, samlConfig }: UpdateSsoProviderInput,
): Promise<ProviderChanges> {
  const changed = samlConfig ? await changedSamlConfig(context, settings, row, issuer, samlConfig) : {};
  return { isNewIdentity: issuer !== row.issuer, set: { issuer, ...changed } };
}

async function oidcChangesOf(
  context: RequestContext,
  settings: SsoSettings,
  row: SsoProviderRow,
  { issuer = row.issuer, oidcConfig = {} }: UpdateSsoProviderInput,
): Promise<ProviderChanges> {
  const current = await decryptConfig(context, row);
  const {
    clientId = current?.clientId,
    clientSecret = current?.clientSecret,
    scopes = current?.scopes ?? [],
  } = oidcConfig;
  const isNewIdentity = issuer !== row.issuer || clientId !== current?.clientId;
  // A secret must only be sent to the issuer that it was entered for, so a new issuer needs a new secret.
  if (issuer !== row.issuer && oidcConfig.clientSecret === undefined) failWith("issuer_mismatch");
  const server = issuer === row.issuer && current ? current : await discoverIssuer(context, settings, issuer);
  const { tokenEndpointAuthentication, usesSharedRedirect } = server;
  const config: OidcConfig | null =
    clientId !== undefined && clientSecret !== undefined
      ? { clientId, clientSecret, scopes, tokenEndpointAuthentication, usesSharedRedirect }
      : null;
  return {
    isNewIdentity,
    set: {
      issuer,
      ...(config ? { oidcConfig: await encryptConfig(context, row.id, config) } : {}),
    },
  };
}

/** Checks that no user has an account with the provider. @throws {AuthError} `SSO_PROVIDER_HAS_ACCOUNTS` */
async function requireNoAccounts(tx: Transaction, { providerId }: SsoProviderRow): Promise<void> {
  const [account] = await tx.findMany(accountTable, { where: { providerId }, limit: 1 });
  if (account) failWith("SSO_PROVIDER_HAS_ACCOUNTS");
}

/** Deletes an identity provider. Keeps its row without the secret, so that no one else can use its id. */
export const deleteSSOProvider: EndpointOf<SsoCalls["deleteSSOProvider"]> = defineEndpoint({
  method: "POST",
  path: "/sso/delete-provider",
  summary: "Delete an identity provider",
  changes: providerStores,
  input: input.object({ providerId: input.id }),
  output: successResponse,
  guards: [requireManagingCaller],
  errors: findErrors,
  rateLimit: providerLimit,
  queryBudget: 12,
  async handle({ providerId }, context) {
    const managed = await findManaged(context, providerId, "delete");
    await context.db.transaction(async (tx) => {
      const row = await lockManaged(tx, managed);
      const emptied = {
        oidcConfig: null,
        samlConfig: null,
        certificatesExpireAt: null,
        metadataURL: null,
        roleMapping: null,
        defaultRole: null,
      };
      const set = { ...emptied, deletedAt: context.now(), enabled: false, revision: row.revision + 1 };
      await tx.update(ssoProviderTable, { where: { id: row.id }, set });
      await endSessions(tx, row);
      const noLongerRequired = await relaxDomains(tx, row, []);
      // The app itself might have had a provider with this id before, whose accounts belong to a different issuer.
      const accounts = { providerId, issuer: row.issuer };
      await tx.remove(ssoAccountTable, { where: accounts });
      await tx.remove(ssoTestTable, { where: { providerId: row.id } });
      await recordProvider(tx, context, row, "sso-provider.delete", noLongerRequired);
    });
    return { success: true };
  },
});

/** Ends the sessions that were started with a provider. */
async function endSessions(tx: Transaction, { id }: SsoProviderRow): Promise<void> {
  await tx.remove(ssoSessionTable, { where: { ssoProviderId: id } });
}
