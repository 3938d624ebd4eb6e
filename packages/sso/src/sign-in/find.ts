/** Finds the identity provider for a sign-in by email, domain, organization, or provider ID. */

import type { Adapter } from "@latchkey/core/database";
import { getService, normalizeEmail, type RequestContext } from "@latchkey/core/plugin";
import type { SignInSsoInput } from "../call-types.ts";
import { domainOf, normalizeDomain } from "../domains/name.ts";
import { failWith } from "../errors.ts";
import { domainsOf, findProvider, listDomains, listProviders, typeOf } from "../providers/store.ts";
import { type SsoProviderRow, ssoDomainTable } from "../tables.ts";

/** The providers that sign in users of a domain. */
interface DomainProviders {
  /** The required provider comes first, or else the oldest one. */
  readonly rows: readonly SsoProviderRow[];
  readonly isRequired: boolean;
}

const noProviders: DomainProviders = { rows: [], isRequired: false };

/** Lists the providers that sign in users of a domain, if it's verified. At most two queries. */
async function findProvidersByDomain(db: Adapter, domain: string): Promise<DomainProviders> {
  const verified = await db.findOne(ssoDomainTable, { where: { verified: domain } });
  if (!verified || verified.enforcement === "off") return noProviders;
  const isRequired = verified.enforcement === "required";
  const all = await listProviders(db, verified.organizationId);
  const usable = all.filter((row) => row.enabled && domainsOf(row).includes(domain));
  const isFirst = ({ providerId }: SsoProviderRow) => providerId === verified.providerId;
  return { rows: [...usable.filter(isFirst), ...usable.filter((row) => !isFirst(row))], isRequired };
}

/** Lists the providers for an email. At most two queries. */
export async function findProvidersByEmail(db: Adapter, text: string): Promise<DomainProviders> {
  const email = normalizeEmail(text.trim());
  return email === null ? noProviders : findProvidersByDomain(db, domainOf(email));
}

/**
 * Finds the provider to sign in with. At most three queries.
 * @throws {AuthError} `SSO_PROVIDER_NOT_FOUND`, `SSO_DOMAIN_NOT_VERIFIED`
 */
export async function findForSignIn(
  context: RequestContext,
  { providerId, email, domain, organizationSlug, providerType }: SignInSsoInput,
): Promise<SsoProviderRow> {
  const { db } = context;
  const isWanted = (row: SsoProviderRow) => row.enabled && [undefined, typeOf(row)].includes(providerType);
  if (providerId !== undefined) {
    const row = await findProvider(db, providerId);
    return row && isWanted(row) ? requireVerified(context, row) : failWith("SSO_PROVIDER_NOT_FOUND");
  }
  if (organizationSlug !== undefined) return findForOrganization(context, organizationSlug, isWanted);
  const name = domain === undefined ? null : normalizeDomain(domain);
  const { rows } = await (name === null ? findProvidersByEmail(db, email ?? "") : findProvidersByDomain(db, name));
  return rows.find(isWanted) ?? failWith("SSO_PROVIDER_NOT_FOUND");
}

async function findForOrganization(
  context: RequestContext,
  slug: string,
  isWanted: (row: SsoProviderRow) => boolean,
): Promise<SsoProviderRow> {
  const { table } = getService(context, "organizationAccess");
  const [organization] = await context.db.findMany(table, { where: { slug: slug.toLowerCase() }, limit: 1 });
  const rows = organization ? await listProviders(context.db, organization.id) : [];
  const row = rows.find(isWanted);
  return row ? requireVerified(context, row) : failWith("SSO_PROVIDER_NOT_FOUND");
}

/**
 * Requires a verified domain before redirecting. Otherwise, the sign-in would fail only after users return from the
 * provider.
 */
async function requireVerified({ db }: RequestContext, row: SsoProviderRow): Promise<SsoProviderRow> {
  const domains = await listDomains(db, row.organizationId ?? "");
  return domains.some(({ verified }) => verified !== null) ? row : failWith("SSO_DOMAIN_NOT_VERIFIED");
}
