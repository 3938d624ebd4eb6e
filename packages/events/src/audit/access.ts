/** Decides who can read and export the audit log: the app itself, site admins, or members of the organization. */

import { authorize } from "@latchkey/core/access";
import {
  type ActiveSession,
  findService,
  hasAdminPermissions,
  impersonatorOf,
  type RequestContext,
} from "@latchkey/core/plugin";
import type { AuditScope } from "../call-types.ts";
import { failWith, pickErrors } from "../errors.ts";
import type { EventsSettings } from "../options.ts";

/** What a caller does with the audit log. These are the `audit` permission's actions. */
export type AuditAction = "read" | "export";

/** The errors of {@link requireAuditScope}. */
export const auditErrors = pickErrors(
  "NO_ACTIVE_ORGANIZATION",
  "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
  "YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_LOG",
);

/**
 * Returns the ID of the organization whose audit log the call reads, or `undefined` for the whole site. Sends at most
 * one query.
 * @param caller `null` if the app itself makes the call
 * @throws {AuthError} one of {@link auditErrors}
 */
export async function requireAuditScope(
  context: RequestContext,
  settings: EventsSettings,
  caller: ActiveSession | null,
  { organizationId, site = false }: AuditScope,
  action: AuditAction,
): Promise<string | undefined> {
  const isSite = site || !settings.organizations;
  if (isSite && organizationId !== undefined) failWith("YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_LOG");
  if (!caller) return isSite ? undefined : (organizationId ?? failWith("NO_ACTIVE_ORGANIZATION"));
  if (isSite) {
    return isAdmin(context, caller, action) ? undefined : failWith("YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_LOG");
  }
  const access = findService(context, "organizationAccess");
  const grant = (await access?.find(context, caller, organizationId, ["audit", action])) ?? "stranger";
  if (grant === "none") return failWith("NO_ACTIVE_ORGANIZATION");
  if (typeof grant !== "string" && authorize(grant.granted, { audit: [action] }).success) return grant.organizationId;
  if (organizationId !== undefined && isAdmin(context, caller, action)) return organizationId;
  return failWith(
    grant === "stranger" ? "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION" : "YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_LOG",
  );
}

function isAdmin(context: RequestContext, { user, session }: ActiveSession, action: AuditAction): boolean {
  const permissions = { audit: [action === "read" ? "list" : "export"] };
  return impersonatorOf(context, session) === null && hasAdminPermissions(context, user, permissions);
}
