/** Finds the identity provider that a sign-in is about, by an email, a domain, an organization, or its id. */

import type { Adapter } from "@latchkey/core/database";
import { getService, normalizeEmail, type RequestContext } from "@latchkey/core/plugin";
import type { SignInSsoInput } from "../contract.ts";
import { domainOf, normalizeDomain } from "../domains/name.ts";
import { failWith } from "../errors.ts";
import { domainsOf, findProvider, listDomains, listProviders } from "../providers/store.ts";
import { type SsoProviderRow, ssoDomainTable } from "../tables.ts";

/** Lists the providers that sign in users of a domain, if it's verified. At most two queries. */
async function providersOfDomain(db: Adapter, domain: string): Promise<readonly SsoProviderRow[]> {
  const verified = await db.findOne(ssoDomainTable, { where: { verified: domain } });
  if (!verified) return [];
  const rows = await listProviders(db, verified.organizationId);
  return rows.filter((row) => row.enabled && domainsOf(row).includes(domain));
}

/** Lists the providers for an email. At most two queries. */
export async function providersOfEmail(db: Adapter, text: string): Promise<readonly SsoProviderRow[]> {
  const email = normalizeEmail(text.trim());
  return email === null ? [] : providersOfDomain(db, domainOf(email));
}

/**
 * Finds the provider to sign in with. At most three queries.
 * @throws {AuthError} `SSO_PROVIDER_NOT_FOUND`, `SSO_DOMAIN_NOT_VERIFIED`
 */
export async function findForSignIn(
  context: RequestContext,
  { providerId, email, domain, organizationSlug }: SignInSsoInput,
): Promise<SsoProviderRow> {
  const { db } = context;
  if (providerId !== undefined) {
    const row = await findProvider(db, providerId);
    return row?.enabled ? requireVerified(context, row) : failWith("SSO_PROVIDER_NOT_FOUND");
  }
  if (organizationSlug !== undefined) return ofOrganization(context, organizationSlug);
  const name = domain === undefined ? null : normalizeDomain(domain);
  const [row] = await (name === null ? providersOfEmail(db, email ?? "") : providersOfDomain(db, name));
  return row ?? failWith("SSO_PROVIDER_NOT_FOUND");
}

async function ofOrganization(context: RequestContext, slug: string): Promise<SsoProviderRow> {
  const { table } = getService(context, "organizationAccess");
  const [organization] = await context.db.findMany(table, { where: { slug: slug.toLowerCase() }, limit: 1 });
  const rows = organization ? await listProviders(context.db, organization.id) : [];
  const row = rows.find(({ enabled }) => enabled);
  return row ? requireVerified(context, row) : failWith("SSO_PROVIDER_NOT_FOUND");
}

/** Otherwise, people would go to the provider, and couldn't sign in when they come back. */
async function requireVerified({ db }: RequestContext, row: SsoProviderRow): Promise<SsoProviderRow> {
  const domains = await listDomains(db, row.organizationId ?? "");
  return domains.some(({ verified }) => verified !== null) ? row : failWith("SSO_DOMAIN_NOT_VERIFIED");
}
