/**
 * Decides who can manage single sign-on: members of the organization with the permission, site admins, or the app
 * itself.
 */

import type { Transaction } from "@latchkey/core/database";
import {
  type CallerSession,
  getService,
  type OrganizationRef,
  type OrganizationScope,
  type RequestContext,
  requireOrganizationScope,
} from "@latchkey/core/plugin";
import { failWith, pickErrors } from "./errors.ts";

/** The action of the `sso` permission that a call requires. */
export type SsoAction = "create" | "read" | "update" | "delete";

/** The error code for each reason why a caller can't act for an organization. */
export const refusals = {
  none: "NO_ACTIVE_ORGANIZATION",
  stranger: "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
  denied: "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO",
} as const;

/** The errors of {@link requireScope}. */
export const scopeErrors = pickErrors(...Object.values(refusals));

/**
 * Finds the given organization, or the active one by default. At most one query.
 * @param stranger the code for callers who aren't members
 * @throws {AuthError} one of {@link scopeErrors}, or `stranger`
 */
export function requireScope(
  context: RequestContext & CallerSession,
  organizationId: string | undefined,
  action: SsoAction,
  stranger: (typeof refusals)["stranger"] | "SSO_PROVIDER_NOT_FOUND" = refusals.stranger,
): Promise<OrganizationScope> {
  return requireOrganizationScope(context, organizationId, {
    permission: ["sso", action],
    refuse: (why) => failWith(why === "stranger" ? stranger : refusals[why]),
  });
}

/**
 * Locks an organization, and returns it. One query.
 * @throws {AuthError} `YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION` if it doesn't exist
 */
export async function lockOrganization(
  context: RequestContext,
  tx: Transaction,
  organizationId: string,
): Promise<OrganizationRef> {
  const { table } = getService(context, "organizationAccess");
  return (await tx.lock(table, organizationId)) ?? failWith("YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
}
