/** Imports identity providers that another library stored. */

import { LETTERS_AND_DIGITS, randomId, randomString } from "@latchkey/core/crypto";
import type { Transaction } from "@latchkey/core/database";
import { type AuthContext, accountTable } from "@latchkey/core/plugin";
import type { SamlConfigInput } from "../call-types.ts";
import { isPublicDomain, normalizeDomain } from "../domains/name.ts";
import { importedSamlConfig, noSaml } from "../saml-sign-in/register.ts";
import { type SsoAccountColumns, type SsoProviderRow, ssoDomainTable, ssoProviderTable } from "../tables.ts";
import { encryptConfig, type OidcConfig } from "./config.ts";
import { isProviderId } from "./input.ts";

/** An identity provider, with its secrets in plain text. */
export interface ImportedSsoProvider {
  readonly id: string;
  readonly providerId: string;
  readonly organizationId: string;
  /** Id of the user who registered it. */
  readonly userId: string | null;
  readonly issuer: string;
  /** Domains that no organization can own are skipped. */
  readonly domains: readonly string[];
  /** Whether the other library has verified the domains. If so, their TXT records must be added within seven days. */
  readonly domainsVerified: boolean;
  readonly oidcConfig: OidcConfig | null;
  readonly samlConfig: SamlConfigInput | null;
}

/** A provider that's ready to be stored. */
export interface PreparedSsoProvider {
  readonly row: SsoProviderRow;
  readonly domainsVerified: boolean;
}

/** Why a provider can't be imported. */
export type ImportProblem = "id" | "domain";

/**
 * Encrypts an imported provider's secrets.
 * @throws {AuthError} `SAML_INVALID_METADATA`, `SAML_INVALID_CERTIFICATE`
 */
export async function prepareImportedProvider(
  context: AuthContext,
  imported: ImportedSsoProvider,
): Promise<PreparedSsoProvider | ImportProblem> {
  const { id, providerId, organizationId, userId, issuer, domainsVerified, oidcConfig, samlConfig } = imported;
  if (!isProviderId(providerId)) return "id";
  const domains = imported.domains.map(normalizeDomain).filter((name) => name !== null && !isPublicDomain(name));
  if (domains.length === 0) return "domain";
  const saml = samlConfig
    ? await importedSamlConfig(context, { id, issuer, commonName: providerId }, samlConfig)
    : null;
  const row: SsoProviderRow = {
    ...{ id, providerId, organizationId, userId, issuer },
    name: URL.canParse(issuer) ? new URL(issuer).hostname || issuer : issuer,
    domain: [...new Set(domains)].join(","),
    oidcConfig: oidcConfig && (await encryptConfig(context, id, oidcConfig)),
    ...(saml ?? noSaml),
    roleMapping: null,
    defaultRole: null,
    syncRoles: null,
    enabled: true,
    revision: 0,
    lastUsedAt: null,
    createdAt: context.now(),
    deletedAt: null,
  };
  return { row, domainsVerified };
}

/**
 * Stores a provider with its domains, and its issuer in its users' accounts. Does nothing if the provider is already
 * stored.
 */
export async function insertImportedProvider(
  tx: Transaction,
  context: AuthContext,
  { row, domainsVerified }: PreparedSsoProvider,
): Promise<void> {
  const { providerId, organizationId, issuer } = row;
  if (await tx.findOne(ssoProviderTable, { where: { providerId } })) return;
  await tx.insert(ssoProviderTable, row);
  for (const domain of row.domain.split(",")) {
    await insertImportedDomain(tx, context, organizationId ?? "", domain, domainsVerified);
  }
  const set: Partial<SsoAccountColumns> = { issuer };
  await tx.update(accountTable, { where: { providerId }, set: set as object });
}

/** Stores a domain. If several organizations have verified it, the first one keeps it. */
async function insertImportedDomain(
  tx: Transaction,
  context: AuthContext,
  organizationId: string,
  domain: string,
  isVerified: boolean,
): Promise<void> {
  const added = await tx.findOne(ssoDomainTable, { where: { organizationId, domain } });
  const isTaken = (await tx.findOne(ssoDomainTable, { where: { verified: domain } })) !== null;
  const now = context.now();
  // The daily check includes only domains that have been checked before.
  const proof = isVerified && !isTaken ? { verified: domain, verifiedAt: now, lastCheckedAt: now } : null;
  if (added) {
    if (proof) await tx.update(ssoDomainTable, { where: { id: added.id }, set: proof });
    return;
  }
  await tx.insert(ssoDomainTable, {
    id: randomId(context.random),
    organizationId,
    domain,
    ...(proof ?? { verified: null, verifiedAt: null, lastCheckedAt: null }),
    token: randomString(context.random, 32, LETTERS_AND_DIGITS),
    failingSince: null,
    enforcement: "optional",
    providerId: null,
    createdAt: now,
  });
}
