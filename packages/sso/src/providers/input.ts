/** Input of the calls that register and change identity providers. */

import { authorize } from "@latchkey/core/access";
import type { Transaction } from "@latchkey/core/database";
import {
  builtInIds,
  getService,
  hasProvider,
  input,
  type OrganizationScope,
  type RequestContext,
} from "@latchkey/core/plugin";
import type { OidcConfigInput } from "../call-types.ts";
import { readOwnDomain } from "../domains/manage.ts";
import { failWith } from "../errors.ts";
import type { SsoSettings } from "../options.ts";
import type { RoleMapping } from "../tables.ts";
import { chosenRoles, type RoleChoice } from "./roles.ts";

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

const roleMappingField: input.InputField<RoleMapping[]> = input.list(
  input.object<RoleMapping>({
    claim: input.text({ min: 1, max: 255 }),
    equals: input.text({ min: 1, max: 255 }),
    role: input.text({ min: 1, max: 255 }),
  }),
  { max: 100 },
);

/** The fields that determine roles. */
export const roleFields = {
  roleMapping: input.optional(roleMappingField),
  defaultRole: input.optional(input.text({ min: 1, max: 255 })),
  syncRoles: input.optional(input.boolean),
} as const;

/** Fields for both registering and changing a provider. */
export const providerFields = {
  issuer: input.text({ min: 1, max: 2048 }),
  domain: input.text({ min: 1, max: 4096 }),
  name: input.optional(input.text({ min: 1, max: 100 })),
} as const;

/** Names of sign-in methods that aren't providers. */
const methodNames: readonly string[] = [
  ...["anonymous", "credential", "dev", "device", "device-authorization", "email", "email-otp", "email-verification"],
  ...["impersonation", "magic-link", "one-time-token", "passkey", "password", "phone-number", "two-factor", "username"],
];

/**
 * Whether a provider can have this id. Accounts and sessions store it as their sign-in method, so it must not be the
 * name of a different method, including built-in providers that the app might configure later. Otherwise, the audit log
 * would be wrong, and plugins would confuse the two.
 */
export function isProviderId(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,62}$/.test(text) && !methodNames.includes(text) && !builtInIds.includes(text);
}

/**
 * Checks the id of a new provider.
 * @throws {AuthError} `INVALID_PROVIDER_ID`
 */
export function checkProviderId(context: RequestContext, providerId: string): void {
  if (!isProviderId(providerId) || hasProvider(context, providerId)) failWith("INVALID_PROVIDER_ID");
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
 * Checks that the caller could assign every chosen role themselves, and that none of the roles grants control over the
 * organization.
 * @throws {AuthError} `SSO_ROLE_NOT_ALLOWED`
 */
export async function checkRoles(
  context: RequestContext,
  { allowOwnerMapping }: SsoSettings,
  scoped: OrganizationScope,
  choice: RoleChoice,
): Promise<void> {
  const roles = chosenRoles(choice);
  if (roles.length === 0) return;
  const access = getService(context, "organizationAccess");
  const organization = await context.db.findOne(access.table, { where: { id: scoped.organizationId } });
  for (const role of roles) {
    if (!organization || !(await scoped.canAssign(role))) return failWith("SSO_ROLE_NOT_ALLOWED");
    const granted = await access.permissionsOf(context, organization, role);
    const isOwner = authorize(granted, { organization: ["delete"] }).success;
    if (isOwner && !allowOwnerMapping) failWith("SSO_ROLE_NOT_ALLOWED");
  }
}

/**
 * Checks the caller's rank, because registering or changing a provider determines who gets its roles, including roles
 * that someone else mapped. The scope must be locked.
 * @throws {AuthError} `SSO_ROLE_NOT_ALLOWED` if one of them has a permission that the caller lacks
 */
export async function requireRank(tx: Transaction, scope: OrganizationScope, choice: RoleChoice): Promise<void> {
  for (const role of chosenRoles(choice)) if (!(await scope.canTake(role, tx))) failWith("SSO_ROLE_NOT_ALLOWED");
}
