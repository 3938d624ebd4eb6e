/** Checks the certificates of organizations' SAML providers. */

import { type Finding, pluralize } from "./finding.ts";
import type { Tables } from "./sql.ts";

const dayMs = 86_400_000;

/** @returns the findings, or none if the single sign-on tables don't exist */
export async function checkCertificates(tables: Tables, now: Date = new Date()): Promise<Finding[]> {
  if (!tables.has("ssoProvider", "enabled", "certificatesExpireAt")) return [];
  const found = await Promise.all([checkExpired(tables, now), checkExpiring(tables, now)]);
  return found.flat();
}

const step = "Ask the organization for its provider's new certificate, and add it with auth.api.updateSSOProvider.";

async function checkExpired(tables: Tables, now: Date): Promise<Finding[]> {
  const condition = `${tables.quote("certificatesExpireAt")} < ${tables.timeLiteral(now)}`;
  const count = await countEnabled(tables, condition);
  if (count === 0) return [];
  return [
    {
      id: "data.expired-certificates",
      severity: "error",
      title: `${pluralize(count, "SAML provider has", "SAML providers have")} no valid certificate, so no one can sign in with ${count === 1 ? "it" : "them"}.`,
      step: `${step} To list them, run: ${listQuery(tables, condition)}`,
    },
  ];
}

async function checkExpiring(tables: Tables, now: Date): Promise<Finding[]> {
  const at = tables.quote("certificatesExpireAt");
  const end = new Date(now.getTime() + 30 * dayMs);
  const condition = `${at} >= ${tables.timeLiteral(now)} and ${at} < ${tables.timeLiteral(end)}`;
  const count = await countEnabled(tables, condition);
  if (count === 0) return [];
  return [
    {
      id: "data.expiring-certificates",
      severity: "warning",
      title: `The last certificate of ${pluralize(count, "SAML provider")} expires within 30 days.`,
      step: `${step} To list them, run: ${listQuery(tables, condition)}`,
    },
  ];
}

function countEnabled(tables: Tables, condition: string): Promise<number> {
  return tables.count(tables.quote("ssoProvider"), `${tables.quote("enabled")} is true and ${condition}`);
}

function listQuery({ quote }: Tables, condition: string): string {
  const columns = ["providerId", "organizationId", "certificatesExpireAt"].map(quote).join(", ");
  return `select ${columns} from ${quote("ssoProvider")} where ${quote("enabled")} is true and ${condition};`;
}
