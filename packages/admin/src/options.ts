/** What an app may set about its administration. */

import {
  type AccessControl,
  grantedBy,
  type Permissions,
  type Role,
  type Roles,
  roleNames,
} from "@latchkey/core/access";
import { adminAccess, defaultRoles } from "./access.ts";
import type { AdminAction } from "./actions.ts";
import { adminErrors } from "./errors.ts";

/** Options of `admin`. */
export interface AdminOptions {
  /** Roles by name, made with `ac`. Default: `admin`, who may do everything, and `user`, who may do nothing. */
  readonly roles?: Roles;
  /** Resources and actions that there are. Default: those of `adminStatements`. */
  readonly ac?: AccessControl;
  /** The role of new users, and of those who have none. Default: `user`. */
  readonly defaultRole?: string;
  /** Roles that make an admin: one is always left, and none is impersonated. Default: `admin`. */
  readonly adminRoles?: string | readonly string[];
  /** Ids of users who are always allowed everything, whatever their role. */
  readonly adminUserIds?: readonly string[];
  /** Default: `No reason`. */
  readonly defaultBanReason?: string;
  /** How long a ban lasts that says nothing of it, in seconds. Default: until it is lifted. */
  readonly defaultBanExpiresIn?: number;
  /** What a banned user is told. */
  readonly bannedUserMessage?: string;
  /** How long an impersonation lasts at most, in seconds. Default: 3600; it is never extended. */
  readonly impersonationSessionDuration?: number;
  /** Whether an admin may impersonate another who has no right that they lack themselves. Default: false. */
  readonly allowImpersonatingAdmins?: boolean;
  /** The app's own user fields that an admin may set although users themselves cannot. */
  readonly writableFields?: readonly string[];
  /** Whether lists can be searched by parts of a value, which reads every row. Default: true. */
  readonly searchByPart?: boolean;
  /** Told of every action, after its commit; tried again until it succeeds. */
  onAction?(action: AdminAction): Promise<void> | void;
}

/** The options with defaults filled in. */
export interface AdminSettings {
  readonly roles: Roles;
  /** Everything that can be granted. */
  readonly everything: Permissions;
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
  readonly onAction: ((action: AdminAction) => Promise<void> | void) | null;
}

const tenYears = 315_360_000;
const longestImpersonation = 86_400;

/** @throws {Error} naming the option that makes no sense */
export function resolveAdmin(options: AdminOptions): AdminSettings {
  const { defaultRole = "user", adminUserIds = [], defaultBanExpiresIn, impersonationSessionDuration } = options;
  const given: Roles = options.roles ?? defaultRoles;
  const roles: Roles = Object.hasOwn(given, "user") ? given : { ...given, user: defaultRoles.user };
  for (const name of Object.keys(roles)) checkName(name);
  if (!Object.hasOwn(roles, defaultRole)) throw new Error(`admin.defaultRole is "${defaultRole}", which is no role.`);
  return {
    roles,
    everything: sumOf(options.ac ?? adminAccess, roles),
    defaultRole,
    adminRoles: adminRolesOf(options.adminRoles ?? "admin", roles),
    adminUserIds: new Set(checkedIds(adminUserIds)),
    banReason: options.defaultBanReason ?? "No reason",
    banExpiresIn:
      defaultBanExpiresIn === undefined ? null : whole("defaultBanExpiresIn", defaultBanExpiresIn, 1, tenYears),
    bannedMessage: options.bannedUserMessage ?? adminErrors.BANNED_USER.message,
    impersonationSeconds: whole(
      "impersonationSessionDuration",
      impersonationSessionDuration ?? 3600,
      60,
      longestImpersonation,
    ),
    allowImpersonatingAdmins: options.allowImpersonatingAdmins ?? false,
    writableFields: options.writableFields ?? [],
    searchByPart: options.searchByPart ?? true,
    onAction: options.onAction?.bind(options) ?? null,
  };
}

/** What somebody with these roles may do; nobody's roles are those of the default. */
export function rightsOf(
  settings: AdminSettings,
  user: { readonly id: string; readonly role: string | null },
): Permissions {
  if (settings.adminUserIds.has(user.id)) return settings.everything;
  const names = roleNames(user.role);
  return grantedBy(settings.roles, names.length > 0 ? names : [settings.defaultRole]);
}

/** Everything that access control and roles know of. */
function sumOf({ statements }: AccessControl, roles: Roles): Permissions {
  const granted: Permissions[] = [statements, adminAccess.statements, ...Object.values(roles).map((r) => r.statements)];
  const named = Object.fromEntries(granted.map((one, at) => [String(at), { statements: one } as Role]));
  return grantedBy(named, Object.keys(named));
}

function adminRolesOf(given: string | readonly string[], roles: Roles): readonly string[] {
  const names = roleNames(typeof given === "string" ? given : given.join(","));
  if (names.length === 0) throw new Error("admin.adminRoles is empty: name one role at least.");
  const unknown = names.find((name) => !Object.hasOwn(roles, name));
  if (unknown !== undefined) throw new Error(`admin.adminRoles names "${unknown}", which is no role.`);
  return names;
}

function checkName(name: string): void {
  if (/^[\w.:-]{1,64}$/.test(name)) return;
  throw new Error(`admin.roles: "${name}" is no name: give up to 64 letters, digits, underscores, dots or dashes.`);
}

function checkedIds(ids: readonly string[]): readonly string[] {
  const wrong = ids.find((id) => typeof id !== "string" || id.trim() === "");
  if (wrong !== undefined) throw new Error("admin.adminUserIds holds an empty id: give the ids of users.");
  return ids;
}

function whole(option: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`admin.${option} is ${value}: give a whole number of seconds from ${least} to ${most}.`);
}
