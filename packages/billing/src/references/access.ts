/** References: the user or organization that a call is for, and who can access it. */

import { type Row, widen } from "@latchkey/core/database";
import { type ActiveSession, type AuthContext, fail } from "@latchkey/core/plugin";
import { billingErrors } from "../errors.ts";

/** The owner of purchases. */
export interface Reference {
  readonly kind: "user" | "organization";
  /** The user's or the organization's id. */
  readonly id: string;
  /** The payment provider's id for them: the user's id, or `org_` and the organization's id. */
  readonly externalId: string;
}

/** What a user can do for an organization: read its purchases, or manage its billing. */
export type BillingAction = "read" | "manage";

/** A request to act for an organization. */
export interface AccessRequest {
  readonly userId: string;
  readonly organizationId: string;
  readonly action: BillingAction;
}

/** Whether a user can act for an organization. Called for every request. Only `true` allows it. */
export type OrganizationAccess = (request: AccessRequest, context: AuthContext) => boolean | Promise<boolean>;

const prefix = "org_";

/** Returns a user's reference. */
export function userReference(id: string): Reference {
  return { kind: "user", id, externalId: id };
}

/**
 * Returns the user's own reference, or `null` if their id starts with `org_`, because it could give access to an
 * organization's purchases. Only imported ids can, because generated ids contain only letters and digits.
 */
export function ownReference(userId: string): Reference | null {
  return userId.startsWith(prefix) ? null : userReference(userId);
}

/** Returns the reference for an external id. */
export function parseReference(externalId: string): Reference {
  if (!externalId.startsWith(prefix)) return userReference(externalId);
  return { kind: "organization", id: externalId.slice(prefix.length), externalId };
}

/** The settings for access checks. */
export interface ReferenceSettings {
  readonly reference: "user" | "activeOrganization";
  readonly organizationAccess: OrganizationAccess | null;
}

/**
 * Returns the reference that a signed-in user acts for. The error is the same if the organization doesn't exist or the
 * user has no access.
 * @throws {AuthError} 403 `BILLING_REFERENCE_FORBIDDEN`
 */
export async function authorizeReference(
  context: AuthContext,
  settings: ReferenceSettings,
  { user, session }: ActiveSession,
  requestedId: string | undefined,
  action: BillingAction,
): Promise<Reference> {
  const { activeOrganizationId } = session as { readonly activeOrganizationId?: string | null };
  const isActive =
    requestedId === undefined && settings.reference === "activeOrganization" && activeOrganizationId != null;
  const id = isActive ? activeOrganizationId : (requestedId ?? user.id);
  const userOwn = id === user.id && !isActive ? ownReference(id) : null;
  if (userOwn) return userOwn;
  // Callers can use the id with or without the prefix. The active organization's id is never stripped, even if it
  // starts with `org_`.
  const organizationId = id.startsWith(prefix) && !isActive ? id.slice(prefix.length) : id;
  const request = { userId: user.id, organizationId, action };
  const allowed = organizationId !== "" && (await settings.organizationAccess?.(request, context));
  if (allowed !== true) fail(billingErrors, "BILLING_REFERENCE_FORBIDDEN");
  return { kind: "organization", id: organizationId, externalId: prefix + organizationId };
}

interface MemberRow extends Row {
  readonly userId: string;
  readonly organizationId: string;
  readonly role: string;
  readonly suspendedAt: Date | null;
}

/** The organization roles that allow each action. */
export interface MemberRoles {
  /** The roles that can see the organization's purchases. Default: all. */
  readonly read?: readonly string[];
  /** The roles that can manage its billing. Default: `owner` and `admin`. */
  readonly manage?: readonly string[];
}

/**
 * Checks access with the organization plugin's `member` table. Pass it as `organizationAccess`. Sends one query.
 *
 * @example billing({ secret, organizationAccess: memberAccess() })
 */
export function memberAccess({ read, manage = ["owner", "admin"] }: MemberRoles = {}): OrganizationAccess {
  return async ({ userId, organizationId, action }, { db }) => {
    const where = { userId, organizationId, suspendedAt: null };
    const member = await db.findOne(widen<MemberRow>({ name: "member" }), { where, columns: ["id", "role"] });
    if (!member) return false;
    const roles = action === "read" ? read : manage;
    return roles === undefined || member.role.split(",").some((role) => roles.includes(role.trim()));
  };
}
