/** The responses of the plugin's calls, and how rows become them. */

import { boolean, date, list, literal, nullable, object, type Shape, text } from "@latchkey/core/shapes";
import type { DnsRecord, RequestedVerification, SsoDomain } from "./contract.ts";
import type { SsoSettings } from "./options.ts";
import type { SsoDomainRow } from "./tables.ts";

const recordOutput: Shape<DnsRecord> = object<DnsRecord>({ type: literal("TXT"), name: text, value: text });

/** A domain. */
export const domainOutput: Shape<SsoDomain> = object<SsoDomain>({
  id: text,
  organizationId: text,
  domain: text,
  verified: boolean,
  verifiedAt: nullable(date),
  lastCheckedAt: nullable(date),
  failingSince: nullable(date),
  createdAt: date,
  record: recordOutput,
});

/** Response of `/sso/domains`. */
export const domainsOutput: Shape<readonly SsoDomain[]> = list(domainOutput);

/** Response of `/sso/request-domain-verification`. */
export const requestedOutput: Shape<RequestedVerification> = object<RequestedVerification>({
  domainVerificationToken: text,
  records: list(recordOutput),
});

/** Returns the TXT record that proves a domain. */
export function recordOf(
  { tokenPrefix }: SsoSettings,
  { domain, token }: Pick<SsoDomainRow, "domain" | "token">,
): DnsRecord {
  return { type: "TXT", name: `_${tokenPrefix}.${domain}`, value: token };
}

/** Turns a row into what responses contain. */
export function presentDomain(settings: SsoSettings, row: SsoDomainRow): SsoDomain {
  const { id, organizationId, domain, verifiedAt, lastCheckedAt, failingSince, createdAt } = row;
  const times = { verifiedAt, lastCheckedAt, failingSince, createdAt };
  return { id, organizationId, domain, verified: row.verified !== null, ...times, record: recordOf(settings, row) };
}
