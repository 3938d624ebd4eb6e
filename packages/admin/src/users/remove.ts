/** `/admin/remove-user`, and what holds for the removal of a user by whatever way. */

import { defineEndpoint, type Endpoint, fail, type Plugin, type SuccessAnswer } from "@latchkey/core";
import { successAnswer } from "@latchkey/core/shapes";
import { recordDeed } from "../actions.ts";
import { adminErrors, only } from "../errors.ts";
import { ofUser } from "../fields.ts";
import { requirePermission } from "../guards.ts";
import type { OfUserInput } from "../inputs.ts";
import type { AdminSettings } from "../options.ts";
import { type UserWithRole, users } from "../tables.ts";
import { onUser } from "./change.ts";
import { keepAnAdmin } from "./hold.ts";

/** Removes a user with everything that is theirs. The audit records stay. */
export function removeUser(settings: AdminSettings): Endpoint<OfUserInput, SuccessAnswer> {
  const refusal = "YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS";
  const needs = { user: ["delete"] };
  return defineEndpoint({
    method: "POST",
    path: "/admin/remove-user",
    summary: "Remove a user",
    input: ofUser,
    output: successAnswer,
    moments: ["deleteUser"],
    guards: requirePermission(settings, needs, refusal),
    errors: only("USER_NOT_FOUND", "YOU_CANNOT_REMOVE_YOURSELF", "YOU_CANNOT_REMOVE_THE_LAST_ADMIN"),
    statements: 5,
    async handle({ userId }, context) {
      if (context.actor.id === userId) fail(adminErrors, "YOU_CANNOT_REMOVE_YOURSELF");
      const act = { actor: context.actor, userId, needs, refusal } as const;
      await onUser(context, settings, act, async ({ tx }) => {
        await tx.remove(users, { where: { id: userId } });
        const deed = { action: "admin.user.remove", actorId: context.actor.id, userId };
        await recordDeed(tx, context, settings, deed);
      });
      return { success: true };
    },
  });
}

/** Who deletes their own account is held to it, too: one admin is left. */
export function lastAdminStays(settings: AdminSettings): NonNullable<Plugin["tableHooks"]>[number] {
  return {
    table: "user",
    operation: "delete",
    async inTransaction({ rows }, tx) {
      for (const row of rows) await keepAnAdmin(tx, settings, row as unknown as UserWithRole);
    },
  };
}
