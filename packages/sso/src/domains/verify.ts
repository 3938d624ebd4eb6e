/** The calls with which an organization proves a domain. */

import { UniqueViolation } from "@latchkey/core/database";
import { defineEndpoint, type EndpointOf, input, type RequestContext } from "@latchkey/core/plugin";
import { object } from "@latchkey/core/shapes";
import {
  requireScope,
  requireSsoManager,
  requireSsoReader,
  type SsoCaller,
  type SsoScope,
  scopeErrors,
} from "../access.ts";
import type { SsoCalls, SsoDomainInput } from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import type { SsoSettings } from "../options.ts";
import { recordOf, requestedOutput } from "../outputs.ts";
import { type SsoDomainRow, ssoDomainTable } from "../tables.ts";
import { domainFields, domainLimit, domainStores, findDomain, readDomain, recordDomain } from "./manage.ts";
import { hasProof } from "./proof.ts";

/** Returns the TXT record that proves a domain. */
export function requestDomainVerification(settings: SsoSettings): EndpointOf<SsoCalls["requestDomainVerification"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sso/request-domain-verification",
    summary: "Get the TXT record of a domain",
    input: input.object<SsoDomainInput>(domainFields),
    output: requestedOutput,
    guards: [requireSsoReader],
    errors: { ...scopeErrors, ...pickErrors("INVALID_DOMAIN", "DOMAIN_NOT_FOUND", "DOMAIN_VERIFIED") },
    rateLimit: domainLimit,
    queryBudget: 3,
    async handle({ domain, organizationId }, context) {
      const scope = await requireScope(context, organizationId, "update");
      const found = await findDomain(context.db, scope.organizationId, readDomain(domain));
      const row = found ?? failWith("DOMAIN_NOT_FOUND");
      if (row.verified !== null) failWith("DOMAIN_VERIFIED");
      context.reply.successStatus = 201;
      return { domainVerificationToken: row.token, records: [recordOf(settings, row)] };
    },
  });
}

/** Verifies a domain if its TXT record is there. */
export function verifyDomain(settings: SsoSettings): EndpointOf<SsoCalls["verifyDomain"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sso/verify-domain",
    summary: "Verify a domain",
    changes: domainStores,
    input: input.object<SsoDomainInput>(domainFields),
    output: object({}),
    guards: [requireSsoManager],
    errors: {
      ...scopeErrors,
      ...pickErrors("INVALID_DOMAIN", "NO_PENDING_VERIFICATION", "DOMAIN_TAKEN", "DOMAIN_VERIFICATION_FAILED"),
    },
    rateLimit: domainLimit,
    queryBudget: 9,
    async handle({ domain, organizationId }, context) {
      const scope = await requireScope(context, organizationId, "update");
      const found = await findDomain(context.db, scope.organizationId, readDomain(domain));
      if (!found || found.verified !== null) return failWith("NO_PENDING_VERIFICATION");
      // Before the transaction, because DNS can be slow.
      await requireProof(context, settings, found);
      await storeProof(context, scope, found);
      context.reply.successStatus = 204;
      return {};
    },
  });
}

/** @throws {AuthError} `DOMAIN_VERIFICATION_FAILED` */
async function requireProof(context: RequestContext, settings: SsoSettings, row: SsoDomainRow): Promise<void> {
  const isProven = await hasProof(context, settings, row).catch((cause) => {
    context.log.warn("A TXT record couldn't be read", { domain: row.domain, error: cause });
    return failWith("DOMAIN_VERIFICATION_FAILED", { cause });
  });
  if (!isProven) failWith("DOMAIN_VERIFICATION_FAILED");
}

/**
 * Of several organizations that prove a domain at once, one gets it, because the value is unique.
 * @throws {AuthError} `DOMAIN_TAKEN`, or `NO_PENDING_VERIFICATION` if the domain was verified or removed meanwhile
 */
async function storeProof(
  context: RequestContext & SsoCaller,
  scope: SsoScope,
  { id, domain, token }: SsoDomainRow,
): Promise<void> {
  const now = context.now();
  try {
    await context.db.transaction(async (tx) => {
      await scope.lock(tx);
      const row = await tx.lock(ssoDomainTable, id);
      if (!row || row.token !== token || row.verified !== null) return failWith("NO_PENDING_VERIFICATION");
      const set = { verified: domain, verifiedAt: now, lastCheckedAt: now, failingSince: null };
      await tx.update(ssoDomainTable, { where: { id }, set });
      return recordDomain(tx, context, row, "sso-domain.verify");
    });
  } catch (error) {
    if (error instanceof UniqueViolation) failWith("DOMAIN_TAKEN");
    throw error;
  }
}
