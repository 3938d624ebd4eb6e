/** The response shapes of the admin calls. */

import type { User } from "@latchkey/core";
import {
  anything,
  boolean,
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
import type { AuditLogPage, AuditRecord, HasPermissionResponse, Impersonation, UserSessions } from "./contract.ts";
import type { UserList, UserResponse } from "./users/contract.ts";

/** Response of most calls about a user. */
export const userOutput: Shape<UserResponse> = object({ user: model<User>("user") });

/** Response of `/admin/list-users`. */
export const userListOutput: Shape<UserList> = object({
  users: list(model<User>("user")),
  total: nullable(number),
  limit: optional(number),
  offset: optional(number),
  nextCursor: nullable(text),
});

/** Response of `/admin/list-user-sessions`. */
export const userSessionsOutput: Shape<UserSessions> = object({ sessions: list(model("session")) });

/** Response when an impersonation starts or stops. */
export const impersonationOutput: Shape<Impersonation> = object({
  session: model("session"),
  user: model("user"),
  token: optional(text),
});

/** Response of `/admin/has-permission`. */
export const permissionOutput: Shape<HasPermissionResponse> = object({ error: literal(null), success: boolean });

/** Response of `/admin/list-audit`. */
export const auditLogOutput: Shape<AuditLogPage> = object({
  records: list(
    object<AuditRecord>({
      id: text,
      action: text,
      actorId: nullable(text),
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
