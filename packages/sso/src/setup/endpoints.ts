/** The calls for setup links. */

import { randomId } from "@latchkey/core/crypto";
import {
  buildRedirect,
  type CallerSession,
  checkRedirect,
  defineEndpoint,
  type EndpointOf,
  input,
  type OrganizationScope,
  type RequestContext,
  recordAudit,
  recordSystemAudit,
  requireManagingCaller,
  requireOrganizationScope,
  type SetupCaller,
  setupErrors,
} from "@latchkey/core/plugin";
import { boolean, date, list, nullable, object, type Shape, text } from "@latchkey/core/shapes";
import { refusals, scopeErrors } from "../access.ts";
import type { SetupLink, SetupLinkInput, SetupProviderInput, SsoSetup, TestSsoProviderInput } from "../call-types.ts";
import type { SsoCalls } from "../contract.ts";
import { addDomain, domainFields, domainLimit, domainStores, findDomain, readDomain } from "../domains/manage.ts";
import { proveDomain } from "../domains/verify.ts";
import { failWith, pickErrors } from "../errors.ts";
import type { SsoSettings } from "../options.ts";
import { domainOutput, presentDomain, presentProvider, providerSummaryOutput, registeredOutput } from "../outputs.ts";
import {
  providerDomainErrors,
  providerLimit,
  providerStores,
  registerErrors,
  registerProvider,
  setupProviderFields,
} from "../providers/register.ts";
import { findProvider, listDomains, listProviders } from "../providers/store.ts";
import type { SsoProviderRow } from "../tables.ts";
import { lastTests, startedOutput, startTest, testFields, testsOutput } from "../trials/endpoints.ts";
import { type Creator, directoryPermissions, findCreator, permits, requireSetup, ssoPermissions } from "./guard.ts";
import { hasSetupCookie, maxLinkAge, openLink, peekLink, readSetup, type Setup, storeLink } from "./link.ts";

/** Creates a setup link. */
export const createSsoSetupLink: EndpointOf<SsoCalls["createSsoSetupLink"]> = defineEndpoint({
  method: "POST",
  path: "/sso/setup-link",
  summary: "Create a link for setting up single sign-on",
  input: input.object<SetupLinkInput>({
    organizationId: input.optional(input.id),
    callbackURL: input.text({ min: 1, max: 2048 }),
    expiresIn: input.optional(input.jsonInteger({ min: 60, max: maxLinkAge })),
    directory: input.optional(input.boolean),
  }),
  output: object<SetupLink>({ url: text, expiresAt: date }),
  guards: [requireManagingCaller],
  errors: { ...scopeErrors, ...pickErrors("YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM") },
  rateLimit: providerLimit,
  queryBudget: 10,
  async handle({ organizationId: named, callbackURL, expiresIn = maxLinkAge, directory = false }, context) {
    // The link's holder gets these permissions. They're checked again whenever the link is used.
    if (directory) await requireLinkScope(context, named, "scim");
    const scope = await requireLinkScope(context, named, "sso");
    const page = await checkRedirect(context, "callbackURL", callbackURL);
    const { organizationId } = scope;
    const creatorId = context.caller?.user.id ?? null;
    const linkId = randomId(context.random);
    const { token, expiresAt } = await context.db.transaction(async (tx) => {
      await scope.lock(tx);
      const data = { setupLinkId: linkId, expiresIn, directory };
      await recordAudit(tx, context, { action: "sso-setup.link", actorId: creatorId, organizationId, data });
      return storeLink(tx, context, { organizationId, creatorId, linkId, directory, expiresIn });
    });
    return { url: buildRedirect(context, page, { token }), expiresAt };
  },
});

/** The permissions that a link's creator needs, and the errors if one is missing. */
const required = {
  sso: { permissions: ssoPermissions, denied: "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO" },
  scim: { permissions: directoryPermissions, denied: "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM" },
} as const;

/**
 * Checks that the caller can create a link with a permission. At most one query.
 * @throws {AuthError} one of {@link scopeErrors}, `YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM`
 */
function requireLinkScope(
  context: RequestContext & CallerSession,
  organizationId: string | undefined,
  resource: keyof typeof required,
): Promise<OrganizationScope> {
  const { permissions, denied } = required[resource];
  return requireOrganizationScope(context, organizationId, {
    permission: [resource, "create"],
    permissions,
    refuse: (why) => failWith(why === "denied" ? denied : refusals[why]),
  });
}

const setupOutput: Shape<SsoSetup> = object<SsoSetup>({
  organizationName: text,
  expiresAt: date,
  directory: boolean,
  domains: list(domainOutput),
  providers: list(providerSummaryOutput),
});

/** Returns the data that the setup link's holder can see. */
async function presentSetup(
  context: RequestContext,
  settings: SsoSettings,
  setup: Setup,
  creator: Creator,
): Promise<SsoSetup> {
  const { organizationId, expiresAt } = setup;
  const domains = await listDomains(context.db, organizationId);
  const rows = await listProviders(context.db, organizationId);
  const providers = rows.map(async (row) => {
    const { domains: _, ...provider } = await presentProvider(context, settings, row, domains);
    return provider;
  });
  return {
    organizationName: creator.organization.name,
    expiresAt,
    directory: permits(setup, creator, directoryPermissions),
    domains: domains.map((row) => presentDomain(settings, row)),
    providers: await Promise.all(providers),
  };
}

/**
 * Finds the link's creator.
 * @throws {AuthError} `SETUP_LINK_INVALID` if the creator can no longer create setup links, or the organization was
 * deleted
 */
async function requireCreator(context: RequestContext, setup: Setup): Promise<Creator> {
  const creator = await findCreator(context, setup);
  return creator && permits(setup, creator, ssoPermissions) ? creator : failWith("SETUP_LINK_INVALID");
}

/** Opens a link. */
export function openSsoSetup(settings: SsoSettings): EndpointOf<SsoCalls["openSsoSetup"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sso/setup/open",
    summary: "Open a setup link",
    input: input.object({ token: input.rawText({ max: 255 }) }),
    output: setupOutput,
    errors: setupErrors,
    rateLimit: { window: 60, max: 10 },
    originCheck: "always",
    queryBudget: 10,
    async handle({ token }, context) {
      const setup = (await peekLink(context, token)) ?? failWith("SETUP_LINK_INVALID");
      const creator = await requireCreator(context, setup);
      const { organizationId, linkId } = setup;
      await context.db.transaction(async (tx) => {
        await openLink(tx, context, token, setup);
        const entry = { action: "sso-setup.open", actorId: null, organizationId, data: { setupLinkId: linkId } };
        await recordSystemAudit(tx, context, entry);
      });
      return presentSetup(context, settings, setup, creator);
    },
  });
}

/** Returns the state of the setup. Doesn't fail if there's none, because the page makes this call on every visit. */
export function getSsoSetup(settings: SsoSettings): EndpointOf<SsoCalls["getSsoSetup"]> {
  return defineEndpoint({
    method: "GET",
    path: "/sso/setup/state",
    summary: "Get the state of a setup",
    input: input.object({}),
    output: nullable(setupOutput),
    errors: setupErrors,
    queryBudget: 7,
    async handle(_, context) {
      if (!hasSetupCookie(context)) return null;
      const setup = (await readSetup(context)) ?? failWith("SETUP_LINK_INVALID");
      return presentSetup(context, settings, setup, await requireCreator(context, setup));
    },
  });
}

/** Registers a provider. */
export function registerSetupProvider(settings: SsoSettings): EndpointOf<SsoCalls["registerSetupProvider"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sso/setup/register",
    summary: "Register an identity provider with a setup link",
    changes: providerStores,
    input: input.object<SetupProviderInput>(setupProviderFields),
    output: registeredOutput,
    guards: [requireSetup],
    errors: registerErrors,
    rateLimit: providerLimit,
    originCheck: "always",
    // Each domain adds up to four queries.
    queryBudget: 18,
    handle: (given, context) => registerProvider(context, settings, context.scope, given),
  });
}

const domainInput = input.object<{ readonly domain: string }>({ domain: domainFields.domain });

/** Adds a domain. */
export function addSetupDomain(settings: SsoSettings): EndpointOf<SsoCalls["addSetupDomain"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sso/setup/add-domain",
    summary: "Add a domain with a setup link",
    changes: domainStores,
    input: domainInput,
    output: domainOutput,
    guards: [requireSetup],
    errors: providerDomainErrors,
    rateLimit: domainLimit,
    originCheck: "always",
    queryBudget: 13,
    handle: ({ domain }, context) => addDomain(context, settings, context.scope, domain),
  });
}

/** Verifies a domain. */
export function verifySetupDomain(settings: SsoSettings): EndpointOf<SsoCalls["verifySetupDomain"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sso/setup/verify-domain",
    summary: "Verify a domain with a setup link",
    changes: domainStores,
    input: domainInput,
    output: object({}),
    guards: [requireSetup],
    errors: pickErrors("INVALID_DOMAIN", "NO_PENDING_VERIFICATION", "DOMAIN_TAKEN", "DOMAIN_VERIFICATION_FAILED"),
    rateLimit: domainLimit,
    originCheck: "always",
    queryBudget: 13,
    async handle({ domain }, context) {
      const { db, scope } = context;
      return proveDomain(context, settings, scope, await findDomain(db, scope.organizationId, readDomain(domain)));
    },
  });
}

/** Starts a test. */
export function testSetupProvider(settings: SsoSettings): EndpointOf<SsoCalls["testSetupProvider"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sso/setup/test-provider",
    summary: "Test an identity provider with a setup link",
    input: input.object<TestSsoProviderInput>(testFields),
    output: startedOutput,
    guards: [requireSetup],
    errors: pickErrors("SSO_PROVIDER_NOT_FOUND", "SSO_PROVIDER_DISABLED", "PROVIDER_UNAVAILABLE"),
    rateLimit: providerLimit,
    originCheck: "always",
    queryBudget: 6,
    async handle(given, context) {
      return startTest(context, settings, await requireOwn(context, given.providerId), given);
    },
  });
}

/** Lists the last tests of a provider. */
export const listSetupTests: EndpointOf<SsoCalls["listSetupTests"]> = defineEndpoint({
  method: "GET",
  path: "/sso/setup/last-tests",
  summary: "List the last tests of an identity provider with a setup link",
  input: input.object({ providerId: input.id }),
  output: testsOutput,
  guards: [requireSetup],
  errors: pickErrors("SSO_PROVIDER_NOT_FOUND"),
  queryBudget: 6,
  async handle({ providerId }, context) {
    return lastTests(context.db, await requireOwn(context, providerId));
  },
});

/**
 * Finds one of the organization's providers.
 * @throws {AuthError} `SSO_PROVIDER_NOT_FOUND`, including for another organization's provider
 */
async function requireOwn({ db, scope }: RequestContext & SetupCaller, providerId: string): Promise<SsoProviderRow> {
  const row = await findProvider(db, providerId);
  return row?.organizationId === scope.organizationId ? row : failWith("SSO_PROVIDER_NOT_FOUND");
}
