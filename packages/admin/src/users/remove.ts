/** `/admin/remove-user`, and what holds for the removal of a user by whatever way. */

import type { Plugin } from "@latchkey/core";
import { authorize } from "@latchkey/core/access";
import { defineEndpoint, type EndpointOf, fail, input, removeSolelyOwned } from "@latchkey/core/plugin";
import { successAnswer } from "@latchkey/core/shapes";
import { recordDeed } from "../actions.ts";
import { adminErrors, only } from "../errors.ts";
import { id } from "../fields.ts";
import { demand, requirePermission } from "../guards.ts";
import type { AdminSettings } from "../options.ts";
import { type UserWithRole, users } from "../tables.ts";
import { type Change, onUser } from "./change.ts";
import type { UserCalls } from "./contract.ts";
import { isAdmin, keepAnAdmin } from "./hold.ts";

/** Removes a user with everything that belongs to the user. Audit records stay. */
export function removeUser(settings: AdminSettings): EndpointOf<UserCalls["removeUser"]> {
  const refusal = "YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS";
  const needs = { user: ["delete"] };
  return defineEndpoint({
    method: "POST",
    path: "/admin/remove-user",
    summary: "Remove a user",
    input: input.object({ userId: id, solelyOwned: input.optional(input.oneOf("refuse", "delete")) }),
    output: successAnswer,
    moments: ["deleteUser"],
    guards: requirePermission(settings, needs, refusal),
    errors: {
      ...only("USER_NOT_FOUND", "YOU_CANNOT_REMOVE_YOURSELF", "YOU_CANNOT_REMOVE_THE_LAST_ADMIN"),
      ...only("YOU_ARE_NOT_ALLOWED_TO_DELETE_ORGANIZATIONS"),
    },
    statements: 5,
    async handle({ userId, solelyOwned = "refuse" }, context) {
      if (context.actor.id === userId) fail(adminErrors, "YOU_CANNOT_REMOVE_YOURSELF");
      const act = { actor: context.actor, userId, needs, refusal } as const;
      await onUser(context, settings, act, async (change) => {
        const { tx } = change;
        const actorId = context.actor.id;
        if (solelyOwned === "delete") {
          checkOrganizationDeletion(change);
          await removeSolelyOwned(tx, context, { userId, actorId });
        }
        await tx.remove(users, { where: { id: userId } });
        const data = solelyOwned === "delete" ? { solelyOwned } : null;
        const deed = { action: "admin.user.remove", actorId, userId, data } as const;
        await recordDeed(tx, context, settings, deed);
      });
      return { success: true };
    },
  });
}

const organizationDeletion = { organization: ["delete"] };

/**
 * Organizations belong to their members too, so deleting them takes more than `user: delete`: the permission
 * `organization: delete` if the app declares it, otherwise an admin role.
 * @throws {AuthError} `YOU_ARE_NOT_ALLOWED_TO_DELETE_ORGANIZATIONS`
 */
function checkOrganizationDeletion({ settings, actor, rights }: Change): void {
  const refusal = "YOU_ARE_NOT_ALLOWED_TO_DELETE_ORGANIZATIONS";
  if (authorize(settings.everything, organizationDeletion).success) demand(rights, organizationDeletion, refusal);
  else if (!actor || !isAdmin(settings, actor)) fail(adminErrors, refusal);
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
