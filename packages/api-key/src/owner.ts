/** Determines whose keys a call is about: the caller's, an organization's, or a service account's. */

import { authorize, type Permissions } from "@latchkey/core/access";
import type { Transaction } from "@latchkey/core/database";
import {
  type ActiveSession,
  type AuditEntry,
  checkNotGuest,
  defineGuard,
  denyImpersonation,
  findService,
  type Guard,
  type GuestErrorCode,
  guestErrors,
  httpErrors,
  type ImpersonationErrorCode,
  impersonationErrors,
  type OrganizationAccess,
  type OrganizationGrant,
  presentUser,
  type RequestContext,
  requireFreshSession,
  type SessionErrorCode,
  sessionErrors,
  userTable,
} from "@latchkey/core/plugin";
import { failWith, pickErrors } from "./errors.ts";
import type { ApiKeySettings, KeyConfigs } from "./options.ts";
import { checkLimits, checkLockedRole, checkRole, findServiceAccount } from "./reach.ts";
import { type ApiKeyRow, apiKeyTable, type KeyPermissions, serviceAccountTable } from "./tables.ts";

/** What the guard adds to the context: the caller, or nothing if the app's server makes the call. */
export interface KeyCaller {
  readonly caller: ActiveSession | null;
}

/**
 * Requires a fresh session that isn't impersonated, or a call from the server that names the owner. Otherwise, a stolen
 * old session or an impersonator could create access that outlasts the session.
 */
export const requireKeyCaller: Guard<
  KeyCaller,
  SessionErrorCode | ImpersonationErrorCode | GuestErrorCode | "UNAUTHORIZED_SESSION"
> = defineGuard({
  name: "requireKeyCaller",
  summary:
    "A user is signed in and recently confirmed their identity, or the call comes from the server and names the owner.",
  errors: {
    ...sessionErrors,
    ...impersonationErrors,
    ...guestErrors,
    ...pickErrors("UNAUTHORIZED_SESSION"),
    UNAUTHORIZED: httpErrors.UNAUTHORIZED,
  },
  async check(context, input) {
    const { userId, organizationId, serviceAccountId } = input as OwnerInput;
    if (context.isServerCall && [userId, organizationId, serviceAccountId].some((id) => id !== undefined))
      return { caller: null };
    const active = await requireFreshSession.check(context, input);
    await denyImpersonation.check(context, input);
    if (!active || (userId !== undefined && userId !== active.user.id)) return failWith("UNAUTHORIZED_SESSION");
    checkNotGuest(context, active.user);
    return { caller: active };
  },
});

interface OwnerInput {
  readonly configId?: string | undefined;
  readonly userId?: string | undefined;
  readonly organizationId?: string | undefined;
  readonly serviceAccountId?: string | undefined;
}

/** The owner of a new key. */
export interface KeyOwner {
  readonly columns: Pick<
    ApiKeyRow,
    "referenceId" | "userId" | "organizationId" | "serviceAccountId" | "createdBy" | "verifiedEmail"
  >;
  /** The permissions that the caller can grant to the key. `null` means all, because the server makes the call. */
  readonly limits: Permissions | null;
  /**
   * Locks the owner, and checks again that the caller can act for it and give these permissions to a key.
   * @throws {AuthError} if not
   */
  lock(tx: Transaction, permissions: KeyPermissions | null): Promise<void>;
}

/** Returns the kind of keys that a call is about. @throws {AuthError} `INVALID_CONFIG_ID` */
export function configOf(configs: KeyConfigs, given: OwnerInput): ApiKeySettings {
  if (given.configId !== undefined) return configs.all.get(given.configId) ?? failWith("INVALID_CONFIG_ID");
  const isShared = given.organizationId !== undefined || given.serviceAccountId !== undefined;
  return isShared ? (configs.shared ?? failWith("INVALID_CONFIG_ID")) : configs.first;
}

/** Finds the owner of a new key. */
export async function ownerOf(
  context: RequestContext & KeyCaller,
  settings: ApiKeySettings,
  given: OwnerInput,
): Promise<KeyOwner> {
  const { caller } = context;
  if (settings.references === "organization") return sharedOwner(context, settings, caller, given);
  const userId = caller?.user.id ?? given.userId ?? failWith("UNAUTHORIZED_SESSION");
  const { clientPermissions } = settings;
  return {
    columns: {
      ...ownColumns(caller),
      referenceId: userId,
      userId,
      createdBy: caller?.user.id ?? null,
    },
    limits:
      caller && typeof clientPermissions === "function" ? clientPermissions(presentUser(context, caller.user)) : null,
    async lock(tx) {
      if (!(await lockUser(tx, userId, caller))) failWith("UNAUTHORIZED_SESSION");
    },
  };
}

/** Returns `false` if the user is gone, or if someone banned or recovered the caller since the session was read. */
async function lockUser(tx: Transaction, userId: string, caller: ActiveSession | null): Promise<boolean> {
  const user = await tx.lock(userTable, userId);
  return user !== null && (caller === null || caller.user.epoch === user.epoch);
}

function ownColumns(caller: ActiveSession | null): { readonly verifiedEmail: string | null } {
  return { verifiedEmail: caller?.session.verifiedEmail ?? null };
}

async function sharedOwner(
  context: RequestContext,
  { clientPermissions }: ApiKeySettings,
  caller: ActiveSession | null,
  { organizationId: named, serviceAccountId }: OwnerInput,
): Promise<KeyOwner> {
  const account = serviceAccountId === undefined ? null : await findServiceAccount(context.db, serviceAccountId);
  const asked = account?.organizationId ?? named;
  const grant = caller ? await requireOrganization(context, caller, asked, ["apiKey", "create"]) : null;
  const organizationId = grant?.organizationId ?? asked ?? failWith("ORGANIZATION_ID_REQUIRED");
  if (grant && account) await checkRole(grant, account);
  const { table } = organizationAccess(context);
  return {
    columns: {
      ...ownColumns(caller),
      referenceId: account?.id ?? organizationId,
      userId: null,
      organizationId,
      serviceAccountId: account?.id ?? null,
      createdBy: caller?.user.id ?? null,
    },
    limits: grant?.granted ?? null,
    async lock(tx, permissions) {
      const granted = grant && ((await grant.lock(tx)) ?? failWith("USER_NOT_MEMBER_OF_ORGANIZATION"));
      if (!grant && !(await tx.lock(table, organizationId))) failWith("ORGANIZATION_ID_REQUIRED");
      const locked =
        account && ((await tx.lock(serviceAccountTable, account.id)) ?? failWith("SERVICE_ACCOUNT_NOT_FOUND"));
      if (grant && locked) await checkLockedRole(tx, grant, locked);
      else if (granted && clientPermissions) checkLimits(granted, permissions);
    },
  };
}

/** Returns the service of the organization plugin, which the plugin needs if organizations can have keys. */
export function organizationAccess(context: RequestContext): OrganizationAccess {
  return findService(context, "organizationAccess") ?? failWith("ORGANIZATION_ID_REQUIRED");
}

/**
 * Returns the caller's permissions in an organization.
 * @throws {AuthError} `ORGANIZATION_ID_REQUIRED`, `USER_NOT_MEMBER_OF_ORGANIZATION`, `INSUFFICIENT_API_KEY_PERMISSIONS`
 */
export async function requireOrganization(
  context: RequestContext,
  active: ActiveSession,
  organizationId: string | undefined,
  permission: readonly [resource: string, action: string],
): Promise<OrganizationGrant> {
  const grant = await organizationAccess(context).find(context, active, organizationId, permission);
  if (grant === "none") return failWith("ORGANIZATION_ID_REQUIRED");
  if (grant === "stranger") return failWith("USER_NOT_MEMBER_OF_ORGANIZATION");
  checkGranted(grant, permission);
  return grant;
}

function checkGranted({ granted }: OrganizationGrant, [resource, action]: readonly [string, string]): void {
  if (!authorize(granted, { [resource]: [action] }).success) failWith("INSUFFICIENT_API_KEY_PERMISSIONS");
}

/** A key that a call changes. */
export interface ChangedKey {
  /** Selects the key if it still has the same owner. */
  readonly where: { readonly id: string; readonly referenceId: string };
  readonly settings: ApiKeySettings;
  /** The actor and the owner, for the audit log. */
  readonly audit: Pick<AuditEntry, "actorId" | "userId" | "organizationId">;
  /** `null` if all keys belong to users and are of one kind. In that case, the key isn't read before the change. */
  readonly owned: OwnedKey | null;
  /**
   * Locks the owner, so that no one can add a key meanwhile, and checks again that a member can change the key.
   * Returns the member's permissions, or `null` if the key belongs to a user or the server makes the call.
   * @throws {AuthError} `INSUFFICIENT_API_KEY_PERMISSIONS` if they just lost the permission, `KEY_NOT_FOUND`
   */
  lockOwner(tx: Transaction): Promise<Permissions | null>;
}

/**
 * Finds the key that a call changes. Sends the queries of {@link findOwned} if there are several kinds of keys, and no
 * query otherwise.
 */
export async function findChanged(
  context: RequestContext,
  configs: KeyConfigs,
  caller: ActiveSession | null,
  id: string,
  action: "update" | "delete",
  ownerId?: string,
): Promise<ChangedKey> {
  const actorId = caller?.user.id ?? null;
  if (configs.all.size === 1 && !configs.shared) {
    const userId = actorId ?? ownerId ?? failWith("KEY_NOT_FOUND");
    const where = { id, referenceId: userId };
    return {
      where,
      settings: configs.first,
      audit: { actorId, userId },
      owned: null,
      async lockOwner(tx) {
        if (!(await lockUser(tx, userId, caller))) failWith("KEY_NOT_FOUND");
        return null;
      },
    };
  }
  const owned = await findOwned(context, configs, caller, id, action, ownerId);
  const { referenceId, configId } = owned.row;
  const organizationId = organizationOf(configs, owned.row);
  return {
    where: { id, referenceId },
    settings: configs.all.get(configId) ?? configs.first,
    audit: { actorId, userId: organizationId === null ? referenceId : null, organizationId },
    owned,
    async lockOwner(tx) {
      if (organizationId === null) {
        if (!(await lockUser(tx, referenceId, caller))) failWith("KEY_NOT_FOUND");
        return null;
      }
      if (!owned.grant) {
        if (!(await tx.lock(organizationAccess(context).table, organizationId))) failWith("KEY_NOT_FOUND");
        return null;
      }
      return (await owned.grant.lock(tx)) ?? failWith("INSUFFICIENT_API_KEY_PERMISSIONS");
    },
  };
}

/** A key that the caller can act on. */
export interface OwnedKey {
  readonly row: ApiKeyRow;
  /** The caller's permissions, if the key belongs to an organization and a member calls. */
  readonly grant: OrganizationGrant | null;
}

/**
 * Finds a key that belongs to the caller, or to an organization where the caller has the permission. One query, and one
 * more for an organization's key.
 *
 * @param ownerId the user or organization that the server names, if it makes the call
 * @throws {AuthError} `KEY_NOT_FOUND`, even if the key exists but belongs to someone else;
 * `INSUFFICIENT_API_KEY_PERMISSIONS` for members without the permission
 */
export async function findOwned(
  context: RequestContext,
  configs: KeyConfigs,
  caller: ActiveSession | null,
  id: string,
  action: "read" | "update" | "delete",
  ownerId?: string,
): Promise<OwnedKey> {
  const row = (await context.db.findOne(apiKeyTable, { where: { id } })) ?? failWith("KEY_NOT_FOUND");
  const organizationId = organizationOf(configs, row);
  if (organizationId === null) {
    return row.referenceId === (caller?.user.id ?? ownerId) ? { row, grant: null } : failWith("KEY_NOT_FOUND");
  }
  if (!caller)
    return [row.referenceId, organizationId].includes(ownerId ?? "") ? { row, grant: null } : failWith("KEY_NOT_FOUND");
  const permission = ["apiKey", action] as const;
  const grant = await organizationAccess(context).find(context, caller, organizationId, permission);
  if (typeof grant === "string") return failWith("KEY_NOT_FOUND");
  checkGranted(grant, permission);
  return { row, grant };
}

/** Returns a key's organization, or `null` for a user's key. Keys from better-auth only name it in `referenceId`. */
export function organizationOf(configs: KeyConfigs, row: ApiKeyRow): string | null {
  if (row.organizationId) return row.organizationId;
  const isShared = configs.all.get(row.configId)?.references === "organization";
  return isShared && row.userId === null ? row.referenceId : null;
}
