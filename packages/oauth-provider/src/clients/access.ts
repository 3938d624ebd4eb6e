/** Decides who can manage a client: the app itself, its owner, or members of the organization that owns it. */

import { authorize } from "@latchkey/core/access";
import type { Transaction } from "@latchkey/core/database";
import {
  type ActiveSession,
  findService,
  type OrganizationGrant,
  presentSession,
  presentUser,
  type RequestContext,
} from "@latchkey/core/plugin";
import { failWith } from "../errors.ts";
import type { ClientPrivilegeCheck, ProviderSettings } from "../options.ts";
import { type OAuthClientRow, oauthClientTable } from "../tables.ts";
import { findClient } from "./store.ts";

/** What a manager does with a client. In organizations, it's the permission on `oauthClient`. */
export type ClientAction = "create" | "read" | "update" | "delete";

/** A client that the caller can manage. */
export interface ManagedClient {
  readonly row: OAuthClientRow;
  /** The caller's permissions, if an organization owns the client and a member calls. */
  readonly grant: OrganizationGrant | null;
}

/** @throws {AuthError} `YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS` unless the app lets the user manage clients of their own */
export async function requirePrivilege(
  context: RequestContext,
  settings: ProviderSettings,
  active: ActiveSession,
  action: ClientPrivilegeCheck["action"],
): Promise<void> {
  const user = presentUser(context, active.user);
  const session = presentSession(context, active.session);
  if (!(await settings.clientPrivileges({ action, user, session }))) failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS");
}

/**
 * Returns the caller's permissions in an organization. One query, or none if it's the active one.
 * @throws {AuthError} `YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS` without the permission, and for strangers
 */
export async function requireOrganization(
  context: RequestContext,
  settings: ProviderSettings,
  active: ActiveSession,
  organizationId: string,
  action: ClientAction,
): Promise<OrganizationGrant> {
  const grant = await findGrant(context, settings, active, organizationId, action);
  return grant ?? failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS");
}

/** Returns `null` for strangers. @throws {AuthError} if a member lacks the permission */
async function findGrant(
  context: RequestContext,
  { organizationPage }: ProviderSettings,
  active: ActiveSession,
  organizationId: string,
  action: ClientAction,
): Promise<OrganizationGrant | null> {
  const access = organizationPage === null ? null : findService(context, "organizationAccess");
  const grant = await access?.find(context, active, organizationId, ["oauthClient", action]);
  if (!grant || typeof grant === "string") return null;
  const isAllowed = authorize(grant.granted, { oauthClient: [action] }).success;
  return isAllowed ? grant : failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS");
}

/**
 * Finds a client that the caller can manage. One query, and another one if an organization owns it.
 * @param active `null` if the app itself calls, which manages all clients
 * @throws {AuthError} `OAUTH_CLIENT_NOT_FOUND`, also for strangers' clients; `YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS`
 */
export async function findManaged(
  context: RequestContext,
  settings: ProviderSettings,
  active: ActiveSession | null,
  clientId: string,
  action: ClientAction,
): Promise<ManagedClient> {
  const row = await findClient(context.db, clientId);
  if (!active) return row ? { row, grant: null } : failWith("OAUTH_CLIENT_NOT_FOUND");
  if (row?.organizationId) {
    const grant = await findGrant(context, settings, active, row.organizationId, action);
    return grant ? { row, grant } : failWith("OAUTH_CLIENT_NOT_FOUND");
  }
  await requirePrivilege(context, settings, active, action);
  return row?.userId === active.user.id ? { row, grant: null } : failWith("OAUTH_CLIENT_NOT_FOUND");
}

/**
 * Locks a client, and checks again that the caller can manage it: a member who just lost the permission can't.
 * @throws {AuthError} `OAUTH_CLIENT_NOT_FOUND`, `YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS`
 */
export async function lockManaged(tx: Transaction, { row, grant }: ManagedClient): Promise<OAuthClientRow> {
  if (grant && !(await grant.lock(tx))) failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS");
  return (await tx.lock(oauthClientTable, row.id)) ?? failWith("OAUTH_CLIENT_NOT_FOUND");
}
