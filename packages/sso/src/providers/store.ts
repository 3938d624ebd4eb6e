/** Finds identity providers. */

import type { Adapter } from "@latchkey/core/database";
import { type SsoDomainRow, type SsoProviderRow, ssoDomainTable, ssoProviderTable } from "../tables.ts";

/** Maximum rows in a list, which is more than an organization can have. */
export const maxListed = 1000;

/** Finds a provider that wasn't deleted. One query. */
export async function findProvider(db: Adapter, providerId: string): Promise<SsoProviderRow | null> {
  const row = await db.findOne(ssoProviderTable, { where: { providerId } });
  return row && row.deletedAt === null && row.organizationId !== null ? row : null;
}

/** Lists an organization's providers, oldest first. */
export function listProviders(db: Adapter, organizationId: string): Promise<SsoProviderRow[]> {
  const orderBy = [{ column: "createdAt" }] as const;
  return db.findMany(ssoProviderTable, { where: { organizationId, deletedAt: null }, orderBy, limit: maxListed });
}

/** Lists an organization's domains, oldest first. */
export function listDomains(db: Adapter, organizationId: string): Promise<SsoDomainRow[]> {
  return db.findMany(ssoDomainTable, {
    where: { organizationId },
    orderBy: [{ column: "createdAt" }],
    limit: maxListed,
  });
}

/** Returns the domains whose users a provider signs in. */
export function domainsOf({ domain }: Pick<SsoProviderRow, "domain">): readonly string[] {
  return domain.split(",");
}

/** Returns a provider's protocol. */
export function typeOf({ samlConfig }: Pick<SsoProviderRow, "samlConfig">): "oidc" | "saml" {
  return samlConfig === null ? "oidc" : "saml";
}
