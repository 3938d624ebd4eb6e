/** The calls that list the domains and identity providers of all organizations for site admins. */

import type { Where } from "@latchkey/core/database";
import {
  type CallerSession,
  defineEndpoint,
  type EndpointOf,
  getService,
  input,
  maxCursorLength,
  type RequestContext,
  requireCaller,
  requireSiteScope,
  timePages,
} from "@latchkey/core/plugin";
import type { AllSsoDomainsQuery, AllSsoProvidersQuery, OrganizationNames } from "./call-types.ts";
import type { SsoCalls } from "./contract.ts";
import { failWith, pickErrors } from "./errors.ts";
import type { SsoSettings } from "./options.ts";
import { allDomainsOutput, allProvidersOutput, presentDomain, presentProvider } from "./outputs.ts";
import { maxListed } from "./providers/store.ts";
import { type SsoDomainRow, type SsoProviderRow, ssoDomainTable, ssoProviderTable } from "./tables.ts";

const newestFirst = timePages("createdAt", "desc");

const pageFields = {
  limit: input.optional(input.integer({ min: 1, max: 100 })),
  cursor: input.optional(input.text({ min: 1, max: maxCursorLength })),
};
const siteErrors = pickErrors("YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO");

/** @throws {AuthError} `YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO` unless a site admin or the app itself makes the call */
function requireSiteReader(context: RequestContext & CallerSession): void {
  requireSiteScope(context, {
    permission: ["sso", "read"],
    refuse: () => failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO"),
  });
}

/** Returns the organizations' names. One query, or none if there are no organizations. */
async function findNames(
  context: RequestContext,
  rows: readonly { readonly organizationId: string | null }[],
): Promise<OrganizationNames> {
  const ids = [...new Set(rows.map(({ organizationId }) => organizationId))].filter((id) => id !== null);
  if (ids.length === 0) return {};
  const { table } = getService(context, "organizationAccess");
  const columns = ["id", "name"] as const;
  const found = await context.db.findMany(table, { where: { id: { in: ids } }, columns, limit: ids.length });
  return Object.fromEntries(found.map(({ id, name }) => [id, { name }]));
}

const domainStates: Readonly<Record<NonNullable<AllSsoDomainsQuery["state"]>, Where<SsoDomainRow>>> = {
  verified: { verified: { ne: null } },
  pending: { verified: null },
  failing: { verified: { ne: null }, failingSince: { ne: null } },
};

/** Lists the domains of all organizations, newest first. */
export function listAllSsoDomains(settings: SsoSettings): EndpointOf<SsoCalls["listAllSsoDomains"]> {
  return defineEndpoint({
    method: "GET",
    path: "/sso/list-all-domains",
    summary: "List the domains of all organizations",
    input: input.object<AllSsoDomainsQuery>({
      state: input.optional(input.oneOf("verified", "pending", "failing")),
      ...pageFields,
    }),
    output: allDomainsOutput,
    guards: [requireCaller],
    errors: siteErrors,
    queryBudget: 3,
    async handle({ state, ...page }, context) {
      requireSiteReader(context);
      const where = state === undefined ? {} : domainStates[state];
      const found = await context.db.findMany(ssoDomainTable, { where, ...newestFirst.select(page) });
      const { rows, nextCursor } = newestFirst.toPage(found, page);
      const domains = rows.map((row) => presentDomain(settings, row));
      return { domains, organizations: await findNames(context, rows), nextCursor };
    },
  });
}

/** Lists the identity providers of all organizations, newest first. */
export function listAllSSOProviders(settings: SsoSettings): EndpointOf<SsoCalls["listAllSSOProviders"]> {
  return defineEndpoint({
    method: "GET",
    path: "/sso/list-all-providers",
    summary: "List the identity providers of all organizations",
    input: input.object<AllSsoProvidersQuery>({
      state: input.optional(input.oneOf("on", "off", "expiring")),
      ...pageFields,
    }),
    output: allProvidersOutput,
    guards: [requireCaller],
    errors: siteErrors,
    queryBudget: 4,
    async handle({ state, ...page }, context) {
      requireSiteReader(context);
      const found = await context.db.findMany(ssoProviderTable, {
        where: { deletedAt: null, organizationId: { ne: null }, ...providerCondition(context, state) },
        ...newestFirst.select(page),
      });
      const { rows, nextCursor } = newestFirst.toPage(found, page);
      const domains = await findDomains(context, rows);
      const providers = rows.map(async (row) => {
        const own = domains.filter(({ organizationId }) => organizationId === row.organizationId);
        const { domains: _, ...provider } = await presentProvider(context, settings, row, own);
        return provider;
      });
      return { providers: await Promise.all(providers), organizations: await findNames(context, rows), nextCursor };
    },
  });
}

const monthMs = 30 * 86_400_000;

function providerCondition(context: RequestContext, state: AllSsoProvidersQuery["state"]): Where<SsoProviderRow> {
  if (state === undefined) return {};
  if (state === "expiring") {
    return { enabled: true, certificatesExpireAt: { lt: new Date(context.now().getTime() + monthMs) } };
  }
  return { enabled: state === "on" };
}

/** Returns the providers' domains. One query, or none if there are no providers. */
async function findDomains(context: RequestContext, providers: readonly SsoProviderRow[]): Promise<SsoDomainRow[]> {
  const domain = { in: [...new Set(providers.flatMap((row) => row.domain.split(",")))] };
  const organizationId = { in: providers.map((row) => row.organizationId ?? "") };
  if (providers.length === 0) return [];
  return context.db.findMany(ssoDomainTable, { where: { domain, organizationId }, limit: 100 * maxListed });
}
