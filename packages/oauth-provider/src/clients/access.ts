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
  userTable,
} from "@latchkey/core/plugin";
import { failWith } from "../errors.ts";
import type { ClientPrivilegeCheck, ProviderSettings } from "../options.ts";
import { type OAuthClientRow, oauthClientTable } from "../tables.ts";
import { findClient } from "./store.ts";

/** An action on a client. In organizations, it requires the same permission on `oauthClient`. */
export type ClientAction = "create" | "read" | "update" | "delete";

/** A client that the caller can manage. */
export interface ManagedClient {
  readonly row: OAuthClientRow;
  /** The caller's permissions, if an organization owns the client and a member makes the call. */
  readonly grant: OrganizationGrant | null;
  /** The caller. `null` if the app itself makes the call. */
  readonly active: ActiveSession | null;
}

/**
 * Checks that the app lets the user manage their own clients.
 * @throws {AuthError} `YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS`
 */
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
 * @throws {AuthError} `YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS` if the caller lacks the permission or isn't a member
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

/** Returns `null` if the caller isn't a member. @throws {AuthError} if a member lacks the permission */
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
 * Finds a client that the caller can manage. One query, or two if an organization owns it.
 * @param active `null` if the app itself makes the call. It can manage all clients.
 * @throws {AuthError} `OAUTH_CLIENT_NOT_FOUND`, even if the client exists but has another owner, or
 * `YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS`
 */
export async function findManaged(
  context: RequestContext,
  settings: ProviderSettings,
  active: ActiveSession | null,
  clientId: string,
  action: ClientAction,
): Promise<ManagedClient> {
  const row = await findClient(context.db, clientId);
  if (!active) return row ? { row, grant: null, active } : failWith("OAUTH_CLIENT_NOT_FOUND");
  if (row?.organizationId) {
    const grant = await findGrant(context, settings, active, row.organizationId, action);
    return grant ? { row, grant, active } : failWith("OAUTH_CLIENT_NOT_FOUND");
  }
  await requirePrivilege(context, settings, active, action);
  return row?.userId === active.user.id ? { row, grant: null, active } : failWith("OAUTH_CLIENT_NOT_FOUND");
}

/**
 * Locks the caller or their membership, and checks again that they can manage clients. They might have just been banned
 * or removed from the organization, or lost their role, or someone recovered the account.
 * @throws {AuthError} `YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS`
 */
export async function lockManager(
  tx: Transaction,
  { grant, active }: Pick<ManagedClient, "grant" | "active">,
): Promise<void> {
  if (!active) return;
  const isAllowed = grant ? (await grant.lock(tx)) !== null : await lockUser(tx, active);
  if (!isAllowed) failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS");
}

/**
 * Locks a user. Returns `false` if the user was deleted or banned, or the account was recovered, since the session was
 * read.
 */
export async function lockUser(tx: Transaction, { user }: ActiveSession): Promise<boolean> {
  return (await tx.lock(userTable, user.id))?.epoch === user.epoch;
}

/**
 * Locks the manager and then the client.
 * @throws {AuthError} `OAUTH_CLIENT_NOT_FOUND`, `YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS`
 */
export async function lockManaged(tx: Transaction, { row, ...manager }: ManagedClient): Promise<OAuthClientRow> {
  await lockManager(tx, manager);
  return (await tx.lock(oauthClientTable, row.id)) ?? failWith("OAUTH_CLIENT_NOT_FOUND");
}
