/** Input of the calls that register and change identity providers. */

import type { BuiltInProviders } from "@latchkey/core";
import { authorize } from "@latchkey/core/access";
import { getService, hasProvider, input, type RequestContext } from "@latchkey/core/plugin";
import type { SsoScope } from "../access.ts";
import type { OidcConfigInput } from "../contract.ts";
import { readOwnDomain } from "../domains/manage.ts";
import { failWith } from "../errors.ts";
import type { SsoSettings } from "../options.ts";
import type { RoleMapping } from "../tables.ts";
import { rolesIn } from "./roles.ts";

const secret = input.text({ min: 1, max: 2048 });
/** A scope. RFC 6749, section 3.3. */
export const scopeField: input.InputField<string> = input.text({
  pattern: /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]{1,255}$/,
});

/** The fields of `oidcConfig`. */
export const configFields: input.InputFields<OidcConfigInput> = {
  clientId: input.text({ min: 1, max: 512 }),
  clientSecret: secret,
  scopes: input.optional(input.list(scopeField, { max: 50 })),
};

/** The field `roleMapping`. */
export const roleMappingField: input.InputField<RoleMapping[]> = input.list(
  input.object<RoleMapping>({
    claim: input.text({ min: 1, max: 255 }),
    equals: input.text({ min: 1, max: 255 }),
    role: input.text({ min: 1, max: 255 }),
  }),
  { max: 100 },
);

/** Fields that registering and changing share. */
export const providerFields = {
  issuer: input.text({ min: 1, max: 2048 }),
  domain: input.text({ min: 1, max: 4096 }),
  name: input.optional(input.text({ min: 1, max: 100 })),
} as const;

/** The app can configure them later, and then finds their accounts by these ids. */
const builtIn: Readonly<Record<keyof BuiltInProviders, true>> = {
  apple: true,
  discord: true,
  dropbox: true,
  facebook: true,
  github: true,
  gitlab: true,
  google: true,
  kick: true,
  linkedin: true,
  microsoft: true,
  reddit: true,
  roblox: true,
  spotify: true,
  tiktok: true,
  twitch: true,
  twitter: true,
  vk: true,
  zoom: true,
};

/**
 * Checks the id of a new provider. It names accounts, so it must not be that of another sign-in method.
 * @throws {AuthError} `INVALID_PROVIDER_ID`
 */
export function checkProviderId(context: RequestContext, providerId: string): void {
  const isValid = /^[a-z0-9][a-z0-9-]{0,62}$/.test(providerId);
  const isReserved = providerId === "credential" || Object.hasOwn(builtIn, providerId);
  if (!isValid || isReserved || hasProvider(context, providerId)) failWith("INVALID_PROVIDER_ID");
}

/**
 * Parses a list of domains.
 * @throws {AuthError} `INVALID_DOMAIN`, `PUBLIC_DOMAIN`
 */
export function readDomains(list: string): readonly string[] {
  const domains = [...new Set(list.split(",").map(readOwnDomain))];
  return domains.length > 100 ? failWith("INVALID_DOMAIN") : domains;
}

/**
 * Checks that the caller could assign every role of the rules, and that none of them gives control over the organization.
 * @throws {AuthError} `SSO_ROLE_NOT_ALLOWED`
 */
export async function checkRoleMapping(
  context: RequestContext,
  { allowOwnerMapping }: SsoSettings,
  scoped: SsoScope,
  mapping: readonly RoleMapping[],
): Promise<void> {
  if (mapping.length === 0) return;
  const access = getService(context, "organizationAccess");
  const organization = await context.db.findOne(access.table, { where: { id: scoped.organizationId } });
  for (const role of rolesIn(mapping)) {
    if (!organization || !(await scoped.canAssign(role))) return failWith("SSO_ROLE_NOT_ALLOWED");
    const granted = await access.permissionsOf(context, organization, role);
    const isOwner = authorize(granted, { organization: ["delete"] }).success;
    if (isOwner && !allowOwnerMapping) failWith("SSO_ROLE_NOT_ALLOWED");
  }
}
