/** The calls that verify an organization's domain. */

import { UniqueViolation } from "@latchkey/core/database";
import {
  type ActingCaller,
  defineEndpoint,
  type EndpointOf,
  fail,
  httpErrors,
  input,
  type OrganizationScope,
  type RequestContext,
  requireCaller,
  requireManagingCaller,
} from "@latchkey/core/plugin";
import { object } from "@latchkey/core/shapes";
import { requireScope, scopeErrors } from "../access.ts";
import type { VerifyDomainInput } from "../call-types.ts";
import type { SsoCalls } from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import type { SsoSettings } from "../options.ts";
import { recordOf, requestedOutput } from "../outputs.ts";
import { findManaged } from "../providers/manage.ts";
import { domainsOf, listDomains } from "../providers/store.ts";
import { type SsoDomainRow, ssoDomainTable } from "../tables.ts";
import { lapseDomain } from "./lapse.ts";
import { domainFields, domainLimit, domainStores, findDomain, readDomain, recordDomain } from "./manage.ts";
import { isProven, readProofs } from "./proof.ts";

const verifyFields: input.InputFields<VerifyDomainInput> = {
  organizationId: domainFields.organizationId,
  domain: input.optional(domainFields.domain),
  providerId: input.optional(input.id),
};

/** Returns the TXT record that verifies a domain. */
export function requestDomainVerification(settings: SsoSettings): EndpointOf<SsoCalls["requestDomainVerification"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sso/request-domain-verification",
    summary: "Get a domain's TXT record",
    input: input.object<VerifyDomainInput>(verifyFields),
    output: requestedOutput,
    guards: [requireCaller],
    errors: {
      ...scopeErrors,
      ...pickErrors("INVALID_DOMAIN", "DOMAIN_NOT_FOUND", "DOMAIN_VERIFIED", "SSO_PROVIDER_NOT_FOUND"),
    },
    rateLimit: domainLimit,
    queryBudget: 4,
    async handle(given, context) {
      const { found } = await findSelected(context, given);
      const row = found ?? failWith("DOMAIN_NOT_FOUND");
      if (row.verified !== null) failWith("DOMAIN_VERIFIED");
      context.reply.successStatus = 201;
      return { domainVerificationToken: row.token, records: [recordOf(settings, row)] };
    },
  });
}

/** Verifies a domain if its TXT record exists. */
export function verifyDomain(settings: SsoSettings): EndpointOf<SsoCalls["verifyDomain"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sso/verify-domain",
    summary: "Verify a domain",
    changes: domainStores,
    input: input.object<VerifyDomainInput>(verifyFields),
    output: object({}),
    guards: [requireManagingCaller],
    errors: {
      ...scopeErrors,
      ...pickErrors("INVALID_DOMAIN", "NO_PENDING_VERIFICATION", "DOMAIN_TAKEN", "DOMAIN_VERIFICATION_FAILED"),
      ...pickErrors("SSO_PROVIDER_NOT_FOUND"),
    },
    rateLimit: domainLimit,
    queryBudget: 10,
    async handle(given, context) {
      const { scope, found } = await findSelected(context, given);
      return proveDomain(context, settings, scope, found);
    },
  });
}

/** A domain that the caller can verify. `null` if it hasn't been added. */
interface SelectedDomain {
  readonly scope: OrganizationScope;
  readonly found: SsoDomainRow | null;
}

/**
 * Finds the domain that the input selects. At most three queries.
 * @throws {AuthError} one of {@link scopeErrors}, `INVALID_DOMAIN`, `SSO_PROVIDER_NOT_FOUND`
 */
async function findSelected(
  context: RequestContext & ActingCaller,
  { domain, providerId, organizationId }: VerifyDomainInput,
): Promise<SelectedDomain> {
  if (domain !== undefined && providerId === undefined) {
    const scope = await requireScope(context, organizationId, "update");
    return { scope, found: await findDomain(context.db, scope.organizationId, readDomain(domain)) };
  }
  if (domain !== undefined || providerId === undefined) {
    return fail(httpErrors, "VALIDATION_ERROR", { message: "Send either domain or providerId" });
  }
  const { row, scope } = await findManaged(context, providerId, "update");
  const all = await listDomains(context.db, scope.organizationId);
  const own = domainsOf(row).flatMap((name) => all.find((one) => one.domain === name) ?? []);
  return { scope, found: own.find(({ verified }) => verified === null) ?? own[0] ?? null };
}

/**
 * Verifies an organization's domain if its TXT record exists.
 * @throws {AuthError} the errors of `/sso/verify-domain`
 */
export async function proveDomain(
  context: RequestContext & ActingCaller,
  settings: SsoSettings,
  scope: OrganizationScope,
  found: SsoDomainRow | null,
): Promise<object> {
  if (!found || found.verified !== null) return failWith("NO_PENDING_VERIFICATION");
  // Query DNS before the transaction, because it can be slow.
  const texts = await readProofs(context, settings, found).catch((cause) => {
    context.log.warn("Couldn't read a TXT record", { domain: found.domain, error: cause });
    return failWith("DOMAIN_VERIFICATION_FAILED", { cause });
  });
  if (!isProven(settings, found, texts)) failWith("DOMAIN_VERIFICATION_FAILED");
  await storeProof(context, settings, scope, found, texts);
  context.reply.successStatus = 204;
  return {};
}

/**
 * Stores that the domain is verified. If several organizations verify it concurrently, only one gets it, because the
 * value is unique. An organization that has verified it before keeps it while its own record exists.
 * @throws {AuthError} `DOMAIN_TAKEN`, or `NO_PENDING_VERIFICATION` if the domain was verified or removed in the
 * meantime
 */
async function storeProof(
  context: RequestContext & ActingCaller,
  settings: SsoSettings,
  scope: OrganizationScope,
  { id, domain, token }: SsoDomainRow,
  texts: readonly string[],
): Promise<void> {
  const now = context.now();
  try {
    await context.db.transaction(async (tx) => {
      await scope.lock(tx);
      const holder = await tx.findOne(ssoDomainTable, { where: { verified: domain } });
      if (holder && isProven(settings, holder, texts)) failWith("DOMAIN_TAKEN");
      if (holder) await lapseDomain(tx, context, holder, { token: holder.token }, "moved");
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
