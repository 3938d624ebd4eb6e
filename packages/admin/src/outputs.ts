/** The response shapes for the admin calls. */

import type { User } from "@latchkey/core";
import {
  anything,
  boolean,
  both,
  date,
  list,
  literal,
  model,
  nullable,
  number,
  object,
  optional,
  record,
  type Shape,
  text,
} from "@latchkey/core/shapes";
import type {
  AdminCapabilities,
  AuditLogPage,
  AuditRecord,
  BanNotice,
  HasPermissionResponse,
  Impersonation,
  UserSessions,
} from "./contract.ts";
import type { ListedUser, UserList, UserResponse } from "./users/contract.ts";

/** Response of most calls about a user. */
export const userOutput: Shape<UserResponse> = object({ user: model<User>("user") });

/** Response from `/admin/list-users`. */
export const userListOutput: Shape<UserList> = object({
  users: list(both(model<User>("user"), object<Pick<ListedUser, "lastActiveAt">>({ lastActiveAt: nullable(date) }))),
  total: nullable(number),
  limit: optional(number),
  offset: optional(number),
  nextCursor: nullable(text),
});

/** Response from `/admin/list-user-sessions`. */
export const userSessionsOutput: Shape<UserSessions> = object({ sessions: list(model("session")) });

/** Response when an impersonation starts or stops. */
export const impersonationOutput: Shape<Impersonation> = object({
  session: model("session"),
  user: model("user"),
  token: optional(text),
});

/** Response from `/admin/has-permission`. */
export const permissionOutput: Shape<HasPermissionResponse> = object({ error: literal(null), success: boolean });

/** Response from `/admin/capabilities`. */
export const capabilitiesOutput: Shape<AdminCapabilities> = object<AdminCapabilities>({
  permissions: record(list(text)),
  disabled: record(list(text)),
  roles: record(record(list(text))),
  defaultRole: text,
  adminRoles: list(text),
  searchByPart: boolean,
  tracksLastActive: boolean,
  impersonationSeconds: number,
  impersonatesAdmins: boolean,
});

/** Response from `/ban-notice`. */
export const banNoticeOutput: Shape<BanNotice | null> = nullable(
  object<BanNotice>({ banReason: nullable(text), banExpires: nullable(date) }),
);

/** Response from `/admin/list-audit`. */
export const auditLogOutput: Shape<AuditLogPage> = object({
  records: list(
    object<AuditRecord>({
      id: text,
      action: text,
      actorId: nullable(text),
      actorType: optional(nullable(text)),
      onBehalfOf: nullable(text),
      userId: nullable(text),
      organizationId: nullable(text),
      ipAddress: nullable(text),
      userAgent: nullable(text),
      data: anything,
      count: optional(nullable(number)),
      createdAt: date,
    }),
  ),
  people: record(object<AuditLogPage["people"][string]>({ name: text, email: text })),
  nextCursor: nullable(text),
});
