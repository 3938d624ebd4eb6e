/** `/update-user` changes the name, the image, and the fields that users can set. */

import { recordAudit } from "../../audit/store.ts";
import { isAdapterError, UniqueViolation } from "../../database/errors.ts";
import { AuthError, fail, httpErrors } from "../../http/errors.ts";
import { validateImage } from "../../http/image.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { syncSessionCookies } from "../../sessions/change.ts";
import { requireSession } from "../../sessions/guards.ts";
import { statusResponse } from "../../shapes/shape.ts";
import type { UserRow } from "../../tables/user.ts";
import { hasConflictError, readUserInput } from "../../users/fields.ts";
import { updateUser } from "../../users/store.ts";
import type { AccountCalls, UpdateUserInput } from "./contract.ts";
import { updateUserErrors } from "./errors.ts";

export const updateUserEndpoint: EndpointOf<AccountCalls["updateUser"]> = defineEndpoint({
  method: "POST",
  path: "/update-user",
  summary: "Update the profile",
  changes: ["session"],
  // Additional keys are plugin and app fields.
  input: input.openObject({
    name: input.optional(input.text()),
    image: input.optional(input.nullable(input.rawText())),
  }),
  output: statusResponse,
  stages: ["updateUser"],
  guards: [requireSession],
  errors: updateUserErrors,
  queryBudget: 2,
  async handle(body, context) {
    const given = body as UpdateUserInput & Readonly<Record<string, unknown>>;
    if (given.email !== undefined) fail(updateUserErrors, "EMAIL_CAN_NOT_BE_UPDATED");
    const image = validateImage("image", given.image, context.user.image);
    const core = {
      ...(given.name === undefined ? {} : { name: given.name }),
      ...(image === undefined ? {} : { image }),
    };
    const set = await readUserInput(context, given, "update", { core, user: context.user });
    if (Object.keys(set).length === 0) fail(updateUserErrors, "NO_FIELDS_TO_UPDATE");
    const { session } = context;
    const user = await saveChanges(context, context.user, set);
    syncSessionCookies(context, { session, user });
    return { status: true };
  },
});

async function saveChanges(context: RequestContext, user: UserRow, set: Record<string, unknown>): Promise<UserRow> {
  try {
    return await context.db.transaction(async (tx) => {
      const changed = await updateUser(tx, context, user, set);
      await recordAudit(tx, context, {
        action: "user.update",
        actorId: user.id,
        userId: user.id,
        data: { fields: Object.keys(set) },
      });
      return changed ?? fail(httpErrors, "UNAUTHORIZED");
    });
  } catch (error) {
    if (error instanceof UniqueViolation && !hasConflictError(context, error))
      fail(updateUserErrors, "FAILED_TO_UPDATE_USER", { status: 422, cause: error });
    if (error instanceof AuthError || isAdapterError(error)) throw error;
    fail(updateUserErrors, "FAILED_TO_UPDATE_USER", { cause: error });
  }
}
