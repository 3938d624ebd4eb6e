/** The service that tells other plugins about domains. */

import type { Adapter } from "@latchkey/core/database";
import type { OrganizationDomains } from "@latchkey/core/plugin";
import { type SsoDomainRow, ssoDomainTable } from "../tables.ts";
import { domainOf } from "./name.ts";

/** Finds an email's verified domain. One query. @param email the result of `normalizeEmail` */
export function findDomainOfEmail(db: Adapter, email: string): Promise<SsoDomainRow | null> {
  return db.findOne(ssoDomainTable, { where: { verified: domainOf(email) } });
}

/** The `organizationDomains` service. */
export const organizationDomains: OrganizationDomains = {
  async owns(db, organizationId, email) {
    return (await findDomainOfEmail(db, email))?.organizationId === organizationId;
  },
};
