/** Decides whether users of a domain must sign in with their organization's identity provider. */

import type { Transaction } from "@latchkey/core/database";
import { defineEndpoint, type EndpointOf, input, recordAudit, requireManagingCaller } from "@latchkey/core/plugin";
import { requireScope, scopeErrors } from "../access.ts";
import type { SetEnforcementInput } from "../call-types.ts";
import type { SsoCalls } from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import type { SsoSettings } from "../options.ts";
import { domainOutput, presentDomain } from "../outputs.ts";
import { domainsOf } from "../providers/store.ts";
import {
  enforcements,
  type SsoDomainRow,
  type SsoProviderRow,
  ssoDomainTable,
  ssoProviderTable,
  ssoTestTable,
} from "../tables.ts";
import { passed } from "../trials/trial.ts";
import { domainFields, domainLimit, domainStores, findDomain, readDomain } from "./manage.ts";
import { endOtherSessions } from "./sessions.ts";

/** How long a successful test is valid, in milliseconds. */
const testedWithin = 24 * 3_600_000;

/** Changes how users of a domain sign in. */
export function setSsoEnforcement(settings: SsoSettings): EndpointOf<SsoCalls["setSsoEnforcement"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sso/set-enforcement",
    summary: "Require single sign-on for a domain",
    changes: domainStores,
    input: input.object<SetEnforcementInput>({
      ...domainFields,
      enforcement: input.oneOf(...enforcements),
      providerId: input.optional(input.id),
    }),
    output: domainOutput,
    guards: [requireManagingCaller],
    errors: {
      ...scopeErrors,
      ...pickErrors("INVALID_DOMAIN", "DOMAIN_NOT_FOUND", "DOMAIN_NOT_VERIFIED"),
      ...pickErrors("SSO_PROVIDER_NOT_FOUND", "NO_TESTED_PROVIDER"),
    },
    rateLimit: domainLimit,
    queryBudget: 13,
    async handle({ domain: text, organizationId: named, enforcement, providerId: chosen }, context) {
      const scope = await requireScope(context, named, "update");
      const domain = readDomain(text);
      const { organizationId } = scope;
      const row = await context.db.transaction(async (tx) => {
        await scope.lock(tx);
        const found = (await findDomain(tx, organizationId, domain)) ?? failWith("DOMAIN_NOT_FOUND");
        const isRequired = enforcement === "required";
        const provider = isRequired ? await lockTestedProvider(tx, found, chosen, context.now()) : null;
        // Lock the domain after the provider. Sign-ins also lock it, so that none of them is missed below.
        const locked = (await tx.lock(ssoDomainTable, found.id)) ?? failWith("DOMAIN_NOT_FOUND");
        if (isRequired && locked.verified === null) failWith("DOMAIN_NOT_VERIFIED");
        const set = { enforcement, providerId: provider?.providerId ?? null };
        await tx.update(ssoDomainTable, { where: { id: locked.id }, set });
        const ended =
          isRequired && locked.enforcement !== "required"
            ? await endOtherSessions(tx, locked, context.caller?.session.id)
            : 0;
        const actorId = context.caller?.user.id ?? null;
        const data = { domain, ...set, ended };
        await recordAudit(tx, context, { action: "sso-domain.enforce", actorId, organizationId, data });
        return { ...locked, ...set };
      });
      return presentDomain(settings, row);
    },
  });
}

/**
 * Locks the provider that users will have to sign in with.
 * @throws {AuthError} `SSO_PROVIDER_NOT_FOUND`, or `NO_TESTED_PROVIDER` if it wasn't tested, because users might be
 * unable to sign in
 */
async function lockTestedProvider(
  tx: Transaction,
  { organizationId, domain }: SsoDomainRow,
  chosen: string | undefined,
  now: Date,
): Promise<SsoProviderRow> {
  const where = { organizationId, deletedAt: null, enabled: true };
  const rows = await tx.findMany(ssoProviderTable, { where, limit: 1000 });
  const usable = rows.filter((row) => domainsOf(row).includes(domain) && [undefined, row.providerId].includes(chosen));
  const [only, second] = usable;
  const row = only && !second ? await tx.lock(ssoProviderTable, only.id) : null;
  if (!row?.enabled || row.deletedAt !== null) return failWith("SSO_PROVIDER_NOT_FOUND");
  const createdAt = { gt: new Date(now.getTime() - testedWithin) };
  const test = { providerId: row.id, revision: row.revision, outcome: passed, createdAt };
  const [tested] = await tx.findMany(ssoTestTable, { where: test, limit: 1 });
  return tested ? row : failWith("NO_TESTED_PROVIDER");
}

/**
 * Stops requiring single sign-on for domains that the required provider no longer serves. Otherwise, only owners could
 * sign in. Returns the data for the audit log.
 */
export async function relaxDomains(
  tx: Transaction,
  { organizationId, providerId }: SsoProviderRow,
  served: readonly string[],
): Promise<{ readonly noLongerRequired?: readonly string[] }> {
  const where = { organizationId: organizationId ?? "", providerId };
  const rows = await tx.findMany(ssoDomainTable, { where, limit: 1000 });
  const lost = rows.filter(({ domain }) => !served.includes(domain));
  if (lost.length === 0) return {};
  const set = { enforcement: "optional", providerId: null } as const;
  await tx.update(ssoDomainTable, { where: { id: { in: lost.map(({ id }) => id) } }, set });
  return { noLongerRequired: lost.map(({ domain }) => domain) };
}
