/** Checks the domains that organizations have verified. */

import { type Finding, pluralize } from "./finding.ts";
import type { Tables } from "./sql.ts";

/** @returns the finding, or none if the single sign-on tables don't exist */
export async function checkDomains(tables: Tables): Promise<Finding[]> {
  if (!tables.has("ssoDomain", "verified", "failingSince")) return [];
  const { quote } = tables;
  const condition = `${quote("verified")} is not null and ${quote("failingSince")} is not null`;
  const count = await tables.count(quote("ssoDomain"), condition);
  if (count === 0) return [];
  const columns = ["domain", "organizationId", "failingSince"].map(quote).join(", ");
  return [
    {
      id: "data.failing-domains",
      severity: "warning",
      title: `The TXT record of ${pluralize(count, "verified domain")} is missing or can't be read.`,
      detail:
        "After seven days, the domain is no longer verified, and its users can't sign in with their identity provider.",
      step: `Ask the organization to add the record again. auth.api.listSsoDomains returns it. To list them, run: select ${columns} from ${quote("ssoDomain")} where ${condition};`,
    },
  ];
}
