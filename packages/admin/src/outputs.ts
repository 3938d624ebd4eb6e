/** What the calls answer, as shapes. */

import type { User } from "@latchkey/core";
import {
  anything,
  date,
  flag,
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
import type { AuditRecord, AuditTrail, HasPermissionAnswer, Impersonation, UserSessions } from "./contract.ts";
import type { UserAnswer, UserList } from "./users/contract.ts";

/** What most calls about a user answer. */
export const userOutput: Shape<UserAnswer> = object({ user: model<User>("user") });

/** What `/admin/list-users` answers. */
export const userListOutput: Shape<UserList> = object({
  users: list(model<User>("user")),
  total: nullable(number),
  limit: optional(number),
  offset: optional(number),
  nextCursor: nullable(text),
});

/** What `/admin/list-user-sessions` answers. */
export const userSessionsOutput: Shape<UserSessions> = object({ sessions: list(model("session")) });

/** What beginning and ending an impersonation answer. */
export const impersonationOutput: Shape<Impersonation> = object({
  session: model("session"),
  user: model("user"),
  token: optional(text),
});

/** What `/admin/has-permission` answers. */
export const permissionOutput: Shape<HasPermissionAnswer> = object({ error: literal(null), success: flag });

/** What `/admin/list-audit` answers. */
export const auditTrailOutput: Shape<AuditTrail> = object({
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
  people: record(object<AuditTrail["people"][string]>({ name: text, email: text })),
  nextCursor: nullable(text),
});
