/** Options for `admin` and their defaults. */

import {
  type AccessControl,
  grantedPermissions,
  type Permissions,
  type Role,
  type Roles,
  roleNames,
} from "@latchkey/core/access";
import { checkInteger, checkOptionNames, type OptionNames } from "@latchkey/core/plugin";
import { adminAccess, defaultRoles } from "./access.ts";
import type { AdminAction } from "./audit-actions.ts";
import { adminErrors } from "./errors.ts";

/** Options for `admin`. */
export interface AdminOptions {
  /** Roles by name, created with `ac`. Default: `admin` with all permissions, and `user` with none. */
  readonly roles?: Roles;
  /** The access control with all resources and actions. Default: `adminAccess`, with those of `adminStatements`. */
  readonly ac?: AccessControl;
  /** Role for new users and for users without a role. Default: `user`. */
  readonly defaultRole?: string;
  /** Roles that count as admin. The last admin can't be removed, and admins can't be impersonated. Default: `admin`. */
  readonly adminRoles?: string | readonly string[];
  /** IDs of users who have all permissions, regardless of their role. */
  readonly adminUserIds?: readonly string[];
  /** Reason for bans that don't specify one. Default: `No reason`. */
  readonly defaultBanReason?: string;
  /** Duration of bans that don't specify one, in seconds: 1 to 315360000. Default: permanent. */
  readonly defaultBanExpiresIn?: number;
  /** The message that banned users see. */
  readonly bannedUserMessage?: string;
  /** Maximum duration of an impersonation, in seconds: 60 to 86400. It's never extended. Default: 3600. */
  readonly impersonationSessionDuration?: number;
  /** Whether admins can impersonate other admins whose permissions they all have. Default: false. */
  readonly allowImpersonatingAdmins?: boolean;
  /** Custom user fields that admins can set but users can't. */
  readonly writableFields?: readonly string[];
  /** Whether searches can match parts of a value, which reads every row. Default: true. */
  readonly searchByPart?: boolean;
  /**
   * Whether to store when users were last active, so that `listUsers` can sort by it. A number is the minimum time
   * between two updates for a user, in seconds: 60 to 86400. `true` means 600. Default: false.
   */
  readonly trackLastActive?: boolean | number;
  /** Called after the commit of every action. Failed calls are retried by the outbox. */
  onAction?(action: AdminAction): Promise<void> | void;
}

/** The shortest impersonation. */
export const minImpersonationSeconds = 60;

/** The options with defaults filled in. */
export interface AdminSettings {
  readonly roles: Roles;
  /** All permissions that can be granted. */
  readonly allPermissions: Permissions;
  readonly defaultRole: string;
  readonly adminRoles: readonly string[];
  readonly adminUserIds: ReadonlySet<string>;
  readonly banReason: string;
  readonly banExpiresIn: number | null;
  readonly bannedMessage: string;
  readonly impersonationSeconds: number;
  readonly allowImpersonatingAdmins: boolean;
  readonly writableFields: readonly string[];
  readonly searchByPart: boolean;
  /** Seconds between two updates of a user's last activity. `null` if it isn't stored. */
  readonly trackLastActive: number | null;
  readonly onAction: ((action: AdminAction) => Promise<void> | void) | null;
}

const maxBanSeconds = 315_360_000;
const maxImpersonationSeconds = 86_400;

const optionNames: OptionNames<AdminOptions> = {
  roles: true,
  ac: true,
  defaultRole: true,
  adminRoles: true,
  adminUserIds: true,
  defaultBanReason: true,
  defaultBanExpiresIn: true,
  bannedUserMessage: true,
  impersonationSessionDuration: true,
  allowImpersonatingAdmins: true,
  writableFields: true,
  searchByPart: true,
  trackLastActive: true,
  onAction: true,
};

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveAdmin(options: AdminOptions): AdminSettings {
  checkOptionNames("admin", options, optionNames);
  const { defaultRole = "user", adminUserIds = [], defaultBanExpiresIn, impersonationSessionDuration } = options;
  const configuredRoles: Roles = options.roles ?? defaultRoles;
  const roles: Roles = Object.hasOwn(configuredRoles, "user")
    ? configuredRoles
    : { ...configuredRoles, user: defaultRoles.user };
  for (const name of Object.keys(roles)) checkRoleName(name);
  if (!Object.hasOwn(roles, defaultRole))
    throw new Error(
      `admin.defaultRole is "${defaultRole}", which isn't a role. Add it to admin.roles, or use one of those.`,
    );
  return {
    roles,
    allPermissions: collectPermissions(options.ac ?? adminAccess, roles),
    defaultRole,
    adminRoles: resolveAdminRoles(options.adminRoles ?? "admin", roles),
    adminUserIds: new Set(checkUserIds(adminUserIds)),
    banReason: options.defaultBanReason ?? "No reason",
    banExpiresIn:
      defaultBanExpiresIn === undefined
        ? null
        : checkInteger("admin.defaultBanExpiresIn", defaultBanExpiresIn, {
            min: 1,
            max: maxBanSeconds,
            unit: "seconds",
          }),
    bannedMessage: options.bannedUserMessage ?? adminErrors.BANNED_USER.message,
    impersonationSeconds: checkInteger("admin.impersonationSessionDuration", impersonationSessionDuration ?? 3600, {
      min: minImpersonationSeconds,
      max: maxImpersonationSeconds,
      unit: "seconds",
    }),
    allowImpersonatingAdmins: options.allowImpersonatingAdmins ?? false,
    writableFields: options.writableFields ?? [],
    searchByPart: options.searchByPart ?? true,
    trackLastActive: resolveTracking(options.trackLastActive ?? false),
    onAction: options.onAction?.bind(options) ?? null,
  };
}

function resolveTracking(given: boolean | number): number | null {
  if (given === false) return null;
  if (given === true) return 600;
  return checkInteger("admin.trackLastActive", given, { min: 60, max: 86_400, unit: "seconds" });
}

/** Returns the permissions of a user. Users without a role get those of the default role. */
export function permissionsOf(
  settings: AdminSettings,
  user: { readonly id: string; readonly role: string | null },
): Permissions {
  if (settings.adminUserIds.has(user.id)) return settings.allPermissions;
  const names = roleNames(user.role);
  return grantedPermissions(settings.roles, names.length > 0 ? names : [settings.defaultRole]);
}

/** Returns all permissions in the access control and the roles. */
function collectPermissions({ statements }: AccessControl, roles: Roles): Permissions {
  const granted: Permissions[] = [statements, adminAccess.statements, ...Object.values(roles).map((r) => r.statements)];
  const named = Object.fromEntries(granted.map((one, at) => [String(at), { statements: one } as Role]));
  return grantedPermissions(named, Object.keys(named));
}

function resolveAdminRoles(given: string | readonly string[], roles: Roles): readonly string[] {
  const names = roleNames(typeof given === "string" ? given : given.join(","));
  if (names.length === 0) throw new Error('admin.adminRoles is empty. Add at least one role, such as "admin".');
  const unknown = names.find((name) => !Object.hasOwn(roles, name));
  if (unknown !== undefined)
    throw new Error(`admin.adminRoles contains "${unknown}", which isn't a role. Add it to admin.roles, or remove it.`);
  return names;
}

function checkRoleName(name: string): void {
  if (/^[\w.:-]{1,64}$/.test(name)) return;
  throw new Error(
    `admin.roles: "${name}" isn't a valid name. Use up to 64 letters, digits, underscores, dots, or dashes.`,
  );
}

function checkUserIds(ids: readonly string[]): readonly string[] {
  const wrong = ids.find((id) => typeof id !== "string" || id.trim() === "");
  if (wrong !== undefined) throw new Error("admin.adminUserIds contains an empty ID. Use the IDs of users.");
  return ids;
}
