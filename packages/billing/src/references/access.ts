/** On whose behalf: oneself, or an organization that lets one. */

import { type Row, widen } from "@latchkey/core/database";
import { type ActiveSession, type AuthContext, fail } from "@latchkey/core/plugin";
import { billingErrors } from "../errors.ts";

/** Who owns what was bought. */
export interface Reference {
  readonly kind: "user" | "organization";
  /** The user's or the organization's id. */
  readonly id: string;
  /** As the platform knows it: the user's id, or `org_` and the organization's. */
  readonly externalId: string;
}

/** What somebody wants to do for an organization: see what it has, or spend its money. */
export type BillingAction = "read" | "manage";

/** Who wants to do what for whom. */
export interface AccessRequest {
  readonly userId: string;
  readonly organizationId: string;
  readonly action: BillingAction;
}

/** Whether a user may act for an organization. Asked at every call; only `true` lets it through. */
export type OrganizationAccess = (request: AccessRequest, context: AuthContext) => boolean | Promise<boolean>;

const prefix = "org_";

/** The reference of a user. */
export function userReference(id: string): Reference {
  return { kind: "user", id, externalId: id };
}

/**
 * What a user owns themselves; `null`: their id looks like an organization's, whose purchases it would let them into. Only
 * ids that come from elsewhere can: the library's own are letters and digits.
 */
export function ownReference(userId: string): Reference | null {
  return userId.startsWith(prefix) ? null : userReference(userId);
}

/** The reference that an external id stands for. */
export function referenceOf(externalId: string): Reference {
  if (!externalId.startsWith(prefix)) return userReference(externalId);
  return { kind: "organization", id: externalId.slice(prefix.length), externalId };
}

/** What deciding takes of the settings. */
export interface ReferenceSettings {
  readonly reference: "user" | "activeOrganization";
  readonly organizationAccess: OrganizationAccess | null;
}

/**
 * On whose behalf a signed-in person acts. Whether an organization exists is not told apart from having no say in it.
 * @throws {AuthError} 403 `BILLING_REFERENCE_FORBIDDEN`
 */
export async function actingFor(
  context: AuthContext,
  settings: ReferenceSettings,
  { user, session }: ActiveSession,
  wanted: string | undefined,
  action: BillingAction,
): Promise<Reference> {
  const { activeOrganizationId } = session as { readonly activeOrganizationId?: string | null };
  const isActive = wanted === undefined && settings.reference === "activeOrganization" && activeOrganizationId != null;
  const id = isActive ? activeOrganizationId : (wanted ?? user.id);
  const own = id === user.id && !isActive ? ownReference(id) : null;
  if (own) return own;
  // Named with the prefix or without it; the active one as it is, whatever its own id begins with.
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
}

/** Which roles of an organization have which say. */
export interface MemberRoles {
  /** May see what the organization has. Default: every member. */
  readonly read?: readonly string[];
  /** May spend its money. Default: `owner` and `admin`. */
  readonly manage?: readonly string[];
}

/**
 * Access by the table `member` of the organization plugin: pass it as `organizationAccess`. One statement.
 *
 * @example billing({ secret, organizationAccess: memberAccess() })
 */
export function memberAccess({ read, manage = ["owner", "admin"] }: MemberRoles = {}): OrganizationAccess {
  return async ({ userId, organizationId, action }, { db }) => {
    const where = { userId, organizationId };
    const member = await db.findOne(widen<MemberRow>({ name: "member" }), { where, columns: ["id", "role"] });
    if (!member) return false;
    const roles = action === "read" ? read : manage;
    return roles === undefined || member.role.split(",").some((role) => roles.includes(role.trim()));
  };
}
