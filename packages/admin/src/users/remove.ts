/** The `/admin/remove-user` endpoint, and the rules for deleting users in any way. */

import { authorize } from "@latchkey/core/access";
import { defineEndpoint, type EndpointOf, fail, input, removeSolelyOwned, type TableHook } from "@latchkey/core/plugin";
import { successResponse } from "@latchkey/core/shapes";
import { recordAction } from "../actions.ts";
import { adminErrors, pickErrors } from "../errors.ts";
import { id } from "../fields.ts";
import { requirePermission, requirePermissions } from "../guards.ts";
import type { AdminSettings } from "../options.ts";
import { type UserWithRole, users } from "../tables.ts";
import { type UserChange, withLockedUser } from "./change.ts";
import type { UserCalls } from "./contract.ts";
import { isAdmin, requireAnotherAdmin } from "./lock.ts";

/** Removes a user with everything that belongs to the user. Audit records are kept. */
export function removeUser(settings: AdminSettings): EndpointOf<UserCalls["removeUser"]> {
  const errorCode = "YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS";
  const required = { user: ["delete"] };
  return defineEndpoint({
    method: "POST",
    path: "/admin/remove-user",
    summary: "Delete a user",
    input: input.object({ userId: id, solelyOwned: input.optional(input.oneOf("refuse", "delete")) }),
    output: successResponse,
    stages: ["deleteUser"],
    guards: requirePermission(settings, required, errorCode),
    errors: {
      ...pickErrors("USER_NOT_FOUND", "YOU_CANNOT_REMOVE_YOURSELF", "YOU_CANNOT_REMOVE_THE_LAST_ADMIN"),
      ...pickErrors("YOU_ARE_NOT_ALLOWED_TO_DELETE_ORGANIZATIONS"),
    },
    queryBudget: 5,
    async handle({ userId, solelyOwned = "refuse" }, context) {
      if (context.actor.id === userId) fail(adminErrors, "YOU_CANNOT_REMOVE_YOURSELF");
      const action = { actor: context.actor, userId, required, errorCode } as const;
      await withLockedUser(context, settings, action, async (change) => {
        const { tx } = change;
        const actorId = context.actor.id;
        if (solelyOwned === "delete") {
          checkOrganizationDeletion(change);
          await removeSolelyOwned(tx, context, { userId, actorId });
        }
        await tx.remove(users, { where: { id: userId } });
        const data = solelyOwned === "delete" ? { solelyOwned } : null;
        const entry = { action: "admin.user.remove", actorId, userId, data } as const;
        await recordAction(tx, context, settings, entry);
      });
      return { success: true };
    },
  });
}

const organizationDeletion = { organization: ["delete"] };

/**
 * Deleting a user's organizations requires more than `user: delete`, because they also belong to their other members.
 * It requires the `organization: delete` permission if the app declares it, or else an admin role.
 * @throws {AuthError} `YOU_ARE_NOT_ALLOWED_TO_DELETE_ORGANIZATIONS`
 */
function checkOrganizationDeletion({ settings, actor, granted }: UserChange): void {
  const errorCode = "YOU_ARE_NOT_ALLOWED_TO_DELETE_ORGANIZATIONS";
  if (authorize(settings.allPermissions, organizationDeletion).success)
    requirePermissions(granted, organizationDeletion, errorCode);
  else if (!actor || !isAdmin(settings, actor)) fail(adminErrors, errorCode);
}

/** Also applies to users who delete their own account, so that one admin always remains. */
export function preventLastAdminRemoval(settings: AdminSettings): TableHook {
  return {
    table: "user",
    operation: "delete",
    async inTransaction({ rows }, tx) {
      for (const row of rows) await requireAnotherAdmin(tx, settings, row as unknown as UserWithRole);
    },
  };
}
