/** The calls that add, remove, and list an organization's domains. */

import { LETTERS_AND_DIGITS, randomId, randomString } from "@latchkey/core/crypto";
import type { Adapter } from "@latchkey/core/database";
import {
  type ActingCaller,
  auditActor,
  defineEndpoint,
  type EndpointOf,
  input,
  type OrganizationScope,
  type RequestContext,
  recordAudit,
  requireCaller,
  requireManagingCaller,
} from "@latchkey/core/plugin";
import { successResponse } from "@latchkey/core/shapes";
import { requireScope, scopeErrors } from "../access.ts";
import type { SsoAuditAction } from "../audit-actions.ts";
import type { SsoDomain, SsoDomainInput, SsoScopeQuery } from "../call-types.ts";
import type { SsoCalls } from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import type { SsoSettings } from "../options.ts";
import { domainOutput, domainsOutput, presentDomain } from "../outputs.ts";
import { type SsoDomainRow, ssoDomainTable } from "../tables.ts";
import { isPublicDomain, normalizeDomain } from "./name.ts";
import { endProviderSessions } from "./sessions.ts";

/** The client stores that a domain change affects. */
export const domainStores: readonly string[] = ["ssoDomains"];

/** The rate limit for calls that query DNS, or that could reveal which organization has a domain. */
export const domainLimit = { window: 60, max: 10 } as const;

/** Input fields that select a domain. */
export const domainFields: input.InputFields<SsoDomainInput> = {
  domain: input.text({ min: 1, max: 255 }),
  organizationId: input.optional(input.id),
};

/** @throws {AuthError} `INVALID_DOMAIN` */
export function readDomain(text: string): string {
  return normalizeDomain(text) ?? failWith("INVALID_DOMAIN");
}

/** @throws {AuthError} `INVALID_DOMAIN`, `PUBLIC_DOMAIN` */
export function readOwnDomain(text: string): string {
  const domain = readDomain(text);
  return isPublicDomain(domain) ? failWith("PUBLIC_DOMAIN") : domain;
}

/** Finds a domain of an organization. One query. */
export function findDomain(db: Adapter, organizationId: string, domain: string): Promise<SsoDomainRow | null> {
  return db.findOne(ssoDomainTable, { where: { organizationId, domain } });
}

/** Adds a domain for the organization to verify. Does nothing if it has been added before. */
export function addSsoDomain(settings: SsoSettings): EndpointOf<SsoCalls["addSsoDomain"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sso/add-domain",
    summary: "Add a domain",
    changes: domainStores,
    input: input.object<SsoDomainInput>(domainFields),
    output: domainOutput,
    guards: [requireManagingCaller],
    errors: {
      ...scopeErrors,
      ...pickErrors("INVALID_DOMAIN", "PUBLIC_DOMAIN", "DOMAIN_LIMIT_REACHED"),
    },
    rateLimit: domainLimit,
    queryBudget: 9,
    async handle({ domain: text, organizationId: named }, context) {
      return addDomain(context, settings, await requireScope(context, named, "update"), text);
    },
  });
}

/** Adds a domain to an organization. @throws {AuthError} the errors of `/sso/add-domain` */
export async function addDomain(
  context: RequestContext & ActingCaller,
  settings: SsoSettings,
  scope: OrganizationScope,
  text: string,
): Promise<SsoDomain> {
  const domain = readOwnDomain(text);
  const row = await context.db.transaction(async (tx) => {
    await scope.lock(tx);
    return insertDomain(tx, context, settings, scope.organizationId, domain);
  });
  return presentDomain(settings, row);
}

/**
 * Adds a domain, unless it has been added before. The organization must be locked.
 * @throws {AuthError} `DOMAIN_LIMIT_REACHED`
 */
export async function insertDomain(
  tx: Adapter,
  context: RequestContext & ActingCaller,
  settings: SsoSettings,
  organizationId: string,
  domain: string,
): Promise<SsoDomainRow> {
  const added = await findDomain(tx, organizationId, domain);
  if (added) return added;
  // Another organization might have the domain, too. That's resolved when this organization verifies it.
  const count = await tx.count(ssoDomainTable, { where: { organizationId } });
  if (count >= settings.domainsLimit) failWith("DOMAIN_LIMIT_REACHED");
  const row = newDomain(context, organizationId, domain);
  await tx.insert(ssoDomainTable, row);
  await recordDomain(tx, context, row, "sso-domain.create");
  return row;
}

function newDomain({ random, now }: RequestContext, organizationId: string, domain: string): SsoDomainRow {
  return {
    id: randomId(random),
    organizationId,
    domain,
    verified: null,
    token: randomString(random, 32, LETTERS_AND_DIGITS),
    verifiedAt: null,
    lastCheckedAt: null,
    failingSince: null,
    enforcement: "optional",
    providerId: null,
    createdAt: now(),
  };
}

/** Removes a domain, and ends the sessions of its users that the organization's providers started. */
export const removeSsoDomain: EndpointOf<SsoCalls["removeSsoDomain"]> = defineEndpoint({
  method: "POST",
  path: "/sso/remove-domain",
  summary: "Remove a domain",
  changes: domainStores,
  input: input.object<SsoDomainInput>(domainFields),
  output: successResponse,
  guards: [requireManagingCaller],
  errors: { ...scopeErrors, ...pickErrors("INVALID_DOMAIN", "DOMAIN_NOT_FOUND") },
  rateLimit: domainLimit,
  queryBudget: 10,
  async handle({ domain: text, organizationId: named }, context) {
    const scope = await requireScope(context, named, "update");
    const domain = readDomain(text);
    const { organizationId } = scope;
    await context.db.transaction(async (tx) => {
      await scope.lock(tx);
      const removed = await tx.consume(ssoDomainTable, { where: { organizationId, domain } });
      if (!removed) return failWith("DOMAIN_NOT_FOUND");
      if (removed.verified !== null) await endProviderSessions(tx, removed);
      return recordDomain(tx, context, removed, "sso-domain.delete");
    });
    return { success: true };
  },
});

/** Lists the domains of an organization. */
export function listSsoDomains(settings: SsoSettings): EndpointOf<SsoCalls["listSsoDomains"]> {
  return defineEndpoint({
    method: "GET",
    path: "/sso/domains",
    summary: "List domains",
    input: input.object<SsoScopeQuery>({ organizationId: input.optional(input.id) }),
    output: domainsOutput,
    guards: [requireCaller],
    errors: scopeErrors,
    queryBudget: 3,
    async handle({ organizationId: named }, context) {
      const { organizationId } = await requireScope(context, named, "read");
      const orderBy = [{ column: "createdAt" }] as const;
      const rows = await context.db.findMany(ssoDomainTable, { where: { organizationId }, orderBy, limit: 1000 });
      return rows.map((row) => presentDomain(settings, row));
    },
  });
}

/** Records a change to a domain in the audit log. */
export function recordDomain(
  tx: Adapter,
  context: RequestContext & ActingCaller,
  { organizationId, domain }: SsoDomainRow,
  action: SsoAuditAction,
): Promise<void> {
  const { actorId, data: by } = auditActor(context);
  return recordAudit(tx, context, { action, actorId, organizationId, data: { domain, ...by } });
}
