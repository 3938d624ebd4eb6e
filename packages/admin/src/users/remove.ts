/** `/admin/remove-user`, and what holds for the removal of a user by whatever way. */

import {
  defineUntypedEndpoint,
  type Endpoint,
  fail,
  type Plugin,
  removeSolelyOwned,
  type SuccessAnswer,
} from "@latchkey/core";
import { authorize } from "@latchkey/core/access";
import { successAnswer } from "@latchkey/core/shapes";
import * as z from "zod";
import { recordDeed } from "../actions.ts";
import { adminErrors, only } from "../errors.ts";
import { id } from "../fields.ts";
import { demand, requirePermission } from "../guards.ts";
import type { RemoveUserInput } from "../inputs.ts";
import type { AdminSettings } from "../options.ts";
import { type UserWithRole, users } from "../tables.ts";
import { type Change, onUser } from "./change.ts";
import { isAdmin, keepAnAdmin } from "./hold.ts";

const input: z.ZodType<RemoveUserInput> = z.object({
  userId: id,
  solelyOwned: z.enum(["refuse", "delete"]).optional(),
});

/** Removes a user with everything that belongs to the user. Audit records stay. */
export function removeUser(settings: AdminSettings): Endpoint<RemoveUserInput, SuccessAnswer> {
  const refusal = "YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS";
  const needs = { user: ["delete"] };
  return defineUntypedEndpoint({
    method: "POST",
    path: "/admin/remove-user",
    summary: "Remove a user",
    input,
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
